import re

import numpy as np
import pytest
from sklearn.metrics import (
    accuracy_score,
    balanced_accuracy_score,
    f1_score,
    fbeta_score,
    make_scorer,
    roc_auc_score,
    top_k_accuracy_score,
)

from nearbest import RowScore
from nearbest.data.target import Classes
from nearbest.errors import InvalidInput, NotSupported
from nearbest.probing.metric import Accuracy
from nearbest.probing.metrics.balanced_accuracy import BalancedAccuracy
from nearbest.probing.metrics.named import METRICS, metric_named, metrics_named, names_of
from nearbest.probing.metrics.roc_auc import RocAuc
from nearbest.probing.metrics.scorer import Scorer
from nearbest.probing.metrics.tallies import Averaged
from nearbest.probing.metrics.top_k import TopK
from nearbest.race.score import Score

METHODS = ("decision_function", "predict_proba")
RARE = np.array([0] * 98 + [1] * 2)


@pytest.mark.parametrize(
    ("scorer", "metric"),
    [
        (make_scorer(accuracy_score), Accuracy()),
        (make_scorer(f1_score, average="macro"), Averaged("f1", "macro")),
        (make_scorer(top_k_accuracy_score, k=5, response_method=METHODS), TopK(5)),
    ],
)
def test_scorers_that_the_user_made(scorer, metric):
    """They are recognised by what they compute."""
    assert metric_named(scorer) == metric


@pytest.mark.parametrize(
    "scorer",
    [
        make_scorer(accuracy_score, normalize=False),
        make_scorer(accuracy_score, greater_is_better=False),
        make_scorer(fbeta_score, beta=2),
    ],
)
def test_scorers_that_compute_something_else_are_approximate(scorer):
    """An option that changes the score makes it another score."""
    metric = metric_named(scorer)
    assert isinstance(metric, Scorer)
    assert metric.scale(Classes.of(RARE)).kind == "approximate"


def by_two(estimator, X):
    return 0.0


@pytest.mark.parametrize(
    ("scoring", "sentence"),
    [
        (len, "must be callable with (estimator, X, y); len is not"),
        (by_two, "must be callable with (estimator, X, y); by_two is not"),
        (accuracy_score, "pass `make_scorer(accuracy_score)`"),
        ([], "must have at least one score"),
        ({}, "must have at least one score"),
        ({1: "f1"}, "must have texts as names; got 1"),
        (["f1", make_scorer(f1_score)], "got 'f1' twice; name them apart"),
        (["f1", "roc_acu"], "got 'roc_acu'"),
        ("f1_samples", "got 'f1_samples'"),
    ],
)
def test_what_is_no_score_is_refused(scoring, sentence):
    """Before any row is read, with the way out."""
    with pytest.raises(InvalidInput, match=re.escape(sentence)):
        metric_named(scoring)


@pytest.mark.parametrize("scoring", [object, 3, {"f1"}, [3], ["f1", object]])
def test_what_is_neither_name_nor_callable_is_refused(scoring):
    """A class is called to make an object, not a score."""
    with pytest.raises(NotSupported, match="`scoring` must be a name"):
        metric_named(scoring)


def test_roc_auc_by_probabilities_is_proved_too():
    """A scorer that asks for probabilities gets them."""
    metric = metric_named(make_scorer(roc_auc_score, response_method="predict_proba"))
    assert metric == RocAuc("probabilities")
    said = np.array([[0.9, 0.1], [0.2, 0.8], [0.6, 0.4]])
    y = np.array([0, 1, 1])
    assert metric.measure(y, said, (3,), Classes.of(y))[0].value == 1.0


def test_several_scores_have_names():
    """The user's, or those of scikit-learn; the first decides."""
    asked = {"area": "roc_auc", "own": make_scorer(fbeta_score, beta=2)}
    assert list(metrics_named(asked)) == ["area", "own"]
    assert list(metrics_named(["roc_auc", make_scorer(f1_score)])) == ["roc_auc", "f1"]
    assert metric_named(asked) == RocAuc()
    assert names_of(list(metrics_named(asked).values())) == ["roc_auc", "own: fbeta (beta=2)"]


def test_balanced_accuracy_is_that_of_the_rows_at_hand():
    """However often the classes are there among all rows; as many of each count."""
    metric, target, rng = BalancedAccuracy(), Classes.of(RARE), np.random.default_rng(0)
    y, said = (rng.random((2, 500)) < [[0.01], [0.3]]).astype(int)
    few, all_rows = metric.measure(y, said, (100, 500), target)
    assert few.value == balanced_accuracy_score(y[:100], said[:100])
    assert all_rows.value == balanced_accuracy_score(y, said)
    assert all_rows.n_effective == 2 * y.sum()


def test_balanced_accuracy_without_a_class_counts_no_row():
    """The classes that are there have a score, from which nothing follows."""
    (score,) = BalancedAccuracy().measure(RARE[:9], np.zeros(9, int), (9,), Classes.of(RARE))
    assert (score.value, score.n_effective) == (1.0, 0)


def test_auc_without_a_pair_counts_no_row():
    """Where the first rows are of one class nothing is known of their order."""
    first, second = RocAuc().measure(RARE, np.arange(100.0), (98, 100), Classes.of(RARE))
    assert first == Score(0.5, 98, n_effective=0)
    assert second == Score(1.0, 100, n_effective=2)


def test_the_jackknife_of_a_mean_is_its_standard_error():
    """Micro-averaged recall is accuracy, whose standard error has a formula."""
    rng = np.random.default_rng(0)
    y, right = np.tile([0, 1], 20_000), rng.random(40_000) < 0.8
    (score,) = METRICS["recall_micro"].measure(
        y, np.where(right, y, 1 - y), (40_000,), Classes.of(y)
    )
    assert score.stderr == pytest.approx(np.sqrt(0.8 * 0.2 / 40_000), rel=0.4)


@pytest.mark.parametrize("name", ["f1", "matthews_corrcoef", "average_precision"])
def test_the_jackknife_tells_how_scores_of_fresh_rows_spread(name):
    """Beside the standard deviation over samples of the same kind."""
    rng, metric, scores = np.random.default_rng(1), METRICS[name], []
    for _ in range(200):
        y = (rng.random(2_000) < 0.1).astype(int)
        said = y + rng.normal(0, 0.6, 2_000)
        output = said if metric.needs == "decisions" else (said > 0.7).astype(int)
        scores += metric.measure(y, output, (2_000,), Classes.of(y))
    spread = np.std([score.value for score in scores])
    assert np.mean([score.stderr for score in scores]) == pytest.approx(spread, rel=0.25)


def gain(y, predicted):
    return np.where(predicted == 1, np.where(y == 1, 5.0, -1.0), 0.0)


class TestRowScore:
    def test_is_measured_as_a_mean_over_rows(self):
        """Of the first rows, for each size."""
        y = np.array([0, 1, 1, 0])
        scores = RowScore(gain, -1, 5).measure(y, np.array([1, 1, 0, 0]), (2, 4), Classes.of(y))
        assert [score.value for score in scores] == [2.0, 1.0]

    def test_has_the_range_and_name_that_were_given(self):
        """Which make it exact."""
        scale = RowScore(gain, -1, 5, name="profit").scale(Classes.of(RARE))
        assert (scale.name, scale.low, scale.high, scale.kind) == ("profit", -1, 5, "row means")
        assert names_of([RowScore(gain, -1, 5)]) == "own: gain"

    def test_values_outside_the_range_are_an_error(self):
        """The bound would be void."""
        y = np.array([0, 1])
        with pytest.raises(
            ValueError, match=r"gain must lie in \[0, 5\] for every row; got -1"
        ):
            RowScore(gain, 0, 5).measure(y, np.array([1, 1]), (2,), Classes.of(y))

    def test_one_value_for_each_row(self):
        """A function that returns the mean has misunderstood."""
        y = np.array([0, 1])
        with pytest.raises(ValueError, match="shape"):
            RowScore(lambda y, p: 0.5, 0, 1).measure(y, y, (2,), Classes.of(y))

    @pytest.mark.parametrize(
        ("given", "words"),
        [
            ({"function": 3}, "`function`"),
            ({"low": 5}, "`low` must be a number below `high`"),
            ({"high": np.inf}, "`low` must be a number below `high`"),
            ({"needs": "luck"}, "`needs`"),
        ],
    )
    def test_bad_arguments(self, given, words):
        """One sentence each."""
        with pytest.raises(InvalidInput, match=words):
            RowScore(**{"function": gain, "low": -1, "high": 5} | given)


@pytest.mark.parametrize("is_right", [True, False], ids=["best", "worst"])
@pytest.mark.parametrize("name", ["neg_log_loss", "neg_brier_score"])
def test_models_at_the_end_of_a_scale(name, is_right):
    """A tree that knows its rows by heart has the best score there is, whatever their number.

    Sums of ten thousand numbers are off by more than their last digit, and a score that is
    not on its scale makes the candidate fail.
    """
    y = np.tile([0, 1], 5_000)
    said = np.eye(2)[y if is_right else 1 - y]
    target, metric = Classes.of(y), metric_named(name)
    scale = metric.scale(target)
    found = metric.measure(y, said, range(1, len(y) + 1), target)
    assert {score.value for score in found} == {scale.high if is_right else scale.low}


def test_row_scores_at_the_end_of_their_range():
    """The same of a score of the user's own."""
    y = np.zeros(10_000)
    metric = RowScore(lambda y, output: np.full(len(y), 0.1), 0.0, 0.1)
    found = metric.measure(y, None, range(1, len(y) + 1), Classes.of(np.array([0, 1])))
    assert {score.value for score in found} == {0.1}
