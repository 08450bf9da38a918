import numpy as np
import pytest
from scipy.stats import kstest

from nearbest.race.score import ACCURACY, ROC_AUC, Scale, Score
from nearbest.replay.drawing import Drawing
from nearbest.replay.points import Point

LOSS = Scale("log loss", -6.9, 0.0, "row means", shown_negated=True)


def point(score, spread=None):
    return Point(score, score, 1.0, 0.0, {100: 0.9, 200: 0.8}, test_spread=spread)


def test_all_rows_have_the_recorded_score():
    """On all test rows nothing is drawn, whatever the scale."""
    rng = np.random.default_rng(0)
    for scale, score in ((ACCURACY, 0.8), (LOSS, -0.69), (ROC_AUC, 0.8)):
        for spread in (None, 1.2):
            found = Drawing(scale, 1_000, 0.2).test(point(score, spread), 1_000, rng)
            assert found.value == pytest.approx(score)


def test_recorded_spread():
    """Scores on samples spread as the rows were recorded to, less what all rows fix."""
    rng, drawing = np.random.default_rng(0), Drawing(LOSS, 10_000)
    drawn = [drawing.test(point(-0.5, 0.8), 2_000, rng).value for _ in range(2_000)]
    error = 0.8 * np.sqrt(1 / 2_000 - 1 / 10_000)
    assert kstest(drawn, "norm", (-0.5, error)).pvalue > 1e-6


def test_widest_spread_where_none_was_recorded():
    """Without a recorded spread rows have the best or the worst value."""
    rng, drawing = np.random.default_rng(0), Drawing(LOSS, 10_000)
    drawn = [drawing.test(point(-0.5), 2_000, rng).value for _ in range(2_000)]
    share = 0.5 / 6.9
    widest = 6.9 * np.sqrt(share * (1 - share) * (1 / 2_000 - 1 / 10_000))
    assert np.std(drawn) == pytest.approx(widest, rel=0.1)


def test_rows_of_the_rarer_class_count():
    """Of pairs the rows of the rarer class are told, on samples and in the plan."""
    drawing = Drawing(ROC_AUC, 10_000, rarer=0.06)
    assert drawing.score(0.8, 500) == Score(0.8, 500, n_effective=30)
    assert drawing.n_test_pairs == 600
    assert drawing.prefixes(point(0.8), (100, 200), 1.0)[1] == Score(0.8, 200, n_effective=12)
    assert Drawing(ACCURACY, 10_000).n_test_pairs is None


def test_scores_stay_within_the_scale():
    """However wide the spread."""
    rng, drawing = np.random.default_rng(0), Drawing(ROC_AUC, 10_000, 0.5)
    drawn = [drawing.test(point(0.99, 5.0), 100, rng).value for _ in range(200)]
    assert 0 <= min(drawn) <= max(drawn) == 1
