"""Starting a run in a folder, going on with the one that is there, or looking at it."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from nearbest.candidates import fingerprint
from nearbest.candidates.plain import plain_values
from nearbest.data.files.urls import is_url
from nearbest.forecast import forecaster_named
from nearbest.probing.metrics.identity import identity_of
from nearbest.race.bounds import Bounds, check_supported
from nearbest.race.certificate import Certificate, Delivery
from nearbest.race.certify import certify
from nearbest.race.observation import Observation, latest
from nearbest.race.plan import Plan
from nearbest.race.prediction import Prediction
from nearbest.race.race import Cost, Race
from nearbest.race.score import ACCURACY, Scale
from nearbest.race.stopping import BY_FORECAST, FORMER_RULES, Concluded, StopAt, rule_named
from nearbest.race.strategies import bounds_named, describe_bounds, described_bounds
from nearbest.running.admission import Admission
from nearbest.running.claim import SETTINGS
from nearbest.running.damage import naming_damage
from nearbest.running.journal import Journal
from nearbest.running.prepare import Tables, prepare_problem
from nearbest.running.prepared import Problem
from nearbest.running.run_dir import (
    JOURNAL,
    OUTCOME,
    WRITTEN_AS,
    RunDir,
    check_same_run,
    load_strata,
    read_outcome,
    rule_of_run,
    settings_of_run,
)
from nearbest.running.settings import KEPT, Settings
from nearbest.running.source import (
    announced,
    batches_of,
    check_same_source,
    read_announced,
    sizes_of,
)

logger = logging.getLogger("nearbest")


def keep_rule(run_dir: RunDir | None, settings: Settings) -> Settings:
    """The settings with the rule that the run began with, where that is no longer usual.

    A level holds for races under the scheduler that it was calibrated with, so a run that
    began with another rule goes on with that, or with a proof if asked.
    """
    before = None if run_dir is None else run_dir.settings()
    if before is None or settings.stop_at != "calibrated":
        return settings
    rule = rule_of_run(before)
    if rule not in FORMER_RULES.values():
        return settings
    logger.warning(
        'The run goes on with the rule that it began with, `stop_at=%r`; "proved" may take '
        "its place.",
        rule,
    )
    return replace(settings, stop_at=rule)


def prepare_run(
    run_dir: RunDir | None,
    candidates: object,
    tables: Tables,
    settings: Settings,
    n_workers: int = 1,
) -> Problem:
    """The problem that the settings describe, checked against the run directory.

    Writes the settings before the first probe, and those who are new to a run that goes
    on into its journal. Such a run takes its seed, and the batches in which its
    candidates came, from there. What is not fixed may change.
    """
    before = run_dir.settings() if run_dir is not None else None
    if before is not None and settings.random_state is None:
        settings = replace(settings, random_state=before["seed"])
    place = _place_of_store(settings.store, run_dir)
    problem = prepare_problem(candidates, tables, settings, place)
    problem = _as_announced(problem, run_dir, before, n_workers)
    if before is not None:
        # the bounds of a run have paid for fewer scored rows from its beginning, or never
        problem = problem.planned(thrifty=before.get("thrifty", False))
    bounds = bounds_named(settings.bounds)
    check_supported(bounds, problem.plan.scale, problem.samples.target)
    if run_dir is None:
        return problem
    now = _to_write(settings, problem)
    added: list[str] = []
    if before is not None:
        check_same_source(run_dir.path, before, problem.plan)
        check_same_run(run_dir.path, before, now, settings.extend)
        added = [name for name in now["candidates"] if name not in before["candidates"]]
        batches = before["batches"] + ([len(added)] if added else [])
        if len(batches) > 1:
            problem = problem.in_batches(list(before["candidates"]), tuple(batches))
            now = _to_write(settings, problem)
    run_dir.save_strata(problem.plan.strata)
    if added:
        run_dir.journal.append(Admission.of(now, added))
    run_dir.begin(now)
    return problem


def restore_race(
    plan: Plan,
    bounds: Bounds,
    cost: Cost,
    stop_at: StopAt,
    observations: Iterable[Observation],
    *,
    forecast: bool = False,
    limits: Mapping[str, float | None] | None = None,
    ended: Concluded | None = None,
) -> Race:
    """The race as its journal tells it; a new one where nothing was written down.

    It has a forecaster where its rule needs one, or `forecast` asks for it.
    Probes that broke a limit lower than `limits` do not count. A race that has `ended`
    keeps its choice and what was predicted of it.
    """
    forecaster = forecaster_named(stop_at, plan) if forecast or stop_at in BY_FORECAST else None
    first, *later = plan.arrivals
    started = replace(plan, sizes=first, batches=())
    race = Race(started, bounds, cost, ended or rule_named(stop_at), forecaster)
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
    that was delivered, if one was.
    """

    race: Race
    settings: Mapping[str, Any]
    outcome: Mapping[str, Any]
    delivery: Delivery | None = None

    @property
    def notes(self) -> tuple[str, ...]:
        """What was done to the data, a sentence each."""
        return tuple(self.settings.get("notes", ()))

    def certificate(self) -> Certificate:
        """The promise as it stands or stood in the end."""
        return certify(self.race, self.delivery, self.notes)


def read_past_run(path: str | os.PathLike[str]) -> PastRun:
    """Read a run directory without the data and without running any code."""
    folder = Path(path)
    written, outcome = settings_of_run(folder), read_outcome(folder)
    journal = Journal(folder / JOURNAL)
    plan = Plan(
        sizes=dict.fromkeys(written["candidates"], tuple(written["sizes"])),
        n_test=written["n_test"],
        epsilon=written["epsilon"],
        delta=written["delta"],
        growth=written["growth"],
        exchangeable=written["exchangeable"],
        grouped=written.get("grouped", False),
        timed=written.get("timed", False),
        strata=load_strata(folder),
        batches=tuple(written["batches"]),
        scale=_scale(folder, written),
        n_test_pairs=written.get("n_test_pairs"),
        constant=written.get("constant"),
        scores=_scores(folder, written),
        kinds=written.get("kinds", {}),
        large_leaves=frozenset(written.get("large_leaves", ())),
        class_counts=tuple(written.get("class_counts", ())),
        thrifty=written.get("thrifty", False),
        arriving=read_announced(folder, written),
    )
    observations = [*journal.replay(plan)]
    for proposal in journal.proposals(plan):
        plan = proposal.extend(plan)
        written = proposal.add_to(written)
    bounds = described_bounds(written["bounds"])
    stop_at = rule_of_run(written)
    with naming_damage(folder / OUTCOME):
        concluded = _concluded(outcome, stop_at)
        delivery = _delivery(outcome)
    race = restore_race(
        plan,
        bounds,
        written["cost"],
        stop_at,
        observations,
        ended=concluded,
    )
    settings = {
        **written, "bounds": bounds, "random_state": written["seed"], "stop_at": stop_at
    }  # fmt: skip
    return PastRun(race=race, settings=settings, outcome=outcome, delivery=delivery)


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


def _scale(folder: Path, written: Mapping[str, Any]) -> Scale:
    """What the run's scores are; version 0.1.0 knew accuracy alone."""
    with naming_damage(folder / SETTINGS):
        return Scale(**written["scale"]) if "scale" in written else ACCURACY


def _scores(folder: Path, written: Mapping[str, Any]) -> dict[str, Scale]:
    """All scores of a run that recorded several."""
    with naming_damage(folder / SETTINGS):
        return {name: Scale(**scale) for name, scale in written.get("scores", {}).items()}


def _concluded(outcome: Mapping[str, Any], stop_at: StopAt) -> Concluded | None:
    """How the run ended, if it has and a forecast had a part in it."""
    said = outcome.get("prediction")
    if said is None:
        return None
    prediction = Prediction(**{**said, "notes": tuple(said["notes"])})
    return Concluded(stop_at, outcome["winner"], prediction, outcome["settled"])


def _delivery(outcome: Mapping[str, Any]) -> Delivery | None:
    delivered = outcome.get("delivery")
    return Delivery(**delivered) if delivered else None


def _to_write(settings: Settings, problem: Problem) -> dict[str, Any]:
    """What settings.json says: what is kept of the settings, and what they led to."""
    kept = {
        WRITTEN_AS.get(name, name): getattr(settings, name)
        for name in KEPT
        if name != "random_state"
    }
    return {
        **kept,
        "epsilon": problem.plan.epsilon,
        "stratify": problem.plan.strata is not None,
        "scoring": identity_of(settings.scoring or problem.prober.metric),
        "bounds": describe_bounds(bounds_named(settings.bounds)),
        "seed": problem.seed,
        "data": problem.fingerprint,
        "candidates": fingerprint.of_candidates(problem.configurations),
        "parameters": {c.name: plain_values(c.parameters) for c in problem.configurations},
        "n_train": problem.samples.n_train,
        "n_test": problem.samples.n_test,
        "sizes": list(sizes_of(problem.plan)),
        "exchangeable": problem.plan.exchangeable,
        "grouped": problem.plan.grouped,
        "timed": problem.plan.timed,
        "notes": list(problem.notes),
        "batches": batches_of(problem.plan),
        **announced(problem.plan),
        "scale": asdict(problem.plan.scale),
        "n_test_pairs": problem.plan.n_test_pairs,
        "constant": problem.plan.constant,
        "scores": {name: asdict(scale) for name, scale in problem.plan.scores.items()},
        "kinds": dict(problem.plan.kinds),
        "large_leaves": sorted(problem.plan.large_leaves),
        "class_counts": list(problem.plan.class_counts),
        "thrifty": problem.plan.thrifty,
        "versions": {p: version(p) for p in ("nearbest", "scikit-learn", "numpy")},
    }


def _as_announced(
    problem: Problem, run_dir: RunDir | None, before: Mapping[str, Any] | None, n_workers: int
) -> Problem:
    """What the run said when it began about candidates that arrive still holds."""
    now = problem.plan.arriving
    if now is None:
        return problem
    said = read_announced(run_dir.path, before) if run_dir and before else None
    if said is None:
        return problem.arriving_as(now.slots, n_workers)
    return problem.arriving_as(said.slots, said.lag)


def _place_of_store(
    store: str | os.PathLike[str] | None, run_dir: RunDir | None
) -> str | os.PathLike[str] | None:
    """Where a source's store is made: a URL gets its copy from there later."""
    if store is None or is_url(str(store)):
        return run_dir.store if run_dir is not None else None
    return store
