"""What the rest of nearbest knows about data."""

from __future__ import annotations

from typing import Literal, Protocol

import numpy as np

from nearbest.data.rows import Table
from nearbest.data.target import Target


class Samples(Protocol):
    """Nested samples of the training data D_tr and the test data D_te.

    Where a search proposes candidates, a third part D_search is what it learns from.
    """

    @property
    def target(self) -> Target:
        """What is known of all labels, those of D_te included."""

    @property
    def n_train(self) -> int:
        """Rows of D_tr."""

    @property
    def n_test(self) -> int:
        """Rows of D_te."""

    def train(self, n: int, /) -> tuple[Table, np.ndarray]:
        """The first `n` rows of D_tr."""

    def test(self, n: int, /) -> tuple[Table, np.ndarray]:
        """The first `n` rows of D_te."""

    def weights(self, part: Literal["train", "test", "search"], n: int, /) -> np.ndarray | None:
        """The weights of the first `n` rows of a part; None where rows have none."""

    def train_labels(self) -> np.ndarray:
        """The labels of D_tr, without its rows."""

    @property
    def n_search(self) -> int:
        """Rows of D_search, from which a search learns; 0 where there is none."""

    def search(self) -> tuple[Table, np.ndarray]:
        """All rows of D_search, which are neither of D_tr nor of D_te."""

    def held_out(self, n: int, /) -> Samples:
        """The same samples with the last `n` rows of D_tr as D_search."""

    def test_labels(self) -> np.ndarray:
        """The labels of D_te, without its rows."""

    def everything(self) -> tuple[Table, np.ndarray]:
        """All rows of D_tr and D_te."""

    def all_weights(self) -> np.ndarray | None:
        """The weights of all rows, in the order of `everything`; None where they have none."""
