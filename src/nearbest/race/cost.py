"""What a probe should cost, by the probes of the same configuration so far.

Schedulers, the report and the answer go by it; `ahead/times.py` corrects it by how past
learners of the same kind went on, for the time left.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from nearbest.race.observation import Observation, Task
from nearbest.race.thrift import FACTOR, N_LEVELS

#: What probes are held to cost: rows make a serial run repeatable.
Cost = Literal["seconds", "rows"]

#: Powers of the rows with which training times grow; 1 is the one expected.
POWERS = np.array([0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.75, 2])
#: How much a power other than 1 counts against a fit, times its squared logarithm.
STRAIGHTNESS = 0.5
#: A few times say little about far larger samples. So one more is imagined, this far ahead
#: and in proportion to rows; it weighs little.
FAR_AHEAD, WEIGHT_AHEAD = 16, 0.1
#: Both count for less where times scatter by less than this share around a curve, but for
#: no less than so much of it.
PLAIN_SCATTER, LEAST_DOUBT = 0.1, 0.02
#: A constant, a factor and a power go through any three times.
FEWEST_TO_SCATTER = 4
#: Recorded trainings lie within a factor e^(s·√doublings) of what was expected four times
#: in five, where s is the first number plus the second over the number of probes.
SPREAD, SPREAD_OF_ONE = 0.25, 0.45
#: Clocks may measure nothing; a logarithm needs something.
SHORTEST = 1e-6
#: A low estimate lets fitting grow no faster than with this power of the rows.
LOW_POWER = 0.95


@dataclass(frozen=True, slots=True)
class Seconds:
    """An expected time, and the range in which four of five such times lie."""

    seconds: float
    low: float
    high: float

    def __add__(self, other: Seconds) -> Seconds:
        """The sum of times that err in the same direction, as those of one candidate do."""
        return Seconds(
            self.seconds + other.seconds, self.low + other.low, self.high + other.high
        )

    def __mul__(self, factor: float) -> Seconds:
        return Seconds(self.seconds * factor, self.low * factor, self.high * factor)

    def after(self, seconds: float) -> Seconds:
        """What is left of it after so long, never less than nothing."""
        ends = (self.seconds - seconds, self.low - seconds, self.high - seconds)
        return Seconds(*(max(end, 0.0) for end in ends))

    def at_least(self, other: Seconds) -> Seconds:
        """The longer of two times, and of the ends of their ranges."""
        return Seconds(
            max(self.seconds, other.seconds),
            max(self.low, other.low),
            max(self.high, other.high),
        )

    def at_most(self, seconds: float) -> Seconds:
        """The same, cut at a time at which it ends anyway."""
        return Seconds(*(min(end, seconds) for end in (self.seconds, self.low, self.high)))


def spent_on(probe: Observation, cost: Cost) -> float:
    """What a probe has cost."""
    return probe.seconds if cost == "seconds" else float(probe.n_train)


#: No time at all.
NO_TIME = Seconds(0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class CostModel:
    """Times of one configuration: fitting `constant` + `factor`·nᵖ, scoring in proportion.

    The constant is there because a fit that takes a minute on 10,000 rows may take a
    minute on 300,000, too.

    Attributes
    ----------
    constant, factor, power : float
        Seconds of fitting on n rows are ``constant + factor * n**power``.
    per_row : float
        Seconds of scoring one row.
    n_probes, largest : int
        How many probes it comes from, and the rows of the largest.

    Examples
    --------
    >>> from nearbest.race.observation import Observation
    >>> from nearbest.race.cost import CostModel
    >>> probe = Observation("tree", 1_000, 2_000, fit_time=2.0, score_time=0.3)
    >>> model = CostModel.of([probe])
    >>> round(model.fitting(4_000), 6), round(model.scoring(1_000), 6)
    (8.0, 0.1)
    """

    constant: float
    factor: float
    power: float
    per_row: float
    n_probes: int
    largest: int

    @classmethod
    def of(cls, probes: Sequence[Observation]) -> CostModel:
        """The model that fits these probes, at least one, given by rising size."""
        last = probes[-1]
        return cls.of_times(
            [probe.n_train for probe in probes],
            [probe.fit_time for probe in probes],
            per_row=last.score_time / last.n_scored,
        )

    @classmethod
    def of_times(
        cls, rows: Sequence[int], seconds: Sequence[float], per_row: float
    ) -> CostModel:
        """The model of fits on rising numbers of rows, and of scoring one row."""
        times = np.maximum(np.asarray(seconds, dtype=float), SHORTEST)
        found = _fitted(np.asarray(rows, dtype=float), times)
        return cls(*found, per_row=per_row, n_probes=len(rows), largest=int(rows[-1]))

    def counted_in(self, cost: Cost) -> CostModel:
        """The same probes where seconds, or the rows of a fit, are what it costs."""
        if cost == "seconds":
            return self
        return replace(self, constant=0.0, factor=1.0, power=1.0, per_row=0.0)

    def fitting(self, n_train: int) -> float:
        """Expected seconds of fitting on so many rows."""
        return float(self.constant + self.factor * float(n_train) ** self.power)

    def scoring(self, n_rows: int) -> float:
        """Expected seconds of scoring so many rows."""
        return self.per_row * n_rows

    def probe(self, n_train: int, n_test: int) -> Seconds:
        """A probe: it scores the rows it was trained on, and test rows."""
        return self._spread(n_train, self.fitting(n_train) + self.scoring(n_train + n_test))

    def full_run(self, n_train: int, n_test: int) -> Seconds:
        """A full run: training, and scoring test rows alone."""
        return self._spread(n_train, self.fitting(n_train) + self.scoring(n_test))

    def of_task(self, task: Task) -> Seconds:
        """A probe, by the rows that it is to score; thriftily, no longer than it fits."""
        match task.scored:
            case "test" | "nothing":
                return self.full_run(task.n_train, task.n_test)
            case "both":
                return self.probe(task.n_train, task.n_test)
        fitting, scoring = self.fitting(task.n_train), self.scoring(task.n_train + task.n_test)
        fewest = scoring / FACTOR ** (N_LEVELS - 1)
        return self._spread(task.n_train, fitting + min(scoring, max(fitting, fewest)))

    def low_full_run(self, n_train: int, n_test: int) -> float:
        """A low estimate of a full run, for those who count on what leaving it out saves.

        The ends of a spread are no such estimate: all candidates do not err as one, and
        the sum of their low ends is far below any sum that occurs.
        """
        grown = math.pow(n_train / self.largest, LOW_POWER)
        fitting = min(self.fitting(n_train), self.fitting(self.largest) * grown)
        return fitting + self.scoring(n_test)

    def _spread(self, n_train: int, seconds: float) -> Seconds:
        doublings = max(math.log2(n_train / self.largest), 0.0)
        factor = math.exp((SPREAD + SPREAD_OF_ONE / self.n_probes) * math.sqrt(doublings))
        return Seconds(seconds, seconds / factor, seconds * factor)


def _fitted(rows: np.ndarray, seconds: np.ndarray) -> tuple[float, float, float]:
    """Constant, factor and power with the least squares of relative errors.

    Larger samples count for more, in proportion to their rows.
    """
    scale = rows[-1]
    own = rows / scale
    doubt = _doubt(own, seconds)
    x = np.append(own, FAR_AHEAD)
    times = np.append(seconds, FAR_AHEAD * seconds[-1])
    weight = np.append(own, doubt * WEIGHT_AHEAD)
    constant, factor, misfit = _by_power(x, times, weight)
    best = int(np.argmin(misfit + doubt * STRAIGHTNESS * np.log(POWERS) ** 2))
    power = float(POWERS[best])
    return float(constant[best]), float(factor[best] / scale**power), power


def _doubt(own: np.ndarray, seconds: np.ndarray) -> float:
    """How far to hold on to proportion: 1, or less where a curve fits the times well."""
    n = len(own)
    if n < FEWEST_TO_SCATTER:
        return 1.0
    misfit = _by_power(own, seconds, own)[2].min()
    scatter = misfit / own.sum() * n / (n - FEWEST_TO_SCATTER + 1)
    return float(min(max(scatter / PLAIN_SCATTER**2, LEAST_DOUBT), 1.0))


def _by_power(
    x: np.ndarray, times: np.ndarray, weight: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For each power, the best constant and factor, and the squared errors left."""
    grown = x ** POWERS[:, None] / times
    constant, factor = _least_squares(grown, 1 / times, weight)
    errors = constant[:, None] / times + factor[:, None] * grown - 1
    return constant, factor, (weight * errors**2).sum(axis=1)


def _least_squares(
    grown: np.ndarray, one: np.ndarray, weight: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """For each power, a and b of at least 0 that bring a·`one` + b·`grown` closest to 1."""
    ones, grown_ones = (weight * one**2).sum(), (weight * one * grown).sum(axis=1)
    squares = (weight * grown**2).sum(axis=1)
    to_one, to_grown = (weight * one).sum(), (weight * grown).sum(axis=1)
    determinant = ones * squares - grown_ones**2
    a = (squares * to_one - grown_ones * to_grown) / determinant
    b = (ones * to_grown - grown_ones * to_one) / determinant
    b = np.where(a < 0, to_grown / squares, b)
    a = np.where(b < 0, to_one / ones, np.maximum(a, 0))
    return a, np.maximum(b, 0)
