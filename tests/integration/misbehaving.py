"""Estimators that misbehave for real, from a given number of rows on."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin

FOREVER = 3_600


class Misbehaving(ClassifierMixin, BaseEstimator):
    """Predicts the majority, unless it hangs, dies or eats memory in `fit`."""

    def __init__(self, how="", rows=1_500):
        self.how = how
        self.rows = rows

    def fit(self, X, y):
        self.classes_, counts = np.unique(y, return_counts=True)
        self.majority_ = self.classes_[counts.argmax()]
        if len(y) >= self.rows and self.how:
            getattr(self, f"_{self.how}")()
        return self

    def predict(self, X):
        return np.repeat(self.majority_, X.shape[0])

    def _hang(self):
        time.sleep(FOREVER)

    def _hang_with_a_child(self):
        if os.fork() == 0:
            time.sleep(FOREVER)
        time.sleep(FOREVER)

    def _be_killed(self):
        os.kill(os.getpid(), signal.SIGKILL)

    def _segfault(self):
        ctypes.string_at(0)

    def _exit(self):
        sys.exit(3)

    def _interrupt(self):
        raise KeyboardInterrupt

    def _end_a_generator(self):
        raise GeneratorExit

    def _exit_at_once(self):
        os._exit(4)

    def _fork(self):
        os.fork()  # both processes go on as if nothing had happened

    def _eat_memory(self):
        self.hoard_ = [np.ones(10**7) for _ in range(400)]  # 32 GB in the end


class Slow(ClassifierMixin, BaseEstimator):
    """Separates by one feature, slowly: `seconds` for each 1,000 rows."""

    def __init__(self, feature=0, seconds=0.1):
        self.feature = feature
        self.seconds = seconds

    def fit(self, X, y):
        time.sleep(self.seconds * len(y) / 1_000)
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return self.classes_[(np.asarray(X)[:, self.feature] > 0).astype(int)]


class SlowOn(Slow):
    """Separates by the first feature; from so many `rows` on it takes `more` seconds.

    Where these are negative it fails there instead.
    """

    def __init__(self, rows, more, feature=0, seconds=0.0):
        super().__init__(feature, seconds)
        self.rows = rows
        self.more = more

    def fit(self, X, y):
        self.seen = len(y)
        if len(y) >= self.rows and self.more < 0:
            raise ValueError("too many rows")
        time.sleep(self.more if len(y) >= self.rows else 0.0)
        return super().fit(X, y)


class Unopenable(Slow):
    """Can be pickled, and not unpickled."""

    def __reduce__(self):
        return _refuse, ()


class Unpicklable(Slow):
    """Cannot be pickled."""

    def __reduce__(self):
        raise RuntimeError("not to be sent")


def _refuse():
    raise RuntimeError("not here")


def noisy_signs(n_rows, noise=(0.1, 0.2, 0.3), seed=0):
    """Features whose signs are the label, wrong with the given probabilities."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n_rows)
    wrong = rng.random((n_rows, len(noise))) < np.array(noise)
    sign = np.where(wrong, 1 - 2 * y[:, None], 2 * y[:, None] - 1)
    return sign * rng.uniform(0.5, 1.0, sign.shape), y
