"""The one random order that a race is built on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nearbest.arguments import is_number, is_whole
from nearbest.errors import InvalidInput

#: The part of all rows that a search learns from, and how many rows that is at least and
#: at most: a difference of 0.01 shows on 1,000 rows, one of 0.003 on 10,000.
SEARCH_SHARE = 0.05
FEWEST_FOR_SEARCH, MOST_FOR_SEARCH = 1_000, 10_000


@dataclass(frozen=True)
class Strata:
    """Rows of each class in the two stratified shuffles.

    `train[c]` holds the sorted positions of class c in the shuffled training data,
    `test[c]` those in the shuffled test data.
    """

    train: tuple[np.ndarray, ...]
    test: tuple[np.ndarray, ...]

    @classmethod
    def of(cls, train: np.ndarray, test: np.ndarray) -> Strata:
        """From the class 0, 1, 2, … of each row, in shuffled order."""
        n_classes = int(max(train.max(initial=0), test.max(initial=0))) + 1
        return cls(_positions(train, n_classes), _positions(test, n_classes))

    def held_out(self, n: int) -> Strata:
        """Without the last `n` training rows."""
        train, test = self.codes()
        return Strata.of(train[: len(train) - n], test)

    def codes(self) -> tuple[np.ndarray, np.ndarray]:
        """The inverse of `of`."""
        return _codes(self.train), _codes(self.test)

    def train_counts(self, n: int) -> np.ndarray:
        """Rows of each class among the first `n` training rows."""
        return np.array([np.searchsorted(rows, n) for rows in self.train])

    def test_counts(self, n: int) -> np.ndarray:
        """Rows of each class among the first `n` test rows."""
        return np.array([np.searchsorted(rows, n) for rows in self.test])


def _positions(codes: np.ndarray, n_classes: int) -> tuple[np.ndarray, ...]:
    counts = np.bincount(codes, minlength=n_classes)
    return tuple(np.split(np.argsort(codes, kind="stable"), np.cumsum(counts)[:-1]))


def _codes(positions: tuple[np.ndarray, ...]) -> np.ndarray:
    codes = np.empty(sum(map(len, positions)), dtype=np.int32)
    for c, rows in enumerate(positions):
        codes[rows] = c
    return codes


@dataclass(frozen=True)
class Shuffle:
    """Positions of the training and the test rows, each in shuffled order."""

    train: np.ndarray
    test: np.ndarray
    strata: Strata | None = None


def test_rows(n_rows: int, test_size: float | int) -> int:
    """The number of test rows that `test_size`, a share or a count, stands for."""
    share = not is_whole(test_size)
    if not (is_number(test_size) and (0 < test_size < 1 if share else 0 < test_size < n_rows)):
        raise InvalidInput(
            "`test_size` must be a share in (0, 1) or a number of rows below the "
            f"{n_rows:,} in `X`; got {test_size!r}."
        )
    if not share and test_size == 1:
        raise InvalidInput(
            "`test_size` must be a share of the rows below 1, such as 0.2, or a number of at "
            "least 2 rows; got 1, which is one row."
        )
    n_test = round(n_rows * test_size) if share else int(test_size)
    return min(max(n_test, 1), n_rows - 1)


def search_rows(n_train: int, n_test: int) -> int:
    """How many training rows are held out for a search to learn from.

    5 % of all rows, but no fewer than tell candidates apart and no more than are worth
    scoring after each training, and never more than a fifth of the training rows.

    Examples
    --------
    >>> [search_rows(n, n // 4) for n in (8_000, 80_000, 8_000_000)]
    [1000, 5000, 10000]
    """
    wanted = round(SEARCH_SHARE * (n_train + n_test))
    return max(1, min(max(wanted, FEWEST_FOR_SEARCH), MOST_FOR_SEARCH, n_train // 5))


def uniform(n_rows: int, n_test: int, rng: np.random.Generator) -> Shuffle:
    """Split and shuffle at once: the first `n_test` of one permutation are D_te."""
    order = rng.permutation(n_rows)
    return Shuffle(train=order[n_test:], test=order[:n_test])


def grouped(groups: np.ndarray, n_test: int, rng: np.random.Generator) -> Shuffle:
    """Split so that every group is on one side; D_te has `n_test` rows or somewhat more.

    Groups are taken in random order until they have `n_test` rows. Either side is
    shuffled row by row.
    """
    codes = np.unique(groups, return_inverse=True)[1].ravel()
    sizes = np.bincount(codes)
    if len(sizes) < 2:
        raise InvalidInput("`groups` must hold at least two groups; got one.")
    order = rng.permutation(len(sizes))
    n_groups = int(np.searchsorted(np.cumsum(sizes[order]), n_test)) + 1
    in_test = np.zeros(len(sizes), dtype=bool)
    in_test[order[: min(n_groups, len(sizes) - 1)]] = True
    rows = rng.permutation(len(groups))
    of_test = in_test[codes[rows]]
    return Shuffle(train=rows[~of_test], test=rows[of_test])


def stratified(classes: np.ndarray, n_test: int, rng: np.random.Generator) -> Shuffle:
    """Split and shuffle so that every prefix holds the classes in nearly even shares.

    `classes` gives each row's class as 0, 1, 2, … Rows are ranked at random within
    their class and the classes interleaved by (rank + jitter) / class size.
    """
    n_rows = len(classes)
    by_class = np.argsort(classes, kind="stable")
    train_parts, test_parts = [], []
    for members in np.split(by_class, np.cumsum(np.bincount(classes))[:-1]):
        rows = rng.permutation(members)
        cut = int(len(rows) * n_test / n_rows + rng.random())
        test_parts.append(rows[:cut])
        train_parts.append(rows[cut:])
    train, test = _interleave(train_parts, rng), _interleave(test_parts, rng)
    return Shuffle(train, test, Strata.of(classes[train], classes[test]))


def interleaved(
    classes: np.ndarray, train: np.ndarray, test: np.ndarray, rng: np.random.Generator
) -> Shuffle:
    """The two sides of a split that was drawn within each class, shuffled as `stratified`."""
    sides = []
    for rows in (train, test):
        mixed = rng.permutation(rows)
        parts = [mixed[classes[mixed] == c] for c in range(int(classes.max()) + 1)]
        sides.append(_interleave(parts, rng))
    return Shuffle(sides[0], sides[1], Strata.of(classes[sides[0]], classes[sides[1]]))


def _interleave(parts: list[np.ndarray], rng: np.random.Generator) -> np.ndarray:
    """Merge the parts evenly."""
    keys = [(np.arange(len(p)) + rng.random(len(p))) / max(len(p), 1) for p in parts]
    order = np.argsort(np.concatenate(keys), kind="stable")
    return np.concatenate(parts)[order]
