"""Every prefix of every past curve with what it still gained: what forecasts learn from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lab.data import Table
from lab.features import features
from nearbest.race.plan import TEST_ROWS_PER_TRAINING_ROW

#: Steps (in sizes) from the last probe to the one before, and from that further back.
PATTERNS = ((0, 0), (1, 0), (2, 0), (1, 1), (1, 2), (2, 1), (2, 2))
#: Probes before the last that a forecast looks at are this many sizes back at most.
LONGEST = 2


def test_rows(size, n_test):
    """How many test rows are scored after a probe of this size, as `Plan.n_test_for` has it."""
    return np.minimum(n_test, TEST_ROWS_PER_TRAINING_ROW * size)


def look_back(values: np.ndarray, last: int, pattern: tuple[int, int]) -> np.ndarray:
    """The last three probes of each curve, oldest first; NaN where there is none."""
    back, further = pattern
    one = last - back if back else -1
    two = one - further if further else -1
    none = np.full(len(values), np.nan)
    return np.stack([values[:, c] if c >= 0 else none for c in (two, one, last)], 1)


def look_first(test: np.ndarray) -> np.ndarray:
    """The oldest of the last three scores."""
    return np.where(
        np.isfinite(test[:, 0]),
        test[:, 0],
        np.where(np.isfinite(test[:, 1]), test[:, 1], test[:, 2]),
    )


def possible(last: int, pattern: tuple[int, int]) -> bool:
    return last - sum(pattern) >= 0


@dataclass
class Prefixes:
    """Features by name, what was gained, and where each prefix comes from."""

    x: dict[str, np.ndarray]
    y: np.ndarray
    unit: np.ndarray
    weight: np.ndarray


def prefixes(
    tables: list[Table],
    group_weight: dict[str, float],
    share: dict[str, float],
    smallest=500.0,
    seed=0,
) -> Prefixes:
    """One entry per prefix and later size. Noise of scoring is added as in a race."""
    rng = np.random.default_rng(seed)
    parts, units, weights = [], [], []
    for t in tables:
        found = (
            list(_of_table(t, smallest, share.get(t.group, 1.0), rng)) if len(t.names) else []
        )
        n = sum(len(f["y"]) for f in found)
        parts += found
        units += [t.unit] * n
        weights += [group_weight.get(t.group, 1.0)] * n
    joined = {k: np.concatenate([p[k] for p in parts]) for k in parts[0]}
    y = joined.pop("y")
    unit = np.array(units)
    _, inverse, counts = np.unique(unit, return_inverse=True, return_counts=True)
    weight = np.array(weights) / np.sqrt(counts[inverse])
    return Prefixes(joined, y, unit, weight / weight.mean())


def _of_table(table: Table, smallest, share, rng):
    n, m = table.test.shape
    sizes, kinds = table.sizes, table.kinds
    sd = table.noise(np.broadcast_to(test_rows(sizes, table.n_test), (n, m)))
    size_rows = np.broadcast_to(sizes, (n, m))
    for a in range(m - 1):
        if sizes[a] < max(smallest, 5 * table.n_classes):
            continue
        for pattern in PATTERNS:
            if not possible(a, pattern):
                continue
            noise = look_back(sd, a, pattern)
            test = look_back(table.test, a, pattern) + rng.normal(size=(n, 3)) * noise
            train = look_back(table.train, a, pattern)
            size = look_back(size_rows, a, pattern)
            start = (
                int(rng.integers(0, max(a - sum(pattern), 0) + 1))
                if sum(pattern) and sizes[0] < smallest
                else 0
            )
            if sum(pattern) == 0:
                start = a
            first_size = np.full(n, sizes[start])
            first = (
                table.test[:, start] + rng.normal(size=n) * sd[:, start]
                if start < a - sum(pattern)
                else look_first(test)
            )
            later = [b for b in range(a + 1, m) if sizes[b] > 1.3 * sizes[a]]
            known = np.isfinite(test[:, 3 - np.count_nonzero(pattern) - 1 :]).all(
                1
            ) & np.isfinite(train[:, 2])
            for b in later:
                if share < 1 and rng.random() > 3 * share:
                    continue
                keep = (
                    known
                    & np.isfinite(table.test[:, b])
                    & (rng.random(n) < (1 / 3 if share < 1 else 1))
                )
                if not keep.any():
                    continue
                left = np.full(int(keep.sum()), np.log2(sizes[b] / sizes[a]))
                x = features(
                    size[keep],
                    train[keep],
                    test[keep],
                    noise[keep],
                    left,
                    kinds[keep],
                    table.converged[keep, a],
                    table.n_classes,
                    table.constant,
                    first_size[keep],
                    first[keep],
                )
                yield {
                    k: np.broadcast_to(np.asarray(v, np.float32), left.shape)
                    for k, v in x.items()
                } | {"y": table.test[keep, b] - test[keep, 2]}
