"""Replays that stop by forecast, and beside them the other rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import beta

from calibration.problems import Problem

EPSILON, DELTA = 0.01, 0.05
#: The probabilities at which to stop.
LEVELS = (0.8, 0.9, 0.95, 0.98)
RULES: dict[str, dict[str, Any]] = {
    **{f"stated, {level}": {"stop_at": "stated", "delta": 1 - level} for level in LEVELS},
    "stated, scheduled by GradientCI": {
        "stop_at": "stated",
        "delta": DELTA,
        "scheduler": "gradient",
    },
    "the paper's proof": {"delta": DELTA},
    "the paper's proof, scheduled by ThreatFirst": {"delta": DELTA, "scheduler": "threat"},
}
HALVING = "successive halving, same sizes"


def replays(
    problems: Iterable[Problem], seeds: Sequence[int], rules: Collection[str] = tuple(RULES)
) -> pd.DataFrame:
    """One row for each problem, rule and seed; halving comes along."""
    return pd.DataFrame(
        row
        for problem in problems
        for seed in seeds
        for row in _of_problem(problem, seed, rules)
    )


def _of_problem(
    problem: Problem, seed: int, rules: Collection[str]
) -> Iterable[dict[str, Any]]:
    where = {
        "problem": problem.title,
        "dataset": problem.dataset,
        "run": problem.run,
        "seed": seed,
        "n": len(problem.curves.names),
    }
    for rule in rules:
        options = {"epsilon": EPSILON, "analogs": problem.analogs, "random_state": seed}
        found = problem.curves.replay(**options, **RULES[rule])
        certificate = found.certificate
        yield where | {
            "rule": rule,
            "choice": found.best,
            "loss": found.loss,
            "speedup": found.speedup,
            "with_refit": found.speedup_with_refit,
            "stated": certificate.prediction.probability,
            "stated_gap": certificate.prediction.gap,
            "decided": certificate.decided,
        }
    found = problem.curves.successive_halving(random_state=seed)
    yield where | {
        "rule": HALVING,
        "choice": found.best,
        "loss": found.loss,
        "speedup": found.speedup,
        "with_refit": found.speedup_with_refit,
    }


def summary(rows: pd.DataFrame) -> pd.DataFrame:
    """For each rule: speed-up, share within ε with its 90 % interval, largest loss."""
    grouped = rows.groupby("rule", sort=False)
    within = grouped["loss"].agg(lambda loss: float(np.mean(loss <= EPSILON)))
    n = grouped.size()
    datasets = rows.assign(beyond=rows["loss"] > EPSILON).query("beyond").groupby("rule")
    return pd.DataFrame(
        {
            "problems": n,
            "speedup": grouped["speedup"].agg(geometric_mean),
            "with_refit": grouped["with_refit"].agg(geometric_mean),
            "within": within,
            "low": beta.ppf(0.05, within * n, (1 - within) * n + 1),
            "high": beta.ppf(0.95, within * n + 1, (1 - within) * n),
            "beyond": ((1 - within) * n).round().astype(int),
            "datasets_beyond": datasets["dataset"].nunique().reindex(n.index, fill_value=0),
            "largest": grouped["loss"].max(),
        }
    ).fillna({"low": 0.0, "high": 1.0})


def geometric_mean(values: pd.Series) -> float:
    """The geometric mean of speed-ups."""
    return float(np.exp(np.log(values).mean()))
