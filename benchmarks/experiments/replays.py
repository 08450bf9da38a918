"""Replays of every rule on every recording: one row a replay."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd
from joblib import Parallel, delayed

from experiments.failures import failures_of
from experiments.recordings import Recording
from nearbest.race.bounds import Exact
from nearbest.replay import Curves, Replay

EPSILON, DELTA, N_SEEDS = 0.01, 0.05, 20
EPSILONS = (0.0, 0.005, 0.01, 0.02, 0.05, 0.1)

OURS, HALVING = "Exact, GradientCI", "successive halving"
UNCHECKED, PAPERS = "Exact, no self-check", "Hoeffding, δ = 0.5"
#: What is replayed, by name: arguments of `Curves.replay`.
RULES: Mapping[str, Mapping[str, Any]] = {
    OURS: {},
    "Exact, UCB": {"scheduler": "ucb"},
    "Exact, RoundRobin": {"scheduler": "round robin"},
    UNCHECKED: {"bounds": Exact(self_check=False)},
    "Hoeffding": {"bounds": "hoeffding"},
    PAPERS: {"bounds": "hoeffding", "delta": 0.5},
}


@dataclass(frozen=True)
class Job:
    """One replay: a rule on `n` configurations of a recording that `seed` draws."""

    rule: str
    n: int
    seed: int
    epsilon: float = EPSILON


def compare_rules(recordings: Iterable[Recording]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """All rules, numbers of configurations and seeds: the replays and the failures."""
    return _run_all(
        (recording, [Job(rule, n, seed) for rule in (*RULES, HALVING)])
        for recording in recordings
        for n in recording.numbers
        for seed in range(N_SEEDS)
    )


def vary_epsilon(recordings: Iterable[Recording]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Our rule on all configurations for each other tolerance: replays and failures."""
    others = [epsilon for epsilon in EPSILONS if epsilon != EPSILON]
    return _run_all(
        (recording, [Job(OURS, len(recording.names), seed, epsilon) for epsilon in others])
        for recording in recordings
        for seed in range(N_SEEDS)
    )


def run(recording: Recording, job: Job) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """One replay as a row, and the bounds that failed in it."""
    curves = recording.curves(job.n, job.seed)
    found = _replay(curves, job)
    row = {"table": recording.name, **vars(job), **_row(found, recording)}
    where = {key: row[key] for key in ("table", "n", "seed", "rule", "epsilon")}
    return row, [{**where, **failure} for failure in failures_of(found, recording)]


def _run_all(
    batches: Iterable[tuple[Recording, list[Job]]],
) -> tuple[pd.DataFrame, pd.DataFrame]:
    done = Parallel(n_jobs=-1)(delayed(_run_batch)(*batch) for batch in batches)
    found = [pair for batch in done for pair in batch]
    return (
        pd.DataFrame(row for row, _ in found),
        pd.DataFrame(failure for _, failures in found for failure in failures),
    )


def _run_batch(
    recording: Recording, jobs: list[Job]
) -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
    return [run(recording, job) for job in jobs]


def _replay(curves: Curves, job: Job) -> Replay:
    if job.rule == HALVING:
        return curves.successive_halving(random_state=job.seed)
    arguments = {"delta": DELTA, **RULES[job.rule]}
    return curves.replay(epsilon=job.epsilon, random_state=job.seed, **arguments)


def _row(found: Replay, recording: Recording) -> dict[str, Any]:
    accuracy = float(recording.full["test_score"][found.best])
    best = accuracy + found.loss
    return {
        "best": found.best,
        "accuracy": accuracy,
        "best_accuracy": best,
        "loss": found.loss,
        "relative_loss": found.loss / best,
        "speedup": found.speedup,
        "speedup_with_refit": found.speedup_with_refit,
        "decided": found.certificate is not None and found.certificate.decided,
        "gap": float("nan") if found.certificate is None else found.certificate.gap,
        "probes": len(found.history),
    }
