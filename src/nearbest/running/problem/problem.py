"""What a race needs, made ready: candidates, samples, plan and prober."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from nearbest.candidates import fingerprint
from nearbest.candidates.configuration import Configuration
from nearbest.candidates.streams import CandidateStream
from nearbest.data.memory import InMemory
from nearbest.data.store.store import Store
from nearbest.probing.prober import Prober
from nearbest.race.plan import Plan


@dataclass(frozen=True)
class Problem:
    """Configurations, samples and plan of one selection, and the seed behind them.

    `notes` says what was done to the data, a sentence each. Where candidates are proposed
    while the race runs, there are none yet, and `stream` is where they come from.
    """

    configurations: list[Configuration]
    samples: InMemory | Store
    plan: Plan
    prober: Prober
    seed: int
    notes: tuple[str, ...] = ()
    stream: CandidateStream | None = None

    def admit(self, configuration: Configuration) -> None:
        """Take in a candidate that came while the race runs."""
        self.configurations.append(configuration)
        self.prober.configurations[configuration.name] = configuration

    def arriving_as(self, slots: int, lag: int, seconds: float | None) -> Problem:
        """The same problem with what was said beforehand of candidates that arrive."""
        assert self.plan.arriving is not None
        arriving = replace(self.plan.arriving, slots=slots, lag=lag, seconds=seconds)
        return replace(self, plan=replace(self.plan, arriving=arriving))

    def in_batches(self, earlier: Sequence[str], batches: tuple[int, ...]) -> Problem:
        """The same problem with the earlier candidates first, in batches of these sizes."""
        by_name = {c.name: c for c in self.configurations}
        first = {name: by_name[name] for name in earlier}
        ordered = list((first | by_name).values())
        sizes = {c.name: self.plan.sizes[c.name] for c in ordered}
        plan = replace(self.plan, sizes=sizes, batches=batches)
        return replace(self, configurations=ordered, plan=plan, prober=self.prober.by(plan))

    def planned(self, **changes: Any) -> Problem:
        """The same problem with fields of its plan changed."""
        plan = replace(self.plan, **changes)
        return replace(self, plan=plan, prober=self.prober.by(plan))

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the data and of the order in which samples take its rows."""
        if isinstance(self.samples, Store):
            return self.samples.manifest.fingerprint
        parts = [self.samples.train, self.samples.test]
        if self.samples.n_search:
            parts.append(self.samples.for_search)
        tables = [table for p in parts for table in (p.X, p.y, p.order)]
        if self.samples.row_weights is not None:
            tables.append(self.samples.row_weights)
        return fingerprint.of_parts(map(fingerprint.of_table, tables))
