"""Near ties: variants of LightGBM that end close to each other, live and recorded.

    python benchmarks/ties.py [--data FILE] [--rows 1500000] [--variants 24] [--stop-at RULE]
    python benchmarks/ties.py --record flights-3m --rows 3000000

Compares the processor time of a selection, the training of its winner included, with that of
full runs of all variants, which are trained and scored once for it. Without a file it takes
the embedded flights. With `--record` every variant is trained at every size instead, which
goes on where it stopped, and ``benchmarks/ties/NAME.parquet`` is replayed with ten seeds; a
recording that is there is replayed as it is.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from lightgbm import LGBMClassifier

from nearbest import select
from nearbest.datasets import flights
from nearbest.replay import Curves, record
from nearbest.running.prepare import prepare

RECORDED = Path(__file__).parent / "ties"
#: The embedded flights have so many rows unless all are asked for.
SOME_FLIGHTS = 1_000_000
N_REPLAYS = 10


def main() -> None:
    """Print times of selections and of full runs, and what the choice loses."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path)
    parser.add_argument("--rows", type=int, default=1_500_000)
    parser.add_argument("--variants", type=int, default=24)
    parser.add_argument("--stop-at", default="calibrated")
    parser.add_argument("--record", metavar="NAME")
    given = parser.parse_args()
    if given.record:
        replayed(recording(given), given.stop_at)
    else:
        live(variants(given.variants), *table(given.data, given.rows), given.stop_at)


def live(candidates: dict[str, Any], X: np.ndarray, y: np.ndarray, stop_at: str) -> None:
    """Select once, and train all of them."""
    begin = time.process_time()
    found = select(candidates, X, y, stop_at=stop_at, random_state=0)
    ours = time.process_time() - begin
    scores, full = full_runs(candidates, X, y)
    best = max(scores.values())
    print(
        f"{len(y):,} rows, {len(candidates)} variants within {best - min(scores.values()):.4f}"
    )
    print(
        f"selection {ours:.0f} s of processor time, full runs {full:.0f} s: {full / ours:.1f}×"
    )
    print(f"{found.best} loses {best - scores[found.best]:.4f}; {found.certificate.sentence}")


def full_runs(
    candidates: dict[str, Any], X: np.ndarray, y: np.ndarray
) -> tuple[dict[str, float], float]:
    """The score of each variant trained on all training rows, and what all of them took."""
    problem = prepare(candidates, X, y, random_state=0)
    full, n_test = problem.samples.n_train, problem.samples.n_test
    begin = time.process_time()
    scores = {
        name: problem.prober.score(problem.prober.fit(name, full), n_test).value
        for name in candidates
    }
    return scores, time.process_time() - begin


def recording(given: argparse.Namespace) -> pd.DataFrame:
    """The curves of all variants, made where they are missing."""
    path = RECORDED / f"{given.record}.parquet"
    if not path.exists():
        RECORDED.mkdir(exist_ok=True)
        frame = record(
            variants(given.variants),
            *table(given.data, given.rows),
            journal=path.with_suffix(".jsonl"),
            clock=time.process_time,
        )
        frame.to_parquet(path, index=False, compression="zstd")
    return pd.read_parquet(path)


def replayed(frame: pd.DataFrame, stop_at: str) -> None:
    """Print how races over recorded curves went."""
    curves = Curves.from_frame(frame)
    races = [curves.replay(stop_at=stop_at, random_state=seed) for seed in range(N_REPLAYS)]
    speed = np.exp(np.mean([np.log(race.speedup_with_refit) for race in races]))
    slowest = min(race.speedup_with_refit for race in races)
    final = frame[frame["n_train"] == frame["n_train"].max()]["test_score"]
    print(f"{len(final)} variants within {final.max() - final.min():.4f}")
    print(f"{speed:.1f}× with training the choice, at least {slowest:.1f}×")
    print(f"losses up to {max(race.loss for race in races):.4f}")


def variants(n: int) -> dict[str, LGBMClassifier]:
    """Draws of what people tune, all of them sensible."""
    rng = np.random.default_rng(0)
    return {
        f"LightGBM-{i}": LGBMClassifier(
            n_estimators=int(rng.choice([80, 120, 160])),
            num_leaves=int(rng.integers(24, 96)),
            learning_rate=float(np.exp(rng.uniform(np.log(0.05), np.log(0.2)))),
            min_child_samples=int(rng.integers(10, 100)),
            n_jobs=1,
            verbose=-1,
        )
        for i in range(n)
    }


def table(path: Path | None, n_rows: int) -> tuple[np.ndarray, np.ndarray]:
    """Rows of the flights or of a file, drawn at random, texts as codes."""
    if path is None:
        frame, y = flights(return_X_y=True, full=n_rows > SOME_FLIGHTS)
        frame = frame.assign(label=y)
    else:
        frame = pd.read_parquet(path)
    frame = frame.sample(min(n_rows, len(frame)), random_state=0)
    y = pd.factorize(frame.pop("label"), sort=True)[0]
    coded = frame.apply(
        lambda column: column if column.dtype.kind in "if" else pd.factorize(column)[0]
    )
    return coded.fillna(-1).to_numpy(np.float32), y


if __name__ == "__main__":
    main()
