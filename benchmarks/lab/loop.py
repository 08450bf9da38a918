"""The real loop on recorded curves, watched to its end: what the laboratory judges."""

from __future__ import annotations

import numpy as np

from lab.data import Table
from lab.kinds import KINDS
from nearbest.forecast.pasts import LOWEST
from nearbest.forecast.quantiles import QuantileForecaster
from nearbest.race.score import ACCURACY, ROC_AUC, Scale
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
    scale = scale_of(table)
    counts = class_counts(table.constant, table.n_classes) if table.losses is None else ()
    return Curves(points, table.n_test, scale, kinds, (), table.rarer, counts)


def scale_of(table: Table) -> Scale:
    """The scores of a table; losses are told relative to the best constant prediction."""
    if table.losses is not None:
        return Scale(table.losses.name, LOWEST, 1.0, "row means", is_relative=True)
    return ACCURACY if table.rarer is None else ROC_AUC


def class_counts(constant: float, n_classes: int) -> tuple[int, ...]:
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
    converged, losses = table.converged[i, a], table.losses
    spread = None if losses is None else losses.row_spread(table.test[i, a], table.size)
    return Point(
        float(np.clip(table.train[i, a], 0 if losses is None else LOWEST, 1)),
        float(table.test[i, a]),
        float(table.fit_time[i, a]),
        float(table.predict_row[i, a] * (table.sizes[a] + table.n_test)),
        {},
        None if np.isnan(converged) else bool(converged),
        None if spread is None else float(spread),
    )
