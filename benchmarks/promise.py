"""How often races lose more than ε on draws from every recorded table.

    python benchmarks/promise.py              # proved, beside the paper's rule
    python benchmarks/promise.py proved

Races of 5 and of 10 candidates, ε = 0.01, are replayed on the tables of benchmarks/curves
and benchmarks/past; with LAB_CURVES, on the everyday candidates in that folder too. The
rule "calibrated", whose forecast must not know the table, is replayed by ``lab.replays``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import pandas as pd
from past_curves import MOST_RECORDED, classifiers, scored_by, with_kinds
from tables import TABLES

from nearbest.replay import Curves

HERE = Path(__file__).parent
EPSILON, N_DRAWS, NUMBERS = 0.01, 20, (5, 10)


def main(rules: Iterable[str]) -> None:
    """Replay every rule on every table, and print a line for each."""
    for rule in rules:
        rows = pd.DataFrame(row for name, f in tables() for row in replays(name, f, rule))
        for table, found in [*rows.groupby("table"), ("all", rows)]:
            print(
                f"{rule}, {table}: {found['beyond'].sum()} of {len(found)} beyond ε, largest "
                f"loss {found['loss'].max():.4f}, speed {speed(found['cost']):.2f}, with "
                f"training {speed(found['whole']):.2f}, dearest {found['whole'].max():.2f}",
                flush=True,
            )


def speed(costs: pd.Series) -> float:
    """How many times as fast as full runs, in the geometric mean."""
    return float(np.exp(-np.log(costs).mean()))


def replays(name: str, frame: pd.DataFrame, rule: str) -> Iterator[dict[str, object]]:
    """Draws of 5 and of 10 candidates of one table."""
    names = frame["configuration"].unique()
    for n in NUMBERS:
        for seed in range(N_DRAWS):
            drawn = np.random.default_rng([seed, n]).choice(names, n, replace=False)
            curves = Curves.from_frame(frame[frame["configuration"].isin(drawn)])
            found = curves.replay(stop_at=rule, epsilon=EPSILON, random_state=seed)
            yield {
                "table": name,
                "loss": found.loss,
                "beyond": found.loss > EPSILON + 1e-9,
                "cost": found.seconds / found.full_seconds,
                "whole": found.seconds_with_refit / found.full_seconds,
            }


def tables() -> Iterator[tuple[str, pd.DataFrame]]:
    """Every recording, as `Curves.from_frame` wants it."""
    for path in sorted((HERE / "curves").glob("*.parquet")):
        drawn = TABLES[path.stem].space.draw(MOST_RECORDED, random_state=0)
        yield path.stem, with_kinds(pd.read_parquet(path), drawn)
    for path in sorted((HERE / "past").glob("*.parquet")):
        yield path.stem, with_kinds(scored_by(pd.read_parquet(path), "accuracy"), classifiers())
    if "LAB_CURVES" in os.environ:
        frame = pd.read_parquet(Path(os.environ["LAB_CURVES"]) / "everyday.parquet")
        for table, found in _by_names(frame).groupby("table"):
            yield f"everyday {table}", found


def _by_names(frame: pd.DataFrame) -> pd.DataFrame:
    """The everyday candidates, whose kinds their names tell."""
    from lab.kinds import KINDS, kind_of

    names = frame["configuration"]
    return frame.rename(
        columns={"train_accuracy": "train_score", "test_accuracy": "test_score"}
    ).assign(
        kind=[KINDS[kind_of(name)] for name in names],
        large_leaves=names == "forest-leaf20",
    )


if __name__ == "__main__":
    main(sys.argv[1:] or ["proved", "paper"])
