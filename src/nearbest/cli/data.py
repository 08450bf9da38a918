"""Tables that users name on the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pandas as pd

from nearbest.errors import InvalidInput
from nearbest.progress import Progress
from nearbest.sources import TableSource, open_table

Names = Sequence[str]

#: For tables that are read whole, to predict.
READERS: Mapping[str, Callable[[Path], pd.DataFrame]] = {
    ".parquet": pd.read_parquet,
    ".feather": pd.read_feather,
    ".csv": pd.read_csv,
    ".csv.gz": pd.read_csv,
    ".tsv": lambda path: pd.read_csv(path, sep="\t"),
}


def labelled(
    path: str, target: str, progress: Progress, drop: Names = (), keep: Names = ()
) -> TableSource:
    """The table to select on; how far it is shuffled shows in `progress`."""
    return open_table(path, target, drop=drop, keep=keep or None, progress=progress.preparing)


def table(path: Path) -> pd.DataFrame:
    """The table in a file, by what its name ends in; texts are made categories."""
    if not path.exists():
        raise InvalidInput(f"{path} does not exist.")
    for suffix, read in READERS.items():
        if path.name.lower().endswith(suffix):
            try:
                frame = read(path)
            except (ValueError, OSError) as error:
                raise InvalidInput(f"{path} cannot be read as a table: {error}") from error
            texts = frame.select_dtypes(include=["object", "string"]).columns
            return frame.astype(dict.fromkeys(texts, "category"))
    raise InvalidInput(f"{path} must end in one of {', '.join(READERS)}.")


def write_table(frame: pd.DataFrame, path: Path) -> None:
    """Write a table as what its name ends in: Parquet or CSV."""
    if path.suffix == ".parquet":
        frame.to_parquet(path, index=False)
    elif path.suffix == ".csv":
        frame.to_csv(path, index=False)
    else:
        raise InvalidInput(f"`--output` must end in .csv or .parquet; got {path.name}.")
