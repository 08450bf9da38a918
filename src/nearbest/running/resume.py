"""A run that went before: its race as the journal tells it, and how it ended."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from nearbest.forecast import forecaster_named
from nearbest.places import as_path
from nearbest.race.bounds import Bounds
from nearbest.race.certificate import Certificate, Delivery
from nearbest.race.certify import certify
from nearbest.race.observation import Observation, latest
from nearbest.race.plan import Plan
from nearbest.race.prediction import Prediction
from nearbest.race.race import Cost, Race
from nearbest.race.stop_at import BY_FORECAST, STOP_AT, StopAt
from nearbest.race.stopping import Conclusion, rule_named
from nearbest.race.strategies import described_bounds
from nearbest.running.claim import SETTINGS
from nearbest.running.damage import naming_damage
from nearbest.running.journal import Journal
from nearbest.running.run_dir import (
    JOURNAL,
    OUTCOME,
    is_in_use,
    read_outcome,
    rule_of_run,
    settings_of_run,
)
from nearbest.running.written import read_plan

#: What earlier versions called what was measured of a delivered model.
FORMER_KEYS = {"accuracy": "score", "full_accuracy": "full_score"}


def restore_race(
    plan: Plan,
    bounds: Bounds,
    cost: Cost,
    stop_at: StopAt,
    observations: Iterable[Observation],
    *,
    forecast: bool = False,
    limits: Mapping[str, float | None] | None = None,
    ended: Conclusion | None = None,
) -> Race:
    """The race as its journal tells it; a new one where nothing was written down.

    It has a forecaster where its rule needs one, or `forecast` asks for it.
    Probes that broke a limit lower than `limits` do not count. A race that has `ended`
    keeps its choice and what was predicted of it.
    """
    forecaster = forecaster_named(stop_at, plan) if forecast or stop_at in BY_FORECAST else None
    first, *later = plan.arrivals
    started = replace(plan, sizes=first, batches=())
    race = Race(started, bounds, cost, rule_named(stop_at), forecaster, ended)
    for batch in later:
        race.admit(batch)
    for observation in latest(observations, limits):
        race.tell(observation)
    return race


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRun:
    """A run directory as it was found: the race, what was set, and how it ended.

    `settings` has what was kept under the names of `Settings`, and more that describes
    the data; `outcome` is empty where the run has not ended. `delivery` is the model
    that was delivered, if one was. `notes` say what was done to the data, and what was
    said at the end, a sentence each. `is_running` tells of a process that is at it.
    """

    race: Race
    settings: Mapping[str, Any]
    outcome: Mapping[str, Any]
    delivery: Delivery | None = None
    notes: tuple[str, ...] = ()
    is_running: bool = False

    def certificate(self) -> Certificate:
        """The promise as it stands or stood in the end."""
        return certify(self.race, self.delivery, self.notes)


def read_past_run(path: str | os.PathLike[str]) -> PastRun:
    """Read a run directory without the data and without running any code."""
    folder = as_path(path)
    written, outcome = settings_of_run(folder), read_outcome(folder)
    journal = Journal(folder / JOURNAL)
    with naming_damage(folder / SETTINGS):
        plan = read_plan(folder, written)
        observations = [*journal.replay(plan)]
        for proposal in journal.proposals(plan):
            plan = proposal.extend(plan)
            written = proposal.add_to(written)
        bounds, stop_at = described_bounds(written["bounds"]), _known_rule(written)
    with naming_damage(folder / OUTCOME):
        concluded = _conclusion(outcome, plan)
        delivery = _delivery(outcome)
        at_the_end = _notes(outcome)
    with naming_damage(folder / SETTINGS):
        notes = _notes(written) + at_the_end
        cost = written["cost"]
        race = restore_race(plan, bounds, cost, stop_at, observations, ended=concluded)
        settings = {
            **written, "bounds": bounds, "random_state": written["seed"], "stop_at": stop_at
        }  # fmt: skip
    return PastRun(
        race=race,
        settings=settings,
        outcome=outcome,
        delivery=delivery,
        notes=notes,
        is_running=not outcome and is_in_use(folder),
    )


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
    >>> from nearbest.race.certify import certify
    >>> from nearbest.running.resume import read_run
    >>> X, y = make_classification(4_000, random_state=0)
    >>> trees = (DecisionTreeClassifier(), {"max_depth": [1, 4]})
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = select(trees, X, y, run_dir=folder, random_state=0)
    ...     certify(read_run(folder)).winner == found.best
    True
    """
    return read_past_run(path).race


def _known_rule(written: Mapping[str, Any]) -> StopAt:
    rule = rule_of_run(written)
    if rule not in STOP_AT:
        raise ValueError(f"'rule' cannot be {rule!r}")
    return rule


def _conclusion(outcome: Mapping[str, Any], plan: Plan) -> Conclusion | None:
    """How the run ended, if it has and a forecast had a part in it."""
    said = outcome.get("prediction")
    if said is None:
        return None
    if outcome["winner"] not in plan.sizes:
        raise ValueError(f"'winner' cannot be {outcome['winner']!r}")
    prediction = Prediction(**{**said, "notes": tuple(said["notes"])})
    return Conclusion(outcome["winner"], prediction, outcome["settled"])


def _notes(written: Mapping[str, Any]) -> tuple[str, ...]:
    notes = written.get("notes", [])
    if not (isinstance(notes, list) and all(isinstance(note, str) for note in notes)):
        raise ValueError(f"'notes' cannot be {notes!r}")
    return tuple(notes)


def _delivery(outcome: Mapping[str, Any]) -> Delivery | None:
    delivered = outcome.get("delivery")
    if not delivered:
        return None
    return Delivery(**{FORMER_KEYS.get(key, key): value for key, value in delivered.items()})
