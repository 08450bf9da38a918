"""By how much the cost model is off for each kind of learner: the table of `ahead/times.py`.

Fitted to recorded times: each candidate is probed as races do, once, twice and so on, and
every larger size is expected from that. `make bench-plan` fits it without the datasets that
it is judged on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pandas as pd
from lab.data import Table
from lab.loop import curves_of

from nearbest.race.bounds import Exact
from nearbest.race.cost import CostModel
from nearbest.race.kinds import LearnerKind
from nearbest.race.race import Race
from nearbest.race.schedulers.ledger import SMALL_PART, first_size
from nearbest.race.schedulers.opening import SECOND_STEP
from nearbest.replay.probe import RecordedProbe

#: Datasets of the database count for less: their probes take milliseconds.
WEIGHT_OF_DATABASE = 0.3
#: Kinds of which little was recorded are held near 0.
RIDGE = 0.01

TooHigh = dict[LearnerKind, tuple[float, float]]


def recorded_times(tables: list[Table]) -> pd.DataFrame:
    """Doublings by which the model is too high, by kind, probes and doublings of the rows."""
    rows = [row for table in tables for row in _of_table(table)]
    found = pd.DataFrame(rows, columns=["table", "unit", "db", "kind", "k", "d", "full", "off"])
    alike = found.groupby(["table", "kind", "k", "full"])["off"].transform("size")
    weight = 1 / alike
    weight /= weight.groupby(found["table"]).transform("sum")
    return found.assign(weight=weight * np.where(found["db"], WEIGHT_OF_DATABASE, 1.0))


def _of_table(table: Table) -> Iterator[tuple[object, ...]]:
    curves = curves_of(table)
    plan = replace(curves.plan(), thrifty=True)
    race, name_of = Race(plan, Exact()), f"{plan.scale.name} {table.name}"
    for name in plan.names:
        sizes, kind = plan.sizes[name], plan.kind(name)
        probe = RecordedProbe(curves, 0)
        seen = {size: probe(race.task(name, size))[0] for size in sizes}
        for ladder in _ladders(sizes):
            model = CostModel.of([seen[size] for size in ladder])
            for size in sizes[sizes.index(ladder[-1]) + 1 :]:
                expected = model.of_task(race.task(name, size)).seconds
                off = np.log2(expected / max(seen[size].seconds, 1e-6))
                about = (name_of, table.unit, table.group == "lcdb", kind)
                doublings = np.log2(size / ladder[-1])
                yield *about, len(ladder), doublings, size == sizes[-1], off


def _ladders(sizes: tuple[int, ...]) -> Iterator[list[int]]:
    """Sizes that races may have probed: the opening's, then each next one or every other."""
    first = first_size(sizes, sizes[-1])
    yield [first]
    most = min(SECOND_STEP * first, sizes[-1] / SMALL_PART) * 1.01
    ahead = sizes[sizes.index(first) + 1 :]
    second = max((size for size in ahead if size <= most), default=ahead[0])
    if second == sizes[-1]:
        return
    yield [first, second]
    rest = [size for size in sizes[:-1] if size > second]
    for step in (1, 2):
        further = rest[step - 1 :: step]
        yield from ([first, second, *further[: n + 1]] for n in range(len(further)))


def fitted(found: pd.DataFrame, n_steps: int = 30) -> TooHigh:
    """The table of the least absolute errors, by weighted least squares again and again."""
    kinds = sorted(found["kind"].unique())
    each = [found["d"] * (found["kind"] == kind) for kind in kinds]
    X = np.column_stack([part for d in each for part in (d, d / found["k"])])
    y, share, errors = found["off"].to_numpy(), found["weight"].to_numpy(), np.ones(len(found))
    for _ in range(n_steps):
        weight = share / np.maximum(np.abs(errors), 0.1)
        squares = (X * weight[:, None]).T @ X + RIDGE * np.eye(X.shape[1])
        line = np.linalg.solve(squares, X.T @ (weight * y))
        errors = y - X @ line
    return {kind: tuple(line[2 * i : 2 * i + 2].tolist()) for i, kind in enumerate(kinds)}
