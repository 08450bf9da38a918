"""The real loop on recorded curves, watched to its end: what the laboratory judges."""

from __future__ import annotations

import numpy as np

from lab.data import Table
from lab.kinds import KINDS
from nearbest.forecast.pasts import LOWEST
from nearbest.forecast.quantiles import QuantileForecaster
from nearbest.race.score import Scale
from nearbest.race.tuning import Tuning
from nearbest.replay import Curves
from nearbest.replay.levels import watched
from nearbest.replay.points import Point

#: Rows that the shares of the classes are counted in.
COUNTED = 10_000


def curves_of(table: Table) -> Curves:
    """A table as the loop replays it."""
    points = {
        name: {int(size): _point(table, i, a) for a, size in enumerate(table.sizes)}
        for i, name in enumerate(table.names)
    }
    kinds = {name: KINDS[kind] for name, kind in zip(table.names, table.kinds, strict=True)}
    about = kinds, (), table.rarer, class_counts(table), constant_of(table)
    return Curves(points, table.n_test, scale_of(table), *about)


def scale_of(table: Table) -> Scale:
    """The scores of a table; losses are told relative to the best constant prediction."""
    past = table.past
    if past.is_relative:
        return Scale(past.name, LOWEST, 1.0, "row means", is_relative=True)
    return Scale(past.name, past.low, 1.0, past.kind)


def constant_of(table: Table) -> float | None:
    """The best constant prediction, as races know it; of losses what it loses."""
    if table.past.is_relative:
        return -table.size
    return table.constant if np.isfinite(table.constant) else None


def class_counts(table: Table) -> tuple[int, ...]:
    """Rows of each class, by their shares, or as if all but the largest were as large."""
    if table.shares:
        return tuple(max(1, round(COUNTED * share)) for share in table.shares)
    return () if table.past.is_relative else largest_and_rest(table.constant, table.n_classes)


def largest_and_rest(constant: float, n_classes: int) -> tuple[int, ...]:
    """Rows of each class where the largest is right so often; none if that is not known."""
    if not np.isfinite(constant):
        return ()
    rest = COUNTED * (1 - constant) / max(n_classes - 1, 1)
    return (round(COUNTED * constant), *[max(1, round(rest))] * (n_classes - 1))


def race_on(
    table: Table, forecaster: QuantileForecaster, tuning: Tuning, seed: int
) -> dict[str, np.ndarray]:
    """After each probe: part of full runs that was spent, how sure, the winner, its loss.

    `full_at` is for each candidate the moment from which on its full run had been made, and
    `share` the part that it is of all full runs.
    """
    race, seen = watched(curves_of(table), tuning.epsilon, seed, forecaster, tuning)
    index = {name: i for i, name in enumerate(table.names)}
    winner = np.array([index[name] for name in seen.winners])
    before = len(race.history) - len(seen.p)
    full_at = np.full(len(table.names), np.inf)
    for k, (observation, _) in enumerate(race.history):
        if observation.n_train == table.sizes[-1]:
            full_at[index[observation.configuration]] = k - before
    full = table.full_cost
    return {
        "cost": np.array(seen.seconds) / full.sum(),
        "p": np.array(seen.p),
        "stated": np.array(seen.stated),
        "winner": winner,
        "full_at": full_at,
        "share": full / full.sum(),
        "loss": table.final.max() - table.final[winner],
        "probes": len(race.history),
    }


def _point(table: Table, i: int, a: int) -> Point:
    converged, past = table.converged[i, a], table.past
    variance = past.variance(table.test[i, a], table.rows)
    is_drawn = past.kind in ("counts", "pairs")  # row by row
    return Point(
        float(np.clip(table.train[i, a], LOWEST if past.is_relative else past.low, 1)),
        float(table.test[i, a]),
        float(table.fit_time[i, a]),
        float(table.predict_row[i, a] * (table.sizes[a] + table.n_test)),
        {},
        None if np.isnan(converged) else bool(converged),
        None if is_drawn else float(np.sqrt(variance)),
    )
