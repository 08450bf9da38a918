"""How the time of a candidate's probes grows with rows, from its own probes."""

from __future__ import annotations

import math
from dataclasses import dataclass

from nearbest.race.race import Race

#: Exponents of fitting time are kept within these.
FLATTEST, STEEPEST = 0.7, 1.8
USUAL = 1.05
#: Fitting times below this (seconds) say little about how they grow.
TELLING = 0.3
#: Exponent of a low estimate: what is saved must not be overestimated.
LOW = 0.95
#: No probe costs less.
LEAST = 1e-4


def exponent(size: float, before_size: float, time: float, before_time: float) -> float:
    """How fitting time grows with rows, pulled towards the usual where times are tiny.

    Examples
    --------
    >>> round(exponent(2_000, 1_000, 300.0, 100.0), 2), exponent(2_000, 1_000, 0.0, 0.0)
    (1.58, 1.05)
    """
    ratio = max(time, 1e-6) / max(before_time, 1e-6)
    seen = min(max(math.log(ratio) / math.log(size / before_size), FLATTEST), STEEPEST)
    weight = before_time / (before_time + TELLING)
    return weight * seen + (1 - weight) * USUAL


@dataclass(frozen=True)
class Growth:
    """Fitting takes `fit` at `size` rows and grows with `power`; a row is scored in `row`."""

    size: int
    fit: float
    row: float
    power: float

    @classmethod
    def of(cls, race: Race, name: str) -> Growth:
        """Of a candidate with at least one probe."""
        probes = race.tracks[name].probes
        last, power = probes[-1], USUAL
        if race.cost(last) != last.seconds:  # it counts rows
            return cls(last.n_train, race.cost(last), 0.0, 1.0)
        if len(probes) > 1:
            before = probes[-2]
            power = exponent(last.n_train, before.n_train, last.fit_time, before.fit_time)
        row = last.score_time / last.n_scored
        return cls(last.n_train, last.fit_time, row, power)

    def cost(self, race: Race, name: str, n_train: int) -> float:
        """What a probe on more rows should cost, its scoring included."""
        n_scored = race.plan.n_test_for(name, n_train)
        if n_train < race.plan.full_size(name):
            n_scored += n_train
        fit = self.fit * math.pow(n_train / self.size, self.power)
        return fit + self.row * n_scored + LEAST

    def low_full_run(self, race: Race, name: str) -> float:
        """A low estimate of a full run that is scored on the test rows alone."""
        rows = race.plan.full_size(name) / self.size
        fit = self.fit * math.pow(rows, min(self.power, LOW))
        return fit + self.row * race.plan.n_test


def spent_below(race: Race) -> float:
    """What probes below the full size have cost."""
    return sum(
        race.cost(observation)
        for observation, _ in race.history
        if observation.n_train < race.plan.full_size(observation.configuration)
    )
