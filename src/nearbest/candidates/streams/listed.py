"""Candidates that do not depend on how others do."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice

from nearbest.candidates.configuration import Configuration
from nearbest.candidates.listing import numbered
from nearbest.candidates.streams.base import Forgetful


class Listed(Forgetful):
    """A stream of candidates that are listed, drawn from a space or points of a grid.

    They were fixed beforehand: nothing that is told changes them, so the promise needs no
    assumption about how they were found.

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

    adaptive = False

    def __init__(self, configurations: Iterable[Configuration]) -> None:
        self._waiting = deque(configurations)

    def ask(self, n: int) -> list[Configuration]:
        """The next `n`, or as many as are left."""
        return [self._waiting.popleft() for _ in range(min(n, len(self._waiting)))]

    def tell(self, name: str, score: float | None, n_train: int) -> None:
        """Nothing is learnt: no candidate depends on another's score."""

    @property
    def exhausted(self) -> bool:
        """Whether all have been asked for."""
        return not self._waiting


class Generated(Forgetful):
    """A stream of what an iterator gives: estimators, or whatever a list may hold.

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from nearbest.candidates.streams import Generated
    >>> trees = (DecisionTreeClassifier(max_depth=depth) for depth in (1, 2))
    >>> stream = Generated(trees)
    >>> [c.name for c in stream.ask(5)], stream.exhausted
    (['DecisionTreeClassifier-1', 'DecisionTreeClassifier-2'], True)
    """

    adaptive = False

    def __init__(self, items: Iterator[object]) -> None:
        self._items, self._n, self.exhausted = items, 0, False

    def ask(self, n: int) -> list[Configuration]:
        """The next `n`, or as many as are left."""
        found = [self._numbered(item) for item in islice(self._items, n)]
        self.exhausted = self.exhausted or len(found) < n
        return found

    def tell(self, name: str, score: float | None, n_train: int) -> None:
        """Nothing is learnt: what comes next is settled."""

    def _numbered(self, item: object) -> Configuration:
        """The candidate that an item stands for."""
        self._n += 1
        return numbered(item, self._n)
