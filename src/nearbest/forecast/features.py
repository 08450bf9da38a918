"""A prefix of a learning curve as numbers, and the rule that gains go on shrinking."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

#: Kinds of learners as the trees know them; whatever else there is counts as "other".
KINDS = (
    "network",
    "online",
    "boosting",
    "tree",
    "forest",
    "kernel",
    "neighbours",
    "bayes",
    "linear",
    "other",
)
#: Shrinking of gains per doubling is kept within these.
SLOWEST, FASTEST = 0.95, 0.4
#: What a gain shrinks by per doubling where two gains are not known.
USUAL = 0.7
#: Gains smaller than this (as a standard deviation) say nothing about shrinking.
GRAIN = 0.001

Columns = dict[str, np.ndarray]


def geometric(ratio: np.ndarray, left: np.ndarray) -> np.ndarray:
    """Σ ratioʲ for j = 1, …, left, where `left` may be no integer."""
    ratio = np.minimum(ratio, 0.9999)
    total: np.ndarray = ratio * (1 - ratio**left) / (1 - ratio)
    return total


@dataclass(frozen=True)
class Prefix:
    """Prefixes of learning curves, a row each.

    `size`, `train`, `test` and `noise` have three columns, the last probe last, NaN where
    there was none. `first_size` and `first_test` are of the very first probe, `left` are
    the doublings left, `constant` is the score of the best constant prediction, `kind` a
    position in `KINDS`.
    """

    size: np.ndarray
    train: np.ndarray
    test: np.ndarray
    noise: np.ndarray
    left: np.ndarray
    kind: np.ndarray
    converged: np.ndarray
    n_classes: float
    constant: float
    first_size: np.ndarray
    first_test: np.ndarray


def gains_of(prefix: Prefix) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Last two gains per doubling with their noise, and how long they took."""
    steps = np.diff(np.log2(prefix.size), axis=1)
    gain = np.diff(prefix.test, axis=1) / steps
    sd = np.hypot(prefix.noise[:, 1:], prefix.noise[:, :-1]) / steps
    return gain, sd, steps


def shrinking_rest(
    gain: np.ndarray, sd: np.ndarray, steps: np.ndarray, left: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What is left to gain if gains go on shrinking as they did, their ratio, the last gain.

    The ratio of two gains is pulled towards the usual one as far as they are noise.
    """
    last, before = gain[:, 1], gain[:, 0]
    apart = np.where(np.isfinite(steps[:, 0]), (steps[:, 0] + steps[:, 1]) / 2, 1.0)
    noise = np.hypot(np.nan_to_num(sd).max(axis=1), GRAIN)
    size = np.abs(np.nan_to_num(before))
    weight = size**2 / (size**2 + 4 * noise**2)
    with np.errstate(all="ignore"):
        own = np.clip(np.nan_to_num(last / before, nan=USUAL), FASTEST**2, 1.0) ** (1 / apart)
    ratio = np.clip(USUAL ** (1 - weight) * own**weight, FASTEST, SLOWEST)
    now = np.nan_to_num(last) * ratio ** ((np.nan_to_num(steps[:, 1], nan=1.0) - 1) / 2)
    return now * geometric(ratio, left), ratio, now


def features(prefix: Prefix) -> Columns:
    """What forecasts are made from, by name, an entry per prefix.

    Examples
    --------
    A curve that gained 0.02 and then 0.01 per doubling has 0.01 · (½ + ¼) left over two:

    >>> import numpy as np
    >>> from nearbest.forecast.features import Prefix, features
    >>> one = np.ones(1)
    >>> curve = Prefix(
    ...     size=np.array([[1_000, 2_000, 4_000]]), train=np.full((1, 3), 0.9),
    ...     test=np.array([[0.80, 0.82, 0.83]]), noise=np.zeros((1, 3)), left=2 * one,
    ...     kind=2 * one, converged=one, n_classes=2, constant=0.5,
    ...     first_size=1_000 * one, first_test=0.8 * one)
    >>> found = features(curve)
    >>> round(float(found["rest"][0]), 4), round(float(found["ratio"][0]), 2)
    (0.0075, 0.5)
    """
    gain, sd, steps = gains_of(prefix)
    rest, ratio, now = shrinking_rest(gain, sd, steps, prefix.left)
    size, train, test = prefix.size[:, 2], prefix.train, prefix.test
    score, doublings = test[:, 2], np.log2(size / prefix.first_size)
    return {
        "left": prefix.left,
        "log_size": np.log2(size),
        "log_per_class": np.log2(size / prefix.n_classes),
        "error": 1 - score,
        "overfit": train[:, 2] - score,
        "gain": np.nan_to_num(gain[:, 1]),
        "gain_before": np.nan_to_num(gain[:, 0]),
        "train_gain": np.nan_to_num((train[:, 2] - train[:, 1]) / steps[:, 1]),
        "noise": prefix.noise[:, 2],
        "gain_noise": np.nan_to_num(sd[:, 1]),
        "step": np.nan_to_num(steps[:, 1]),
        "known": np.isfinite(gain[:, 1]).astype(float),
        "both": np.isfinite(gain[:, 0]).astype(float),
        "rest": rest,
        "ratio": ratio,
        "now": now,
        "lift": score - prefix.constant,
        "doublings": doublings,
        "since": (score - prefix.first_test) / np.maximum(doublings, 1.0),
        "fall": _largest_fall(prefix.first_test, test),
        "kind": prefix.kind.astype(float),
        "converged": np.asarray(prefix.converged, float),
    }


def _largest_fall(first: np.ndarray, test: np.ndarray) -> np.ndarray:
    """The most that a score fell from one probe to the next; 0 if it never did."""
    falls = (first - test[:, 0], test[:, 0] - test[:, 1], test[:, 1] - test[:, 2])
    largest: np.ndarray = np.fmax(np.fmax.reduce(falls), 0.0)
    return largest
