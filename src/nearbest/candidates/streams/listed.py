"""Candidates that were all known before the race."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from nearbest.candidates.configuration import Configuration


class Listed:
    """A stream of candidates that are listed, drawn from a space or points of a grid.

    They were fixed beforehand, so that what is told changes nothing, and the promise
    needs no word about how they were found.

    Examples
    --------
    >>> from nearbest.candidates.streams import Listed
    >>> from nearbest import space
    >>> stream = Listed(space.paper().draw(3))
    >>> [c.name for c in stream.ask(2)], stream.exhausted
    (['LogisticRegression-1', 'LinearSVM-2'], False)
    >>> [c.name for c in stream.ask(2)], stream.exhausted
    (['LightGBM-3'], True)
    """

    def __init__(self, configurations: Iterable[Configuration]) -> None:
        self._waiting = deque(configurations)

    def ask(self, n: int) -> list[Configuration]:
        """The next `n`, or as many as are left."""
        return [self._waiting.popleft() for _ in range(min(n, len(self._waiting)))]

    def tell(self, name: str, score: float | None) -> None:
        """Nothing: no candidate depends on another's score."""

    @property
    def exhausted(self) -> bool:
        """Whether all have been asked for."""
        return not self._waiting
