"""Forecasts of every prefix that a race on one table can come to, made at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lab.data import Table
from lab.features import features
from lab.forecaster import Forecaster
from lab.prefixes import PATTERNS, look_back, possible
from lab.scoring import rows_as_shipped


@dataclass(frozen=True)
class Outlooks:
    """`centre`, `below`, `above` are candidates × sizes × patterns; scores as observed."""

    table: Table
    forecaster: Forecaster
    seen: np.ndarray
    noise: np.ndarray
    cost: np.ndarray
    rows: np.ndarray
    centre: np.ndarray
    below: np.ndarray
    above: np.ndarray
    kinds: np.ndarray

    def subset(self, chosen):
        rest = {
            k: getattr(self, k)[chosen]
            for k in ("seen", "noise", "cost", "rows", "centre", "below", "above", "kinds")
        }
        return Outlooks(self.table.subset(chosen), self.forecaster, **rest)


#: The first probe is made on this part of the rows, or on the fewest that are planned.
START = 256.0


def first_size(sizes: np.ndarray) -> int:
    """Position of the size that every candidate is probed at first."""
    return min(
        max(int(np.searchsorted(sizes * START, sizes[-1] * 1.001) - 1), 0), len(sizes) - 1
    )


def look_ahead(
    table: Table, forecaster: Forecaster, seed: int, scored=rows_as_shipped
) -> Outlooks:
    """Draw the noise of scoring once, then forecast every prefix."""
    n, m = table.test.shape
    rng = np.random.default_rng(seed)
    sizes = np.broadcast_to(table.sizes, (n, m))
    n_rows, n_own = scored(sizes, table.n_test, table.fit_time, table.predict_row)
    n_rows[:, -1], n_own[:, -1] = table.n_test, 0
    noise = table.noise(n_rows)
    seen = np.clip(table.test + rng.normal(size=(n, m)) * noise, 0, 1)
    cost = table.fit_time + table.predict_row * (n_rows + n_own)
    found = np.full((3, n, m, len(PATTERNS)), np.nan)
    keys, parts = [], []
    start = first_size(table.sizes)
    for a in range(m - 1):
        for j, pattern in enumerate(PATTERNS):
            if not possible(a - start, pattern):
                continue
            look = lambda v: look_back(v, a, pattern)
            left = np.full(n, np.log2(table.sizes[-1] / table.sizes[a]))
            parts.append(features(look(sizes), look(table.train), look(seen), look(noise), left, table.kinds,
                                  table.converged[:, a], table.n_classes, table.constant,
                                  sizes[:, start], seen[:, start]))  # fmt: skip
            keys.append((a, j))
    if parts:
        x = {k: np.concatenate([np.broadcast_to(p[k], n) for p in parts]) for k in parts[0]}
        values = forecaster(x).reshape(3, len(keys), n)
        for i, (a, j) in enumerate(keys):
            found[:, :, a, j] = values[:, i]
    return Outlooks(table, forecaster, seen, noise, cost, n_rows, *found, table.kinds)
