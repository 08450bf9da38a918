"""From what a user passes to what a race needs."""

from __future__ import annotations

import os
from dataclasses import dataclass, fields
from typing import Unpack

import numpy as np

from nearbest.data.files import TableSource
from nearbest.data.loading import Data, check_alone, from_memory, from_source
from nearbest.data.rows import Table
from nearbest.data.splitting import Split
from nearbest.probing.metrics.named import metrics_named
from nearbest.probing.prober import Prober
from nearbest.race.bounds import Hoeffding
from nearbest.race.strategies import bounds_named
from nearbest.running.problem.candidate_source import stream_for
from nearbest.running.problem.cautions import cautions
from nearbest.running.problem.planning import plan_race
from nearbest.running.problem.problem import Problem
from nearbest.running.problem.roster import Roster, read_roster
from nearbest.running.problem.seeds import seed_from
from nearbest.running.settings import Arguments, Settings
from nearbest.running.settings.tolerance import check_has_usual
from nearbest.warn import warn_user

#: Below the first an accuracy is known to two or three hundredths, below the second to a tenth.
FEW_TEST_ROWS, HARDLY_ANY = 1_000, 100


@dataclass(frozen=True, slots=True)
class Tables:
    """The rows as the user gave them: tables in memory, or a source of files as `X`."""

    X: Table | TableSource
    y: object = None
    X_test: Table | None = None
    y_test: object = None
    groups: object = None
    sample_weight: object = None
    time: object = None


def prepare(
    candidates: object,
    X: Table | TableSource,
    y: object = None,
    *,
    X_test: Table | None = None,
    y_test: object = None,
    groups: object = None,
    sample_weight: object = None,
    time: object = None,
    **arguments: Unpack[Arguments],
) -> Problem:
    """`prepare_problem` for the arguments of `nearbest.select`."""
    tables = Tables(X, y, X_test, y_test, groups, sample_weight, time)
    settings = Settings(**arguments)
    return prepare_problem(candidates, tables, settings, settings.store)


def prepare_problem(
    candidates: object,
    tables: Tables,
    settings: Settings,
    store: str | os.PathLike[str] | None = None,
) -> Problem:
    """Check candidates and data, split and shuffle the rows, and plan the sizes.

    Nothing is trained here, and all that can be refused is refused here. A source of
    files becomes a store, at `store` or in its cache.
    """
    metrics_named(settings.scoring)  # refused before a source is asked for its seed
    seed = _seed(tables, settings, store)
    has_target = tables.X if isinstance(tables.X, TableSource) else tables.y
    roster = checked_roster(candidates, settings, seed, has_target)
    data = _load(tables, settings, seed, store, roster)
    roster, by_weights = roster.weighted(data.samples, bounds_named(settings.bounds))
    scale = roster.metric.scale(data.samples.target)
    stream = stream_for(candidates, settings, seed, scale)
    if stream is not None and stream.adaptive:
        data = data.held_out()
    samples, plan = data.samples, plan_race(roster, data, settings, stream)
    prober = Prober(
        roster.configurations,
        samples,
        plan,
        seed=seed,
        metric=roster.metric,
        threads=settings.threads,
        cache=settings.cache,
        others=roster.others,
    )
    notes = data.notes + by_weights + _few(samples.n_test)
    notes += cautions(samples, plan, roster.metric)
    return Problem(roster.configurations, samples, plan, prober, seed, notes, stream)


def checked_roster(
    candidates: object, settings: Settings, seed: int = 0, y: object = None
) -> Roster:
    """`read_roster`, with all refused that can be before any row is read."""
    roster = read_roster(candidates, settings, seed, y)
    check_has_usual(settings.epsilon, roster.metric, roster.predicts_numbers)
    return roster


def _seed(tables: Tables, settings: Settings, store: str | os.PathLike[str] | None) -> int:
    """The seed that was asked for, or that of a source's finished store."""
    if isinstance(tables.X, TableSource) and settings.random_state is None:
        return seed_from(tables.X.known_seed(settings.test_size, store))
    return seed_from(settings.random_state)


def _load(
    tables: Tables,
    settings: Settings,
    seed: int,
    store: str | os.PathLike[str] | None,
    roster: Roster,
) -> Data:
    """Samples from a source of files or from tables in memory."""
    X, y, X_test, y_test = tables.X, tables.y, tables.X_test, tables.y_test
    missing_allowed, numbers = roster.takes_missing_values, roster.predicts_numbers
    if isinstance(X, TableSource):
        given = {f.name: getattr(tables, f.name) for f in fields(tables) if f.name != "X"}
        check_alone({**given, "cv": settings.cv}, settings.stratify)
        return from_source(X, seed, settings.test_size, store, missing_allowed, numbers)
    rng = np.random.default_rng([seed, 0])
    knows_no_strata = isinstance(bounds_named(settings.bounds), Hoeffding)
    stratify = False if knows_no_strata else settings.stratify
    split = Split(
        settings.test_size,
        stratify,
        tables.groups,
        roster.smallest_sample,
        weights=tables.sample_weight,
        time=tables.time,
        cv=settings.cv,
    )
    return from_memory(X, y, X_test, y_test, split, rng, missing_allowed, numbers)


def _few(n_test: int) -> tuple[str, ...]:
    """A word of caution where the test rows are few, before anything is trained on the rest."""
    if n_test >= FEW_TEST_ROWS:
        return ()
    if n_test < HARDLY_ANY:
        warn_user(
            f"Candidates are compared on {n_test:,} test {'row' if n_test == 1 else 'rows'}: "
            "what is proved of so few says next to nothing about new data."
        )
    return (f"All of this is about the {n_test:,} test rows; so few say little about new data",)
