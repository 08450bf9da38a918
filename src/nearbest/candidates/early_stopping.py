"""Boosting that stops when a part of its own rows says so."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, MetaEstimatorMixin, clone, is_classifier
from sklearn.utils import _safe_indexing, check_random_state, get_tags
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted, column_or_1d, indexable

from nearbest.arguments import check_unit_range, is_whole
from nearbest.errors import InvalidInput


def _has(method: str) -> Callable[[EarlyStopping], bool]:
    """Whether the learner has a method, which the wrapper then has too."""
    return lambda wrapper: hasattr(getattr(wrapper, "estimator_", wrapper.estimator), method)


class EarlyStopping(MetaEstimatorMixin, BaseEstimator):
    """A learner of LightGBM, XGBoost or CatBoost that stops adding trees by itself.

    `fit` keeps a part of the rows that it is given aside, and adds trees as long as they
    make predictions of those rows better. No other row is looked at, so that a candidate
    may stop early in a race: test rows stay unseen. scikit-learn's own boosting needs no
    wrapper: it has ``early_stopping=True``.

    Parameters
    ----------
    estimator : LGBMClassifier, XGBClassifier, CatBoostClassifier, or their regressors
        Its ``n_estimators`` is the largest number of trees.
    fraction : float, default=0.1
        The part of the rows that is kept aside, the same of each class. Where that is
        less than a row of every class, all trees are made.
    rounds : int, default=20
        Stop after so many trees that did not make it better.
    random_state : int, RandomState or None, default=None
        Draws the rows that are kept aside.

    Attributes
    ----------
    estimator_ : estimator
        Fitted; it predicts with the best number of trees.
    n_held_out_ : int
        How many rows were kept aside.

    Examples
    --------
    >>> from lightgbm import LGBMClassifier
    >>> from sklearn.datasets import make_classification
    >>> from nearbest import EarlyStopping
    >>> X, y = make_classification(1_000, random_state=0)
    >>> model = EarlyStopping(LGBMClassifier(n_estimators=500, verbose=-1), random_state=0)
    >>> model.fit(X, y).n_held_out_, model.estimator_.best_iteration_ < 500
    (99, True)
    """

    def __init__(
        self,
        estimator: Any,
        fraction: float = 0.1,
        rounds: int = 20,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.estimator, self.fraction, self.rounds = estimator, fraction, rounds
        self.random_state = random_state

    def fit(self, X: Any, y: Any) -> Self:
        """Fit on a part of the rows, and stop by the others."""
        self._check()
        X, y = indexable(np.asarray(X) if isinstance(X, list) else X, y)
        aside = self._kept_aside(column_or_1d(y, warn=True))
        self.n_held_out_ = int(aside.sum())
        learner = clone(self.estimator)
        if not aside.any():
            self.estimator_ = learner.fit(X, y)
            return self
        rows, held_out = (
            (_safe_indexing(X, part), _safe_indexing(y, part))
            for part in (np.flatnonzero(~aside), np.flatnonzero(aside))
        )
        self.estimator_ = FITS[_library(learner)](learner, rows, held_out, self.rounds)
        return self

    def predict(self, X: Any) -> Any:
        """Predict with the best number of trees."""
        check_is_fitted(self, "estimator_")
        return self.estimator_.predict(X)

    @available_if(_has("predict_proba"))
    def predict_proba(self, X: Any) -> Any:
        """Probabilities of the classes, by the best number of trees."""
        check_is_fitted(self, "estimator_")
        return self.estimator_.predict_proba(X)

    @available_if(_has("score"))
    def score(self, X: Any, y: Any) -> float:
        """The learner's own score."""
        check_is_fitted(self, "estimator_")
        return float(self.estimator_.score(X, y))

    @property
    def classes_(self) -> np.ndarray:
        """The classes of the learner."""
        classes: np.ndarray = self.estimator_.classes_
        return classes

    @property
    def n_features_in_(self) -> int:
        """Columns of the rows that it was fitted on."""
        return int(self.estimator_.n_features_in_)

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "estimator_")

    def __sklearn_tags__(self) -> Any:
        tags, own = super().__sklearn_tags__(), get_tags(self.estimator)
        tags.estimator_type, tags.input_tags = own.estimator_type, own.input_tags
        tags.classifier_tags, tags.regressor_tags = own.classifier_tags, own.regressor_tags
        tags.target_tags = own.target_tags
        return tags

    def _check(self) -> None:
        check_unit_range("fraction", self.fraction, "(0, 1)")
        if not is_whole(self.rounds) or self.rounds < 1:
            raise InvalidInput(f"`rounds` must be a positive integer; got {self.rounds!r}.")
        if _library(self.estimator) not in FITS:
            raise InvalidInput(
                "`estimator` must be a learner of LightGBM, XGBoost or CatBoost; got "
                f"{type(self.estimator).__name__}. scikit-learn's boosting stops early by "
                "itself with `early_stopping=True`."
            )

    def _kept_aside(self, y: np.ndarray) -> np.ndarray:
        """Which rows are kept aside: the same part of each class, none of a rare one."""
        rng, aside = check_random_state(self.random_state), np.zeros(len(y), bool)
        groups = np.zeros(len(y), int)
        if is_classifier(self.estimator):
            groups = np.unique(y, return_inverse=True)[1]
        for group in range(groups.max(initial=-1) + 1):
            members = np.flatnonzero(groups == group)
            aside[rng.permutation(members)[: int(self.fraction * len(members))]] = True
        return aside


def _library(learner: Any) -> str:
    """The library that a learner is of; of a class that extends one, that one's."""
    roots = (base.__module__.partition(".")[0] for base in type(learner).__mro__)
    return next((root for root in roots if root in FITS), "")


def _fit_lightgbm(learner: Any, rows: Any, held_out: Any, rounds: int) -> Any:
    from lightgbm import early_stopping

    stop = early_stopping(rounds, verbose=False)
    with warnings.catch_warnings():
        # From 4.7 on it wants `eval_y` instead, of which it does not encode the classes.
        warnings.filterwarnings("ignore", "The argument 'eval_set' is deprecated")
        return learner.fit(*rows, eval_set=[held_out], callbacks=[stop])


def _fit_xgboost(learner: Any, rows: Any, held_out: Any, rounds: int) -> Any:
    learner.set_params(early_stopping_rounds=rounds)
    return learner.fit(*rows, eval_set=[held_out], verbose=False)


def _fit_catboost(learner: Any, rows: Any, held_out: Any, rounds: int) -> Any:
    return learner.fit(*rows, eval_set=held_out, early_stopping_rounds=rounds, verbose=False)


#: How the learners of each library are told to stop early.
FITS: dict[str, Callable[[Any, Any, Any, int], Any]] = {
    "catboost": _fit_catboost,
    "lightgbm": _fit_lightgbm,
    "xgboost": _fit_xgboost,
}
