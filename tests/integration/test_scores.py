"""Selections by other scores than accuracy, from the call to the certificate."""

import json
import warnings

import numpy as np
import pytest
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import fbeta_score, get_scorer, make_scorer
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from nearbest import NearBestSearch, RowScore, select
from nearbest.errors import DifferentRun, InvalidInput, NotSupported
from nearbest.race.observation import Task
from nearbest.running.prepare import prepare
from nearbest.running.resume import read_past_run

CANDIDATES = {
    "linear": LogisticRegression(),
    "bayes": GaussianNB(),
    "stump": DecisionTreeClassifier(max_depth=1),
}


@pytest.fixture(scope="module")
def rows():
    return make_classification(6_000, weights=[0.7], class_sep=0.8, random_state=0)


@pytest.mark.parametrize(
    ("scoring", "epsilon", "claim"),
    [
        ("roc_auc", 0.05, "proved"),
        ("neg_log_loss", "30%", "proved"),
        ("f1", 0.1, "approximate"),
    ],
)
def test_the_winner_is_within_epsilon_of_full_runs(rows, tmp_path, scoring, epsilon, claim):
    """Against every candidate trained on all training rows, and again from the folder."""
    asked = {"scoring": scoring, "epsilon": epsilon, "random_state": 0}
    found = select(CANDIDATES, *rows, run_dir=tmp_path, **asked)
    certificate = found.certificate
    assert certificate.claim == claim
    assert certificate.decided
    problem = prepare(CANDIDATES, *rows, **asked)
    X_test, y_test = problem.samples.test(problem.samples.n_test)
    full = {
        name: get_scorer(scoring)(problem.prober.fit(name, 4_800), X_test, y_test)
        for name in CANDIDATES
    }
    assert max(full.values()) - full[found.best] <= certificate.epsilon
    assert certificate.delivery.full_score == pytest.approx(full[found.best], abs=0.002)
    again = read_past_run(tmp_path)
    assert str(again.certificate()) == str(certificate)
    assert again.race.plan == found.race.plan
    assert json.loads((tmp_path / "settings.json").read_text())["scoring"] == scoring


def test_a_loss_is_written_as_users_write_it(rows):
    """The certificate has 0.4, not −0.4; the fitted search scikit-learn's sign."""
    search = NearBestSearch(CANDIDATES, scoring="neg_log_loss", epsilon=0.2, random_state=0)
    search.fit(*rows)
    said = str(search.certificate_)
    assert "0.2 log loss of the best" in said
    assert f"test log loss {-search.best_score_:.4f}" in said
    assert search.best_score_ < 0
    expected = get_scorer("neg_log_loss")(search.best_estimator_, *rows)
    assert search.score(*rows) == pytest.approx(expected, abs=0.002)


@pytest.mark.parametrize("scoring", ["roc_auc", "balanced_accuracy", "accuracy"])
def test_the_score_of_a_search_is_that_of_scikit_learn(rows, scoring):
    """On any rows, by the score that was asked for."""
    search = NearBestSearch(CANDIDATES, scoring=scoring, epsilon=0.1, random_state=0)
    search.fit(*rows)
    X, y = rows[0][:500], rows[1][:500]
    expected = get_scorer(scoring)(search.best_estimator_, X, y)
    assert search.score(X, y) == pytest.approx(expected)


def profit(y, predicted):
    return np.where(predicted == 1, np.where(y == 1, 5.0, -1.0), 0.0)


def test_a_row_score_is_proved(rows):
    """With its own name in the sentence."""
    found = select(CANDIDATES, *rows, scoring=RowScore(profit, -1, 5), epsilon=0.5)
    assert found.certificate.claim == "proved"
    assert (
        "0.5 profit of the best of 3 candidates with confidence 0.95"
        in found.certificate.sentence
    )


@pytest.mark.parametrize("share", [0.01, 0.001])
def test_rare_positives_work_from_the_first_probe_on(share):
    """The smallest sample is planned by the rarer class, so that it says something."""
    rng = np.random.default_rng(0)
    y = (rng.random(200_000) < share).astype(int)
    X = rng.normal(size=(200_000, 3)) + y[:, None]
    problem = prepare(CANDIDATES, X, y, scoring="roc_auc", random_state=0)
    smallest = problem.plan.sizes["linear"][0]
    assert smallest < problem.samples.n_train / 2
    task = Task("linear", smallest, problem.plan.n_test_for("linear", smallest))
    observation, _ = problem.prober(task)
    assert observation.status == "ok"
    assert observation.train.n_effective >= 8
    assert observation.test.n_effective >= 8
    assert observation.test_score > 0.8


def test_an_epsilon_larger_than_all_that_can_be_gained_is_said():
    """Before the race in a warning, and in the certificate."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(4_000, 2)), np.array([0] * 3_980 + [1] * 20)
    with (
        pytest.warns(UserWarning, match="more than there is to gain"),
        pytest.warns(UserWarning, match="choosing it means little"),
    ):
        found = select({"bayes": GaussianNB()}, X, y, random_state=0)
    assert any("best constant prediction" in note for note in found.certificate.notes)


def test_a_winner_no_better_than_a_constant_is_said():
    """Labels that have nothing to do with the rows."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(4_000, 2)), rng.integers(0, 2, 4_000)
    with pytest.warns(UserWarning, match="choosing it means little"):
        found = select(CANDIDATES, X, y, epsilon=0.1, random_state=0)
    assert sum("means little" in note for note in found.certificate.notes) == 1
    assert found.story().certificate.notes == found.certificate.notes


def test_rows_on_both_sides_of_the_split_are_said():
    """With the way out."""
    rng = np.random.default_rng(0)
    X = np.repeat(rng.normal(size=(500, 2)), 4, axis=0)
    with pytest.warns(UserWarning, match="occur among the training rows.*`groups`"):
        found = select(CANDIDATES, X, (X[:, 0] > 0).astype(int), epsilon=0.2, random_state=0)
    assert any("occur among the training rows" in note for note in found.certificate.notes)


def test_a_race_that_means_something_gives_no_warning(rows):
    """Only what is wrong is warned of."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        select(CANDIDATES, *rows, scoring="roc_auc", epsilon=0.1, random_state=0)


def share_right(estimator, X, y):
    return 100 * float((estimator.predict(X) == y).mean())


@pytest.mark.parametrize(
    ("scoring", "epsilon"),
    [(make_scorer(fbeta_score, beta=2), None), (share_right, 5), ("jaccard", 0.1)],
)
@pytest.mark.parametrize("scheduler", ["gradient", "round robin"])
def test_any_other_score_is_approximate(rows, tmp_path, scoring, epsilon, scheduler):
    """From the first probe to the report, kept in a folder and read again."""
    asked = {"scoring": scoring, "epsilon": epsilon, "random_state": 0, "scheduler": scheduler}
    asked |= {"stop_at": "paper"}
    found = select(CANDIDATES, *rows, run_dir=tmp_path / "run", **asked)
    assert found.certificate.claim == "approximate"
    assert found.certificate.decided
    assert "Approximate, not proved" in str(found.certificate)
    again = read_past_run(tmp_path / "run")
    assert str(again.certificate()) == str(found.certificate)
    assert found.report(tmp_path / "report.html").exists()
    goes_on = select(CANDIDATES, *rows, run_dir=tmp_path / "run", **asked)
    trained = not found.race.exhausted(found.best)  # after the race, which counts now
    assert goes_on.certificate.n_probes == found.certificate.n_probes + trained


def test_another_score_of_the_same_name_is_another_run(rows, tmp_path):
    """Told apart by what it computes."""
    asked = {"run_dir": tmp_path, "random_state": 0}
    select(CANDIDATES, *rows, scoring=make_scorer(fbeta_score, beta=2), **asked)
    with pytest.raises(DifferentRun, match="another value of `scoring`"):
        select(CANDIDATES, *rows, scoring=make_scorer(fbeta_score, beta=3), **asked)


def test_a_lambda_is_refused_only_where_a_run_directory_needs_its_name(rows, tmp_path):
    """In one sentence, before any training."""

    def own(estimator, X, y):
        return share_right(estimator, X, y)

    found = select(CANDIDATES, *rows, scoring=own, epsilon=5, n_jobs=2, random_state=0)
    assert found.certificate.claim == "approximate"
    with pytest.raises(NotSupported, match="function of a module where there is a `run_dir`"):
        select(CANDIDATES, *rows, scoring=own, epsilon=5, run_dir=tmp_path / "run")
    with pytest.raises(InvalidInput, match="`bounds`"):
        select(CANDIDATES, *rows, bounds="none", run_dir=tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_score_of_unknown_range_needs_an_epsilon(rows):
    """In its own units."""
    with pytest.raises(InvalidInput, match="`epsilon` must be given for share_right"):
        select(CANDIDATES, *rows, scoring=share_right)


def test_the_live_view_of_a_score_of_unknown_range(rows, capsys):
    """Intervals without ends can be drawn."""
    select(CANDIDATES, *rows, scoring=share_right, epsilon=5, random_state=0, verbose=1)
    assert "share_right" not in capsys.readouterr().out  # it goes to standard error


def test_recall_is_not_compared_with_a_perfect_constant(rows):
    """Predicting "positive" everywhere has recall 1, which says nothing of the candidates."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = select(CANDIDATES, *rows, scoring="recall", epsilon=0.1, random_state=0)
    assert not [note for note in found.certificate.notes if "constant" in note]
