"""Stop levels by conformal risk control over datasets.

For every dataset d the share L_d(τ) of its races that would be wrong if they stopped at
some level of at least τ falls in τ. The smallest τ with (1 + Σ_d L_d(τ)) / (D + 1) ≤ δ is
wrong on the next dataset with probability at most δ, if datasets are exchangeable. See
docs/decisions/013-calibrated-stop.md.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from nearbest.race.score import ROUNDING

#: A level that no probability reaches.
NEVER = 2.0
#: A race whose winner is not confirmed is held to be no surer than this, so that levels
#: up to it would let it stop; none that ships is lower.
UNCONFIRMED = 0.5


def wrong_from(p: np.ndarray, wrong: np.ndarray) -> float:
    """The highest level at which this race would stop and be wrong; −1 if there is none.

    A race stops at the first moment with p ≥ τ, so only moments at which p is higher
    than ever before can be stops.

    Examples
    --------
    >>> import numpy as np
    >>> wrong_from(np.array([0.3, 0.8, 0.7, 0.9]), np.array([True, True, True, False]))
    0.8
    """
    before = np.concatenate([[-1.0], np.maximum.accumulate(p)[:-1]])
    stops = (p > before) & wrong
    return float(p[stops].max()) if stops.any() else -1.0


def level(wrong_levels: Mapping[str, Sequence[float]], delta: float) -> float:
    """The smallest τ that keeps the risk at δ; `NEVER` where no probability reaches it.

    There are too few datasets then, or too many races that were wrong however sure.

    Parameters
    ----------
    wrong_levels : mapping of str to sequence of float
        For each dataset the `wrong_from` of each of its races.
    delta : float

    Examples
    --------
    Of 19 datasets none was ever wrong, which is just enough for δ = 0.05:

    >>> level({str(d): [-1.0] for d in range(19)}, 0.05) < 1
    True
    >>> level({str(d): [-1.0] for d in range(18)}, 0.05)
    2.0
    """
    units = [np.asarray(levels, float) for levels in wrong_levels.values()]
    seen = np.unique(np.concatenate([[UNCONFIRMED], *units]))
    chosen = NEVER
    for tau in seen[seen >= UNCONFIRMED][::-1]:
        # what was wrong at exactly this level is not at one that is just above
        risk = sum(float(np.mean(unit > tau)) for unit in units)
        if (1 + risk) / (len(units) + 1) > delta + ROUNDING:
            break
        chosen = float(np.nextafter(tau, NEVER))
    return chosen if chosen <= 1 else NEVER


def least_risk(wrong_levels: Mapping[str, Sequence[float]]) -> float:
    """The smallest δ that these datasets can vouch for, at any level that is reached.

    Examples
    --------
    >>> least_risk({str(d): [-1.0, -1.0] for d in range(19)})
    0.05
    >>> least_risk({"never": [-1.0] * 4, "half of them surely": [1.0, 1.0, -1.0, -1.0]})
    0.5
    """
    surely = sum(float(np.mean(np.asarray(found) >= 1)) for found in wrong_levels.values())
    return (1 + surely) / (len(wrong_levels) + 1)


@dataclass(frozen=True)
class Levels:
    """From which level on the races of each past dataset would not end wrongly.

    Attributes
    ----------
    by_epsilon : mapping of float to mapping of str to sequence of float
        For each tolerated loss and each dataset, `wrong_from` of each of its races.
    fewest_rows : int
        The datasets have at least so many training rows.
    """

    by_epsilon: Mapping[float, Mapping[str, Sequence[float]]]
    fewest_rows: int = 8_900

    @property
    def n_datasets(self) -> int:
        """How many datasets levels come from."""
        return len(self.datasets)

    @property
    def datasets(self) -> tuple[str, ...]:
        """The names of these datasets."""
        return tuple(next(iter(self.by_epsilon.values())))

    def without(self, *datasets: str) -> Levels:
        """The same without these datasets."""
        return Levels(
            {
                epsilon: {d: levels for d, levels in found.items() if d not in datasets}
                for epsilon, found in self.by_epsilon.items()
            },
            self.fewest_rows,
        )

    def joined(self, dataset: str, levels: Mapping[float, Sequence[float]]) -> Levels:
        """The same with one dataset more, whose levels are given for each tolerated loss."""
        return Levels(
            {
                epsilon: {**found, dataset: levels[epsilon]}
                for epsilon, found in self.by_epsilon.items()
            },
            self.fewest_rows,
        )

    def epsilon_for(self, epsilon: float) -> float:
        """The largest tolerated loss with levels of its own that is no larger than this.

        Who is within the smaller one is within the larger one too.
        """
        return max(e for e in self.by_epsilon if e <= epsilon + ROUNDING)

    def level(self, epsilon: float, delta: float) -> float:
        """The level at which races with this tolerated loss stop; `NEVER` if none is known."""
        if epsilon < self._least_epsilon:
            return NEVER
        return level(self.by_epsilon[self.epsilon_for(epsilon)], delta)

    def refusal(self, epsilon: float, delta: float, unit: float = 1.0) -> str | None:
        """Why no level is known for what is asked, as part of a sentence; None if one is.

        `unit` is that of scores, where past curves tell them in units of their own, as ε is.
        """
        if epsilon < self._least_epsilon:
            least = min(self.by_epsilon) * unit
            return f"no level is calibrated for ε below {least:.3g}"
        if self.level(epsilon, delta) == NEVER:
            return (
                f"past curves of {self.n_datasets} datasets vouch for no δ below "
                f"{self._least_risk(epsilon):g}"
            )
        return None

    @property
    def _least_epsilon(self) -> float:
        return min(self.by_epsilon) - ROUNDING

    def _least_risk(self, epsilon: float) -> float:
        """Rounded up, so that what is said is granted."""
        return math.ceil(least_risk(self.by_epsilon[self.epsilon_for(epsilon)]) * 1e4) / 1e4
