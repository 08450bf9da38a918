"""How many rows to score: a function of sizes and times alone, never of scores."""

from __future__ import annotations

import numpy as np

#: Twice the training rows, at least so many, are scored where that is not slower than fitting.
PER_TRAINING_ROW, FEWEST, FEWEST_IF_SLOW = 2, 4_000, 2_000


def rows_scored(size, n_test, fit_time, predict_row):
    """Test rows and training rows that are scored after a probe below the full size."""
    test = np.minimum(n_test, np.maximum(PER_TRAINING_ROW * size, FEWEST))
    train = np.minimum(size, test)
    seconds = np.maximum(predict_row * (test + train), 1e-12)
    share = np.minimum(1.0, fit_time / seconds)
    few = np.minimum(n_test, FEWEST_IF_SLOW)
    return np.maximum(test * share, few), np.maximum(train * share, np.minimum(size, few))


def rows_as_shipped(size, n_test, fit_time, predict_row):
    """What the loop scores: twice the training rows, and all that were trained on."""
    return np.minimum(n_test, PER_TRAINING_ROW * size), np.array(size, float)
