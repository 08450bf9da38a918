"""How close to its `timeout` a selection hands over a model.

    python benchmarks/timeouts.py [--rows 100000 3000000] [--timeout 20 60] [--data FILE]

On a generated table of each size, on the embedded flights (`--data flights`), or on the first
rows of a Parquet file whose target is `label`, with boosting, forests and a linear model. A
run is on time if it ends within a tenth of the limit or within five seconds of it.
"""

from __future__ import annotations

import argparse
import time
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
from lightgbm import LGBMClassifier
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression

from nearbest import select
from nearbest.datasets import flights

N_COLUMNS = 20
#: A run may end so much later, in seconds or as a share of its limit.
TOLERATED_SECONDS, TOLERATED_SHARE = 5.0, 0.1


def main() -> None:
    """Print a line for each table and limit."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, nargs="+", default=[100_000, 1_000_000, 3_000_000])
    parser.add_argument("--timeout", type=float, nargs="+", default=[20.0, 60.0])
    parser.add_argument("--data", type=Path)
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    n_on_time = n_runs = 0
    for n_rows in given.rows:
        X, y = table(n_rows) if given.data is None else first_rows(given.data, n_rows)
        for timeout in given.timeout:
            n_runs, n_on_time = n_runs + 1, n_on_time + measure(X, y, timeout)
    print(f"{n_on_time} of {n_runs} runs were on time.")


def measure(X: np.ndarray, y: np.ndarray, timeout: float) -> bool:
    """Select once, and print when the model was there and which it is."""
    begin = time.perf_counter()
    found = select(candidates(), X, y, epsilon=0.001, timeout=timeout, n_jobs=2, random_state=0)
    seconds = time.perf_counter() - begin
    on_time = seconds <= timeout + max(TOLERATED_SECONDS, TOLERATED_SHARE * timeout)
    delivery = found.certificate.delivery
    print(
        f"{len(y):>9,} rows, limit {timeout:g} s: {seconds:.1f} s, "
        f"{'on time' if on_time else 'TOO LATE'}; {found.best} {delivery}",
        flush=True,
    )
    return on_time


def candidates() -> dict[str, object]:
    """Boosting of two sizes, two forests, and a linear model."""
    return {
        "LightGBM(100 trees)": LGBMClassifier(n_estimators=100, n_jobs=1, verbose=-1),
        "LightGBM(400 trees, 127 leaves)": LGBMClassifier(
            n_estimators=400, num_leaves=127, learning_rate=0.05, n_jobs=1, verbose=-1
        ),
        "RandomForest(leaf=20)": RandomForestClassifier(20, min_samples_leaf=20),
        "RandomForest(leaf=200)": RandomForestClassifier(40, min_samples_leaf=200),
        "LogisticRegression": LogisticRegression(),
    }


def table(n_rows: int) -> tuple[np.ndarray, np.ndarray]:
    """Numbers of which a few interact."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((n_rows, N_COLUMNS), dtype=np.float32)
    signal = X[:, 0] * X[:, 1] + np.sin(2 * X[:, 2]) + X[:, 3] * (X[:, 4] > 0)
    return X, (signal + rng.standard_normal(n_rows) > 0).astype(int)


def first_rows(path: Path, n_rows: int) -> tuple[np.ndarray, np.ndarray]:
    """The first rows of the flights or of a file, texts as codes."""
    if str(path) == "flights":
        frame, y = flights(return_X_y=True)
        frame, y = frame.head(n_rows), y.head(n_rows).to_numpy()
    else:
        frame = pd.read_parquet(path).head(n_rows)
        y = frame.pop("label").to_numpy()
    coded = frame.apply(
        lambda column: column if column.dtype.kind in "if" else pd.factorize(column)[0]
    )
    return coded.fillna(-1).to_numpy(np.float32), y


if __name__ == "__main__":
    main()
