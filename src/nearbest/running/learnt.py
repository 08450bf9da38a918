"""What a search has learnt of one candidate, by the probes that it asked for."""

from __future__ import annotations

from dataclasses import dataclass, field

from nearbest.forecast.expected import expected_score
from nearbest.race.cost import CostModel, Seconds
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan


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
    """

    name: str
    probes: list[Observation] = field(default_factory=list)
    tried: set[int] = field(default_factory=set)
    estimates: dict[int, float] = field(default_factory=dict)
    failed: bool = False

    def note(self, observation: Observation, plan: Plan) -> None:
        """Take note of a probe."""
        self.tried.add(observation.n_train)
        self.failed = self.failed or observation.status == "failed"
        if observation.status == "ok":
            self.probes = sorted([*self.probes, observation], key=lambda o: o.n_train)
            score = expected_score(self.probes, plan)
            if score is not None:
                self.estimates[self.probes[-1].n_train] = score

    def training(self, n_train: int) -> Seconds:
        """What training it on so many rows should take; it has been probed."""
        return CostModel.of(self.probes).full_run(n_train, 0)

    def seconds(self, n_train: int) -> float:
        """What a probe on so many rows should take, if it scores about as long as the last."""
        return self.training(n_train).seconds + self.probes[-1].score_time
