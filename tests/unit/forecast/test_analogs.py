"""Which past curves a present one is compared with, and what they gained."""

import math

import numpy as np
import pandas as pd
import pytest

from nearbest.forecast import COLUMNS, Analogs, Library
from nearbest.forecast.analogs import N_ANALOGS, Point
from nearbest.race.observation import Observation

from .past import LINES, N_TEST, PAST_SIZES, SIZES, line, lines, probe, probes


def median(found):
    order = np.argsort(found.gains)
    return found.gains[order][np.searchsorted(np.cumsum(found.weights[order]), 0.5)]


def test_a_first_probe_has_no_gain_yet():
    """It is compared by size, accuracy and overfitting alone."""
    point = Point.of(probes("a", 0.7), N_TEST)
    assert (point.size, point.accuracy) == (math.log2(500), 0.7)
    assert point.overfit == pytest.approx(0.3)
    assert all(map(math.isnan, (point.gain, point.gain_before, point.train_gain)))


def test_gains_are_those_of_the_last_two_doublings():
    """0.60, 0.70, 0.75 rose by 0.10 and then by 0.05."""
    point = Point.of(probes("a", 0.6, 0.7, 0.75), N_TEST)
    assert point.gain == pytest.approx(0.05)
    assert point.gain_before == pytest.approx(0.10)
    assert point.train_gain == 0


@pytest.mark.parametrize("growth", [1.1, math.sqrt(2), 1.5, 1.8, 2.0, 3.0, 4.0, 10.0])
def test_gains_are_per_doubling_whatever_the_growth(growth):
    """On a line each step back gives the same gain, near or far."""
    sizes = [round(256 * growth**k) for k in range(12)]
    told = [probe("a", s, line(0.02)(s), n_test=10**6) for s in sizes if s < 10**6]
    point = Point.of(told, 10**6)
    assert point.gain == pytest.approx(0.02, abs=1e-4)
    if growth > 1.2:  # twelve steps of 1.1 are one doubling
        assert point.gain_before == pytest.approx(0.02, abs=1e-4)


def test_fine_sizes_are_seen_a_whole_doubling_apart():
    """√2 apart, the probe just before tells noise more than trend."""
    told = probes("a", 0.6, 0.9, 0.7, sizes=(1_000, 1_414, 2_000))
    assert Point.of(told, N_TEST).gain == pytest.approx(0.1)


def test_a_score_on_all_test_rows_has_no_noise():
    """What is measured on all of them is what counts."""
    point = Point.of(probes("a", 0.6, 0.7, 0.75), N_TEST)
    assert point.noise == point.gain_noise == point.gain_before_noise == 0


def test_a_score_on_a_sample_of_the_test_rows_has_noise():
    """A quarter of the rows: sqrt(0.5 · 0.5 / 100 · (1 − 1/4))."""
    told = [
        Observation.of_counts("a", 50, 100, 50, 50),
        Observation.of_counts("a", 100, 100, 100, 50),
    ]
    point = Point.of(told, 400)
    assert point.noise == pytest.approx(math.sqrt(0.25 / 100 * 0.75))
    assert point.gain_noise == pytest.approx(math.sqrt(2) * point.noise)


def test_a_perfect_score_on_a_sample_is_not_taken_for_certain():
    """Ten of ten right is no proof of a thousand."""
    assert Point.of([Observation.of_counts("a", 10, 10, 10, 10)], 1_000).noise > 0


@pytest.mark.parametrize("gain", [0.0, 0.02, 0.04])
@pytest.mark.parametrize("steps", [1, 2, 3])
def test_a_curve_goes_on_as_curves_did_that_rose_as_much(gain, steps):
    """Among lines of three slopes those of the same slope are found."""
    point = Point.of(probes("a", *(line(gain)(s) for s in SIZES)), N_TEST)
    found = LINES.gains(point, steps)
    assert len(found.gains) == N_ANALOGS
    assert found.gains == pytest.approx(gain * steps, abs=1e-5)


def test_weights_are_a_distribution_that_favours_the_nearest():
    """They add up to 1, and the most alike weighs ten times the least alike."""
    found = LINES.gains(Point(10.0, 0.6, 0.4, 0.01, 0.01, 0.0), 2)
    assert found.weights.sum() == pytest.approx(1)
    assert found.weights.min() > 0
    assert found.weights.max() <= 10.001 * found.weights.min()


def test_a_gain_within_noise_says_less():
    """With much noise on its gain a curve is compared by the rest: here by its accuracy."""
    now = {"size": 10.0, "accuracy": line(0.02)(1_024), "overfit": 0.4, "train_gain": 0.0}
    assert median(LINES.gains(Point(**now, gain=0.04), 2)) == pytest.approx(0.08)
    vague = Point(**now, gain=0.04, gain_noise=1.0)
    assert median(LINES.gains(vague, 2)) == pytest.approx(0.04)


def test_no_dataset_speaks_for_all():
    """A thousand curves of one dataset are no more than a few of it."""
    crowd = Library(lines(1, gains=(0.04,), n_alike=1_000).points.assign(dataset="crowd"))
    found = Analogs(lines(gains=(0.0,)).joined(crowd)).gains(Point(10.0, 0.5, 0.5), 1)
    assert found.weights[found.gains > 0.01].sum() < 0.25


def test_prefixes_of_few_rows_are_not_compared_with():
    """Past curves that rose below 128 rows only are flat for all that counts."""
    points = lines(gains=(0.0,)).points
    steep = points["n_train"] < 128
    points = points.assign(test_score=np.where(steep, points["n_train"] / 256, 0.5))
    assert Analogs(Library(points)).gains(Point(7.0, 0.5, 0.5), 1).gains.max() == 0


def test_the_past_reaches_as_far_as_on_three_datasets():
    """The third longest counts: one long dataset is no experience."""
    joined = lines(1)
    for n, name in ((7, "b"), (6, "c"), (5, "d")):
        shorter = lines(1, PAST_SIZES[:n]).points.assign(dataset=name)
        joined = joined.joined(Library(shorter))
    assert LINES.reach == 6  # from 128 rows to 8,192
    assert Analogs(joined).reach == 3


@pytest.mark.parametrize("n_datasets", [0, 1, 2])
def test_too_few_datasets_reach_nowhere(n_datasets):
    """Then there is no forecast at all, and no error."""
    assert Analogs(lines(n_datasets)).reach == 0


def test_curves_of_one_point_reach_nowhere():
    """Nothing is learned from a curve that did not go on."""
    assert Analogs(lines(sizes=(1_024,))).reach == 0


def test_beyond_the_past_its_pace_goes_on():
    """Over 7.5 doublings where six are known, a line gains 7.5 times its slope."""
    point = Point(9.0, 0.6, 0.4, 0.02, 0.02, 0.0)
    assert median(LINES.gains(point, 7.5)) == pytest.approx(7.5 * 0.02, abs=1e-4)


def test_past_curves_without_a_doubling_before_do_not_spoil_the_weights():
    """Curves that begin at 1,024 rows have no gain there, and fewer than wanted have one."""
    short = Analogs(lines(sizes=(1_024, 2_048, 4_096), gains=(0.0, 0.02), n_alike=1))
    found = short.gains(Point(11.0, 0.6, 0.4, 0.02, train_gain=0.0), 1)
    assert np.isfinite(found.weights).all()
    assert found.weights.sum() == pytest.approx(1)
    assert median(found) == pytest.approx(0.02, abs=1e-5)


def test_the_order_of_the_points_does_not_matter():
    """A library that was put together in another order gives the same forecast."""
    shuffled = lines().points.sample(frac=1, random_state=0)
    point = Point(10.0, 0.6, 0.4, 0.02, 0.02, 0.0)
    assert median(Analogs(Library(shuffled)).gains(point, 3)) == median(LINES.gains(point, 3))


def test_curves_are_told_apart_by_run():
    """Two runs of a configuration are two curves, not one that zigzags."""
    rows = [
        (f"d{d}", run, "c", size, 1.0, start)
        for d in range(3)
        for run, start in (("0", 0.2), ("1", 0.8))
        for size in PAST_SIZES
    ]
    analogs = Analogs(Library(pd.DataFrame(rows, columns=COLUMNS)))
    assert np.abs(analogs.gains(Point(10.0, 0.5, 0.5), 1).gains).max() == 0
