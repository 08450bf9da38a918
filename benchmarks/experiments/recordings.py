"""The recorded tables, and subsets of their configurations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
from lab.kinds import KINDS, kind_of
from tables import TABLES

from nearbest.replay import Curves

CURVES = Path(__file__).parents[1] / "curves"
#: The paper's numbers of configurations.
NUMBERS = (5, 10, 20, 40, 80)


@dataclass(frozen=True)
class Recording:
    """Learning curves of one table, with what was noted beside them."""

    name: str
    title: str
    frame: pd.DataFrame
    notes: Mapping[str, str]
    n_planned: int

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The configurations, in the order in which they were drawn."""
        return tuple(dict.fromkeys(self.frame["configuration"]))

    @cached_property
    def full(self) -> pd.DataFrame:
        """The full run of each configuration."""
        last = self.frame.groupby("configuration", sort=False)["n_train"].idxmax()
        return self.frame.loc[last].set_index("configuration")

    @property
    def n_train(self) -> int:
        """Training rows of a full run."""
        return int(self.frame["n_train"].max())

    @property
    def n_test(self) -> int:
        """Test rows."""
        return int(self.frame["n_test"].iloc[0])

    @property
    def hours(self) -> float:
        """Time of full runs of all configurations."""
        return self.curves().full_seconds / 3600

    @property
    def numbers(self) -> tuple[int, ...]:
        """The paper's numbers of configurations below those recorded, and all of them."""
        n = len(self.names)
        return (*(k for k in NUMBERS if k < n), n)

    def subset(self, n: int, seed: int) -> pd.DataFrame:
        """The trainings of `n` configurations drawn at random."""
        rng = np.random.default_rng([seed, n])
        chosen = set(rng.choice(self.names, n, replace=False))
        return self.frame[self.frame["configuration"].isin(chosen)]

    def curves(self, n: int | None = None, seed: int = 0) -> Curves:
        """The curves of `n` configurations drawn at random, or of all."""
        frame = self.frame if n is None else self.subset(n, seed)
        frame = frame.assign(kind=[KINDS[kind_of(name)] for name in frame["configuration"]])
        return Curves.from_frame(frame, self.n_test)


def load(path: Path) -> Recording:
    """One recording; configurations without a full run are left out."""
    table = pq.read_table(path)
    frame = table.to_pandas()
    largest = frame.groupby("configuration")["n_train"].transform("max")
    frame = frame[largest == frame["n_train"].max()].reset_index(drop=True)
    notes = {
        key.decode(): value.decode()
        for key, value in (table.schema.metadata or {}).items()
        if key not in (b"pandas", b"ARROW:schema")
    }
    planned = TABLES.get(path.stem)
    return Recording(
        path.stem,
        planned.title if planned else path.stem,
        frame,
        notes,
        planned.n_configurations if planned else frame["configuration"].nunique(),
    )


def load_all(folder: Path = CURVES) -> list[Recording]:
    """Every recording there is, in the order of the plan."""
    order = {name: i for i, name in enumerate(TABLES)}
    paths = sorted(folder.glob("*.parquet"), key=lambda p: (order.get(p.stem, 99), p.stem))
    return [load(path) for path in paths]


def missing(recordings: list[Recording]) -> list[str]:
    """What was planned and is not there, a phrase each."""
    there = {recording.name: recording for recording in recordings}
    found = []
    for name, planned in TABLES.items():
        n = len(there[name].names) if name in there else 0
        if n < planned.n_configurations:
            found.append(f"{planned.title}: {n} of {planned.n_configurations} configurations")
    return found
