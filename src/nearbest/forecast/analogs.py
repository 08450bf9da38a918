"""Past curves that looked like this one, and how much they still gained."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
import pandas as pd

from nearbest.forecast.library import CURVE, Library
from nearbest.race.observation import Observation
from nearbest.race.prediction import RAREST

#: How many past prefixes a forecast is drawn from, and how many of one dataset.
N_ANALOGS, MOST_OF_ONE = round(1 / RAREST), 20
#: Differences that count as one unit of distance. They were tuned on the shipped curves.
LAST_GAIN, GAIN_BEFORE, OVERFIT = 0.005, 0.02, 0.025
TRAIN_GAIN, ACCURACY, SIZE, STEPS = 0.02, 0.6, 3.0, 1.2
#: Past prefixes are compared only where as many doublings were left, give or take this.
STEPS_APART = 0.3
#: Prefixes of fewer rows are not compared with: curves behave differently there.
SMALLEST_PREFIX = 128
#: The past must have gone on as long on this many datasets, or it says nothing.
FEWEST_DATASETS = 3
#: A forecast over more doublings than the past knows is refused beyond this many.
STEPS_BEYOND = 1.5
#: The last step of a curve is a long one, from so many doublings on.
LONG_STEP = 1.5
#: Distance of a past curve that has no rise yet to compare: beyond any other.
TOO_SHORT = 1e9
#: A probe at less than this share of the rows is a whole step back along the curve.
ONE_STEP_BACK = 0.55


@dataclass(frozen=True)
class Point:
    """A curve at one size, as it is compared with others.

    `gain` and `gain_before` are the last two rises of test accuracy per doubling,
    `train_gain` that of training accuracy; NaN where the curve is too short. `step` is
    the number of doublings that the last rise took. `noise` and `gain_noise` are
    standard deviations from scoring on a sample of the test rows.
    """

    size: float
    accuracy: float
    overfit: float
    step: float = 1.0
    gain: float = math.nan
    gain_before: float = math.nan
    train_gain: float = math.nan
    noise: float = 0.0
    gain_noise: float = 0.0
    gain_before_noise: float = 0.0

    @classmethod
    def of(cls, probes: Sequence[Observation], n_test: int) -> Point:
        """The last of some probes, seen with those about one and two doublings before."""
        now = probes[-1]
        before = _back_from(now, probes)
        first = None if before is None else _back_from(before, probes)
        gain, gain_noise = _gain(before, now, n_test)
        gain_before, gain_before_noise = _gain(first, before, n_test)
        return cls(
            size=math.log2(now.n_train),
            accuracy=now.test_score,
            overfit=now.train_score - now.test_score,
            step=1.0 if before is None else _doublings(before, now),
            gain=gain,
            gain_before=gain_before,
            train_gain=math.nan
            if before is None
            else (now.train_score - before.train_score) / _doublings(before, now),
            noise=_noise(now, n_test),
            gain_noise=gain_noise,
            gain_before_noise=gain_before_noise,
        )


@dataclass(frozen=True)
class Gains:
    """What similar curves still gained, and the weight of each."""

    gains: np.ndarray
    weights: np.ndarray


class Analogs:
    """Every prefix of every past curve, to be compared with a present one.

    Parameters
    ----------
    library : Library
    """

    def __init__(self, library: Library) -> None:
        self._library = library
        self.left_out = library.left_out

    @cached_property
    def n_datasets(self) -> int:
        """How many datasets the past curves are of."""
        return int(self._library.points["dataset"].nunique())

    @cached_property
    def reach(self) -> float:
        """The most doublings that enough past datasets went on for."""
        if self._library.points.empty:
            return 0.0
        steps, dataset = self._prefixes["steps"], self._prefixes["dataset"]
        longest = pd.Series(steps).groupby(dataset).max().nlargest(FEWEST_DATASETS)
        return float(longest.iloc[-1]) if len(longest) == FEWEST_DATASETS else 0.0

    def gains(self, point: Point, steps: float) -> Gains | None:
        """How much past curves that looked like `point` gained over `steps` doublings.

        Where the past does not go on quite as long, what the last doublings brought there
        is taken to go on at the same pace. None where too few past datasets tell.
        """
        if self.reach < 1 or steps > self.reach + STEPS_BEYOND:
            return None
        known = min(steps, self.reach)
        past = self._prefixes
        window = np.array((known - STEPS_APART, known + STEPS_APART), past["steps"].dtype)
        low, high = np.searchsorted(past["steps"], window)
        near = slice(low, high)
        if np.count_nonzero(np.bincount(past["dataset"][near])) < FEWEST_DATASETS:
            return None
        distance = self._distance(point, known, near)
        chosen = _nearest(distance, past["dataset"][near])
        weights = 1 - 0.9 * distance[chosen] / max(float(distance[chosen].max()), 1e-12)
        gains = past["rest"][near][chosen] * (steps / known)
        return Gains(gains, weights / weights.sum())

    def _distance(self, point: Point, steps: float, near: slice) -> np.ndarray:
        past = {key: values[near] for key, values in self._prefixes.items()}
        distance = ((past["overfit"] - point.overfit) / OVERFIT) ** 2
        distance += ((past["accuracy"] - point.accuracy) / ACCURACY) ** 2
        distance += ((past["size"] - point.size) / SIZE) ** 2
        distance += ((past["steps"] - steps) / STEPS) ** 2
        if not math.isnan(point.gain):
            scale = LAST_GAIN**2 + point.gain_noise**2
            long = point.step >= LONG_STEP  # then over two past doublings as well
            gain = (past["gain"] + past["gain_before"]) / 2 if long else past["gain"]
            distance += (gain - point.gain) ** 2 / scale
            distance += ((past["train_gain"] - point.train_gain) / TRAIN_GAIN) ** 2
        if not math.isnan(point.gain_before):
            scale = GAIN_BEFORE**2 + point.gain_before_noise**2
            distance += (past["gain_before"] - point.gain_before) ** 2 / scale
        distance[np.isnan(distance)] = TOO_SHORT
        return distance

    @cached_property
    def _prefixes(self) -> dict[str, np.ndarray]:
        """One entry for each past prefix and each later size, by rising steps left."""
        points = self._library.points.sort_values([*CURVE, "n_train"])
        codes = points.groupby(list(CURVE), observed=True).ngroup()
        starts = np.flatnonzero(np.diff(codes.to_numpy(), prepend=-1))
        datasets = pd.factorize(points["dataset"])[0]
        size = np.log2(points["n_train"].to_numpy(float))
        train, test = (points[c].to_numpy(float) for c in ("train_score", "test_score"))
        parts = [
            _pairs(int(datasets[a]), size[a:b], train[a:b], test[a:b])
            for a, b in zip(starts, np.append(starts[1:], len(size)), strict=True)
        ]
        joined = {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}
        order = np.argsort(joined["steps"], kind="stable")
        return {
            key: values[order].astype(np.int32 if key == "dataset" else np.float32)
            for key, values in joined.items()
        }


def _nearest(distance: np.ndarray, dataset: np.ndarray) -> np.ndarray:
    """The nearest prefixes, but only so many of one dataset.

    Datasets are what is exchangeable: many curves of one say little more than one does.
    """
    n = min(20 * N_ANALOGS, np.count_nonzero(distance < TOO_SHORT) or len(distance))
    near = np.argpartition(distance, n - 1)[:n]
    near = near[np.argsort(distance[near])]
    by_dataset = np.argsort(dataset[near], kind="stable")
    sorted_datasets = dataset[near][by_dataset]
    first = np.flatnonzero(np.diff(sorted_datasets, prepend=-1))
    place = np.arange(n) - np.repeat(first, np.diff(first, append=n))
    few = np.sort(by_dataset[place < MOST_OF_ONE])[:N_ANALOGS]
    return near[few]


def _pairs(
    dataset: int, size: np.ndarray, train: np.ndarray, test: np.ndarray
) -> dict[str, np.ndarray]:
    """Every pair of an earlier and a later size of one curve."""
    back = {k: _interpolated(size - k, size, test) for k in (1, 2)}
    train_back = _interpolated(size - 1, size, train)
    now, later = _earlier_and_later(len(size))
    keep = (size[now] >= math.log2(SMALLEST_PREFIX)) & (size[later] > size[now])
    now, later = now[keep], later[keep]
    return {
        "dataset": np.full(len(now), dataset),
        "steps": size[later] - size[now],
        "size": size[now],
        "accuracy": test[now],
        "overfit": (train - test)[now],
        "gain": (test - back[1])[now],
        "gain_before": (back[1] - back[2])[now],
        "train_gain": (train - train_back)[now],
        "rest": test[later] - test[now],
    }


@cache
def _earlier_and_later(n: int) -> tuple[np.ndarray, ...]:
    """All pairs of two of `n` places; most curves have the same few lengths."""
    return np.triu_indices(n, 1)


def _interpolated(at: np.ndarray, size: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Values of a curve between its sizes; NaN before its first."""
    return np.where(at >= size[0] - 0.1, np.interp(at, size, values), np.nan)


def _back_from(now: Observation, probes: Sequence[Observation]) -> Observation | None:
    """The last probe at about half of the rows or fewer."""
    earlier = [p for p in probes if p.n_train <= ONE_STEP_BACK * now.n_train]
    return earlier[-1] if earlier else None


def _gain(
    before: Observation | None, now: Observation | None, n_test: int
) -> tuple[float, float]:
    """The rise of test accuracy per doubling, and its standard deviation."""
    if before is None or now is None:
        return math.nan, 0.0
    doublings = _doublings(before, now)
    noise = math.hypot(_noise(before, n_test), _noise(now, n_test))
    return (now.test_score - before.test_score) / doublings, noise / doublings


def _doublings(before: Observation, now: Observation) -> float:
    return math.log2(now.n_train / before.n_train)


def _noise(probe: Observation, n_test: int) -> float:
    """Standard deviation of a test score from a sample of the `n_test` test rows."""
    variance = max(probe.test_score * (1 - probe.test_score), 1e-4) / probe.n_test
    return math.sqrt(variance * max(1 - probe.n_test / n_test, 0.0))
