"""What a store holds, written down as its last file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from nearbest.data.store.columns import Kind
from nearbest.errors import InvalidInput
from nearbest.printable import clause

#: 1 was that of version 0.1.0, which knew no targets of numbers.
FORMAT = 2
FORMATS = (1, FORMAT)
MANIFEST = "manifest.json"
CLASSES = "classes.npy"


@dataclass(frozen=True)
class Manifest:
    """What a store holds, and what it was made from.

    Attributes
    ----------
    kind : str
        What samples come as.
    n_train, n_test, n_columns : int
    fingerprint : str
        Of the data and the order of its rows.
    coded : bool
        Whether labels are kept as positions in the classes.
    missing : sequence of str
        Columns of numbers in which some are missing or infinite.
    class_counts : sequence of int
        Rows of each class; empty in stores that version 0.1.0 made of tables in memory.
    numbers : mapping
        The fields of `Numbers` of such a target; else empty.
    n_left_out : int
        Rows of the source that lack the target.
    grouped : bool
        Whether groups were kept on one side of the split.
    n_groups : sequence of int
        How many groups the training and the test rows have; empty where there are none, and
        in stores of earlier versions.
    seed : int or None
    schema : mapping of str to str
        The source's features and their types.
    source : mapping
        The files, and what was asked of them.
    names : sequence of str or int
        The columns, where they are not named by different texts.
    weighted : bool
        Whether rows have weights.
    timed : bool
        Whether the test rows are the last by time.
    """

    kind: Kind
    n_train: int
    n_test: int
    n_columns: int
    fingerprint: str = ""
    format: int = FORMAT
    coded: bool = False
    missing: tuple[str, ...] = ()
    class_counts: tuple[int, ...] = ()
    n_left_out: int = 0
    grouped: bool = False
    seed: int | None = None
    schema: Mapping[str, str] = field(default_factory=dict)
    source: Mapping[str, object] = field(default_factory=dict)
    names: tuple[str | int, ...] = ()
    numbers: Mapping[str, Any] = field(default_factory=dict)
    weighted: bool = False
    timed: bool = False
    n_groups: tuple[int, ...] = ()


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write what the store in `folder` holds; the last file of a store."""
    (folder / MANIFEST).write_text(json.dumps(asdict(manifest), indent=1))


def read_manifest(path: Path) -> Manifest:
    """The manifest of the store at `path`; a clear error if there is none."""
    try:
        values = json.loads((path / MANIFEST).read_text())
        if not isinstance(values, dict):
            raise ValueError("it holds no fields")
        if values.get("format") in FORMATS:
            return Manifest(**values)
    except (ValueError, TypeError) as error:
        raise InvalidInput(
            f"The shuffled rows in {path} are damaged: {MANIFEST}: {clause(error)}; delete "
            "that folder: it is made again from the data."
        ) from error
    except OSError as error:
        raise InvalidInput(
            f"`store` must be the folder of a store; {path / MANIFEST}: {error.strerror}."
        ) from error
    raise InvalidInput(
        f"`store` must be of a format up to {FORMAT}; {path} is of {values.get('format')!r}."
    )
