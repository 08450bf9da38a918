"""``nearbest predict``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import pandas as pd
import typer

from nearbest.arguments import did_you_mean
from nearbest.cli import options
from nearbest.cli.data import KINDS, files_of, write_table
from nearbest.cli.failures import guarded
from nearbest.errors import InvalidInput, UnsafeModel
from nearbest.places import TABLES, Output, as_path, check_inputs_kept, check_outputs
from nearbest.printable import printable
from nearbest.probing.model_files import load_model


@guarded
def predict(
    model: Annotated[
        Path,
        typer.Argument(
            metavar="MODEL", help="What `nearbest select --save` wrote.", parser=as_path
        ),
    ],
    data: Annotated[
        Path,
        typer.Argument(metavar="DATA", help="A Parquet, CSV or Arrow file.", parser=as_path),
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="A .csv or .parquet file.",
            parser=as_path,
        ),
    ] = None,
    probabilities: Annotated[
        bool, typer.Option("--probabilities", help="Add the probability of each class.")
    ] = False,
    keep: Annotated[
        list[str],
        typer.Option(
            "--keep",
            metavar="COLUMN",
            help="A column of DATA to write beside each prediction, such as a key. May be "
            "repeated.",
        ),
    ] = [],  # noqa: B006  # typer copies it
    allow_pickle: Annotated[
        bool,
        typer.Option("--allow-pickle", help="Read a pickled model, which can run any code."),
    ] = False,
    debug: options.Debug = False,
) -> None:
    """Predict with a saved model, one line per row, as CSV unless a file is named.

    Columns that the model does not know, such as the target, are left out; the others
    are read as those that it was trained on.

    [bold]Examples[/]

    nearbest predict model.skops new-flights.parquet --output predictions.csv

    nearbest predict model.skops new-flights.csv --probabilities

    nearbest predict model.skops new-flights.csv --keep flight --keep date
    """
    files = [] if output is None else [Output("--output", output, TABLES)]
    check_outputs(files)
    if not model.exists():
        raise InvalidInput(f"{model} does not exist.")
    check_inputs_kept(files, {"DATA": files_of(data), "MODEL": [model]})
    try:
        fitted = load_model(model, allow_pickle=allow_pickle)
    except UnsafeModel as error:
        hint = str(error).replace("`allow_pickle=True`", "`--allow-pickle`")
        raise UnsafeModel(hint) from error
    X = known_columns(fitted, data)
    predictions = kept_columns(data, keep)
    predictions["prediction"] = fitted.predict(X)
    if probabilities:
        add_probabilities(predictions, fitted, X)
    if output is None:
        written = predictions.to_csv(index=False)
        sys.stdout.write(printable(written) if sys.stdout.isatty() else written)
    else:
        write_table(predictions, output)


def add_probabilities(predictions: pd.DataFrame, fitted: Any, X: pd.DataFrame) -> None:
    """Give the predictions a column for each class."""
    if not hasattr(fitted, "predict_proba"):
        raise InvalidInput(
            "`--probabilities` needs a model that gives them; this one does not."
        )
    shares = fitted.predict_proba(X)
    for i, label in enumerate(fitted.classes_):
        predictions[f"probability of {label}"] = shares[:, i]


def kept_columns(path: Path, names: Sequence[str]) -> pd.DataFrame:
    """Columns of a file as they are there, in the order asked for; none is one, too."""
    if not names:
        return pd.DataFrame()
    from nearbest.data.files.whole import read_as_written  # needs an extra

    taken = [name for name in names if name == "prediction"]
    if taken:
        raise InvalidInput("`--keep` must not name a column 'prediction'; that is the model's.")
    return read_as_written(path, names)


def known_columns(fitted: Any, path: Path) -> pd.DataFrame:
    """The columns of a file that the model was trained on, in its order."""
    from nearbest.data.files.whole import column_names, read_whole  # needs an extra

    kinds = getattr(fitted, KINDS, {})  # none in models of older versions
    names = list(kinds) or getattr(fitted, "feature_names_in_", None)
    frame = read_whole(path, names, kinds)
    if names is None:
        return frame
    missing = [name for name in names if name not in frame.columns]
    if missing:
        others = [name for name in column_names(path) if name not in names]
        raise InvalidInput(
            f"{path} must have the model's columns; {missing[0]!r} is missing."
            f"{did_you_mean(missing[0], others)}"
        )
    return frame[list(names)]
