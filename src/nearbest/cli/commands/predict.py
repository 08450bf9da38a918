"""``nearbest predict``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import pandas as pd
import typer

from nearbest.cli import options
from nearbest.cli.data import KINDS, check_output, write_table
from nearbest.cli.failures import guarded
from nearbest.errors import InvalidInput, UnsafeModel
from nearbest.probing.model_files import load_model


@guarded
def predict(
    model: Annotated[
        Path, typer.Argument(metavar="MODEL", help="What `nearbest select --save` wrote.")
    ],
    data: Annotated[Path, typer.Argument(metavar="DATA", help="A Parquet, CSV or Arrow file.")],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="A .csv or .parquet file."),
    ] = None,
    probabilities: Annotated[
        bool, typer.Option("--probabilities", help="Add the probability of each class.")
    ] = False,
    allow_pickle: Annotated[
        bool,
        typer.Option("--allow-pickle", help="Read a pickled model, which can run any code."),
    ] = False,
    debug: options.Debug = False,
) -> None:
    """Predict with a saved model, a line a row, as CSV unless a file is named.

    Columns that the model does not know, such as the target, are left out; the others
    are read as those that it was trained on.

    [bold]Examples[/]

    nearbest predict model.skops new-flights.parquet --output predictions.csv

    nearbest predict model.skops new-flights.csv --probabilities
    """
    if output is not None:
        check_output(output)
    if not model.exists():
        raise InvalidInput(f"{model} does not exist.")
    try:
        fitted = load_model(model, allow_pickle=allow_pickle)
    except UnsafeModel as error:
        hint = str(error).replace("`allow_pickle=True`", "`--allow-pickle`")
        raise UnsafeModel(hint) from error
    X = known_columns(fitted, data)
    predictions = pd.DataFrame({"prediction": fitted.predict(X)})
    if probabilities:
        if not hasattr(fitted, "predict_proba"):
            raise InvalidInput("`--probabilities` needs a model that has them; this has not.")
        shares = fitted.predict_proba(X)
        for i, label in enumerate(fitted.classes_):
            predictions[f"probability of {label}"] = shares[:, i]
    if output is None:
        predictions.to_csv(sys.stdout, index=False)
    else:
        write_table(predictions, output)


def known_columns(fitted: Any, path: Path) -> pd.DataFrame:
    """The columns of a file that the model was trained on, in its order."""
    from nearbest.data.files.whole import read_whole  # needs an extra

    kinds = getattr(fitted, KINDS, {})  # none in models of older versions
    names = list(kinds) or getattr(fitted, "feature_names_in_", None)
    frame = read_whole(path, names, kinds)
    if names is None:
        return frame
    missing = [name for name in names if name not in frame.columns]
    if missing:
        raise InvalidInput(f"{path} must have the model's columns; {missing[0]!r} is missing.")
    return frame[list(names)]
