"""The one cost model, against made-up times and against recorded trainings."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from nearbest.race.cost import NO_TIME, CostModel, Seconds
from nearbest.race.observation import Observation

CURVES = Path(__file__).parents[3] / "benchmarks" / "curves"


def probes(times, smallest=1_000):
    """Probes at doubling sizes that took so long to fit."""
    return [
        Observation("a", smallest * 2**k, 2 * smallest * 2**k, fit_time=seconds)
        for k, seconds in enumerate(times)
    ]


@pytest.mark.parametrize("n_train", [1_000, 3_000, 64_000])
def test_one_probe_is_scaled_in_proportion_to_rows(n_train):
    """Nothing else is known then."""
    assert CostModel.of(probes([2.0])).fitting(n_train) == pytest.approx(2 * n_train / 1_000)


def test_scoring_is_in_proportion_to_rows_scored():
    """A probe scores its training rows and test rows; a full run test rows alone."""
    probe = Observation("a", 1_000, 2_000, fit_time=1.0, score_time=0.6)
    model = CostModel.of([probe])
    assert model.probe(4_000, 5_000).seconds == pytest.approx(4 + 9_000 * 0.6 / 3_000)
    assert model.full_run(4_000, 5_000).seconds == pytest.approx(4 + 5_000 * 0.6 / 3_000)


def test_what_was_probed_is_what_it_cost():
    """At the size of a probe there is no spread."""
    found = CostModel.of(probes([1.0, 2.0, 4.0])).probe(4_000, 100)
    assert found.low == found.seconds == found.high == pytest.approx(4.0)


def test_times_that_do_not_grow_are_taken_to_go_on_so():
    """A fit of a minute at five sizes is not said to take half an hour at 32 times the rows."""
    found = CostModel.of(probes([60.0] * 5)).probe(16_000 * 32, 0)
    assert 60 <= found.seconds < 90
    assert found.low < 60


@pytest.mark.parametrize("power", [0.8, 1.0, 1.5])
def test_a_power_of_the_rows_is_found(power):
    """Within a tenth at eight times the largest size, where times do not scatter."""
    model = CostModel.of(probes([2.0 ** (power * k) for k in range(6)]))
    assert model.fitting(2**8 * 1_000) == pytest.approx(2 ** (8 * power), rel=0.1)


@pytest.mark.parametrize("times", [[0.0], [0.0, 0.0], [0.0, 1.0], [5.0, 0.0]])
def test_times_of_nothing(times):
    """A clock that measured nothing is no error, and no time is negative."""
    found = CostModel.of(probes(times)).probe(64_000, 10)
    assert 0 <= found.low <= found.seconds <= found.high < np.inf


@pytest.mark.parametrize("times", [[8.0, 4.0, 2.0], [1.0, 4.0], [3.0, 1.0, 9.0, 2.0]])
def test_more_rows_never_cost_less(times):
    """Whatever the clock says: neither constant nor factor is negative."""
    model = CostModel.of(probes(times))
    costs = [model.fitting(n) for n in (1_000, 2_000, 8_000, 10**6)]
    assert costs == sorted(costs)


def test_the_spread_grows_with_the_distance_and_shrinks_with_probes():
    """Far ahead less is known, and after many probes more."""

    def factor(n_probes, doublings):
        model = CostModel.of(probes([2.0**k for k in range(n_probes)]))
        found = model.probe(model.largest * 2**doublings, 0)
        return found.high / found.seconds

    assert 1 < factor(2, 1) < factor(2, 4)
    assert factor(5, 4) < factor(2, 4) < factor(1, 4)


@pytest.mark.parametrize("times", [[2.0], [1.0, 3.0], [1.0, 2.0, 4.0, 8.0], [5.0, 5.0, 5.0]])
def test_a_low_full_run_is_low(times):
    """It is never above what is expected, and exact where the full size was probed."""
    model = CostModel.of(probes(times))
    expected = model.full_run(512_000, 100).seconds
    assert model.low_full_run(512_000, 100) <= expected
    assert model.low_full_run(model.largest, 100) == model.full_run(model.largest, 100).seconds


def test_a_low_full_run_grows_slower_than_rows():
    """What leaving out a full run saves must not be overestimated."""
    model = CostModel.of(probes([4.0**k for k in range(5)]))
    assert model.low_full_run(32 * model.largest, 0) == pytest.approx(
        model.fitting(model.largest) * 32**0.95
    )


def test_rows_as_cost():
    """A probe costs the rows it is trained on, whatever the clock said."""
    probe = Observation("a", 1_000, 2_000, fit_time=5.0, score_time=0.6)
    model = CostModel.of([probe]).counted_in("rows")
    assert model.probe(4_000, 9_000).seconds == 4_000
    assert model.low_full_run(4_000, 9_000) == pytest.approx(1_000 * 4**0.95)


def test_times_add_up():
    """Sums keep their ranges, and nothing added changes nothing."""
    total = Seconds(2, 1, 4) + Seconds(1, 0.5, 3)
    assert total == Seconds(3, 1.5, 7)
    assert total + NO_TIME == total
    assert total * 2 == Seconds(6, 3, 14)


@pytest.fixture(scope="module")
def recorded():
    """(expected, recorded) fitting times after each probe of 190 recorded configurations."""
    pairs = []
    for file in sorted(CURVES.glob("*.parquet")):
        for _, own in pd.read_parquet(file).groupby("configuration"):
            own = own.sort_values("n_train")
            rows, times = own["n_train"].tolist(), own["fit_time"].tolist()
            told = [
                Observation("a", n, 1, fit_time=t) for n, t in zip(rows, times, strict=True)
            ]
            for k in range(1, len(told)):
                model = CostModel.of(told[:k])
                pairs += [
                    (model.probe(n, 0), t) for n, t in zip(rows[k:], times[k:], strict=True)
                ]
    return pairs


def test_the_spread_covers_recorded_times(recorded):
    """About four in five, as the class says."""
    covered = np.mean([found.low <= t <= found.high for found, t in recorded])
    assert 0.75 < covered < 0.9


def test_the_typical_error_on_recorded_times(recorded):
    """It is less than a factor of 1.5."""
    errors = [abs(np.log(found.seconds / t)) for found, t in recorded]
    assert np.median(errors) < np.log(1.5)
