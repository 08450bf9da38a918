"""Tables that users name on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from nearbest.errors import InvalidInput
from nearbest.progress import Progress
from nearbest.sources import TableSource, open_table

Names = Sequence[str]


def labelled(
    path: str, target: str, progress: Progress, drop: Names = (), keep: Names = ()
) -> TableSource:
    """The table to select on; how far it is shuffled shows in `progress`."""
    return open_table(path, target, drop=drop, keep=keep or None, progress=progress.preparing)


def write_table(frame: pd.DataFrame, path: Path) -> None:
    """Write a table as what its name ends in: Parquet or CSV."""
    if path.suffix == ".parquet":
        frame.to_parquet(path, index=False)
    elif path.suffix == ".csv":
        frame.to_csv(path, index=False)
    else:
        raise InvalidInput(f"`--output` must end in .csv or .parquet; got {path.name}.")
