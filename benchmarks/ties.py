"""Near ties, live: variants of LightGBM that end close to each other.

    python benchmarks/ties.py [--data FILE] [--rows 1500000] [--variants 24] [--stop-at RULE]

Compares the processor time of a selection, the training of its winner included, with that of
full runs of all variants, which are trained and scored once for it. Without a file it takes
the embedded flights.
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
from nearbest.running.prepare import prepare


def main() -> None:
    """Print both times, and what the choice loses."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path)
    parser.add_argument("--rows", type=int, default=1_500_000)
    parser.add_argument("--variants", type=int, default=24)
    parser.add_argument("--stop-at", default="calibrated")
    given = parser.parse_args()
    X, y = table(given.data, given.rows)
    candidates = variants(given.variants)
    begin = time.process_time()
    found = select(candidates, X, y, stop_at=given.stop_at, random_state=0)
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
        frame, y = flights(return_X_y=True)
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
