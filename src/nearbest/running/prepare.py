"""From what a user passes to what a race needs; all arguments are checked here."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import numpy as np

from nearbest.arguments import check_count, check_flag, check_unit_range, is_whole
from nearbest.candidates import fingerprint
from nearbest.candidates.configuration import Configuration
from nearbest.candidates.listing import configurations
from nearbest.data.files import TableSource
from nearbest.data.loading import Split, check_alone, from_memory, from_source
from nearbest.data.memory import InMemory
from nearbest.data.rows import Table
from nearbest.data.store.store import Store
from nearbest.errors import InvalidInput
from nearbest.probing.metric import metric_named
from nearbest.probing.prober import Prober
from nearbest.race.plan import (
    Growth,
    Plan,
    check_growth,
    geometric_sizes,
    smallest_size,
)

#: Below this an accuracy is known to two or three hundredths.
FEW_TEST_ROWS = 1_000


@dataclass(frozen=True)
class Problem:
    """Configurations, samples and plan of one selection, and the seed behind them.

    `notes` says what was done to the data, a sentence each.
    """

    configurations: list[Configuration]
    samples: InMemory | Store
    plan: Plan
    prober: Prober
    seed: int
    notes: tuple[str, ...] = ()

    def fingerprint(self) -> str:
        """A digest of the data and of the order in which samples take its rows."""
        if isinstance(self.samples, Store):
            return self.samples.manifest.fingerprint
        parts = (self.samples.train, self.samples.test)
        return fingerprint.of_parts(
            fingerprint.of_table(table) for p in parts for table in (p.X, p.y, p.order)
        )


def prepare(
    candidates: object,
    X: Table,
    y: object = None,
    *,
    X_test: Table | None = None,
    y_test: object = None,
    groups: object = None,
    n_candidates: int | None = None,
    epsilon: float = 0.01,
    delta: float = 0.05,
    test_size: float | int = 0.2,
    stratify: bool = False,
    min_train_size: int | None = None,
    growth: Growth = 2.0,
    scoring: str | None = "accuracy",
    threads: int | None = 1,
    cache: bool = False,
    store: str | os.PathLike[str] | None = None,
    random_state: Any = None,
    batches: tuple[int, ...] = (),
) -> Problem:
    """Check every argument, split and shuffle the data, and plan the sizes.

    The parameters are those of `nearbest.select`. Nothing is trained here, and all
    that can be refused is refused here. A source of files becomes a store, at `store`
    or in its cache.
    """
    check_unit_range("epsilon", epsilon, "[0, 1)", epsilon == 0)
    check_unit_range("delta", delta, "(0, 1)")
    check_growth(growth)
    check_count("threads", threads)
    check_flag("stratify", stratify)
    check_flag("cache", cache)
    metric = metric_named(scoring)
    if isinstance(X, TableSource) and random_state is None:
        random_state = X.known_seed(test_size, store)  # so that the store is found again
    seed = seed_from(random_state)
    found = configurations(candidates, n_candidates, seed)
    missing_allowed = any(c.takes_missing_values for c in found)
    if isinstance(X, TableSource):
        check_alone(y, X_test, y_test, groups, stratify)
        data = from_source(X, seed, test_size, store, missing_allowed)
    else:
        rng = np.random.default_rng([seed, 0])
        split = Split(test_size, stratify, groups)
        data = from_memory(X, y, X_test, y_test, split, rng, missing_allowed)
    samples = data.samples
    smallest = smallest_size(samples.n_train, min_train_size, data.class_counts)
    sizes = geometric_sizes(samples.n_train, smallest, growth)
    plan = Plan(
        sizes={c.name: sizes for c in found},
        n_test=samples.n_test,
        epsilon=epsilon,
        delta=delta,
        growth=growth,
        exchangeable=X_test is None and not data.grouped,
        strata=data.strata,
        batches=batches,
        grouped=data.grouped,
    )
    prober = Prober(
        found, samples, plan, seed=seed, metric=metric, threads=threads, cache=cache
    )
    return Problem(found, samples, plan, prober, seed, data.notes + _few(samples.n_test))


def _few(n_test: int) -> tuple[str, ...]:
    """A word of caution where the test rows are few."""
    if n_test >= FEW_TEST_ROWS:
        return ()
    return (
        f"All of this is about the {n_test:,} test rows; so few tell little about new data.",
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
        "`random_state` must be None, a whole number from 0 to 2**32 - 1, a RandomState "
        f"or a Generator; got {random_state!r}."
    )
