"""Tables to record learning curves of: rows in random order, the last fifth to test on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from recorded_outputs import ClassOutput, NumberOutput, Output
from sklearn.feature_extraction.text import HashingVectorizer

from nearbest.data.numbers import Numbers

SMALLEST = 1_000
#: Columns of one table or another that say which row it is.
IDENTIFIERS = ["game_id", "game_date"]
#: With many classes boosting trains one tree per class and round.
MOST_ROWS, MANY_CLASSES, SHARE_OF_MANY_CLASSES = 400_000, 10, 0.375
#: Texts become counts of their character n-grams in so many columns, whatever learns.
N_HASHED, LONGEST = 32, 3


class Table:
    """The rows to train on and those to test on, and the sizes to train at.

    Attributes
    ----------
    numbers : Numbers or None
        What is known of a target of numbers; None where classes are predicted.
    """

    def __init__(self, X: pd.DataFrame, y: np.ndarray, most_rows: int = MOST_ROWS) -> None:
        is_regression = np.issubdtype(y.dtype, np.floating)
        self.classes = np.unique(y[:0] if is_regression else y)
        if not is_regression:
            y = np.searchsorted(self.classes, y)
        many = len(self.classes) >= MANY_CLASSES
        n = min(len(y), int(most_rows * SHARE_OF_MANY_CLASSES) if many else most_rows)
        rows = np.random.default_rng(0).permutation(len(y))[:n]
        n_train = n - n // 5
        self.X, self.y = _hashed(X.iloc[rows[:n_train]]), y[rows[:n_train]]
        self.X_test, self.y_test = _hashed(X.iloc[rows[n_train:]]), y[rows[n_train:]]
        halvings = range(int(np.log2(n_train / SMALLEST)), -1, -1)
        self.sizes = [n_train >> k for k in halvings]
        self.numbers = Numbers.of(y[rows], self.y_test) if is_regression else None
        counts = np.bincount(self.y) if self.numbers is None else np.zeros(1)
        self.rarest = int(np.argmin(counts))

    @classmethod
    def load(cls, path: Path, most_rows: int = MOST_ROWS) -> Table:
        """The rows of a Parquet file, without the columns that only identify a row."""
        frame = pd.read_parquet(path).drop(columns=IDENTIFIERS, errors="ignore")
        return cls(frame.drop(columns="label"), frame["label"].to_numpy(), most_rows)

    def output(self, model: Any, X: pd.DataFrame) -> Output:
        """What a model says of some rows."""
        if self.numbers is not None:
            return NumberOutput(model, X, self.numbers)
        return ClassOutput(model, X, len(self.classes), self.rarest)


def _hashed(X: pd.DataFrame) -> pd.DataFrame:
    """`X` with its texts as counts; hashing learns nothing, so it may be done beforehand."""
    grams = HashingVectorizer(
        analyzer="char_wb",
        ngram_range=(1, LONGEST),
        n_features=N_HASHED,
        alternate_sign=False,
        norm=None,
        dtype=np.float32,
    )
    texts = [column for column in X if isinstance(X[column].dtype, pd.StringDtype)]
    parts = [X.drop(columns=texts)]
    for column in texts:
        names = [f"{column}_{k}" for k in range(N_HASHED)]
        counts = grams.transform(X[column]).toarray()
        parts.append(pd.DataFrame(counts, X.index, names))
    return pd.concat(parts, axis=1)
