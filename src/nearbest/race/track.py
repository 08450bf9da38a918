"""What is known about one configuration."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from nearbest.printable import one_line
from nearbest.race.bounds import Estimate
from nearbest.race.cost import CostModel
from nearbest.race.interval import UNKNOWN, Interval
from nearbest.race.observation import Observation, Task


@dataclass(slots=True)
class Track:
    """What is known about one configuration.

    `probes` holds its successful observations by rising size, `sizes` every size
    that was tried, with success or without. `before` is the interval ahead of the
    last observation: schedulers look at how far a probe moved it. `cautious_score` is its
    last test score, allowing for noise.
    """

    name: str
    probes: list[Observation] = field(default_factory=list)
    sizes: set[int] = field(default_factory=set)
    estimate: Estimate = field(default_factory=Estimate)
    before: Interval = UNKNOWN
    cautious_score: float = -math.inf
    failures: dict[int, str] = field(default_factory=dict)
    _cost: CostModel | None = field(default=None, repr=False, compare=False)

    @classmethod
    def unprobed(cls, name: str, unknown: Interval) -> Track:
        """Of a configuration whose score may be any on the scale."""
        return cls(name, estimate=Estimate(unknown), before=unknown)

    def add(self, probe: Observation) -> None:
        """Take in a successful probe; the estimate from all of them is for others to make."""
        self.probes.append(probe)
        self.probes.sort(key=lambda known: known.n_train)
        self.before = self.interval

    def branch(self) -> Track:
        """The same, to go on beside this one."""
        probes, sizes, failures = [*self.probes], {*self.sizes}, {**self.failures}
        return replace(self, probes=probes, sizes=sizes, failures=failures)

    @property
    def interval(self) -> Interval:
        """Where its score on the full data lies."""
        return self.estimate.interval

    @property
    def seconds(self) -> float:
        """Time spent on its successful probes."""
        return sum(probe.seconds for probe in self.probes)

    @property
    def cost(self) -> CostModel | None:
        """What further probes should cost; None before the first."""
        n = len(self.probes)
        if n and (self._cost is None or self._cost.n_probes != n):
            self._cost = CostModel.of(self.probes)
        return self._cost

    def expected_seconds(self, task: Task) -> float:
        """How long a probe should take; nothing before the first."""
        return 0.0 if self.cost is None else self.cost.of_task(task).seconds

    def scoring_seconds(self, n_rows: int) -> float:
        """How long scoring so many rows should take; nothing before the first probe."""
        return 0.0 if self.cost is None else self.cost.scoring(n_rows)

    @property
    def failure(self) -> str | None:
        """Why it failed, at the smallest size where it did; None if it did not."""
        return self.failures[min(self.failures)] if self.failures else None


def why_nobody_is_left(tracks: Iterable[Track]) -> str:
    """Why there is nobody to choose, naming each that failed with its reason."""
    causes = [one_line(f"{track.name}: {track.failure}") for track in tracks if track.failure]
    if not causes:
        return "No probe has finished yet, so there is nothing to choose from."
    return "No candidate could be fitted.\n" + "\n".join(causes)
