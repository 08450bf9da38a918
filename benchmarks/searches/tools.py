"""What each tool does with some rows and some seconds: it gives trained models."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

import numpy as np
import pandas as pd
from sklearn.metrics import accuracy_score

from searches.space import DIMENSIONS, learner, suggest

#: Of the rows given, those that a tool without a split of its own validates on.
VALIDATION_SHARE = 0.2
#: Smallest sample, and how samples grow, where a tool leaves that to its user.
SMALLEST, FACTOR = 1_000, 4
#: Tools that know no time limit search for so many candidates, each time from the start.
SERIES = (16, 64, 256, 1024)
#: Where one of these took more than this part of the time, the next will not fit.
MOST_TO_GO_ON = 0.6


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


class Answering(Protocol):
    """Takes the models that a tool gives."""

    @property
    def used(self) -> float:
        """Seconds since the tool began."""

    def begin(self) -> None:
        """The tool begins from the start."""

    def __call__(self, model: Any, **facts: Any) -> None:
        """A model that the tool would give now."""


@dataclass(frozen=True)
class Tool:
    """How to search with a tool.

    `anytime` ones do the same whatever time they are given, so that what they would have
    given sooner is known from a longer run.
    """

    search: Callable[[Given, Answering], None]
    anytime: bool


def nearbest_tpe(given: Given, answer: Answering) -> None:
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
    answer(found.estimator, n_tried=len(found.race.tracks))


def optuna_full(given: Given, answer: Answering) -> None:
    """TPE, every trial on all rows; the best trial's model."""
    _optuna(given, answer, None)


def optuna_hyperband(given: Given, answer: Answering) -> None:
    """TPE with the Hyperband pruner over growing samples."""
    import optuna

    n_rungs = len(_sizes(given.cut))
    _optuna(given, answer, optuna.pruners.HyperbandPruner(1, n_rungs, reduction_factor=3))


def _optuna(given: Given, answer: Answering, pruner: Any) -> None:
    import optuna

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    best = [-1.0]
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
        if score > best[0]:
            best[0] = score
            answer(model, n_tried=trial.number + 1)
        return score

    sampler = optuna.samplers.TPESampler(seed=given.seed)
    study = optuna.create_study(direction="maximize", sampler=sampler, pruner=pruner)
    while answer.used < given.seconds:
        study.optimize(objective, n_trials=1)


def _sizes(most: int) -> list[int]:
    found = [SMALLEST]
    while found[-1] * FACTOR < most:
        found.append(found[-1] * FACTOR)
    return [n for n in found if n < most] + [most]


def flaml(given: Given, answer: Answering) -> None:
    """FLAML with LightGBM in the same space, from the cheapest corner of it as it advises."""
    from flaml import AutoML, tune
    from flaml.automl.model import LGBMEstimator

    class SameSpace(LGBMEstimator):
        """LightGBM as the others have it."""

        @classmethod
        def search_space(cls, data_size: Any, **more: Any) -> dict[str, Any]:
            return {name: each.for_flaml(tune, name) for name, each in DIMENSIONS.items()}

        def config2params(self, config: dict[str, Any]) -> dict[str, Any]:
            return {**super().config2params(config), "subsample_freq": 1}

    automl = AutoML()
    automl.add_learner("same_space", SameSpace)
    automl.fit(
        given.X,
        given.y,
        task="classification",
        metric="accuracy",
        estimator_list=["same_space"],
        time_budget=given.seconds,
        n_jobs=1,
        seed=given.seed,
        verbose=0,
    )
    answer(automl)


def halving_random(given: Given, answer: Answering) -> None:
    """scikit-learn's HalvingRandomSearchCV from 1,000 rows, two folds; knows no limit."""
    from sklearn.experimental import enable_halving_search_cv  # noqa: F401
    from sklearn.model_selection import HalvingRandomSearchCV

    def search(n: int) -> Any:
        return HalvingRandomSearchCV(
            learner(given.seed),
            {name: each.distribution() for name, each in DIMENSIONS.items()},
            n_candidates=n,
            factor=FACTOR,
            min_resources=SMALLEST,
            cv=2,
            random_state=given.seed,
        )

    _series(given, answer, search)


def bayes_halving(given: Given, answer: Answering) -> None:
    """BayesHalvingSearchCV on a grid of the space, two folds; knows no limit."""
    from bayes_halving_search_cv import BayesHalvingSearchCV

    def search(n: int) -> Any:
        return BayesHalvingSearchCV(
            learner(given.seed),
            {name: each.points() for name, each in DIMENSIONS.items()},
            n_iter=n,
            promote_k=1,
            cv=2,
            random_state=given.seed,
        )

    _series(given, answer, search)


def _series(given: Given, answer: Answering, search: Callable[[int], Any]) -> None:
    """Search for ever more candidates, each time from the start, until one takes too long.

    Of those that end in time the last one counts: a user would have had to guess it.
    """
    for n in SERIES:
        answer.begin()
        model = search(n).fit(given.X, given.y)
        used = answer.used
        answer(model, n_tried=n)
        if used > MOST_TO_GO_ON * given.seconds:
            break


TOOLS = {
    "nearbest": Tool(nearbest_tpe, anytime=False),
    "optuna": Tool(optuna_full, anytime=True),
    "optuna-hyperband": Tool(optuna_hyperband, anytime=True),
    "flaml": Tool(flaml, anytime=False),
    "halving-random": Tool(halving_random, anytime=True),
    "bayes-halving": Tool(bayes_halving, anytime=True),
}
