"""Candidates of any object with `ask` and `tell`."""

from __future__ import annotations

from typing import Any

from nearbest.candidates.configuration import Configuration
from nearbest.candidates.streams.base import Note
from nearbest.candidates.streams.listed import Generated


class AskTell(Generated):
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
        super().__init__(iter(asked.ask, None))
        self._asked = asked
        self._untold: dict[str, object] = {}

    def tell(self, name: str, score: float | None, n_train: int) -> None:
        """Pass on the first score of a candidate."""
        self.finish(name, score, {})

    def finish(self, name: str, score: float | None, facts: Note) -> None:
        """Pass the score on, unless one was passed on before."""
        if name in self._untold:
            self._asked.tell(self._untold.pop(name), score)

    def _numbered(self, item: object) -> Configuration:
        configuration = super()._numbered(item)
        self._untold[configuration.name] = item
        return configuration
