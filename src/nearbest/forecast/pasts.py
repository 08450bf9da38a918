"""The scores that past curves tell of, and how they tell them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from nearbest.forecast.noise import (
    OfLoss,
    Rows,
    Variance,
    noise_of,
    of_average_precision,
    of_class_means,
    of_correlation,
    of_counts,
    of_f1,
    of_macro_f1,
    of_pairs,
)
from nearbest.race.plan import Plan
from nearbest.race.score import Kind, Scale

#: Told relative to the best constant prediction, no score is taken to be worse than this:
#: such a model is so far behind that how far is of no interest.
LOWEST = -9.0
#: Scores of one class were recorded of the rarer one; where it has more of the rows than this,
#: they tell nothing.
MOST_POSITIVE = 0.6


@dataclass(frozen=True, slots=True)
class Unit:
    """How a score is told: by how far it lies above `zero`, in units of `size`.

    Shares such as accuracy are told as they are. Losses have no common range; they are told
    relative to the best constant prediction, which has 0, while 1 is perfect: as R².

    Examples
    --------
    >>> loss = Unit(zero=-0.5, size=0.5)
    >>> loss.told(-0.5), loss.told(-0.25), loss.score(1.0)
    (0.0, 0.5, 0.0)
    """

    zero: float = 0.0
    size: float = 1.0

    def told(self, score: float) -> float:
        """A score as it is told."""
        return max((score - self.zero) / self.size, LOWEST)

    def score(self, told: float) -> float:
        """What is told, as a score."""
        return self.zero + told * self.size


@dataclass(frozen=True, slots=True)
class Past:
    """Past curves of one score.

    Attributes
    ----------
    name : str
        As `Scale.name` has it.
    file : str
        What ships of it, in this package.
    variance : callable
        How far scores on some of the rows scatter, on average over past tables.
    kind : str or None
        As `Scale.kind` has it; None for losses, which are told relative to the best constant
        prediction.
    low : float
        As `Scale.low` has it, where `kind` is not None.
    also : str
        Another score that is the same once it is told.
    positive : callable or None
        Of scores of one class: its share, by the score of the best constant prediction.
    """

    name: str
    file: str
    variance: Variance
    kind: Kind | None = None
    low: float = 0.0
    also: str = ""
    positive: Callable[[float], float] | None = None

    @property
    def is_relative(self) -> bool:
        """Whether it is told relative to the best constant prediction."""
        return self.kind is None

    def tells_of(self, scale: Scale) -> bool:
        """Whether these are curves of such scores; a user's own may have the same name."""
        if self.is_relative:
            is_loss = scale.shown_negated or scale.is_relative
            return is_loss and scale.name in (self.name, self.also)
        known, asked = (self.name, self.kind, self.low), (scale.name, scale.kind, scale.low)
        return known == asked

    def without_curves(self, plan: Plan) -> str | None:
        """Why these are no curves of a race; None if they are."""
        if self.is_relative and not plan.scale.is_relative and not plan.constant:
            return "it is not known what the best constant prediction loses"
        if self.positive is not None and self._rarer(plan) > MOST_POSITIVE:
            return f"past curves of {self.name} are of the rarer class"
        return None

    def unit(self, plan: Plan) -> Unit:
        """How scores of a race are told."""
        if not self.is_relative or plan.scale.is_relative or not plan.constant:
            return Unit()
        return Unit(plan.constant, -plan.constant)

    def constant(self, plan: Plan) -> float:
        """The best constant prediction as it is told; NaN where it is not known."""
        match self.kind:
            case None:
                return 0.0
            case "pairs":
                return 0.5  # all pairs are ties
            case "counts":
                counts = plan.class_counts
                return max(counts) / sum(counts) if counts else math.nan
        return math.nan if plan.constant is None else plan.constant

    def noise(self, told: np.ndarray, n_scored: np.ndarray, plan: Plan) -> np.ndarray:
        """Standard deviations of scores on some of the test rows of a race, as told."""
        n_rows = sum(plan.class_counts)
        shares = tuple(count / n_rows for count in plan.class_counts)
        size = abs(plan.constant or 1.0) if self.is_relative else 1.0
        rows = Rows(plan.n_test, self._rarer(plan), shares, size)
        return noise_of(self.variance, told, n_scored, rows)

    def _rarer(self, plan: Plan) -> float:
        """The share of the class that a score is about, or of the rarer one."""
        if self.positive is not None:
            return 0.5 if plan.constant is None else self.positive(plan.constant)
        return (plan.n_test_pairs or plan.n_test / 2) / plan.n_test


def by_f1(constant: float) -> float:
    """The share of a class that has this F1 if it is predicted everywhere.

    Examples
    --------
    >>> by_f1(0.5)
    0.3333333333333333
    """
    return constant / (2 - constant)


def by_precision(constant: float) -> float:
    """The share of a class that has this precision if it is predicted everywhere."""
    return constant


OF_ACCURACY = Past("accuracy", "calibrated.npz", of_counts, "counts")
OF_ROC_AUC = Past("ROC AUC", "calibrated-roc-auc.npz", of_pairs, "pairs")
OF_LOG_LOSS = Past("log loss", "calibrated-log-loss.npz", OfLoss(0.8, 0.2))
#: A mean squared error relative to that of the best constant prediction is R².
OF_R2 = Past("R²", "calibrated-r2.npz", OfLoss(2.2, 1.0), also="MSE")
OF_RMSE = Past("RMSE", "calibrated-rmse.npz", OfLoss(1.1, 1.0))
OF_MAE = Past("MAE", "calibrated-mae.npz", OfLoss(1.0, 1.0))
OF_BRIER = Past("Brier score", "calibrated-brier.npz", OfLoss(0.4, 0.35))
OF_BALANCED_ACCURACY = Past(
    "balanced accuracy", "calibrated-balanced-accuracy.npz", of_class_means, "class means"
)
OF_F1 = Past("F1", "calibrated-f1.npz", of_f1, "approximate", positive=by_f1)
OF_MACRO_F1 = Past("macro F1", "calibrated-macro-f1.npz", of_macro_f1, "approximate")
OF_AVERAGE_PRECISION = Past(
    "average precision",
    "calibrated-average-precision.npz",
    of_average_precision,
    "approximate",
    positive=by_precision,
)
OF_MATTHEWS = Past(
    "Matthews correlation", "calibrated-matthews.npz", of_correlation, "approximate", low=-1.0
)
#: All that ships.
PASTS = (
    *(OF_ACCURACY, OF_BALANCED_ACCURACY, OF_ROC_AUC, OF_AVERAGE_PRECISION),
    *(OF_F1, OF_MACRO_F1, OF_MATTHEWS, OF_LOG_LOSS, OF_BRIER),
    *(OF_R2, OF_RMSE, OF_MAE),
)


def past_of(scale: Scale) -> Past | None:
    """The past curves of a score; None if there are none."""
    return next((past for past in PASTS if past.tells_of(scale)), None)
