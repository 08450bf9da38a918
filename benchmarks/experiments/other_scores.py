"""Races by other scores than accuracy, under the default rule, on recorded tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from joblib import Parallel, delayed
from lab import left_out
from past_curves import classifiers, regressors, scored_by, with_kinds

from experiments.replays import DELTA, N_SEEDS
from nearbest.data.numbers import Numbers
from nearbest.data.target import Classes, Target
from nearbest.forecast import CalibratedOutlook
from nearbest.forecast.noise import Rows
from nearbest.forecast.pasts import OF_LOG_LOSS, OF_ROC_AUC
from nearbest.probing.metric import Metric
from nearbest.probing.metrics.probabilities import LogLoss
from nearbest.probing.metrics.roc_auc import RocAuc
from nearbest.probing.metrics.squared import R2, RootMeanSquaredError
from nearbest.race.plan import Plan
from nearbest.race.score import Scale
from nearbest.replay import Curves
from nearbest.running.settings.tolerance import tolerance

PAST = Path(__file__).parents[1] / "past"
N_DRAWN = 10
#: Tables of two classes: the share of the rarer one, and which unit of past curves they are.
CLASSES = {
    "acs_coverage": (0.2976, "acs_coverage"),
    "census_kdd": (0.0620, "census_kdd"),
    "nycflights": (0.2371, "flights"),
}
NUMBERS = ("beijing_pm25", "npm_downloads")
#: What past curves of each score are called (`lab.left_out`).
PASTS = {
    "roc_auc": "roc_auc",
    "neg_log_loss": "log_loss",
    "r2": "r2",
    "neg_root_mean_squared_error": "rmse",
}


@dataclass(frozen=True)
class Contest:
    """A recorded table, a score, and the loss that is tolerated."""

    table: str
    scoring: str
    metric: Metric
    epsilon: float | str

    @cached_property
    def recorded(self) -> pd.DataFrame:
        """All trainings, with every score."""
        folder = PAST / "regression" if self.table in NUMBERS else PAST
        return pd.read_parquet(folder / f"{self.table}.parquet")

    @cached_property
    def frame(self) -> pd.DataFrame:
        """The trainings by this score, as `Curves.from_frame` takes them."""
        known = regressors() if self.table in NUMBERS else classifiers()
        frame = with_kinds(scored_by(self.recorded, self.scoring), known)
        spread = self._spread(frame)
        return frame if spread is None else frame.assign(test_spread=spread)

    @property
    def rarer(self) -> float | None:
        """The share of the rarer class."""
        return CLASSES[self.table][0] if self.table in CLASSES else None

    @property
    def target(self) -> Target:
        """What a race knows of the labels beforehand."""
        if self.rarer is not None:
            counts = (round((1 - self.rarer) * 1e6), round(self.rarer * 1e6))
            return Classes(np.array([0, 1]), counts)
        row = self.recorded.iloc[0]
        known = (row["target_low"], row["target_high"], 0.0, row["target_variance"])
        return Numbers(*map(float, known))

    @property
    def scale(self) -> Scale:
        """What its scores are."""
        return self.metric.scale(self.target)

    @property
    def tolerated(self) -> float:
        """ε in units of the score."""
        return tolerance(self.epsilon, self.scale, self.metric.constant(self.target))

    def curves(self, seed: int) -> Curves:
        """The curves of some configurations drawn at random."""
        names = np.sort(self.frame["configuration"].unique())
        drawn = np.random.default_rng([seed, N_DRAWN]).choice(names, N_DRAWN, replace=False)
        chosen = self.frame[self.frame["configuration"].isin(drawn)]
        constant = self.metric.constant(self.target)
        return Curves.from_frame(chosen, None, self.scale, self.rarer, constant)

    def outlook(self, plan: Plan) -> CalibratedOutlook:
        """The forecast, which has not seen this table."""
        _, unit = CLASSES.get(self.table, (None, self.table))
        return left_out.read(plan, unit, PASTS[self.scoring])

    def _spread(self, frame: pd.DataFrame) -> np.ndarray | None:
        """How far scores on single rows spread, where that is known."""
        if self.scoring == "roc_auc":
            rows = Rows(np.inf, self.rarer)
            return np.sqrt(OF_ROC_AUC.variance(frame["test_score"].to_numpy(), rows))
        if self.scoring == "neg_log_loss":
            size = -self.metric.constant(self.target)
            told = 1 + frame["test_score"].to_numpy() / size
            return np.sqrt(OF_LOG_LOSS.variance(told, Rows(np.inf, size=size))) * size
        if self.table not in NUMBERS:
            return None
        squares = frame["test_spread_neg_mean_squared_error"]
        steep = frame["target_variance"] if self.scoring == "r2" else -2 * frame["test_score"]
        return (squares / steep).to_numpy()


def contests() -> Iterator[Contest]:
    """Every score on every table that was recorded for it."""
    for table in CLASSES:
        yield Contest(table, "roc_auc", RocAuc(), 0.01)
    for table in CLASSES:
        yield Contest(table, "neg_log_loss", LogLoss(), "1%")
        yield Contest(table, "neg_log_loss", LogLoss(), "5%")
    for table in NUMBERS:
        yield Contest(table, "r2", R2(), 0.01)
        yield Contest(table, "r2", R2(), 0.05)
        yield Contest(table, "neg_root_mean_squared_error", RootMeanSquaredError(), "5%")


def run_all() -> pd.DataFrame:
    """All races: one row a replay."""
    done = Parallel(n_jobs=-1)(delayed(run)(contest) for contest in contests())
    return pd.DataFrame(row for rows in done for row in rows)


def run(contest: Contest) -> list[dict[str, Any]]:
    """The races of one contest."""
    return [_row(contest, seed) for seed in range(N_SEEDS)]


def _row(contest: Contest, seed: int) -> dict[str, Any]:
    curves, epsilon = contest.curves(seed), contest.tolerated
    plan = curves.plan(epsilon, DELTA)
    found = curves.replay(
        stop_at="calibrated",
        epsilon=epsilon,
        delta=DELTA,
        forecaster=contest.outlook(plan),
        random_state=seed,
    )
    assert found.certificate is not None
    return {
        "table": contest.table,
        "score": contest.scale.name,
        "asked": contest.epsilon,
        "epsilon": epsilon,
        "seed": seed,
        "n_recorded": contest.frame["configuration"].nunique(),
        "loss": found.loss,
        "beyond": found.loss > epsilon + 1e-9,
        "speedup": found.speedup,
        "with_refit": found.speedup_with_refit,
        "ending": found.certificate.ending,
    }
