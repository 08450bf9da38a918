"""Tables that users name on the command line."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from nearbest.arguments import did_you_mean
from nearbest.data.files import TableSource, open_table
from nearbest.data.files.paths import Files, find_files
from nearbest.data.loading import note_left_out
from nearbest.errors import InvalidInput
from nearbest.progress import Progress
from nearbest.writing import write_whole

Names = Sequence[str]

#: The attribute of a saved model that has the columns it was trained on, and their kinds.
KINDS = "column_kinds_"


def labelled(
    path: str,
    target: str,
    progress: Progress,
    drop: Names = (),
    keep: Names = (),
    **aside: Any,
) -> TableSource:
    """The table to select on; how far it is shuffled shows in `progress`.

    `aside` are columns that are no features, such as `groups`, by their arguments.
    """
    return open_table(
        path,
        target,
        drop=drop,
        keep=keep or None,
        **aside,
        progress=progress.preparing,
    )


def read_rows(table: TableSource, path: str, test_file: str | None = None) -> dict[str, Any]:
    """The rows of the table at `path`, and of a file to test on, as `select` takes them.

    A test file is read as the table is: what was a text there is a text here.
    """
    found = _read(table, path)
    if test_file is not None:
        tested = _read(table, test_file)
        found["X_test"], found["y_test"] = tested["X"], tested["y"]
    return found


def _read(table: TableSource, path: str) -> dict[str, Any]:
    """Features, labels, and what stands beside them, of the rows that have a label."""
    from nearbest.data.files.whole import column_names, read_whole  # needs an extra

    kinds = {feature.name: feature.kind for feature in table.features}
    if (table.types or {}).get(table.target) == "VARCHAR":
        kinds[table.target] = "text"  # yes and no stay as written
    aside = {name: getattr(table, name) for name in ("groups", "sample_weight", "time")}
    others = [name for name in aside.values() if name is not None]
    frame = read_whole(path, [*kinds, table.target, *others], kinds)
    needed = [*table.feature_names, table.target]
    missing = [name for name in needed if name not in frame.columns]
    if missing:
        raise InvalidInput(
            f"`--test-file` must have the columns of the training data; {path} has no "
            f"{missing[0]!r}.{did_you_mean(missing[0], column_names(path))}"
        )
    labelled = frame[table.target].notna()
    note_left_out(int((~labelled).sum()), len(frame), table.target)
    frame = frame[labelled]
    given = {key: frame[name] for key, name in aside.items() if name in frame.columns}
    return {"X": frame[table.feature_names], "y": frame[table.target], **given}


def files_named(files: Files) -> list[str]:
    """The files of a table as paths; URLs of other machines lead nowhere on this one."""
    return [path.removeprefix("file://") for path in files.paths]


def files_of(path: str | os.PathLike[str] | None, option: str = "path") -> list[str]:
    """The files that the table of an option is read from; none where none is named."""
    try:
        return [] if path is None else files_named(find_files(path))
    except InvalidInput as error:
        raise InvalidInput(str(error).replace("`path`", f"`{option}`")) from error


def note_kinds(model: Any, table: TableSource) -> None:
    """Let a model know what the columns hold that it was trained on."""
    setattr(model, KINDS, {feature.name: feature.kind for feature in table.features})


def write_table(frame: pd.DataFrame, path: Path) -> None:
    """Write a table as what its name ends in: Parquet or CSV; a link there is replaced."""
    content = io.BytesIO()
    if path.suffix.lower() == ".parquet":
        frame.to_parquet(content, index=False)
    else:
        frame.to_csv(content, index=False)
    write_whole(path, content.getvalue())
