"""Showing how far the pass is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import PurePosixPath

from rich.console import Console
from rich.progress import Progress


@contextmanager
def progress_of(
    wanted: Callable[[float], None] | bool | None, table: str
) -> Iterator[Callable[[float], None]]:
    """What to call with the share of the pass that is done; it never goes back."""
    if callable(wanted):
        yield _rising(wanted)
        wanted(1.0)
        return
    if wanted is False or (wanted is None and not sys.stderr.isatty()):
        yield lambda share: None
        return
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"Shuffling {PurePosixPath(table).name}", total=1.0)
        yield _rising(lambda share: bar.update(task, completed=share))


def _rising(show: Callable[[float], None]) -> Callable[[float], None]:
    most = 0.0

    def rising(share: float) -> None:
        nonlocal most
        most = max(most, min(share, 1.0))
        show(most)

    return rising
