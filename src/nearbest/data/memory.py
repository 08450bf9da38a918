"""Samples of a table that is in memory."""

from __future__ import annotations

from typing import Literal

import numpy as np

from nearbest.data.rows import Table, first, take
from nearbest.data.target import Classes, Target


class _Prefixes:
    """The first rows of a table in shuffled order, copied only as far as needed.

    Holds one copy, of the largest prefix asked for; smaller ones are views of it. Another
    thread may put its own in that place at any moment.
    """

    def __init__(self, X: Table, y: np.ndarray, order: np.ndarray) -> None:
        self.X, self.y, self.order = X, y, order
        self._taken: tuple[Table, np.ndarray] | None = None

    def __len__(self) -> int:
        return len(self.order)

    def __call__(self, n: int) -> tuple[Table, np.ndarray]:
        taken = self._taken
        if taken is None or len(taken[1]) < n:
            taken = self._taken = None  # let go of the smaller copy before making the larger
            order = self.order[:n]
            taken = take(self.X, order), take(self.y, order)
            self._taken = taken
        X, y = taken
        return first(X, n), y[:n]


class InMemory:
    """Nested samples of D_tr and D_te: prefixes of one shuffle.

    Parameters
    ----------
    X, y : table and array
        The rows to draw from.
    train, test : array of int
        Positions of the training and test rows, in shuffled order.
    X_test, y_test : table and array, optional
        Where the test positions point to if the test set is a table of its own.
    target : Target, optional
        What is known of the labels; they are classes if it is not given.
    weights : array, optional
        The weight of each row of `X`; those of a test set of its own have none.
    search : array of int, optional
        Positions of the rows that a search learns from, in the table of the training rows.

    Examples
    --------
    >>> import numpy as np
    >>> from nearbest.data.memory import InMemory
    >>> X, y = np.arange(10).reshape(5, 2), np.array([0, 1, 0, 1, 1])
    >>> samples = InMemory(X, y, train=np.array([4, 0, 2]), test=np.array([1, 3]))
    >>> samples.train(2)[0]
    array([[8, 9],
           [0, 1]])
    """

    def __init__(
        self,
        X: Table,
        y: np.ndarray,
        train: np.ndarray,
        test: np.ndarray,
        X_test: Table | None = None,
        y_test: np.ndarray | None = None,
        target: Target | None = None,
        search: np.ndarray | None = None,
        weights: np.ndarray | None = None,
    ) -> None:
        self.row_weights = weights
        self.train = _Prefixes(X, y, train)
        self.for_search = _Prefixes(X, y, train[:0] if search is None else search)
        self.target = Classes.of(y, y_test) if target is None else target
        if X_test is None or y_test is None:
            X_test, y_test = X, y
        self.test = _Prefixes(X_test, y_test, test)

    @property
    def n_train(self) -> int:
        """Rows of D_tr."""
        return len(self.train)

    @property
    def n_test(self) -> int:
        """Rows of D_te."""
        return len(self.test)

    def weights(self, part: Literal["train", "test", "search"], n: int, /) -> np.ndarray | None:
        """The weights of the first `n` rows of a part; None where rows have none."""
        prefixes = {"train": self.train, "test": self.test, "search": self.for_search}[part]
        if self.row_weights is None or prefixes.X is not self.train.X:
            return None
        return np.asarray(take(self.row_weights, prefixes.order[:n]))

    def train_labels(self) -> np.ndarray:
        """The labels of D_tr, without its rows."""
        return np.asarray(take(self.train.y, self.train.order))

    @property
    def n_search(self) -> int:
        """Rows of D_search."""
        return len(self.for_search)

    def search(self) -> tuple[Table, np.ndarray]:
        """All rows of D_search."""
        return self.for_search(self.n_search)

    def held_out(self, n: int, /) -> InMemory:
        """The same samples with the last `n` rows of D_tr as D_search."""
        train, test, cut = self.train, self.test, len(self.train) - n
        return InMemory(
            train.X,
            train.y,
            train.order[:cut],
            test.order,
            test.X,
            test.y,
            target=self.target,
            search=train.order[cut:],
            weights=self.row_weights,
        )

    def test_labels(self) -> np.ndarray:
        """The labels of D_te, without its rows."""
        return np.asarray(take(self.test.y, self.test.order))

    def everything(self) -> tuple[Table, np.ndarray]:
        """All rows of the parts, which must be of one table."""
        return self.train.X, self.train.y

    def all_weights(self) -> np.ndarray | None:
        """The weights of all rows, in the order of `everything`; None where they have none."""
        return self.row_weights
