"""From what a user passes to what a race needs."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import islice, product
from typing import Any, Unpack

import numpy as np

from nearbest.arguments import is_whole
from nearbest.candidates import fingerprint
from nearbest.candidates.configuration import Configuration
from nearbest.candidates.learns import type_of_all
from nearbest.candidates.streams import CandidateStream, is_stream
from nearbest.data.files import TableSource
from nearbest.data.loading import Data, Split, check_alone, from_memory, from_source
from nearbest.data.memory import InMemory
from nearbest.data.rows import Table
from nearbest.data.split import Strata
from nearbest.data.store.store import Store
from nearbest.data.target import Classes, Target
from nearbest.errors import InvalidInput
from nearbest.probing.metric import Metric
from nearbest.probing.metrics.named import metrics_named
from nearbest.probing.metrics.suitable import check_learns
from nearbest.probing.output import can_give
from nearbest.probing.prober import Prober
from nearbest.race.bounds import Exact, Hoeffding
from nearbest.race.plan import Plan, geometric_sizes, smallest_size
from nearbest.race.score import Scale
from nearbest.race.strategies import bounds_named
from nearbest.running.cautions import cautions
from nearbest.running.labels import check_test_labels
from nearbest.running.settings import Arguments, Settings
from nearbest.running.source import announce, known_candidates, stream_for
from nearbest.running.tolerance import tolerance
from nearbest.running.weights import check_bounds_of_weights, with_weights

#: Below this an accuracy is known to two or three hundredths.
FEW_TEST_ROWS = 1_000


@dataclass(frozen=True)
class Problem:
    """Configurations, samples and plan of one selection, and the seed behind them.

    `notes` says what was done to the data, a sentence each. Where candidates are proposed
    while the race runs, there are none yet, and `stream` is where they come from.
    """

    configurations: list[Configuration]
    samples: InMemory | Store
    plan: Plan
    prober: Prober
    seed: int
    notes: tuple[str, ...] = ()
    stream: CandidateStream | None = None

    def admit(self, configuration: Configuration) -> None:
        """Take in a candidate that came while the race runs."""
        self.configurations.append(configuration)
        self.prober.configurations[configuration.name] = configuration

    def arriving_as(self, slots: int, lag: int) -> Problem:
        """The same problem with what was said beforehand of candidates that arrive."""
        assert self.plan.arriving is not None
        arriving = replace(self.plan.arriving, slots=slots, lag=lag)
        return replace(self, plan=replace(self.plan, arriving=arriving))

    def in_batches(self, earlier: Sequence[str], batches: tuple[int, ...]) -> Problem:
        """The same problem with the earlier candidates first, in batches of these sizes."""
        by_name = {c.name: c for c in self.configurations}
        first = {name: by_name[name] for name in earlier}
        ordered = list((first | by_name).values())
        sizes = {c.name: self.plan.sizes[c.name] for c in ordered}
        plan = replace(self.plan, sizes=sizes, batches=batches)
        return replace(self, configurations=ordered, plan=plan, prober=self.prober.by(plan))

    def planned(self, **changes: Any) -> Problem:
        """The same problem with fields of its plan changed."""
        plan = replace(self.plan, **changes)
        return replace(self, plan=plan, prober=self.prober.by(plan))

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the data and of the order in which samples take its rows."""
        if isinstance(self.samples, Store):
            return self.samples.manifest.fingerprint
        parts = [self.samples.train, self.samples.test]
        if self.samples.n_search:
            parts.append(self.samples.for_search)
        tables = [table for p in parts for table in (p.X, p.y, p.order)]
        if self.samples.row_weights is not None:
            tables.append(self.samples.row_weights)
        return fingerprint.of_parts(map(fingerprint.of_table, tables))


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
    metrics_named(settings.scoring)  # refused before any row is read
    seed = _seed(tables, settings, store)
    found = known_candidates(candidates, settings, seed)
    learns = type_of_all(found)
    metrics = metrics_named(settings.scoring, learns)
    metric, *_ = metrics.values()
    check_learns(learns, metrics)
    check_outputs(found, metrics)

    def smallest_of(target: Target, n_train: int) -> int:
        counts = target.counts if isinstance(target, Classes) else ()
        kind = metric.scale(target).kind
        return smallest_size(n_train, settings.min_train_size, counts, kind)

    missing_allowed = is_stream(candidates) or any(c.takes_missing_values for c in found)
    numbers = learns == "regressor" or metric.needs == "numbers"
    data = _load(
        tables,
        settings,
        seed,
        store,
        smallest_of,
        missing_allowed=missing_allowed,
        numbers=numbers,
    )
    target = data.samples.target
    metrics, by_weights = with_weights(metrics, found, data.samples)
    check_bounds_of_weights(metrics, bounds_named(settings.bounds))
    metric, *_ = metrics.values()
    scales = {name: each.scale(target) for name, each in metrics.items()}
    scale, constant = metric.scale(target), metric.constant(target)
    stream = stream_for(candidates, settings, seed, scale)
    if stream is not None and stream.adaptive:
        data = data.held_out()
    samples = data.samples
    exchangeable = not (data.grouped or data.timed or data.given)
    check_test_labels(metrics, samples, exchangeable)
    smallest = smallest_of(target, samples.n_train)
    sizes = geometric_sizes(samples.n_train, smallest, settings.growth)
    plan = Plan(
        sizes={c.name: sizes for c in found},
        n_test=samples.n_test,
        epsilon=tolerance(settings.epsilon, scale, constant),
        delta=settings.delta,
        growth=settings.growth,
        exchangeable=exchangeable,
        strata=data.strata,
        grouped=data.grouped,
        timed=data.timed,
        scale=scale,
        n_test_pairs=_pairs_in_test(samples) if scale.kind == "pairs" else None,
        constant=constant,
        scores=scales if len(scales) > 1 else {},
        kinds={c.name: c.learner_kind for c in found},
        large_leaves=frozenset(c.name for c in found if c.has_large_leaves),
        class_counts=tuple(map(int, data.class_counts)),
        arriving=None if stream is None else announce(sizes, settings, stream),
        thrifty=(stream is None or settings.timeout is not None)
        and len(scales) == 1
        and is_thrifty(settings, scale, data.strata),
    )
    prober = Prober(
        found,
        samples,
        plan,
        seed=seed,
        metric=metric,
        threads=settings.threads,
        cache=settings.cache,
        others=dict(islice(metrics.items(), 1, None)),
    )
    notes = data.notes + by_weights + _few(samples.n_test) + cautions(samples, plan)
    return Problem(found, samples, plan, prober, seed, notes, stream)


def is_thrifty(settings: Settings, scale: Scale, strata: Strata | None) -> bool:
    """Whether clocks may decide how many rows a probe scores.

    Not where runs are to be repeatable, nor where the bounds have not paid for it.
    """
    exact = isinstance(bounds_named(settings.bounds), Exact)
    return exact and scale.kind == "counts" and strata is None and settings.cost == "seconds"


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
    smallest_of: Callable[[Classes, int], int],
    *,
    missing_allowed: bool,
    numbers: bool,
) -> Data:
    """Samples from a source of files or from tables in memory."""
    X, y, X_test, y_test = tables.X, tables.y, tables.X_test, tables.y_test
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
        smallest_of,
        weights=tables.sample_weight,
        time=tables.time,
        cv=settings.cv,
    )
    return from_memory(X, y, X_test, y_test, split, rng, missing_allowed, numbers)


def check_outputs(found: Sequence[Configuration], metrics: Mapping[str, Metric]) -> None:
    """Raise where a candidate cannot say what a metric needs, and name both."""
    for configuration, (name, metric) in product(found, metrics.items()):
        if not can_give(configuration.build(), metric.needs):
            raise InvalidInput(
                f"`scoring` {name!r} needs {metric.needs}, and the candidate "
                f"{configuration.name!r} gives none; leave it out, or wrap it in "
                "CalibratedClassifierCV."
            )


def _pairs_in_test(samples: InMemory | Store) -> int:
    """Rows of the rarer class of D_te, which has both."""
    _, counts = np.unique(samples.test_labels(), return_counts=True)
    return int(counts.min())


def _few(n_test: int) -> tuple[str, ...]:
    """A word of caution where the test rows are few."""
    if n_test >= FEW_TEST_ROWS:
        return ()
    return (
        f"All of this is about the {n_test:,} test rows; so few say little about new data.",
    )


def seed_from(random_state: Any) -> int:
    """An integer that fixes every draw; a fresh one for None."""
    if random_state is None:
        return int(np.random.SeedSequence().generate_state(1)[0])
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**32))
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(2**32, dtype=np.uint32))
    if is_whole(random_state) and 0 <= random_state < 2**32:
        return int(random_state)
    raise InvalidInput(
        "`random_state` must be None, an integer from 0 to 2**32 - 1, a RandomState "
        f"or a Generator; got {random_state!r}."
    )
