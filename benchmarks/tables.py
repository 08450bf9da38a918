"""The tables whose learning curves are recorded, and the candidates recorded on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from scipy.special import expit
from scipy.stats import loguniform, uniform
from sklearn.feature_extraction.text import HashingVectorizer
from sklearn.linear_model import LogisticRegression, SGDClassifier
from sklearn.naive_bayes import BernoulliNB, MultinomialNB
from sklearn.svm import LinearSVC

from nearbest import space
from nearbest.candidates.space import Learner, LogInteger, Space
from nearbest.datasets import flights

Labelled = tuple[Any, Any]


@dataclass(frozen=True)
class Recorded:
    """A table, where its rows come from, and what is trained on it."""

    title: str
    load: Callable[[Path | None], Labelled]
    space: Space
    n_configurations: int


def household(folder: Path | None) -> Labelled:
    """Whether circuit 3 of a household is in use, minute by minute."""
    return _labelled(folder, "household_power.parquet")


def taxi(folder: Path | None) -> Labelled:
    """Whether a taxi trip takes longer than the median."""
    return _labelled(folder, "taxi.parquet")


def names(folder: Path | None) -> Labelled:
    """Given names as hashed character n-grams: 32,768 sparse columns."""
    texts, y = _labelled(folder, "names.parquet")
    grams = HashingVectorizer(
        analyzer="char_wb",
        ngram_range=(1, 3),
        n_features=2**15,
        alternate_sign=False,
        norm=None,
        binary=True,
        dtype=np.float32,
    )
    return grams.transform(texts["text"]), y


def particles(_: Path | None, n_rows: int = 2_000_000) -> Labelled:
    """A generated table like HIGGS: 21 measurements and 7 masses made from them.

    The label depends on some measurements directly and on products, ratios and a
    periodic term that only a flexible learner finds. Knowing the chances exactly
    gives an accuracy of 0.767; boosted trees on a quarter of a million rows reach 0.748.
    """
    rng = np.random.default_rng(28)
    measured = rng.standard_normal((n_rows, 21), dtype=np.float32)
    measured[:, :7] = np.abs(measured[:, :7])
    a, b, c, d, e, f, g = measured[:, 7:14].T
    masses = np.column_stack(
        [
            np.sqrt(np.abs(measured[:, 0] * measured[:, 1] * (1 - np.cos(a)))),
            np.sqrt(np.abs(measured[:, 2] * measured[:, 3] * (1 - np.cos(b)))),
            np.hypot(measured[:, 4], c),
            np.hypot(measured[:, 5] + d, e),
            measured[:, 6] / (0.5 + measured[:, 0]),
            np.abs(a * b - c * d),
            np.abs(e + f * g),
        ]
    )
    masses += 0.3 * rng.standard_normal(masses.shape, dtype=np.float32)
    logit = 1.3 * (
        0.6 * measured[:, 0]
        - 0.5 * measured[:, 2]
        + 0.9 * a * b
        - 0.8 * np.sin(2 * c + d)
        + 1.1 * (masses[:, 1] - masses[:, 0])
        + 0.7 * np.tanh(masses[:, 4] - 1)
        + 0.9 * (e * f > g)
        - 0.5 * (masses[:, 2] > 1.5) * measured[:, 14]
        + 0.4 * measured[:, 15] * measured[:, 16]
        - 0.15
    )
    y = (rng.random(n_rows) < expit(logit)).astype(np.int8)
    X = pd.DataFrame(np.column_stack([measured, masses]).astype(np.float32))
    return X.rename(columns=lambda k: f"x{k + 1}"), y


def _labelled(folder: Path | None, file: str) -> Labelled:
    if folder is None:
        raise SystemExit(f"--data must name the folder that holds {file}.")
    frame = pd.read_parquet(folder / file)
    return frame.drop(columns="label"), frame["label"].to_numpy()


#: Learners that take a sparse matrix of millions of rows and tens of thousands of columns.
SPARSE = Space(
    (
        Learner(
            "LogisticRegression",
            LogisticRegression(),
            None,
            {"C": loguniform(1e-3, 1e1), "max_iter": LogInteger(25, 100)},
        ),
        Learner(
            "LinearSVM",
            LinearSVC(dual=True, max_iter=30),
            None,
            {"C": loguniform(1e-3, 1e0), "loss": ["hinge", "squared_hinge"]},
        ),
        Learner(
            "SGD",
            SGDClassifier(max_iter=8, tol=1e-4),
            None,
            {
                "loss": ["hinge", "log_loss", "modified_huber"],
                "penalty": ["l2", "l2", "elasticnet"],
                "alpha": loguniform(1e-8, 1e-3),
                "average": [False, True],
            },
        ),
        Learner(
            "MultinomialNB",
            MultinomialNB(),
            None,
            {"alpha": loguniform(1e-3, 1e2), "fit_prior": [True, False]},
        ),
        Learner(
            "BernoulliNB",
            BernoulliNB(),
            None,
            {"alpha": loguniform(1e-3, 1e2), "binarize": uniform(0.0, 0.5)},
        ),
    )
)

TABLES = {
    "flights-3m": Recorded(
        "flights, 3 million",
        lambda _: flights(return_X_y=True, full=True),
        space.paper(),
        20,
    ),
    "flights-1m": Recorded(
        "flights, 1 million", lambda _: flights(return_X_y=True), space.paper(), 80
    ),
    "taxi": Recorded("taxi trips", taxi, space.paper(), 40),
    "household": Recorded("household power", household, space.paper(), 40),
    "names": Recorded("names as n-grams", names, SPARSE, 40),
    "particles": Recorded("generated particles", particles, space.paper(), 20),
}
