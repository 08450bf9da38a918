"""How many rows are scored, and which."""

import numpy as np
import pytest

from nearbest.race.bounds import Exact
from nearbest.race.cost import CostModel
from nearbest.race.observation import Observation, Task
from nearbest.race.plan import Plan
from nearbest.race.score import Score
from nearbest.race.thrift import (
    FACTOR,
    N_LEVELS,
    PRICE,
    level_for,
    n_test_at,
    training_level_at,
    training_rows_at,
)

SIZES = (16_000, 32_000, 64_000, 128_000)
N_TEST = 50_000


@pytest.mark.parametrize("level", range(N_LEVELS))
def test_rows_of_smaller_samples_are_among_them(level):
    """So that models of several sizes can be compared on the same rows."""
    large, small = (training_rows_at(n, level, seed=3) for n in (64_000, 16_000))
    assert np.array_equal(large[large < 16_000], small)
    assert len(small) == pytest.approx(16_000 / FACTOR**level, rel=0.1)


def test_they_are_spread_over_the_sample():
    """The first rows of a sample are no fair sample of what an online learner fits."""
    rows = training_rows_at(64_000, 2, seed=3)
    parts = np.histogram(rows, bins=4, range=(0, 64_000))[0]
    assert parts == pytest.approx(len(rows) / 4, rel=0.15)


def test_other_seeds_draw_others():
    """They are drawn with the run's seed."""
    assert not np.array_equal(training_rows_at(9_000, 1, 0), training_rows_at(9_000, 1, 1))


def test_scoring_takes_no_longer_than_fitting():
    """The first level that is quick enough is taken."""
    n_train, n_test = 100_000, 200_000
    for seconds in (1.0, 4.0, 100.0):
        level = level_for(seconds, 1e-4, n_train, n_test)
        rows = n_train / FACTOR ** training_level_at(n_train, level) + n_test_at(n_test, level)
        assert 1e-4 * rows <= seconds or level == N_LEVELS - 1
    assert level_for(100.0, 1e-4, n_train, n_test) == 0
    assert level_for(0.0, 1e-4, n_train, n_test) == N_LEVELS - 1


def test_cost_of_a_thrifty_probe():
    """It is expected to score no longer than it fits; at the least as few rows as it may."""
    probe = Observation("a", 10_000, 20_000, fit_time=1.0, score_time=3.0)
    model = CostModel.of([probe])
    seconds = {
        scored: model.of_task(Task("a", 10_000, 20_000, scored=scored)).seconds
        for scored in ("both", "thrifty", "test")
    }
    assert seconds == pytest.approx({"both": 4.0, "thrifty": 2.0, "test": 3.0})


class TestBounds:
    def plan(self, thrifty=True):
        return Plan({"a": SIZES, "b": SIZES}, N_TEST, thrifty=thrifty)

    def alpha(self, plan):
        return Exact().estimator(plan).levels["a"].alpha

    def test_levels_are_paid_for(self):
        """Two further levels of a tenth each, at each size: α falls to five sixths."""
        plain, thrifty = self.alpha(self.plan(False)), self.alpha(self.plan())
        # Lower bounds at one size (all test rows are scored at the others), upper at two;
        # with thrift lower bounds at three sizes and upper at two may have fewer rows.
        events = 2 * (1 + 2)
        assert plain == pytest.approx(0.05 / events)
        assert thrifty == pytest.approx(0.05 / (events + 2 * 2 * PRICE * (3 + 2)))

    def test_fewer_rows_bound_less(self):
        """A part of the rows leaves more room above and below."""
        estimate = Exact(self_check=False).estimator(self.plan())
        widths = []
        for level in range(N_LEVELS):
            k, m = 32_000 // FACTOR**level, n_test_at(N_TEST, level)
            probe = Observation(
                "a", 32_000, m, Score.of_count(k * 4 // 5, k), Score.of_count(m * 4 // 5, m)
            )
            interval = estimate([probe]).interval
            assert 0.8 in interval
            widths.append(interval.width)
        assert widths == sorted(widths)

    def test_scores_on_other_rows_are_not_compared(self):
        """A later model that was scored on a part says nothing of an earlier one's rows."""
        first = Observation.of_counts("a", 16_000, 32_000, 12_800, 25_600, (12_800,), SIZES)
        part = Score.of_count(3_600, 4_000), Score.of_count(7_200, 8_000)
        second = Observation("a", 32_000, N_TEST, part[1], Score(0.8, N_TEST), part)
        violations = Exact().estimator(self.plan())([first, second]).violations
        assert violations == ()
