"""A run that went before: its race as the journal tells it, and how it ended."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from nearbest.forecast import forecaster_named
from nearbest.places import as_path
from nearbest.race.answer.certify import certify
from nearbest.race.bounds import Bounds
from nearbest.race.certificate import Certificate, Delivery
from nearbest.race.cost import Cost
from nearbest.race.observation import Observation, latest
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from nearbest.race.stop_at import StopAt
from nearbest.race.stopping import StoppingRule, rule_named
from nearbest.race.strategies import described_bounds
from nearbest.running.run_dir.damage import naming_damage
from nearbest.running.run_dir.journal import Journal
from nearbest.running.run_dir.names import JOURNAL, OUTCOME, SETTINGS
from nearbest.running.run_dir.outcome import RunOutcome
from nearbest.running.run_dir.record import RunRecord
from nearbest.running.run_dir.run_dir import (
    is_in_use,
    load_strata,
    read_outcome,
    record_of_run,
)


def restore_race(
    plan: Plan,
    bounds: Bounds,
    cost: Cost,
    stop_at: StopAt,
    observations: Iterable[Observation],
    *,
    forecast: bool = False,
    limits: Mapping[str, float | None] | None = None,
    rule: StoppingRule | None = None,
) -> Race:
    """The race as its journal tells it; a new one where nothing was written down.

    It has a forecaster where its rule needs one, or `forecast` asks for it.
    Probes that broke a limit lower than `limits` do not count. A `rule` is given where the
    race has ended, and is to repeat what it said then.
    """
    rule = rule or rule_named(stop_at)
    has_forecast = forecast or rule.needs_forecast
    forecaster = forecaster_named(stop_at, plan, cost) if has_forecast else None
    first, *later = plan.arrivals
    started = replace(plan, sizes=first, batches=())
    race = Race(started, bounds, cost, rule, forecaster)
    for batch in later:
        race.admit(batch)
    for observation in latest(observations, limits):
        race.tell(observation)
    return race


#: A scheduler as Python writes it: a name, and values that are no calls.
PLAIN_CALL = re.compile(r"[A-Za-z_]\w*\((\w+=[\w.]+(, \w+=[\w.]+)*)?\)")


class _Written(str):
    """An object as Python writes it, which is not made again: that could run code.

    Reports show it in code to be copied; anything but a plain call is shown as a text there.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self) if PLAIN_CALL.fullmatch(self) else super().__repr__()


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRun:
    """A run directory as it was found: the race, what was set, and how it ended.

    `outcome` is None where the run has not ended. `is_running` tells of a process that is
    at it.
    """

    race: Race
    record: RunRecord
    outcome: RunOutcome | None
    is_running: bool = False

    @property
    def settings(self) -> dict[str, Any]:
        """What was set, as reports show it: of the run, and of the call that ended it."""
        of_call = {} if self.outcome is None else dict(self.outcome.settings)
        if "scheduler" in of_call:
            of_call["scheduler"] = _Written(of_call["scheduler"])
        return {**self.record.settings, "bounds": self.race.bounds, **of_call}

    @property
    def delivery(self) -> Delivery | None:
        """The model that was delivered, if one was."""
        return None if self.outcome is None else self.outcome.delivery

    @property
    def seconds(self) -> float | None:
        """Time spent selecting, where the run has ended."""
        return None if self.outcome is None else self.outcome.seconds

    @property
    def notes(self) -> tuple[str, ...]:
        """What was done to the data, and what was said at the end, a sentence each."""
        at_the_end = () if self.outcome is None else self.outcome.notes
        return self.record.notes + at_the_end

    def certificate(self) -> Certificate:
        """The promise as it stands or stood in the end."""
        return certify(self.race, self.delivery, self.notes)


def read_past_run(path: str | os.PathLike[str]) -> PastRun:
    """Read a run directory without the data and without running any code."""
    folder = as_path(path)
    record, outcome = record_of_run(folder), read_outcome(folder)
    journal = Journal(folder / JOURNAL)
    if outcome is not None:
        journal.check_has(outcome.n_lines or 0)
    plan = replace(record.plan, strata=load_strata(folder))
    with naming_damage(folder / SETTINGS):
        bounds = described_bounds(record.settings["bounds"])
        observations = [*journal.replay(plan)]
        for proposal in journal.proposals(plan):
            record = record.with_proposed(proposal)
        plan = replace(record.plan, strata=plan.strata)
        rule = rule_named(record.rule)
    with naming_damage(folder / OUTCOME):
        rule = rule if outcome is None else outcome.repeated(rule, plan)
    with naming_damage(folder / SETTINGS):
        cost = record.settings["cost"]
        race = restore_race(plan, bounds, cost, record.rule, observations, rule=rule)
    is_running = outcome is None and is_in_use(folder)
    return PastRun(race=race, record=record, outcome=outcome, is_running=is_running)


def read_run(path: str | os.PathLike[str]) -> Race:
    """The race of a run directory, without the data and without running any code.

    A run that has ended keeps its choice and what was predicted of it then, whatever
    past curves are at hand now.

    Examples
    --------
    >>> import tempfile
    >>> from sklearn.datasets import make_classification
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from nearbest import select
    >>> from nearbest.race.answer.certify import certify
    >>> from nearbest.running.resume import read_run
    >>> X, y = make_classification(4_000, random_state=0)
    >>> trees = (DecisionTreeClassifier(), {"max_depth": [1, 4]})
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = select(trees, X, y, run_dir=folder, random_state=0)
    ...     certify(read_run(folder)).winner == found.best
    True
    """
    return read_past_run(path).race
