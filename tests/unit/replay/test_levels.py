"""From which level on races on recorded curves would not have ended wrongly."""

import numpy as np
import pandas as pd
import pytest

from nearbest.errors import InvalidInput
from nearbest.forecast.calibration import UNCONFIRMED
from nearbest.forecast.pasts import OF_ACCURACY
from nearbest.replay import Curves
from nearbest.replay.levels import wrong_levels

SIZES = [1_000 * 2**k for k in range(8)]


def recorded(**finals):
    """Curves that rise by the same steps to their final scores, but for late risers."""
    rows = []
    for name, final in finals.items():
        for k, n_train in enumerate(SIZES):
            left = len(SIZES) - 1 - k
            late = name.startswith("late") and left > 0
            score = 0.6 if late else final - 0.002 * left
            rows.append((name, n_train, min(score + 0.02, 1), score, 1e-3 * n_train))
    columns = ["configuration", "n_train", "train_score", "test_score", "fit_time"]
    frame = pd.DataFrame(rows, columns=columns)
    about = {"kind": "boosting", "converged": True, "n_test": 32_000}
    return frame.assign(**about, class_counts=[(1, 1)] * len(frame))


def test_no_race_is_wrong():
    """Where the best was best from the start, no level is too low once it is confirmed."""
    found = wrong_levels(Curves.from_frame(recorded(a=0.9, b=0.8, c=0.7, d=0.6)), OF_ACCURACY)
    assert set(found) == {0.005, 0.01, 0.02}
    assert all(max(levels) <= UNCONFIRMED for levels in found.values())


def test_late_riser():
    """One that nobody could foresee makes the races wrong in which it takes part."""
    found = wrong_levels(
        Curves.from_frame(recorded(a=0.8, b=0.75, c=0.7, late=0.9)), OF_ACCURACY
    )[0.01]
    assert max(found) > 0.9


def test_only_whole_curves_count():
    """A candidate that was not trained at every size takes no part."""
    frame = recorded(a=0.8, b=0.75, c=0.7, late=0.9)
    missing = (frame["configuration"] == "late") & (frame["n_train"] == 4_000)
    found = wrong_levels(Curves.from_frame(frame[~missing]), OF_ACCURACY)[0.01]
    assert max(found) <= UNCONFIRMED


@pytest.mark.parametrize(
    ("keep", "says"),
    [
        (lambda frame: frame[frame["configuration"] < "c"], "At least 3 candidates"),
        (lambda frame: frame[frame["n_train"] < 4_000], "at least 8,900 training rows"),
        (lambda frame: frame[frame["n_train"] > 32_000], "12 times"),
    ],
)
def test_no_dataset(keep, says):
    """What cannot tell is refused in a sentence."""
    frame = keep(recorded(a=0.9, b=0.8, c=0.7))
    with pytest.raises(InvalidInput, match=says):
        wrong_levels(Curves.from_frame(frame), OF_ACCURACY)


def test_repeatable():
    """The same curves have the same levels."""
    curves = Curves.from_frame(recorded(a=0.81, b=0.8, c=0.79, late=0.82))
    assert np.array_equal(*(wrong_levels(curves, OF_ACCURACY)[0.01] for _ in range(2)))
