"""Files and folders that users name: where they are, and what may be written there."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path

from nearbest.errors import InvalidInput

#: How the names of files end that nearbest writes.
REPORTS, MODELS, TABLES = (".html", ".htm"), (".skops", ".pkl"), (".csv", ".parquet")


@dataclass(frozen=True, slots=True)
class Output:
    """A file to write: the argument that names it, where it is, and how it may end."""

    argument: str
    path: Path
    suffixes: Sequence[str]


def expanded(path: str | os.PathLike[str]) -> str:
    """A path as it is meant: `~` is the home folder unless something here is named so."""
    text = os.fspath(path)
    return text if os.path.exists(text) else os.path.expanduser(text)


def as_path(path: str | os.PathLike[str]) -> Path:
    """The path that a user means.

    Examples
    --------
    >>> from pathlib import Path
    >>> as_path("~/run") == Path.home() / "run"
    True
    """
    return Path(expanded(path))


def check_folder_of(path: Path, argument: str) -> None:
    """Raise unless the folder is there that `path` is to be made in: a slip makes no folders.

    Examples
    --------
    >>> check_folder_of(Path("no such/run"), "run_dir")
    Traceback (most recent call last):
    nearbest.errors.InvalidInput: `run_dir` must be in a folder that exists; the folder \
no such does not exist.
    """
    if not os.path.exists(path.parent):
        raise InvalidInput(
            f"`{argument}` must be in a folder that exists; the folder {path.parent} does not "
            "exist."
        )


def check_output(output: Output, run_dir: Path | None = None) -> None:
    """Raise unless the name ends as it should, and a file can be written there.

    It may be in a `run_dir` that is made before it.

    Examples
    --------
    >>> check_output(Output("--report", Path("trips.csv"), REPORTS))
    Traceback (most recent call last):
    nearbest.errors.InvalidInput: `--report` must end in .html or .htm; got trips.csv.
    """
    path = output.path
    folder = path.absolute().parent
    if run_dir is not None and folder == run_dir.absolute() and not folder.exists():
        folder = folder.parent
    may_write = not folder.exists() or (folder.is_dir() and os.access(folder, os.W_OK))
    if path.is_dir() or not may_write:
        raise InvalidInput(
            f"`{output.argument}` must be a file that can be written; got {path}."
        )
    is_stream = path.exists() and not path.is_file()  # such as /dev/stdout
    if path.suffix.lower() not in output.suffixes and not is_stream:
        raise InvalidInput(
            f"`{output.argument}` must end in {' or '.join(output.suffixes)}; got {path.name}."
        )
    if not folder.exists():
        check_folder_of(path, output.argument)


def check_outputs(outputs: Sequence[Output], run_dir: Path | None = None) -> None:
    """Raise unless each can be written, and none would replace another."""
    if run_dir is not None:
        check_folder_of(run_dir, "run_dir")
    for output in outputs:
        check_output(output, run_dir)
    for one, other in combinations(outputs, 2):
        if _overlap(one.path, other.path):
            raise InvalidInput(
                f"`{one.argument}` and `{other.argument}` must be two files; both are "
                f"{other.path}."
            )


def check_inputs_kept(
    outputs: Iterable[Output], inputs: Mapping[str, Iterable[str | os.PathLike[str]]]
) -> None:
    """Raise if writing would replace what is read, be it a file or one in a folder.

    Parameters
    ----------
    outputs : iterable of Output
    inputs : mapping of str to iterable of paths
        What is read, by the arguments that name it.

    Examples
    --------
    >>> predictions = Output("--output", Path("trips.csv"), TABLES)
    >>> check_inputs_kept([predictions], {"DATA": ["./trips.csv"]})
    Traceback (most recent call last):
    nearbest.errors.InvalidInput: `--output` must not replace what is read; trips.csv belongs \
to DATA.
    """
    read = [(argument, Path(path)) for argument, paths in inputs.items() for path in paths]
    for output, (argument, path) in product(outputs, read):
        if _overlap(output.path, path):
            raise InvalidInput(
                f"`{output.argument}` must not replace what is read; {output.path} belongs to "
                f"{argument}."
            )


def _overlap(one: Path, other: Path) -> bool:
    """Whether two paths lead to one file, through whatever links, or one into the other."""
    if one.exists() and other.exists() and one.samefile(other):
        return True
    one, other = one.resolve(), other.resolve()
    return one == other or one in other.parents or other in one.parents
