"""Scorers of scikit-learn that stand for no metric of ours."""

from __future__ import annotations

import inspect
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin

from nearbest.data.target import Classes, Target, classes_of
from nearbest.probing.metrics.resampled import resampled
from nearbest.probing.output import Needs
from nearbest.race.score import Scale, Score

#: What scikit-learn's functions for classes can give, by their names.
RANGES: Mapping[str, tuple[float, float]] = {
    "accuracy_score": (0, 1),
    "average_precision_score": (0, 1),
    "balanced_accuracy_score": (-1, 1),  # below 0 where it is adjusted for chance
    "brier_score_loss": (0, 2),
    "class_likelihood_ratios": (0, math.inf),
    "cohen_kappa_score": (-1, 1),
    "d2_brier_score": (-math.inf, 1),
    "d2_log_loss_score": (-math.inf, 1),
    "f1_score": (0, 1),
    "fbeta_score": (0, 1),
    "hamming_loss": (0, 1),
    "jaccard_score": (0, 1),
    "log_loss": (0, math.inf),
    "matthews_corrcoef": (-1, 1),
    "negative_likelihood_ratio": (0, math.inf),
    "positive_likelihood_ratio": (0, math.inf),
    "precision_score": (0, 1),
    "recall_score": (0, 1),
    "roc_auc_score": (0, 1),
    "zero_one_loss": (0, 1),
}
#: The same of numbers.
OF_NUMBERS: Mapping[str, tuple[float, float]] = {
    "d2_absolute_error_score": (-math.inf, 1),
    "d2_pinball_score": (-math.inf, 1),
    "d2_tweedie_score": (-math.inf, 1),
    "explained_variance_score": (-math.inf, 1),
    "mean_gamma_deviance": (0, math.inf),
    "mean_squared_log_error": (0, math.inf),
    "mean_tweedie_deviance": (0, math.inf),
    "median_absolute_error": (0, math.inf),
    "root_mean_squared_log_error": (0, math.inf),
}
#: What a model is asked for where a scorer asks by these methods.
NEEDS: Mapping[str, Needs] = {
    "predict": "labels",
    "predict_proba": "probabilities",
    "decision_function": "decisions",
}


@dataclass(frozen=True)
class Scorer:
    """What a scorer of scikit-learn computes, bounded approximately.

    Parameters
    ----------
    scorer : scorer
        As `sklearn.metrics.make_scorer` makes it.
    of_numbers : bool, default=False
        Whether the candidates are regressors.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.metrics import fbeta_score, make_scorer
    >>> from nearbest.data.target import Classes
    >>> y = np.array([0, 1, 1, 0, 1])
    >>> metric = Scorer(make_scorer(fbeta_score, beta=2))
    >>> metric.name, metric.needs
    ('fbeta (beta=2)', 'labels')
    >>> metric.measure(y, np.array([0, 1, 1, 0, 1]), (5,), Classes.of(y))[0].value
    1.0
    """

    scorer: Any
    of_numbers: bool = False

    @property
    def name(self) -> str:
        """The function's name, with the options that change what it computes."""
        name = str(self._function).removesuffix("_score").replace("_", " ")
        options = ", ".join(f"{k}={v}" for k, v in options_of(self.scorer).items())
        return f"{name} ({options})" if options else name

    @property
    def needs(self) -> Needs:
        """What the scorer asks the model for; of several methods, the first it names."""
        if self.of_numbers or self._function in OF_NUMBERS:
            return "numbers"
        asked = self.scorer._response_method
        return NEEDS.get(asked if isinstance(asked, str) else asked[0], "labels")

    def scale(self, target: Target) -> Scale:
        """The function's range, where it is known."""
        known = {**RANGES, **OF_NUMBERS}
        low, high = known.get(self._function, (-math.inf, math.inf))
        if self.scorer._kwargs.get("normalize") is False:  # counts, up to all rows
            low, high = -math.inf, math.inf
        negated = self.scorer._sign < 0
        if negated:
            low, high = -high, -low
        return Scale(self.name, float(low), float(high), "approximate", shown_negated=negated)

    def constant(self, target: Target) -> None:
        """Not known."""
        return

    def measure(
        self, y: np.ndarray, output: Any, sizes: Sequence[int], target: Target
    ) -> tuple[Score, ...]:
        """The scores on the first rows, each with its standard error."""
        said = np.asarray(output)
        if isinstance(target, Classes):
            model: Any = _Classifier(said, classes_of(target), self.needs)
        else:
            model = _Regressor(said, classes_of(target), "labels")

        def on_rows(rows: np.ndarray) -> float:
            return number(self.scorer(model, rows, y[rows]))

        return resampled(on_rows, y, sizes, target)

    @property
    def is_of_classes(self) -> bool:
        """Whether it is known to be a score of classes, as scikit-learn's function is."""
        return self._function in RANGES or self.needs in ("probabilities", "decisions")

    @property
    def _function(self) -> str:
        function = self.scorer._score_func
        return str(getattr(function, "__name__", type(function).__name__))


class _Spokesman(BaseEstimator):
    """Says of rows, which are known by their positions, what a model has said."""

    def __init__(self, said: np.ndarray, classes: np.ndarray, needs: Needs) -> None:
        self.said, self.classes_, self.needs = said, classes, needs

    def __getattr__(self, name: str) -> Any:
        if NEEDS.get(name, "") != self.__dict__.get("needs"):
            raise AttributeError(name)

        def answer(rows: np.ndarray) -> np.ndarray:
            said: np.ndarray = self.said[rows]
            return said

        answer.__name__ = name
        return answer


class _Classifier(ClassifierMixin, _Spokesman):
    """One that scikit-learn takes for a classifier."""


class _Regressor(RegressorMixin, _Spokesman):
    """One that scikit-learn takes for a regressor."""


def options_of(scorer: Any) -> dict[str, Any]:
    """The arguments that change what a scorer's function computes."""
    given = scorer._kwargs
    try:
        known: Mapping[str, Any] = inspect.signature(scorer._score_func).parameters
    except (TypeError, ValueError):  # it has no signature that could be read
        known = {}
    changed = {k: v for k, v in given.items() if k not in known or known[k].default != v}
    if given.get("average", "binary") != "binary":
        changed.pop("pos_label", None)  # of no effect
    return changed


def number(value: Any) -> float:
    """The value as a float; ``ValueError`` where it is no number.

    Examples
    --------
    >>> number(np.float32(0.5))
    0.5
    """
    if isinstance(value, bool | str) or not np.isscalar(value) or np.iscomplexobj(value):
        raise ValueError(f"the score must be a number; got {str(value)[:50]!r}")
    return float(value)  # type: ignore[arg-type]
