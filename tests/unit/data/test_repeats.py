"""Rows on both sides of the split are found in every kind of table."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from nearbest.data.memory import InMemory
from nearbest.data.repeats import share_repeated
from nearbest.data.shuffle import uniform

N = 2_000


def as_frame(X):
    words = np.array(["red", "green", "blue"])
    return pd.DataFrame({"number": X[:, 0], "word": pd.Categorical(words[(X[:, 1] > 0) * 1])})


def as_texts(X):
    return pd.Series([f"{a:.6f}" for a in X[:, 0]])


KINDS = {"array": np.asarray, "sparse": sparse.csr_matrix, "frame": as_frame, "text": as_texts}


def split(X, y):
    shuffle = uniform(len(y), len(y) // 5, np.random.default_rng(0))
    return InMemory(X, y, shuffle.train, shuffle.test)


@pytest.mark.parametrize("kind", KINDS)
def test_rows_that_occur_twenty_times_are_on_both_sides(kind):
    """Nearly every test row has a twin to learn from."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(N, 3)), rng.integers(2, size=N)
    copies = np.tile(np.arange(N), 20)
    assert share_repeated(split(KINDS[kind](X[copies]), y[copies])) > 0.99


@pytest.mark.parametrize("kind", KINDS)
def test_rows_that_occur_once_are_not(kind):
    """Continuous values do not repeat."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(N, 3)), rng.integers(2, size=N)
    assert share_repeated(split(KINDS[kind](X), y)) == 0


def test_the_same_predictors_with_another_label_are_no_repeat():
    """Knowing that row by heart would not help."""
    X, y = np.zeros((4, 2)), np.array([0, 0, 1, 1])
    samples = InMemory(X, y, train=np.array([0, 1]), test=np.array([2, 3]))
    assert share_repeated(samples) == 0
