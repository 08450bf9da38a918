"""A generated table of any number of rows whose learning curves rise for long.

    python benchmarks/orders.py orders.parquet --rows 10000000

Orders of a shop; the target says whether one is returned. What a learner can find:

* a few numbers that act alone, which a linear model finds on a thousand rows;
* three pairs of numbers that act only together, each through a grid of cells drawn at
  random: coarse cells show at ten thousand rows, the finest take a million;
* two categories with thousands of levels, most of them rare, each level with an effect of
  its own, so that rare ones are learned only when their rows have come;
* labels that are drawn from a chance, and then one in twenty turned over.

So there is always something left to learn, for those learners that can. Rows are
independent and of one distribution; a seed gives the same rows on any machine.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np
import pyarrow as pa
import typer
from pyarrow import parquet
from scipy.special import expit

CHUNK = 250_000
NUMBERS = ("price", "discount", "weight", "distance", "age", "visits", "hour", "stock")
#: Numbers that act together, and the cells a side of each grid, from coarse to fine.
PAIRS = ((0, 1), (2, 3), (4, 5))
CELLS = (4, 16, 64)
#: Levels of the categories, and how fast their shares fall.
LEVELS, FALL = {"product": 3_000, "town": 1_000}, 1.05
TURNED_OVER = 0.05


class Orders:
    """The distribution: effects of cells and levels, drawn once."""

    def __init__(self) -> None:
        rng = np.random.default_rng(10)
        self.grids = [
            [rng.normal(scale=0.55, size=(cells, cells)) for cells in CELLS] for _ in PAIRS
        ]
        self.effects = {name: rng.normal(scale=0.9, size=n) for name, n in LEVELS.items()}
        self.shares = {name: _shares(n) for name, n in LEVELS.items()}

    def rows(self, n: int, rng: np.random.Generator) -> pa.Table:
        """So many rows, drawn independently."""
        numbers = rng.random((len(NUMBERS), n), dtype=np.float32)
        levels = {
            name: rng.choice(len(share), size=n, p=share).astype(np.int32)
            for name, share in self.shares.items()
        }
        logit = 1.2 * (numbers[6] - 0.5) - 0.8 * (numbers[7] - 0.5)
        for (a, b), grids in zip(PAIRS, self.grids, strict=True):
            for cells, grid in zip(CELLS, grids, strict=True):
                at = (numbers[[a, b]] * cells).astype(np.int32)
                logit += grid[at[0], at[1]]
        for name, level in levels.items():
            logit += self.effects[name][level]
        returned = rng.random(n) < expit(logit)
        returned ^= rng.random(n) < TURNED_OVER
        columns = {
            name: pa.array(values) for name, values in zip(NUMBERS, numbers, strict=True)
        }
        columns |= {name: _texts(name, level) for name, level in levels.items()}
        return pa.table({**columns, "returned": pa.array(returned.astype(np.int8))})


def _shares(n: int) -> np.ndarray:
    falling = 1 / np.arange(1, n + 1) ** FALL
    return falling / falling.sum()


def _texts(name: str, level: np.ndarray) -> pa.Array:
    names = pa.array([f"{name} {k}" for k in range(LEVELS[name])])
    return pa.DictionaryArray.from_arrays(pa.array(level), names).cast(pa.string())


def generate(path: Path, n_rows: int, seed: int = 0) -> None:
    """Write so many rows to a Parquet file."""
    orders, rng, writer = Orders(), np.random.default_rng(seed), None
    for start in range(0, n_rows, CHUNK):
        table = orders.rows(min(CHUNK, n_rows - start), rng)
        writer = writer or parquet.ParquetWriter(path, table.schema)
        writer.write_table(table)
    if writer is not None:
        writer.close()


def main(
    path: Path,
    rows: Annotated[int, typer.Option(min=1)] = 10_000_000,
    seed: int = 0,
) -> None:
    """Write the table."""
    generate(path, rows, seed)


if __name__ == "__main__":
    typer.run(main)
