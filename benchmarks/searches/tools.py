"""What each tool does with some rows and some seconds: it gives a trained model."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from sklearn.metrics import accuracy_score

from searches.space import DIMENSIONS, learner, suggest

#: Of the rows given, those that a tool without a split of its own validates on.
VALIDATION_SHARE = 0.2
#: Smallest sample, and how samples grow, where a tool leaves that to its user.
SMALLEST, FACTOR = 1_000, 4
#: Candidates of tools that know no time limit, by seconds; the most that fit are not known.
CANDIDATES_PER_SECOND = 1.0


@dataclass(frozen=True)
class Given:
    """Rows to search on, a seed, and the seconds until a model is wanted."""

    X: pd.DataFrame
    y: np.ndarray
    seed: int
    seconds: float

    @property
    def cut(self) -> int:
        """Where validation rows begin."""
        return int(len(self.y) * (1 - VALIDATION_SHARE))


def nearbest_tpe(given: Given) -> Any:
    """Proposals of TPE in a race; the limit is when the model is there."""
    from nearbest import select

    found = select(
        partial(suggest, seed=given.seed),
        given.X,
        given.y,
        n_candidates=10_000,
        timeout=given.seconds,
        random_state=given.seed,
    )
    return found.estimator


def optuna_full(given: Given) -> Any:
    """TPE, every trial on all rows; the best trial's model."""
    return _optuna(given, None)


def optuna_hyperband(given: Given) -> Any:
    """TPE with the Hyperband pruner over growing samples."""
    import optuna

    n_rungs = len(_sizes(given.cut))
    return _optuna(given, optuna.pruners.HyperbandPruner(1, n_rungs, reduction_factor=3))


def _optuna(given: Given, pruner: Any) -> Any:
    import optuna

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    best: dict[str, Any] = {"score": -1.0, "model": None}
    X, y, cut = given.X, given.y, given.cut
    sizes = [cut] if pruner is None else _sizes(cut)

    def objective(trial: Any) -> float:
        model, score = suggest(trial, given.seed), 0.0
        for step, n in enumerate(sizes, start=1):
            model.fit(X.iloc[:n], y[:n])
            score = float(accuracy_score(y[cut:], model.predict(X.iloc[cut:])))
            trial.report(score, step)
            if n < cut and trial.should_prune():
                raise optuna.TrialPruned
        if score > best["score"]:
            best.update(score=score, model=model)
        return score

    sampler = optuna.samplers.TPESampler(seed=given.seed)
    study = optuna.create_study(direction="maximize", sampler=sampler, pruner=pruner)
    study.optimize(objective, timeout=given.seconds)
    return best["model"]


def _sizes(most: int) -> list[int]:
    found = [SMALLEST]
    while found[-1] * FACTOR < most:
        found.append(found[-1] * FACTOR)
    return [n for n in found if n < most] + [most]


def flaml(given: Given) -> Any:
    """FLAML with LightGBM alone, in its own space."""
    from flaml import AutoML

    automl = AutoML()
    automl.fit(
        given.X,
        given.y,
        task="classification",
        metric="accuracy",
        estimator_list=["lgbm"],
        time_budget=given.seconds,
        n_jobs=1,
        seed=given.seed,
        verbose=0,
    )
    return automl


def halving_random(given: Given) -> Any:
    """scikit-learn's HalvingRandomSearchCV from 1,000 rows, two folds; knows no limit."""
    from sklearn.experimental import enable_halving_search_cv  # noqa: F401
    from sklearn.model_selection import HalvingRandomSearchCV

    search = HalvingRandomSearchCV(
        learner(given.seed),
        {name: each.distribution() for name, each in DIMENSIONS.items()},
        n_candidates=_n_candidates(given),
        factor=FACTOR,
        min_resources=SMALLEST,
        cv=2,
        random_state=given.seed,
    )
    return search.fit(given.X, given.y)


def bayes_halving(given: Given) -> Any:
    """BayesHalvingSearchCV on a grid of the space, two folds; knows no limit."""
    from bayes_halving_search_cv import BayesHalvingSearchCV

    search = BayesHalvingSearchCV(
        learner(given.seed),
        {name: each.points() for name, each in DIMENSIONS.items()},
        n_iter=min(_n_candidates(given), 60),
        cv=2,
        random_state=given.seed,
    )
    return search.fit(given.X, given.y)


def _n_candidates(given: Given) -> int:
    return max(int(given.seconds * CANDIDATES_PER_SECOND), 8)


TOOLS: dict[str, Callable[[Given], Any]] = {
    "nearbest, TPE": nearbest_tpe,
    "Optuna, all rows": optuna_full,
    "Optuna, Hyperband": optuna_hyperband,
    "FLAML, LightGBM": flaml,
    "HalvingRandomSearchCV": halving_random,
    "BayesHalvingSearchCV": bayes_halving,
}


def searched(name: str, given: Given) -> tuple[Any, float]:
    """The model that a tool gives, and the processor seconds that it took."""
    start = time.process_time()
    return TOOLS[name](given), time.process_time() - start
