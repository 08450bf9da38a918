"""Formulas for the noise of scores, beside what scores on samples spread by."""

from functools import partial

import numpy as np
import pytest
from sklearn import metrics

from nearbest.forecast.noise import (
    OfLoss,
    Rows,
    noise_of,
    of_average_precision,
    of_class_means,
    of_correlation,
    of_counts,
    of_f1,
    of_macro_f1,
    of_pairs,
)

N, N_SAMPLES = 2_000, 300
BY_LABELS = [
    (metrics.accuracy_score, of_counts),
    (metrics.balanced_accuracy_score, of_class_means),
    (metrics.f1_score, of_f1),
    (partial(metrics.f1_score, average="macro"), of_macro_f1),
    (metrics.matthews_corrcoef, of_correlation),
]
BY_VALUES = [
    (metrics.roc_auc_score, of_pairs),
    (metrics.average_precision_score, of_average_precision),
]


def scores_on_samples(score, rarer, by_labels):
    """Of a model that predicts classes as often as they are there, on rows drawn at random."""
    rng, found = np.random.default_rng(0), []
    for _ in range(N_SAMPLES):
        y = rng.random(N) < rarer
        said = rng.normal(size=N) + 1.5 * y
        labels = said > np.quantile(said, 1 - rarer)
        found.append(score(y, labels if by_labels else said))
    return found


@pytest.mark.parametrize("rarer", [0.5, 0.2, 0.05])
@pytest.mark.parametrize(
    ("score", "variance", "by_labels"),
    [(*each, True) for each in BY_LABELS] + [(*each, False) for each in BY_VALUES],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_about_what_scores_spread_by(score, variance, by_labels, rarer):
    """From half to twice, which is as near as a score alone can tell."""
    found = scores_on_samples(score, rarer, by_labels)
    rows = Rows(1e9, rarer, (1 - rarer, rarer))
    told = noise_of(variance, np.array([np.mean(found)]), np.array([float(N)]), rows)[0]
    assert np.std(found) / 2 < told < 2 * np.std(found)


@pytest.mark.parametrize("variance", [of_counts, of_f1, of_correlation, OfLoss(0.8, 0.2)])
def test_noise_is_gone_on_all_rows(variance):
    """A score on all test rows is no sample."""
    few, every = noise_of(variance, np.full(2, 0.8), np.array([10.0, 1_000.0]), Rows(1_000))
    assert few > every == 0


@pytest.mark.parametrize("variance", [of_pairs, of_class_means, of_f1, of_correlation])
@pytest.mark.parametrize("score", [0.0, 1.0])
def test_the_ends_of_the_range_are_noisy_too(variance, score):
    """A sample that may hold no row of the rarer class tells little, however good it looks."""
    rows = Rows(1e6, 1e-9, (1 - 1e-9, 1e-9)) if variance is of_pairs else Rows(1e6)
    told = noise_of(variance, np.array([score]), np.array([50.0]), rows)[0]
    assert 0 < told < np.inf


def test_of_many_classes():
    """Classes of the same size are as one; a rare one makes their mean noisier."""
    even, uneven = Rows(1e6, shares=(0.25,) * 4), Rows(1e6, shares=(0.97, 0.01, 0.01, 0.01))
    assert even.unevenness == 1
    assert even.n_like == 4
    assert uneven.unevenness > 15
    assert 1 < uneven.n_like < 1.1
