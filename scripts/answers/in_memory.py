"""Runs of `select` and `NearBestSearch` on tables in memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars
import pyarrow as pa
from nearbest.bounds import Exact, Hoeffding
from scipy.stats import randint
from sklearn.tree import DecisionTreeClassifier

from answers import reading, tables
from answers.learners import (
    Rehearsed,
    encoded,
    failing,
    linear,
    quick,
    readers,
    rehearsed,
    unruly,
)
from answers.runs import REPEATABLE, Run, selected
from nearbest import UCB, NearBestSearch, RoundRobin, datasets, select, space

SCHEDULERS = ("auto", "gradient", "ucb", "round robin", "threat")


def _on_coins(**options: Any) -> Run:
    return selected(rehearsed, tables.coins, **options)


def _on_numbers(**options: Any) -> Run:
    return selected(quick, tables.numbers, **options)


def _searched(candidates: Any, table: Any, **options: Any) -> Run:
    """A run of the estimator."""

    def run(folder: Path) -> reading.Answer:
        X, y = table()
        search = NearBestSearch(candidates, **REPEATABLE | options).fit(X, y)
        return reading.of_search(search, X)

    return run


def _own_test_set(**options: Any) -> Run:
    """A run whose last rows are the user's own test set."""

    def run(folder: Path) -> reading.Answer:
        X, y = tables.numbers()
        test = {"X_test": X[9_000:], "y_test": y[9_000:]}
        return reading.of_selection(
            select(quick(), X[:9_000], y[:9_000], **test, **REPEATABLE | options), X
        )

    return run


def _other_library(kind: str) -> Run:
    """A run on a frame of another library than pandas."""

    def run(folder: Path) -> reading.Answer:
        X, y = tables.frame()
        table = pa.Table.from_pandas(X, preserve_index=False)
        table = polars.from_arrow(table) if kind == "polars" else table
        return reading.of_selection(select(encoded(), table, y, epsilon=0.02, **REPEATABLE))

    return run


def _flights() -> tables.Rows:
    frame = datasets.flights().sample(6_000, random_state=0)
    return frame.drop(columns="delayed"), frame["delayed"]


def _groups(table: Any, size: int) -> Any:
    return tables.groups_of(len(table()[1]), size)


TREES = (DecisionTreeClassifier(), {"max_depth": [1, 3, 5, 9], "criterion": ["gini"]})
DRAWN = (DecisionTreeClassifier(), {"max_depth": randint(1, 12)})
GROUPS = _groups(tables.numbers, 10)


def _bounds_and_schedules() -> dict[str, Run]:
    exact = {f"exact, {name}": _on_coins(scheduler=name, epsilon=0.004) for name in SCHEDULERS}
    paper = {
        f"hoeffding, {name}": _on_coins(scheduler=name, bounds="hoeffding", epsilon=0.02)
        for name in SCHEDULERS
    }
    return {
        **exact,
        **paper,
        "exact without self-check": _on_coins(bounds=Exact(self_check=False), epsilon=0.01),
        "exact in two steps": _on_coins(bounds=Exact(two_steps=True), epsilon=0.01),
        "exact in one step": _on_numbers(bounds=Exact(two_steps=False), epsilon=0.02),
        "objects": _on_numbers(bounds=Hoeffding(), scheduler=UCB(), epsilon=0.03),
        "object of round robin": _on_numbers(scheduler=RoundRobin(), epsilon=0.03),
        "growth 1.5": _on_coins(growth=1.5, epsilon=0.008),
        "growth 3, ucb": _on_coins(growth=3, scheduler="ucb", epsilon=0.008),
        "growth auto": _on_coins(growth="auto", epsilon=0.008),
        "growth auto, hoeffding": _on_coins(growth="auto", bounds="hoeffding", epsilon=0.03),
        "growth auto, threat": _on_numbers(growth="auto", scheduler="threat", epsilon=0.01),
        "assumptions that fail": selected(unruly, tables.coins, epsilon=0.001),
        "assumptions that fail, hoeffding": selected(
            unruly, tables.coins, epsilon=0.01, bounds="hoeffding"
        ),
    }


def _promises_and_sizes() -> dict[str, Run]:
    return {
        "epsilon 0": _on_numbers(epsilon=0.0),
        "epsilon 0.1": _on_numbers(epsilon=0.1),
        "delta 0.3": _on_coins(delta=0.3, epsilon=0.01),
        "delta 1e-6": _on_coins(delta=1e-6, epsilon=0.01),
        "other seed": _on_numbers(random_state=2**32 - 1, epsilon=0.02),
        "small samples": _on_coins(min_train_size=100, epsilon=0.02),
        "large samples": _on_coins(min_train_size=7_000, epsilon=0.01),
        "one size": _on_numbers(min_train_size=9_600),
        "3,000 test rows": _on_numbers(test_size=3_000, epsilon=0.02),
        "half of the rows for tests": _on_numbers(test_size=0.5, epsilon=0.02),
        "few test rows": _on_numbers(test_size=200, epsilon=0.05),
        "no refit": _on_numbers(refit=False, epsilon=0.02),
        "refit on all": _on_numbers(refit="all", epsilon=0.02),
        "one candidate": selected(lambda: {"only": Rehearsed(0.8)}, tables.few_coins),
        "failures": selected(failing, tables.coins, epsilon=0.001),
        "failures, hoeffding, ucb": selected(
            failing, tables.coins, epsilon=0.01, bounds="hoeffding", scheduler="ucb"
        ),
        "failures, predicted": selected(failing, tables.coins, epsilon=0.01, stop_at="stated"),
    }


def _kinds_of_data() -> dict[str, Run]:
    return {
        "five classes": selected(quick, tables.many_classes, epsilon=0.03),
        "five classes, hoeffding": selected(
            quick, tables.many_classes, epsilon=0.05, bounds="hoeffding"
        ),
        "rare classes": selected(quick, tables.rare_classes, epsilon=0.002),
        "rare classes, small samples": selected(
            quick, tables.rare_classes, epsilon=0.005, min_train_size=50
        ),
        "rare classes, too small samples": selected(
            linear, tables.rare_classes, epsilon=0.005, min_train_size=20
        ),
        "rare classes, strata": selected(
            quick, tables.rare_classes, epsilon=0.005, stratify=True
        ),
        "rare classes, small samples, strata": selected(
            quick, tables.rare_classes, epsilon=0.01, stratify=True, min_train_size=600
        ),
        "strata": _on_numbers(stratify=True, epsilon=0.03),
        "strata, growth auto, ucb": _on_coins(
            stratify=True, growth="auto", scheduler="ucb", epsilon=0.02
        ),
        "groups": _on_numbers(groups=GROUPS, epsilon=0.02),
        "groups, hoeffding": _on_numbers(groups=GROUPS, epsilon=0.05, bounds="hoeffding"),
        "groups, predicted": _on_numbers(groups=GROUPS, epsilon=0.02, stop_at="stated"),
        "own test set": _own_test_set(epsilon=0.02),
        "own test set, predicted": _own_test_set(epsilon=0.02, stop_at="stated"),
        "own test set, no refit": _own_test_set(epsilon=0.05, refit=False, bounds="hoeffding"),
        "sparse": selected(linear, tables.words, epsilon=0.03),
        "frame": selected(encoded, tables.frame, epsilon=0.02),
        "frame, steps shared": selected(encoded, tables.frame, epsilon=0.02, cache=True),
        "polars": _other_library("polars"),
        "arrow": _other_library("arrow"),
        "texts, steps shared": selected(readers, tables.texts, epsilon=0.02, cache=True),
    }


def _predicted() -> dict[str, Run]:
    soon: dict[str, Any] = {"stop_at": "stated"}
    return {
        "predicted": _on_coins(**soon),
        "predicted, close": _on_coins(**soon, epsilon=0.004),
        "predicted, gradient": _on_coins(**soon, scheduler="gradient"),
        "predicted, round robin, hoeffding": _on_coins(
            **soon, scheduler="round robin", bounds="hoeffding"
        ),
        "predicted, delta 0.2": _on_numbers(**soon, delta=0.2, epsilon=0.005),
        "predicted, growth auto": _on_numbers(**soon, growth="auto", epsilon=0.005),
        "predicted, no refit": _on_numbers(**soon, refit=False),
        "predicted, assumptions that fail": selected(unruly, tables.coins, **soon),
    }


def _estimators() -> dict[str, Run]:
    return {
        "estimator": _searched(quick(), tables.numbers, epsilon=0.02),
        "estimator, grid": _searched(TREES, tables.numbers, epsilon=0.01),
        "estimator, drawn": _searched(DRAWN, tables.many_classes, n_candidates=6, epsilon=0.02),
        "estimator, predicted": _searched(
            TREES, tables.numbers, epsilon=0.01, stop_at="stated"
        ),
        "paper's space": _searched(space.paper(), _flights, n_candidates=8, epsilon=0.05),
    }


def runs() -> dict[str, Run]:
    """All of them by name."""
    parts = _bounds_and_schedules, _promises_and_sizes, _kinds_of_data, _predicted, _estimators
    return {name: run for part in parts for name, run in part().items()}
