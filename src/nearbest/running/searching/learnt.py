"""What a search has learnt of one candidate, by the probes that it asked for."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from nearbest.forecast.expected import expected_score
from nearbest.race.cost import CostModel, Seconds
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan

#: Gains that are expected over more doublings than these are taken for smaller ones, in
#: proportion: over four doublings half of what past curves promise comes true.
TRUSTED = 2.0


@dataclass
class Learnt:
    """One candidate as a search knows it.

    Attributes
    ----------
    name : str
    probes : list of Observation
        Those that succeeded, by rising size.
    tried : set of int
        All sizes that it was probed at.
    estimates : dict of int to float
        By size, what it was expected to reach on all rows after the probe of that size.
    failed : bool
    full_size, n_scored : int
        Rows of a full run, and those that it scores: the test rows, and those of the search.
    """

    name: str
    probes: list[Observation] = field(default_factory=list)
    tried: set[int] = field(default_factory=set)
    estimates: dict[int, float] = field(default_factory=dict)
    failed: bool = False
    full_size: int = 0
    n_scored: int = 0
    _model: CostModel | None = field(default=None, repr=False, compare=False)

    def note(self, observation: Observation, plan: Plan) -> None:
        """Take note of a probe."""
        self.full_size = plan.full_size(self.name)
        self.n_scored = plan.n_test + observation.search.n_rows
        self.tried.add(observation.n_train)
        self.failed = self.failed or observation.status == "failed"
        if observation.status == "ok":
            self.probes = sorted([*self.probes, observation], key=lambda o: o.n_train)
            score = expected_score(self.probes, plan)
            if score is not None and self.score is not None:
                n_train = self.probes[-1].n_train
                trust = TRUSTED / max(math.log2(self.full_size / n_train), TRUSTED)
                self.estimates[n_train] = self.score + trust * (score - self.score)

    @property
    def model(self) -> CostModel:
        """What its probes should cost; it has been probed."""
        if self._model is None or self._model.n_probes != len(self.probes):
            self._model = CostModel.of(self.probes)
        return self._model

    @property
    def score(self) -> float | None:
        """The last score on the rows of the search; None before the first."""
        seen = [probe.search for probe in self.probes if probe.search.is_measured]
        return seen[-1].value if seen else None

    def fitting(self, n_train: int) -> Seconds:
        """What fitting it on so many rows should take, by its own times."""
        return self.model.full_run(n_train, 0)

    def scoring(self, n_train: int) -> float:
        """What scoring takes after that: in full all test rows, else as long as the last."""
        if n_train == self.full_size:
            return self.model.scoring(self.n_scored)
        return self.probes[-1].score_time
