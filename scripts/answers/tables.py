"""Small tables of many kinds, the same at every call."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pandas as pd
from scipy import sparse
from sklearn.datasets import make_classification

#: Features and labels.
Rows = tuple[Any, Any]


@cache
def coins() -> Rows:
    """Labels with a uniform number beside each: what `Rehearsed` learners are made for."""
    rng = np.random.RandomState(0)
    y = rng.randint(0, 2, 40_000)
    return np.column_stack([y, rng.random_sample(len(y))]), y


@cache
def few_coins() -> Rows:
    """The first of the coins."""
    X, y = coins()
    return X[:12_000], y[:12_000]


@cache
def numbers() -> Rows:
    """Two classes that real learners tell apart differently well."""
    return make_classification(
        12_000, 10, n_informative=6, class_sep=0.8, flip_y=0.05, random_state=1
    )


@cache
def many_classes() -> Rows:
    """Five classes with texts as labels."""
    X, y = make_classification(
        10_000, 10, n_informative=8, n_classes=5, class_sep=1.5, random_state=2
    )
    return X, np.array(["ash", "birch", "cedar", "elm", "fir"])[y]


@cache
def rare_classes() -> Rows:
    """Three classes, of which two are rare: 1 % and 12 rows of 12,000."""
    X, _ = numbers()
    y = np.digitize(X[:, 0] + X[:, 1], np.quantile(X[:, 0] + X[:, 1], [0.989, 0.999]))
    return X, y


@cache
def words() -> Rows:
    """A sparse matrix of counts."""
    rng = np.random.RandomState(3)
    y = rng.randint(0, 2, 8_000)
    counts = sparse.random(8_000, 300, 0.03, "csr", random_state=rng).tocoo()
    kept = (counts.col % 2 == y[counts.row]) | (rng.random_sample(counts.nnz) < 0.7)
    values = np.ones(int(kept.sum()))
    return sparse.csr_matrix((values, (counts.row[kept], counts.col[kept])), (8_000, 300)), y


@cache
def texts() -> Rows:
    """A Series of short texts."""
    rng = np.random.RandomState(4)
    y = rng.randint(0, 3, 5_000)
    vocabulary = np.array(["sea", "salt", "sand", "hill", "rock", "snow", "street", "tram"])
    first = np.minimum(rng.poisson(2.0, (len(y), 4)) + y[:, None], len(vocabulary) - 1)
    return pd.Series([" ".join(row) for row in vocabulary[first]], name="text"), y


@cache
def trips() -> pd.DataFrame:
    """A frame of numbers, categories, texts and dates with missing values; target `late`."""
    rng, n = np.random.RandomState(5), 9_000
    frame = pd.DataFrame(
        {
            "km": rng.standard_normal(n),
            "zone": pd.Categorical(rng.choice(["a", "b", "c"], n)),
            "note": rng.choice(["good", "bad", "none"], n),
            "at": pd.Timestamp("2020-01-01") + pd.to_timedelta(np.arange(n), "h"),
            "night": rng.random_sample(n) < 0.5,
            "driver": np.arange(n) // 15,
        }
    )
    score = frame["km"] + (frame["zone"] == "a") + (frame["at"].dt.hour > 12) + frame["night"]
    frame["late"] = np.where(score + 0.5 * rng.standard_normal(n) > 1.5, "yes", "no")
    frame.loc[::11, "km"] = None
    frame.loc[::7, "zone"] = None
    frame.loc[::5, "note"] = None
    frame.loc[::17, "late"] = None
    return frame


@cache
def few_trips() -> pd.DataFrame:
    """So few trips that there is one size of sample only."""
    return trips().head(2_200)


@cache
def frame() -> Rows:
    """The trips whose target is known, in memory."""
    known = trips().dropna(subset=["late"]).reset_index(drop=True)
    return known.drop(columns=["late", "driver"]), known["late"]


def groups_of(rows: int, size: int) -> np.ndarray:
    """Groups of so many neighbouring rows each."""
    return np.arange(rows) // size
