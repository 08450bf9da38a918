"""Record learning curves of one table in every score that its models allow.

    python benchmarks/record_scores.py un_votes --data FOLDER
    python benchmarks/record_scores.py acs_income --data FOLDER --modern --n 40 --rows 700000

Trains the everyday candidates and the first 20 configurations of the paper's space, or of
the modern one where the target is numbers (``--modern``: of that alone), at sizes N, N/2,
N/4, …, one thread each, and writes ``TABLE.parquet`` below ``benchmarks/past``. Each row holds
the scores on the training and on the test rows, processor times of fitting and of predicting
either, whether the fit converged, and the warnings it gave. An interrupted recording goes on
where it stopped; every finished training is in the journal.
"""

from __future__ import annotations

import argparse
import json
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import everyday
import numpy as np
import pandas as pd
from recorded_tables import MOST_ROWS, Table
from sklearn.exceptions import ConvergenceWarning
from threadpoolctl import threadpool_limits

from nearbest import space
from nearbest.candidates.configuration import Configuration

PAST = Path(__file__).parent / "past"
REGRESSION = PAST / "regression"


def main() -> None:
    """Record what is missing, then write the table of all trainings."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("table", help="name of a Parquet file with a column `label`")
    parser.add_argument("--data", type=Path, required=True, help="its folder")
    parser.add_argument("--journal", type=Path, help="folder of the journal", default=PAST)
    parser.add_argument("--out", type=Path, help="folder of the result")
    parser.add_argument("--rows", type=int, default=MOST_ROWS, help="rows to take at most")
    parser.add_argument("--n", type=int, default=20, help="configurations of the space")
    parser.add_argument("--modern", action="store_true", help="`space.modern()` alone")
    given = parser.parse_args()
    given.journal.mkdir(parents=True, exist_ok=True)
    journal = given.journal / f"{given.table}.jsonl"
    done = [json.loads(line) for line in journal.open()] if journal.exists() else []
    known = {(row["configuration"], row["n_train"]) for row in done}
    table = Table.load(given.data / f"{given.table}.parquet", given.rows)
    with journal.open("a") as file, threadpool_limits(1):
        for configuration in listed(given.n, table.numbers is not None, given.modern):
            for n_train in table.sizes:
                if (configuration.name, n_train) in known:
                    continue
                row = train(configuration, n_train, table)
                done.append(row)
                file.write(json.dumps(row) + "\n")
                file.flush()
    write(done, table, given.table, given.out)


def write(done: list[dict[str, Any]], table: Table, name: str, folder: Path | None) -> None:
    """All trainings as one file, with what is known of the target."""
    frame = pd.DataFrame(done)
    frame.insert(0, "table", name)
    if table.numbers is None:
        frame["n_classes"] = len(table.classes)
        frame["constant"] = float(np.mean(table.y_test == np.bincount(table.y).argmax()))
    else:
        frame["target_low"], frame["target_high"] = table.numbers.low, table.numbers.high
        frame["target_variance"] = table.numbers.variance
    folder = folder or (PAST if table.numbers is None else REGRESSION)
    folder.mkdir(parents=True, exist_ok=True)
    frame.to_parquet(folder / f"{name}.parquet", index=False, compression="zstd")
    print(f"{name}: {len(frame)} trainings, {frame.fit_time.sum():,.0f} s of fitting")


def listed(n: int, is_regression: bool, modern: bool) -> Iterator[Configuration]:
    """The everyday candidates, then those of a space; or those of the modern one alone."""
    if modern:
        yield from space.modern("regression" if is_regression else "classification").draw(n)
        return
    first = everyday.regressors() if is_regression else everyday.candidates()
    for name, pipeline in first.items():
        yield Configuration(name, pipeline)
    drawn = space.modern("regression") if is_regression else space.paper()
    yield from drawn.draw(n, random_state=0)


def train(configuration: Configuration, n_train: int, table: Table) -> dict[str, Any]:
    """One training and all that it scored; a failure has its message."""
    row: dict[str, Any] = {
        "configuration": configuration.name,
        "n_train": n_train,
        "n_test": len(table.y_test),
        "status": "ok",
    }
    X, y = table.X.iloc[:n_train], table.y[:n_train]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            model = configuration.build(0, 1)
            start = time.process_time()
            model.fit(X, y)
            row["fit_time"] = time.process_time() - start
            for part, rows, labels in (("train", X, y), ("test", table.X_test, table.y_test)):
                start = time.process_time()
                output = table.output(model, rows)
                row[f"{part}_predict_time"] = time.process_time() - start
                sizes = [s for s in table.sizes if s <= n_train] if part == "train" else []
                for name, value in output.scores(labels, sizes).items():
                    row[f"{part}_{name}"] = value
        except Exception as error:
            row |= {"status": "failed", "message": f"{type(error).__name__}: {error}"[:300]}
    row["converged"] = not any(issubclass(w.category, ConvergenceWarning) for w in caught)
    row["warnings"] = sorted({f"{w.category.__name__}: {w.message}"[:120] for w in caught})[:5]
    return row


if __name__ == "__main__":
    main()
