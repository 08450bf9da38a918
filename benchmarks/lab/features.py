"""A prefix of a learning curve as numbers, and the rule that gains go on shrinking."""

from __future__ import annotations

import numpy as np

from lab.kinds import KINDS

#: Shrinking of gains per doubling is kept within these.
SLOWEST, FASTEST = 0.95, 0.4
#: What a gain shrinks by per doubling where two gains are not known.
USUAL = 0.7
#: Gains smaller than this (as a standard deviation) say nothing about shrinking.
GRAIN = 0.001


def noise_of(score, n_scored, n_test):
    """Standard deviation of a score on `n_scored` of `n_test` rows."""
    share = np.clip(1 - n_scored / n_test, 0.0, 1.0)
    return np.sqrt(np.maximum(score * (1 - score), 1e-4) / n_scored * share)


def geometric(ratio, left):
    """Σ ratioʲ for j = 1, …, left, where `left` may be no integer."""
    ratio = np.minimum(ratio, 0.9999)
    return ratio * (1 - ratio**left) / (1 - ratio)


def gains_of(size, test, noise):
    """Last two gains per doubling with their noise, how long they took; rows are curves.

    Columns are the last three probes, oldest first, NaN where there was none.
    """
    steps = np.diff(np.log2(size), axis=1)
    gain = np.diff(test, axis=1) / steps
    sd = np.hypot(noise[:, 1:], noise[:, :-1]) / steps
    return gain, sd, steps


def shrinking_rest(gain, sd, steps, left):
    """What is left to gain if gains go on shrinking as they did.

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


def features(size, train, test, noise, left, kind, converged, n_classes, constant, first_size, first_test):
    """One row per prefix: what forecasts are made from.

    Parameters are arrays: `size`, `train`, `test`, `noise` have three columns, the last
    probe last, NaN where there was none. `first_size` and `first_test` are of the very
    first probe, `constant` is the score of the best constant prediction.
    """
    gain, sd, steps = gains_of(size, test, noise)
    rest, ratio, now = shrinking_rest(gain, sd, steps, left)
    train_gain = (train[:, 2] - train[:, 1]) / steps[:, 1]
    score, own = test[:, 2], noise[:, 2]
    overfit = train[:, 2] - score
    known = np.isfinite(gain[:, 1]).astype(float)
    both = np.isfinite(gain[:, 0]).astype(float)
    g1 = np.nan_to_num(gain[:, 1])
    g2 = np.nan_to_num(gain[:, 0])
    columns = {
        "left": left,
        "log_size": np.log2(size[:, 2]),
        "log_per_class": np.log2(size[:, 2] / n_classes),
        "error": 1 - score,
        "overfit": overfit,
        "gain": g1,
        "gain_before": g2,
        "train_gain": np.nan_to_num(train_gain),
        "noise": own,
        "gain_noise": np.nan_to_num(sd[:, 1]),
        "step": np.nan_to_num(steps[:, 1]),
        "known": known,
        "both": both,
        "rest": rest,
        "ratio": ratio,
        "now": now,
        "lift": score - constant,
        "doublings": np.log2(size[:, 2] / first_size),
        "since": (score - first_test) / np.maximum(np.log2(size[:, 2] / first_size), 1.0),
        "fall": np.fmax(np.fmax(np.fmax(first_test - test[:, 0], test[:, 0] - test[:, 1]), test[:, 1] - score), 0.0),
        "kind": kind.astype(float),
        "converged": np.asarray(converged, float),
    }
    return columns


def kind_dummies(kind):
    return (kind[:, None] == np.arange(len(KINDS))).astype(float)
