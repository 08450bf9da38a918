"""Tables that users name on the command line."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from nearbest.data.files import TableSource, open_table
from nearbest.errors import InvalidInput
from nearbest.progress import Progress

Names = Sequence[str]

#: The attribute of a saved model that has the columns it was trained on, and their kinds.
KINDS = "column_kinds_"


def labelled(
    path: str, target: str, progress: Progress, drop: Names = (), keep: Names = ()
) -> TableSource:
    """The table to select on; how far it is shuffled shows in `progress`."""
    return open_table(path, target, drop=drop, keep=keep or None, progress=progress.preparing)


def note_kinds(model: Any, table: TableSource) -> None:
    """Let a model know what the columns hold that it was trained on."""
    setattr(model, KINDS, {feature.name: feature.kind for feature in table.features})


def check_place(option: str, path: Path | None) -> None:
    """Raise before any work is done unless a file can be written there."""
    if path is None:
        return
    folder = next(parent for parent in path.absolute().parents if parent.exists())
    if path.is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK):
        raise InvalidInput(f"`{option}` must be a file that can be written; got {path}.")


def check_output(path: Path) -> None:
    """Raise before any work is done unless `write_table` can write there."""
    if path.suffix not in (".csv", ".parquet"):
        raise InvalidInput(f"`--output` must end in .csv or .parquet; got {path.name}.")
    check_place("--output", path)


def write_table(frame: pd.DataFrame, path: Path) -> None:
    """Write a table as what its name ends in: Parquet or CSV."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".parquet":
        frame.to_parquet(path, index=False)
    else:
        frame.to_csv(path, index=False)
