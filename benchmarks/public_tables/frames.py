"""What all tables have in common: their order, types and categories."""

from __future__ import annotations

import numpy as np
import pandas as pd

MOST_ROWS = 250_000


def shuffle(frame: pd.DataFrame) -> pd.DataFrame:
    """At most `MOST_ROWS` rows in random order, in the smallest types that hold them."""
    frame = frame.sample(min(len(frame), MOST_ROWS), random_state=0).reset_index(drop=True)
    for column in frame.select_dtypes("integer"):
        frame[column] = pd.to_numeric(frame[column], downcast="integer")
    for column in frame.select_dtypes("float"):
        frame[column] = frame[column].astype(np.float32)
    for column in frame.select_dtypes("category"):
        frame[column] = frame[column].cat.remove_unused_categories()
    return frame


def most_frequent(values: pd.Series, n: int) -> pd.Series:
    """A categorical of the `n` most frequent values; the rest are "other"."""
    values = values.fillna("").astype(str)
    kept = values.value_counts().index[:n]
    return values.where(values.isin(kept), "other").astype("category")
