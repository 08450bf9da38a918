"""Candidates of any object with `ask` and `tell`."""

from __future__ import annotations

from typing import Any

from nearbest.candidates.configuration import Configuration
from nearbest.candidates.listing import numbered
from nearbest.candidates.streams.base import Forgetful, Note


class AskTell(Forgetful):
    """A stream of what an object's ``ask()`` returns; it hears of each candidate once.

    ``ask()`` returns an estimator, or whatever a list of candidates may hold; None or
    `StopIteration` ends the stream. ``tell(item, score)`` gets what `ask` returned and the
    score that it is expected to reach on all rows, None if it failed. Larger scores are
    better.

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from nearbest.candidates.streams.asked import AskTell
    >>> class Deeper:
    ...     depth = 1
    ...     def ask(self):
    ...         return DecisionTreeClassifier(max_depth=self.depth)
    ...     def tell(self, tree, score):
    ...         self.depth = tree.max_depth + 1
    >>> stream = AskTell(Deeper())
    >>> [shallow] = stream.ask(1)
    >>> stream.finish(shallow.name, 0.8, {})
    >>> stream.ask(1)[0].build().max_depth
    2
    """

    adaptive = True

    def __init__(self, asked: Any) -> None:
        self._asked, self._n_asked, self.exhausted = asked, 0, False
        self._items: dict[str, object] = {}

    def ask(self, n: int) -> list[Configuration]:
        """What `n` calls of the object's `ask` return, as long as it returns something."""
        found: list[Configuration] = []
        while len(found) < n and not self.exhausted:
            try:
                item = self._asked.ask()
            except StopIteration:
                item = None
            if item is None:
                self.exhausted = True
                break
            self._n_asked += 1
            found.append(numbered(item, self._n_asked))
            self._items[found[-1].name] = item
        return found

    def tell(self, name: str, score: float | None, n_train: int) -> None:
        """Pass on the first score of a candidate."""
        self.finish(name, score, {})

    def finish(self, name: str, score: float | None, facts: Note) -> None:
        """Pass the score on, unless one was passed on before."""
        if name in self._items:
            self._asked.tell(self._items.pop(name), score)
