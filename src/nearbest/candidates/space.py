"""Spaces to draw candidates from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import numpy as np
from scipy.stats import loguniform, uniform
from sklearn.base import clone
from sklearn.pipeline import Pipeline

from nearbest.arguments import check_choice
from nearbest.candidates.configuration import Configuration, as_written
from nearbest.candidates.encoder import Encoder, Form
from nearbest.candidates.grids import check_no_more_than_most


@dataclass(frozen=True, slots=True)
class LogInteger:
    """Integers from `low` to `high`, even on a logarithmic scale.

    Examples
    --------
    >>> LogInteger(4, 4).rvs(random_state=0)
    4
    """

    low: int
    high: int

    def rvs(self, random_state: int | np.random.Generator | None = None) -> int:
        """One draw."""
        rng = np.random.default_rng(random_state)
        return int(np.exp(rng.uniform(np.log(self.low), np.log(self.high + 1))))


@dataclass(frozen=True)
class Learner:
    """A learner, how its input is encoded, and the domains of its hyperparameters.

    A domain is a list of values or has ``rvs(random_state=…)``. Where `form` is None,
    `estimator` is a whole pipeline, and the domains are named by its parameters.
    """

    name: str
    estimator: Any
    form: Form | None
    domains: Mapping[str, Any]

    def draw(self, number: int, rng: np.random.Generator) -> Configuration:
        """One configuration with values at random."""
        values = {key: _value(domain, rng) for key, domain in self.domains.items()}
        learner = clone(self.estimator).set_params(**values)
        if self.form is None:
            return Configuration(f"{self.name}-{number}", learner, values)
        pipeline = Pipeline([("encode", Encoder(self.form)), ("learn", learner)])
        parameters = {f"learn__{key}": value for key, value in values.items()}
        return Configuration(f"{self.name}-{number}", pipeline, parameters)


@dataclass(frozen=True)
class Space:
    """Learners to draw configurations from, in turn.

    Configuration k depends on the seed and on k alone, so a longer draw begins with
    the shorter one.

    Examples
    --------
    >>> from nearbest import space
    >>> five = space.paper().draw(5, random_state=0)
    >>> [c.name for c in five]
    ['LogisticRegression-1', 'LinearSVM-2', 'LightGBM-3', 'NeuralNetwork-4', 'RandomForest-5']
    >>> twenty = space.paper().draw(20, random_state=0)
    >>> [c.parameters for c in twenty[:5]] == [c.parameters for c in five]
    True
    """

    learners: Sequence[Learner]

    def draw(self, n: int, random_state: int = 0) -> list[Configuration]:
        """The first `n` configurations of the stream that the seed fixes."""
        check_no_more_than_most(n)
        return [
            self.learners[k % len(self.learners)].draw(
                k + 1, np.random.default_rng([random_state, k])
            )
            for k in range(n)
        ]

    @property
    def n_hyperparameters(self) -> int:
        """How many hyperparameters the learners have in all."""
        return sum(len(learner.domains) for learner in self.learners)

    def __str__(self) -> str:
        return "\n".join(f"{each.name}: {as_written(each.domains)}" for each in self.learners)


def paper() -> Space:
    """The paper's five learners with 29 hyperparameters in all.

    The paper names the learners and the number of hyperparameters, not the domains;
    these are ordinary ones for tables of a million rows. Every learner runs on one
    thread, so that probes in parallel do not fight over cores.

    Examples
    --------
    >>> from nearbest import space
    >>> space.paper().n_hyperparameters
    29
    """
    return Space(
        (
            _logistic_regression(),
            _linear_svm(),
            _lightgbm(),
            _neural_network(),
            _random_forest(),
        )
    )


# Each imports its learner when it is asked for: who brings candidates of their own needs none.


def _logistic_regression() -> Learner:
    from sklearn.linear_model import LogisticRegression

    return Learner(
        "LogisticRegression",
        LogisticRegression(),
        "scaled",
        {
            "C": loguniform(1e-3, 1e2),
            "fit_intercept": [True, False],
            "class_weight": [None, None, None, "balanced"],
            "tol": loguniform(1e-5, 1e-2),
            "max_iter": LogInteger(50, 400),
        },
    )


def _linear_svm() -> Learner:
    from sklearn.svm import LinearSVC

    return Learner(
        "LinearSVM",
        LinearSVC(dual=False, max_iter=200),
        "scaled",
        {
            "C": loguniform(1e-3, 1e1),
            "penalty": ["l2", "l2", "l2", "l1"],
            "fit_intercept": [True, False],
            "class_weight": [None, None, None, "balanced"],
            "tol": loguniform(1e-4, 1e-2),
        },
    )


def _lightgbm() -> Learner:
    from lightgbm import LGBMClassifier

    return Learner(
        "LightGBM",
        LGBMClassifier(n_jobs=1, verbose=-1, subsample_freq=1),
        "native",
        {
            "n_estimators": LogInteger(16, 400),
            "num_leaves": LogInteger(4, 512),
            "learning_rate": loguniform(0.02, 0.3),
            "min_child_samples": LogInteger(5, 200),
            "subsample": uniform(0.5, 0.5),
            "colsample_bytree": uniform(0.5, 0.5),
            "reg_alpha": loguniform(1e-8, 10.0),
            "reg_lambda": loguniform(1e-8, 10.0),
            "max_bin": LogInteger(31, 511),
        },
    )


def _neural_network() -> Learner:
    from sklearn.neural_network import MLPClassifier

    return Learner(
        "NeuralNetwork",
        MLPClassifier(max_iter=20, n_iter_no_change=3),
        "scaled",
        {
            "hidden_layer_sizes": [(16,), (32,), (64,), (32, 16), (64, 32)],
            "activation": ["relu", "tanh"],
            "alpha": loguniform(1e-7, 1e-2),
            "learning_rate_init": loguniform(3e-4, 1e-2),
            "batch_size": [128, 256, 512, 1024],
        },
    )


def _random_forest() -> Learner:
    from sklearn.ensemble import RandomForestClassifier

    return Learner(
        "RandomForest",
        RandomForestClassifier(n_jobs=1),
        "ordinal",
        {
            "n_estimators": LogInteger(8, 100),
            "criterion": ["gini", "entropy"],
            "max_features": uniform(0.1, 0.8),
            "max_leaf_nodes": LogInteger(16, 16_384),
            "min_samples_leaf": LogInteger(1, 64),
        },
    )


def modern(task: Literal["classification", "regression"] = "classification") -> Space:
    """Learners that people use today, for classification or regression.

    LightGBM, XGBoost and CatBoost (where installed), scikit-learn's histogram boosting,
    extra trees and random forests, networks that stop early on a slice of their own
    sample, and linear models; each with the preprocessing it needs, on one thread.

    Examples
    --------
    >>> from nearbest import space
    >>> [c.name for c in space.modern("regression").draw(1)]
    ['LightGBM-1']
    """
    from nearbest.candidates.modern import modern_learners

    check_choice("task", task, ("classification", "regression"))
    return Space(modern_learners(task))


#: Spaces that the command line knows by name.
NAMED: Mapping[str, Callable[[], Space]] = {
    "paper": paper,
    "modern": modern,
    "modern-regression": partial(modern, "regression"),
}


def _value(domain: Any, rng: np.random.Generator) -> Any:
    """One value from a list or a distribution, as a plain Python object."""
    if not hasattr(domain, "rvs"):
        return domain[int(rng.integers(len(domain)))]
    value = domain.rvs(random_state=rng)
    return value.item() if isinstance(value, np.generic) else value
