"""Columns of numbers that are read as texts, because of a few values that are none."""

from __future__ import annotations

import pandas as pd

from nearbest.data.memory import InMemory
from nearbest.data.rows import Table, take
from nearbest.data.samples import Samples

#: A column of fewer different texts may well be meant as categories.
FEWEST_DIFFERENT = 30
#: From this share of texts that are numbers on, all were meant to be.
MOST = 0.9


def first_training_rows(samples: Samples, n: int) -> Table:
    """At most `n` rows, without keeping them as the sample of a probe."""
    n = min(n, samples.n_train)
    if isinstance(samples, InMemory):
        return take(samples.train.X, samples.train.order[:n])
    return samples.train(n)[0]


def columns_of_numeric_texts(X: Table) -> list[str]:
    """The columns of texts nearly all of which are numbers, also with a decimal comma.

    Codes are left out: numbers that begin with 0, or that are integers of one length.

    Examples
    --------
    >>> import pandas as pd
    >>> written = [f"{k / 7:.2f}" for k in range(100)]
    >>> frame = pd.DataFrame({"price": [*written[1:], "?"], "name": ["a", "b"] * 50})
    >>> columns_of_numeric_texts(frame)
    ['price']
    """
    if hasattr(X, "to_pandas"):  # polars
        X = X.to_pandas()
    if not isinstance(X, pd.DataFrame):
        return []
    return [str(name) for name in X if _are_numeric(X[name])]


def _are_numeric(column: pd.Series) -> bool:
    if pd.api.types.is_numeric_dtype(column) or pd.api.types.is_datetime64_any_dtype(column):
        return False
    texts = pd.Series(column.dropna().unique())
    texts = texts[[isinstance(text, str) for text in texts]].astype(str).str.strip()
    if len(texts) < FEWEST_DIFFERENT:
        return False
    numbers = texts[pd.to_numeric(texts.str.replace(",", ".", n=1), errors="coerce").notna()]
    if len(numbers) < MOST * len(texts) or numbers.str.match(r"0\d").any():
        return False
    return bool(numbers.str.contains(r"[.,]").any() or numbers.str.len().nunique() > 1)
