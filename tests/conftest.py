"""A learner whose accuracy is known in advance, and the data it is made for."""

import os
import signal
import tempfile
from typing import NamedTuple

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin

#: Forecasts in tests, and in what they start, do not depend on whose machine it is.
LIBRARY = tempfile.TemporaryDirectory(prefix="nearbest-library-")
os.environ["NEARBEST_LIBRARY"] = LIBRARY.name


class Fit(NamedTuple):
    tag: str
    n_rows: int
    model: object


FITS: list[Fit] = []


class Stub(ClassifierMixin, BaseEstimator):
    """Right on exactly the rows of `coins` whose second column is below `accuracy`.

    `accuracy` is a share, or a function from the number of training rows to one. With
    `memorizes` it is also right on every row it was trained on.
    `on_fit` is called with that number and may raise. Every fit is noted in `FITS`.
    """

    def __init__(
        self, accuracy=0.9, tag="stub", on_fit=None, memorizes=False, random_state=None
    ):
        self.accuracy = accuracy
        self.tag = tag
        self.on_fit = on_fit
        self.memorizes = memorizes
        self.random_state = random_state

    def fit(self, X, y):
        FITS.append(Fit(self.tag, len(y), self))
        if self.on_fit is not None:
            self.on_fit(len(y))
        self.classes_ = np.unique(y)
        self.share_ = self.accuracy(len(y)) if callable(self.accuracy) else self.accuracy
        self.known_ = X[:, 1] if self.memorizes else []
        return self

    def predict(self, X):
        label = X[:, 0].astype(int)
        right = (X[:, 1] < self.share_) | np.isin(X[:, 1], self.known_)
        return np.where(right, label, 1 - label)


def _coins(n, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    return np.column_stack([y, rng.random(n)]), y


@pytest.fixture
def stub():
    return Stub


@pytest.fixture
def coins():
    """A function that gives n rows on which `Stub` reaches its accuracy."""
    return _coins


@pytest.fixture
def fits():
    """Every fit of a `Stub` in this test."""
    FITS.clear()
    return FITS


@pytest.fixture
def ctrl_c_as_in_a_terminal():
    """Python handles Ctrl-C, and nobody other signals, here and in what the test starts.

    Where the tests themselves run in the background of a shell or under nohup, some are
    ignored, which children inherit; and libraries of earlier tests may handle some.
    """
    usual = {
        signal.SIGINT: signal.default_int_handler,
        signal.SIGTERM: signal.SIG_DFL,
        signal.SIGHUP: signal.SIG_DFL,
    }
    before = {number: signal.signal(number, handler) for number, handler in usual.items()}
    yield
    for number, handler in before.items():
        signal.signal(number, signal.SIG_DFL if handler is None else handler)


@pytest.fixture(scope="session")
def flights_sample():
    """A function that gives features and target of n of the embedded flights."""
    from nearbest.datasets import flights

    frame = flights().sample(30_000, random_state=0)

    def sample(n):
        part = frame.head(n)
        return part.drop(columns="delayed"), part["delayed"]

    return sample
