"""Record learning curves of one table in every score that its models allow.

    python benchmarks/record_scores.py un_votes --data FOLDER

Trains the first 20 configurations of the paper's space and the everyday candidates at
sizes N, N/2, N/4, …, one thread each, and writes ``benchmarks/past/TABLE.parquet``. Each
row holds the scores on the training and on the test rows, processor times of fitting and
of predicting either, whether the fit converged, and the warnings it gave. An interrupted
recording goes on where it stopped; every finished training is in the journal.
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
from sklearn import metrics
from sklearn.exceptions import ConvergenceWarning
from threadpoolctl import threadpool_limits

from nearbest import space
from nearbest.candidates.configuration import Configuration

PAST = Path(__file__).parent / "past"
#: Probabilities are clipped this far from 0 and 1, so that one row costs at most 6.9.
CLIP = 0.001
SMALLEST = 1_000
#: Columns of one table or another that say which row it is.
IDENTIFIERS = ["game_id", "game_date"]
#: With many classes boosting trains one tree per class and round.
MOST_ROWS, MANY_CLASSES, SHARE_OF_MANY_CLASSES = 400_000, 10, 0.375


def main() -> None:
    """Record what is missing, then write the table of all trainings."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("table", help="name of a Parquet file with a column `label`")
    parser.add_argument("--data", type=Path, required=True, help="its folder")
    parser.add_argument("--journal", type=Path, help="folder of the journal", default=PAST)
    parser.add_argument("--out", type=Path, help="folder of the result", default=PAST)
    parser.add_argument("--rows", type=int, default=MOST_ROWS, help="rows to take at most")
    parser.add_argument("--n", type=int, default=20, help="configurations of the paper's space")
    given = parser.parse_args()
    for folder in (given.journal, given.out):
        folder.mkdir(parents=True, exist_ok=True)
    journal = given.journal / f"{given.table}.jsonl"
    done = [json.loads(line) for line in journal.open()] if journal.exists() else []
    known = {(row["configuration"], row["n_train"]) for row in done}
    table = Table.load(given.data / f"{given.table}.parquet", given.rows)
    with journal.open("a") as file, threadpool_limits(1):
        for configuration in listed(given.n):
            for n_train in table.sizes:
                if (configuration.name, n_train) in known:
                    continue
                row = train(configuration, n_train, table)
                done.append(row)
                file.write(json.dumps(row) + "\n")
                file.flush()
    frame = pd.DataFrame(done)
    frame.insert(0, "table", given.table)
    frame.to_parquet(given.out / f"{given.table}.parquet", index=False, compression="zstd")
    print(f"{given.table}: {len(frame)} trainings, {frame.fit_time.sum():,.0f} s of fitting")


def listed(n: int) -> Iterator[Configuration]:
    """The everyday candidates, then the paper's."""
    for name, pipeline in everyday.candidates().items():
        yield Configuration(name, pipeline)
    yield from space.paper().draw(n, random_state=0)


class Table:
    """Rows in random order: the last fifth to test on, the others to train on."""

    def __init__(self, X: pd.DataFrame, y: np.ndarray, most_rows: int = MOST_ROWS) -> None:
        self.classes, y = np.unique(y, return_inverse=True)
        many = len(self.classes) >= MANY_CLASSES
        n = min(len(y), int(most_rows * SHARE_OF_MANY_CLASSES) if many else most_rows)
        rows = np.random.default_rng(0).permutation(len(y))[:n]
        n_train = n - n // 5
        self.X, self.y = X.iloc[rows[:n_train]], y[rows[:n_train]]
        self.X_test, self.y_test = X.iloc[rows[n_train:]], y[rows[n_train:]]
        halvings = range(int(np.log2(n_train / SMALLEST)), -1, -1)
        self.sizes = [n_train >> k for k in halvings]
        counts = np.bincount(self.y, minlength=len(self.classes))
        self.rarest = int(np.argmin(counts))

    @classmethod
    def load(cls, path: Path, most_rows: int = MOST_ROWS) -> Table:
        """The rows of a Parquet file, without the columns that only identify a row."""
        frame = pd.read_parquet(path).drop(columns=IDENTIFIERS, errors="ignore")
        return cls(frame.drop(columns="label"), frame["label"].to_numpy(), most_rows)


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
                output = Output(model, rows, table)
                row[f"{part}_predict_time"] = time.process_time() - start
                sizes = [s for s in table.sizes if s <= n_train] if part == "train" else []
                for name, value in output.scores(labels, sizes).items():
                    row[f"{part}_{name}"] = value
        except Exception as error:
            row |= {"status": "failed", "message": f"{type(error).__name__}: {error}"[:300]}
    row["converged"] = not any(issubclass(w.category, ConvergenceWarning) for w in caught)
    row["warnings"] = sorted({f"{w.category.__name__}: {w.message}"[:120] for w in caught})[:5]
    return row


class Output:
    """A model's labels and, where it has them, probabilities or decision values."""

    def __init__(self, model: Any, X: pd.DataFrame, table: Table) -> None:
        self.table = table
        self.probabilities: np.ndarray | None = None
        self.decisions: np.ndarray | None = None
        if hasattr(model, "predict_proba"):
            given = model.predict_proba(X)
            self.probabilities = np.zeros((len(given), len(table.classes)), given.dtype)
            self.probabilities[:, model.classes_] = given  # a sample may lack a class
            self.decisions = self.probabilities
            self.labels = model.classes_[np.argmax(given, axis=1)]
        else:
            self.labels = model.predict(X)
            if len(table.classes) == 2 and len(model.classes_) == 2:
                values = model.decision_function(X)
                self.decisions = np.column_stack([-values, values])

    def scores(self, y: np.ndarray, sizes: list[int]) -> dict[str, Any]:
        """All scores; for row means also on the first rows of each size."""
        right = self.labels == y
        found: dict[str, Any] = {
            "accuracy": float(right.mean()),
            "balanced_accuracy": float(_quiet(metrics.balanced_accuracy_score, y, self.labels)),
            "f1_macro": float(metrics.f1_score(y, self.labels, average="macro")),
            "matthews_corrcoef": float(metrics.matthews_corrcoef(y, self.labels)),
            **self._rare(y),
        }
        if sizes:
            found["prefix_accuracy"] = _prefixes(right, sizes)
        if self.probabilities is not None:
            own = np.clip(self.probabilities[np.arange(len(y)), y], CLIP, 1 - CLIP)
            loss = np.log(own)
            squares = np.square(self.probabilities).sum(axis=1)
            brier = -(squares - 2 * self.probabilities[np.arange(len(y)), y] + 1)
            brier = brier / 2 if self.probabilities.shape[1] == 2 else brier
            found |= {
                "neg_log_loss": float(loss.mean()),
                "neg_brier_score": float(brier.mean()),
            }
            if sizes:
                found["prefix_neg_log_loss"] = _prefixes(loss, sizes)
        return found

    def _rare(self, y: np.ndarray) -> dict[str, float]:
        """Scores of the rarest class against the others; of every class for AUC."""
        rare = y == self.table.rarest
        found = {"f1": float(metrics.f1_score(rare, self.labels == self.table.rarest))}
        if self.decisions is None:
            return found
        if rare.any() and not rare.all():
            score = self.decisions[:, self.table.rarest]
            found["average_precision"] = float(metrics.average_precision_score(rare, score))
        present = np.unique(y)
        of = present[1:] if self.decisions.shape[1] == 2 else present
        aucs = [metrics.roc_auc_score(y == c, self.decisions[:, c]) for c in of]
        found["roc_auc"] = float(np.mean(aucs)) if len(present) > 1 else float("nan")
        return found


def _prefixes(values: np.ndarray, sizes: list[int]) -> list[float]:
    totals = np.cumsum(values, dtype=float)
    return [float(totals[size - 1] / size) for size in sizes]


def _quiet(score: Any, *arguments: Any) -> float:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return float(score(*arguments))


if __name__ == "__main__":
    main()
