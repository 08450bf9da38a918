"""What settings.json says of a run, and the plan as it is read from there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

from nearbest.candidates import fingerprint
from nearbest.candidates.changed import telling_parameters
from nearbest.candidates.plain import plain_values
from nearbest.probing.metrics.identity import identity_of
from nearbest.race.plan import Plan
from nearbest.race.score import ACCURACY, Scale
from nearbest.race.strategies import bounds_named, describe_bounds
from nearbest.running.claim import SETTINGS
from nearbest.running.damage import naming_damage
from nearbest.running.prepared import Problem
from nearbest.running.run_dir import WRITTEN_AS, load_strata
from nearbest.running.settings import KEPT, Settings
from nearbest.running.source import announced, batches_of, read_announced, sizes_of


def to_write(settings: Settings, problem: Problem) -> dict[str, Any]:
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
        "parameters": {
            c.name: plain_values(telling_parameters(c)) for c in problem.configurations
        },
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


def read_plan(folder: Path, written: Mapping[str, Any]) -> Plan:
    """The plan of a run directory; what earlier versions did not know is as it was then."""
    return Plan(
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


def _scale(folder: Path, written: Mapping[str, Any]) -> Scale:
    """What the run's scores are; version 0.1.0 knew accuracy alone."""
    with naming_damage(folder / SETTINGS):
        return Scale(**written["scale"]) if "scale" in written else ACCURACY


def _scores(folder: Path, written: Mapping[str, Any]) -> dict[str, Scale]:
    """All scores of a run that recorded several."""
    with naming_damage(folder / SETTINGS):
        return {name: Scale(**scale) for name, scale in written.get("scores", {}).items()}
