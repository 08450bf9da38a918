"""Learning curves from every source at hand, in one shape."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

from lab.kinds import kind_of
from nearbest.forecast.noise import Rows, noise_of
from nearbest.forecast.pasts import OF_ACCURACY, Past

BENCHMARKS = Path(__file__).parents[1]
SHARED = Path(os.environ.get("LAB_CURVES", BENCHMARKS.parents[1] / "shared" / "curves"))
PAST = BENCHMARKS / "past"
#: Recordings with two classes, most of them of tables that have more (``two_classes.py``).
TWO_CLASSES = PAST / "two"
#: Recordings that what ships by accuracy does not know, so that they can judge it.
UNSEEN = PAST / "unseen"
#: A forecast is not made from fewer rows of each class on average.
ROWS_PER_CLASS = 5
SMALLEST = 900
#: Tables of one origin are one unit.
UNITS = {
    "flights-1m": "flights",
    "flights-3m": "flights",
    "nycflights": "flights",
    "household_power": "household",
    # the same rows with other columns, or with another target
    "LCDB 980": "LCDB 28",
    "LCDB 1040": "LCDB 1036",
    "LCDB 1114": "LCDB 1112",
}


@dataclass(frozen=True)
class Table:
    """All curves of one dataset; arrays are candidates × sizes, NaN where not recorded.

    `predict_row` is the time to score one row; `train`, `test` are scores; `converged` is
    1, 0, or NaN where it was not noted. `past` says what the scores are, and how they are
    told; `rarer` is the share of the rarer class where they are of two, `shares` are those
    of all classes where they are known, and `size` is what the best constant prediction
    loses, of which losses are told as parts.
    """

    name: str
    unit: str
    group: str
    n_classes: int
    n_test: int
    sizes: np.ndarray
    names: tuple[str, ...]
    train: np.ndarray
    test: np.ndarray
    fit_time: np.ndarray
    predict_row: np.ndarray
    converged: np.ndarray
    constant: float = float("nan")
    rarer: float | None = None
    past: Past = OF_ACCURACY
    shares: tuple[float, ...] = ()
    size: float = 1.0

    def noise(self, n_rows: np.ndarray) -> np.ndarray:
        """Standard deviation of each score on so many of the test rows."""
        return noise_of(self.past.variance, self.test, n_rows, self.rows)

    @property
    def rows(self) -> Rows:
        """What is known of the test rows."""
        return Rows(self.n_test, self.rarer or 0.5, self.shares, self.size)

    @property
    def kinds(self) -> np.ndarray:
        return np.array([kind_of(n) for n in self.names])

    @property
    def final(self) -> np.ndarray:
        return self.test[:, -1]

    @property
    def full_cost(self) -> np.ndarray:
        return self.fit_time[:, -1] + self.predict_row[:, -1] * self.n_test

    def subset(self, chosen: np.ndarray) -> Table:
        arrays = {
            k: getattr(self, k)[chosen]
            for k in ("train", "test", "fit_time", "predict_row", "converged")
        }
        return replace(self, names=tuple(self.names[i] for i in chosen), **arrays)

    def complete(self) -> Table:
        """Only the candidates that were recorded at every size that is used."""
        smallest = max(SMALLEST, ROWS_PER_CLASS * self.n_classes)
        columns = np.flatnonzero(self.sizes >= smallest)
        arrays = {
            k: getattr(self, k)[:, columns]
            for k in ("train", "test", "fit_time", "predict_row", "converged")
        }
        whole = np.flatnonzero(
            np.isfinite(arrays["test"]).all(axis=1)
            & np.isfinite(arrays["fit_time"]).all(axis=1)
        )
        return replace(self, sizes=self.sizes[columns], **arrays).subset(whole)


def _table(frame: pd.DataFrame, **about) -> Table:
    """From columns configuration, n_train, train, test, fit_time, predict_row, converged."""
    wide = {
        k: frame.pivot(index="configuration", columns="n_train", values=k)
        for k in ("train", "test", "fit_time", "predict_row", "converged")
    }
    arrays = {k: v.to_numpy(float) for k, v in wide.items()}
    sizes = wide["test"].columns.to_numpy(float)
    return Table(sizes=sizes, names=tuple(map(str, wide["test"].index)), **about, **arrays)


#: Score of the best constant prediction, where recordings do not tell.
CONSTANT = {
    "acs_income": 0.6312, "household": 0.6505, "names": 0.5756, "nba_shots": 0.5427,
    "taxi": 0.5002, "flights-1m": 0.791, "flights-3m": 0.791, "particles": 0.5,
}  # fmt: skip


@cache
def constants() -> dict[int, float]:
    """Of the databases, from the dummy classifier of LCDB 1.1."""
    curves = pd.read_parquet(SHARED / "lcdb11.parquet")
    dummy = curves[(curves["configuration"] == "DummyClassifier") & (curves["n_train"] >= 100)]
    return dummy.groupby("dataset")["test_score"].median().to_dict()


@cache
def classes() -> dict[int, int]:
    return pd.read_csv(SHARED / "datasets.csv").set_index("id")["n_classes"].to_dict()


@cache
def lcdb(smallest: float = 120) -> list[Table]:
    """LCDB 1.0, one table per dataset and seed, at powers of two and the full size."""
    curves = pd.read_parquet(SHARED / "real_curves.parquet")
    full = curves.groupby("dataset")["n_train"].transform("max")
    power = np.log2(curves["n_train"])
    kept = curves[
        ((power % 1 == 0) & (curves["n_train"] < 0.75 * full)) | (curves["n_train"] == full)
    ]
    kept = kept[kept["n_train"] >= smallest]
    kept = kept.rename(columns={"train_score": "train", "test_score": "test"})
    kept = kept.assign(predict_row=0.0, converged=np.nan)
    return [
        _table(
            f, name=f"LCDB {d}/{s}", unit=UNITS.get(f"LCDB {d}", f"LCDB {d}"), group="lcdb",
            n_classes=classes().get(d, 2), n_test=int(f["n_train"].max()) // 4, constant=constants().get(d, float("nan")),
        )
        for (d, s), f in kept.groupby(["dataset", "seed"])
    ]  # fmt: skip


@cache
def lcdb11(smallest: float = 120) -> list[Table]:
    """LCDB 1.1 at about doubling sizes; no times, so for the library only."""
    curves = pd.read_parquet(SHARED / "lcdb11.parquet")
    curves = curves[curves["configuration"] != "DummyClassifier"]
    kept = curves[(np.log2(curves["n_train"]) % 1 == 0) & (curves["n_train"] >= smallest)]
    kept = kept.rename(columns={"train_score": "train", "test_score": "test"})
    kept = kept.assign(
        configuration=kept["configuration"].astype(str),
        fit_time=1.0,
        predict_row=0.0,
        converged=np.nan,
    )
    return [
        _table(
            f, name=f"LCDB11 {d}", unit=UNITS.get(f"LCDB {d}", f"LCDB {d}"), group="lcdb11",
            n_classes=classes().get(d, 2), n_test=10**7, constant=constants().get(d, float("nan")),
        )
        for d, f in kept.groupby("dataset") if f["n_train"].nunique() > 2
    ]  # fmt: skip


def recorded() -> list[Table]:
    """The six tables recorded for 0.1.0."""
    found = []
    for path in sorted((BENCHMARKS / "curves").glob("*.parquet")):
        frame = pd.read_parquet(path)
        n_test = int(frame["n_test"].iloc[0])
        frame = frame.rename(columns={"train_score": "train", "test_score": "test"})
        frame["predict_row"] = frame["score_time"] / (frame["n_train"] + frame["n_test"])
        frame["converged"] = np.nan
        found.append(
            _table(frame, name=path.stem, unit=UNITS.get(path.stem, path.stem), group="recorded",
                   n_classes=2, n_test=n_test, constant=CONSTANT[path.stem])
        )  # fmt: skip
    return found


def everyday() -> list[Table]:
    """Nineteen everyday candidates on two tables."""
    frame = pd.read_parquet(SHARED / "everyday.parquet")
    frame = frame.rename(columns={"train_accuracy": "train", "test_accuracy": "test"})
    # several metrics and probabilities were timed: about twice what accuracy needs
    frame["predict_row"] = 0.5 * frame["score_time"] / (frame["n_train"] + frame["n_test"])
    return [
        _table(
            f,
            name=f"everyday {t}",
            unit=str(t),
            group="everyday",
            n_classes=2,
            n_test=int(f["n_test"].iloc[0]),
            constant=CONSTANT[str(t)],
        )
        for t, f in frame.groupby("table")
    ]


def new() -> list[Table]:
    """The finished recordings of tables with classes."""
    frames = {path.stem: pd.read_parquet(path) for path in recordings(PAST, TWO_CLASSES)}
    found = [_new(name, frame[frame["status"] == "ok"]) for name, frame in frames.items()]
    return [table for table in found if table is not None]


def recordings(*folders: Path) -> list[Path]:
    """The files of recordings in some folders."""
    return sorted(path for folder in folders for path in folder.glob("*.parquet"))


def unit_of(name: str) -> str:
    """A table as it is, with its largest class against the others, or with numbers to predict."""
    name = name.removesuffix("-two").removesuffix("-numbers")
    return UNITS.get(name, name)


def _new(name: str, frame: pd.DataFrame) -> Table | None:
    """The candidates that were recorded on all rows."""
    frame = frame.rename(columns={"train_accuracy": "train", "test_accuracy": "test"})
    seconds = frame["train_predict_time"] + frame["test_predict_time"]
    frame = frame.assign(predict_row=seconds / (frame["n_train"] + frame["n_test"]))
    frame = frame.drop_duplicates(["configuration", "n_train"])
    full = frame.groupby("configuration")["n_train"].transform("max") == frame["n_train"].max()
    if not full.any():
        return None
    first = frame.iloc[0]
    about = {"name": f"new {name}", "unit": unit_of(name), "group": "new"}
    counts = {"n_classes": int(first["n_classes"]), "n_test": int(first["n_test"])}
    return _table(frame[full], **about, **counts, constant=float(first["constant"]))
