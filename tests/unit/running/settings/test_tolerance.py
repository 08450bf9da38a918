"""The loss that is tolerated: what has a usual one, and what is refused before any work."""

import pandas as pd
import pytest
from sklearn.linear_model import LinearRegression, LogisticRegression

from nearbest import open_table, select
from nearbest.errors import InvalidInput
from nearbest.probing.metrics.named import metrics_named
from nearbest.running.settings.tolerance import check_epsilon, check_has_usual


def metric_of(scoring):
    (metric,) = metrics_named(scoring).values()
    return metric


@pytest.mark.parametrize("scoring", ["accuracy", "roc_auc", "neg_brier_score", "f1"])
def test_scores_of_classes_that_span_a_range_of_1(scoring):
    """They have a usual tolerance."""
    check_has_usual(None, metric_of(scoring), numbers=False)


@pytest.mark.parametrize(
    ("scoring", "numbers"),
    [
        ("neg_log_loss", False),
        ("neg_mean_absolute_error", True),
        ("neg_mean_gamma_deviance", True),
    ],
)
def test_scores_in_units_of_their_own(scoring, numbers):
    """Nobody can guess what loss is small, so it is asked for."""
    with pytest.raises(InvalidInput, match="`epsilon` must be given for"):
        check_has_usual(None, metric_of(scoring), numbers)
    check_has_usual(0.1, metric_of(scoring), numbers)
    check_has_usual("1%", metric_of(scoring), numbers)


def test_the_share_of_variance_has_a_usual_tolerance():
    """R² has units of its own."""
    check_has_usual(None, metric_of("r2"), numbers=True)


@pytest.mark.parametrize(
    ("learner", "scoring"),
    [(LogisticRegression(), "neg_log_loss"), (LinearRegression(), "neg_mean_squared_error")],
)
def test_files_are_not_shuffled_for_nothing(tmp_path, learner, scoring):
    """What is refused for want of an ε costs no time: no store is made."""
    file, store = tmp_path / "rows.csv", tmp_path / "store"
    pd.DataFrame({"x": range(400), "y": [i % 2 for i in range(400)]}).to_csv(file, index=False)
    with pytest.raises(InvalidInput, match="`epsilon` must be given for"):
        select({"one": learner}, open_table(file, target="y"), scoring=scoring, store=store)
    assert not store.exists()


@pytest.mark.parametrize("scoring", [None, "roc_auc"])
def test_a_text_is_no_number(scoring):
    """Even if it looks like one."""
    sentence = "`epsilon` must be a number .* a share such as '1%'; got the text '0.01'"
    with pytest.raises(InvalidInput, match=sentence):
        check_epsilon("0.01", scoring)
