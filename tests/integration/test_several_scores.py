"""Several scores at once: the first decides, all are recorded, reported and plotted."""

import json
import math
import warnings

import numpy as np
import pytest
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression, Perceptron
from sklearn.metrics import fbeta_score, get_scorer, make_scorer
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from nearbest import NearBestSearch, select
from nearbest.errors import DifferentRun, InvalidInput
from nearbest.race.score import Score
from nearbest.running.resume import read_past_run

CANDIDATES = {
    "linear": LogisticRegression(),
    "bayes": GaussianNB(),
    "tree": DecisionTreeClassifier(max_depth=3),
}
NAMES = ["roc_auc", "neg_log_loss", "f1"]
ASKED = {"epsilon": 0.1, "random_state": 0}


@pytest.fixture(scope="module")
def rows():
    return make_classification(4_000, weights=[0.7], class_sep=0.8, random_state=0)


@pytest.fixture(scope="module")
def search(rows):
    return NearBestSearch(CANDIDATES, scoring=NAMES, **ASKED).fit(*rows)


def test_the_first_decides(rows, search):
    """The race is that of the first score alone."""
    alone = select(CANDIDATES, *rows, scoring="roc_auc", cost="rows", **ASKED)
    several = select(CANDIDATES, *rows, scoring=NAMES, cost="rows", **ASKED)
    assert several.best == alone.best
    assert several.history["test_score"].tolist() == alone.history["test_score"].tolist()
    assert several.certificate.sentence == alone.certificate.sentence


def test_columns_of_each_score(search):
    """As scikit-learn names them; ranks by each score."""
    results = search.cv_results_
    assert np.array_equal(results["mean_test_roc_auc"], results["mean_test_score"])
    for name in NAMES:
        score, rank = results[f"mean_test_{name}"], results[f"rank_test_{name}"]
        assert np.array_equal(results[f"split0_test_{name}"], score)
        assert rank[np.argmax(score)] == 1
        assert (results[f"std_test_{name}"] > 0).all()
    assert {"test_neg_log_loss", "train_f1"} <= set(search.history_.columns)


def test_values_are_those_of_scikit_learn(rows, search):
    """Of the model delivered, on the same test rows."""
    from nearbest.running.prepare import prepare

    problem = prepare(CANDIDATES, *rows, scoring=NAMES, **ASKED)
    X_test, y_test = problem.samples.test(problem.samples.n_test)
    delivered = search.certificate_.delivery.others
    for name in NAMES[1:]:
        expected = get_scorer(name)(search.best_estimator_, X_test, y_test)
        assert delivered[name] == pytest.approx(expected, abs=0.002)
    assert f", log loss {-delivered['neg_log_loss']:.4f}, f1 " in str(search.certificate_)


def test_names_of_the_users_own(rows):
    """From a dict, with scores of any kind."""
    scoring = {"area": "roc_auc", "F2": make_scorer(fbeta_score, beta=2)}
    found = select(CANDIDATES, *rows, scoring=scoring, **ASKED)
    assert {"mean_test_area", "mean_test_F2"} <= set(found.to_frame().columns)
    assert found.certificate.scale.name == "ROC AUC"


def test_a_run_directory_has_all_scores(rows, tmp_path):
    """In its journal and its plan, and goes on with the same scores alone."""
    found = select(CANDIDATES, *rows, scoring=NAMES, run_dir=tmp_path, **ASKED)
    again = read_past_run(tmp_path)
    assert again.race.plan == found.race.plan
    assert str(again.certificate()) == str(found.certificate)
    assert [o for o, _ in again.race.history] == [o for o, _ in found.race.history]
    first = json.loads((tmp_path / "journal.jsonl").read_text().splitlines()[0])
    assert set(first["others"]) == {"neg_log_loss", "f1"}
    with pytest.raises(DifferentRun, match="another value of `scoring`"):
        select(CANDIDATES, *rows, scoring=NAMES[:2], run_dir=tmp_path, **ASKED)


def test_reports_and_figures(search, tmp_path):
    """Columns in the table, a choice of curves, and figures by any score."""
    page = search.report(tmp_path / "report.html").read_text()
    assert "test log loss" in page
    assert "test neg_log_loss" not in page
    figure = search.plot_curves("neg_log_loss")
    assert figure.layout.yaxis.title.text == "test log loss"
    assert min(min(line.y) for line in figure.data) > 0
    assert search.plot_curves("roc_auc").layout.yaxis.title.text == "test ROC AUC"
    with pytest.raises(InvalidInput, match="`score` must be one of the scores asked for"):
        search.plot_curves("accuracy")


def test_what_a_score_needs_is_checked_before_any_training(rows):
    """Also of those that decide nothing, with the score's name."""
    candidates = {**CANDIDATES, "perceptron": Perceptron()}
    with pytest.raises(InvalidInput, match=r"'neg_log_loss' needs probabilities.*'perceptron'"):
        select(candidates, *rows, scoring=["roc_auc", "neg_log_loss"])


def broken(estimator, X, y):
    raise RuntimeError("no score today")


def test_a_further_score_that_fails_costs_no_candidate(rows):
    """It is missing from the tables, and the reason is among the warnings."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = select(CANDIDATES, *rows, scoring=["roc_auc", broken], **ASKED)
    assert not found.certificate.failed
    assert np.isnan(found.to_frame()["mean_test_broken"]).all()
    said = {w for o, _ in found.race.history for w in o.warnings}
    assert said == {"UserWarning: broken is not known: RuntimeError: no score today"}


def test_observations_of_one_score_are_written_as_before(rows, tmp_path):
    """No journal grows by an empty list."""
    found = select(CANDIDATES, *rows, scoring="roc_auc", run_dir=tmp_path, **ASKED)
    assert '"others"' not in (tmp_path / "journal.jsonl").read_text()
    (observation, _), *_ = found.race.history
    assert type(observation).from_json(observation.to_json()) == observation
    assert isinstance(observation.test, Score)
    assert math.isfinite(observation.test.value)


def test_no_forecast_is_no_forecast(rows, tmp_path):
    """Where past curves are of other scores, neither certificate nor report claims one."""
    found = select(CANDIDATES, *rows, scoring="f1_weighted", **ASKED | {"epsilon": 0.1})
    assert not found.certificate.has_forecast
    assert "No forecast: there are no past curves of weighted F1" in str(found.certificate)
    page = found.report(tmp_path / "report.html").read_text()
    assert "It rests on the learning curves" not in page
