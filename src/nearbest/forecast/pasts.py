"""The scores that past curves tell of, and how they tell them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nearbest.race.plan import Plan
from nearbest.race.score import Kind, Scale

#: Told relative to the best constant prediction, no score is taken to be worse than this:
#: such a model is so far behind that how far is of no interest.
LOWEST = -9.0


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
    kind : str or None
        As `Scale.kind` has it; None for losses, which are told relative to the best constant
        prediction.
    spread, power : float
        Of losses: values of single rows spread by `spread` times this power of the mean
        loss, on average over past tables.
    also : str
        Another score that is the same once it is told.
    """

    name: str
    file: str
    kind: Kind | None = None
    spread: float = 0.0
    power: float = 0.0
    also: str = ""

    @property
    def is_relative(self) -> bool:
        """Whether it is told relative to the best constant prediction."""
        return self.kind is None

    def tells_of(self, scale: Scale) -> bool:
        """Whether these are curves of such scores; a user's own may have the same name."""
        if self.is_relative:
            is_loss = scale.shown_negated or scale.is_relative
            return is_loss and scale.name in (self.name, self.also)
        return self.name == scale.name and self.kind == scale.kind

    def unit(self, plan: Plan) -> Unit | None:
        """How scores of a race are told; None where that is not known."""
        if not self.is_relative or plan.scale.is_relative:
            return Unit()
        return Unit(plan.constant, -plan.constant) if plan.constant else None

    def noise(
        self, told: np.ndarray, n_scored: np.ndarray, n_test: float, size: float = 1.0
    ) -> np.ndarray:
        """Standard deviation of a loss on `n_scored` of `n_test` rows, as it is told."""
        return self.row_spread(told, size) * np.sqrt(
            np.clip(1 / n_scored - 1 / n_test, 0.0, 1.0)
        )

    def row_spread(self, told: np.ndarray, size: float = 1.0) -> np.ndarray:
        """Standard deviation of a single row's loss, as it is told.

        Examples
        --------
        >>> Past("R²", "", spread=2.0, power=1.0).row_spread(np.array([0.5, 0.9]))
        array([1. , 0.2])
        """
        loss = np.maximum(1 - told, 0.0) * size
        spread: np.ndarray = self.spread * loss**self.power / size
        return spread


OF_ACCURACY = Past("accuracy", "calibrated.npz", "counts")
OF_ROC_AUC = Past("ROC AUC", "calibrated-roc-auc.npz", "pairs")
OF_LOG_LOSS = Past("log loss", "calibrated-log-loss.npz", spread=0.8, power=0.2)
#: A mean squared error relative to that of the best constant prediction is R².
OF_R2 = Past("R²", "calibrated-r2.npz", spread=2.2, power=1.0, also="MSE")
#: All that ships. Spreads were measured on past tables, where they are a half to twice of that.
PASTS = (OF_ACCURACY, OF_ROC_AUC, OF_LOG_LOSS, OF_R2)


def past_of(scale: Scale) -> Past | None:
    """The past curves of a score; None if there are none."""
    return next((past for past in PASTS if past.tells_of(scale)), None)
