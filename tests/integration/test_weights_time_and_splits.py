"""Weights, time and splits of the user's own, from the call to the certificate."""

import json

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score
from sklearn.model_selection import PredefinedSplit, ShuffleSplit, StratifiedShuffleSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier
from typer.testing import CliRunner

from nearbest import NearBestSearch, open_table, select
from nearbest.cli import app
from nearbest.errors import DifferentRun, InvalidInput, NotSupported
from nearbest.running.prepare import prepare
from nearbest.running.resume import read_past_run

CANDIDATES = {
    "linear": make_pipeline(StandardScaler(), LogisticRegression()),
    "bayes": GaussianNB(),
    "tree": DecisionTreeClassifier(max_depth=3),
}
ASKED = {"epsilon": 0.1, "random_state": 0}


@pytest.fixture(scope="module")
def rows():
    return make_classification(4_000, weights=[0.6], class_sep=0.7, random_state=0)


@pytest.fixture(scope="module")
def weights(rows):
    """Rows of the second class weigh five times as much."""
    return np.where(rows[1] == 1, 5.0, 1.0)


@pytest.fixture
def table(rows, weights, tmp_path):
    frame = pd.DataFrame(rows[0][:, :5], columns=list("abcde"))
    day = pd.Timestamp("2024-01-01") + pd.to_timedelta(np.arange(4_000) // 10, "D")
    frame = frame.assign(w=weights, day=day, label=rows[1])
    frame.sample(frac=1, random_state=0).to_parquet(tmp_path / "t.parquet", index=False)
    return tmp_path / "t.parquet"


class TestWeights:
    @pytest.mark.parametrize("options", [{}, {"cache": True}, {"n_jobs": 2}])
    def test_models_and_scores_are_by_weights(self, rows, weights, options):
        """The same as training and scoring by hand, wherever probes run."""
        found = select(CANDIDATES, *rows, sample_weight=weights, **ASKED, **options)
        assert "0.1 weighted accuracy of the best" in found.certificate.sentence
        assert found.certificate.claim == "proved"
        problem = prepare(CANDIDATES, *rows, sample_weight=weights, **ASKED)
        X, y = problem.samples.train(problem.samples.n_train)
        w = problem.samples.weights("train", len(y))
        assert w.tolist() == np.where(y == 1, 5.0, 1.0).tolist()
        by_hand = GaussianNB().fit(X, y, sample_weight=w)
        X_test, y_test = problem.samples.test(problem.samples.n_test)
        w_test = np.where(y_test == 1, 5.0, 1.0)
        expected = accuracy_score(y_test, by_hand.predict(X_test), sample_weight=w_test)
        model = problem.prober.fit("bayes", len(y))
        assert np.allclose(model.predict_proba(X_test), by_hand.predict_proba(X_test))
        scored = problem.prober.score(model, problem.samples.n_test).value
        factor = w_test.mean() / weights.mean()
        assert 1 - scored == pytest.approx((1 - expected) * factor)

    def test_the_search_takes_and_scores_by_weights(self, rows, weights):
        """As scikit-learn's do."""
        search = NearBestSearch(CANDIDATES, **ASKED).fit(*rows, sample_weight=weights)
        predicted = search.predict(rows[0])
        expected = accuracy_score(rows[1], predicted, sample_weight=weights)
        assert search.score(*rows, sample_weight=weights) == pytest.approx(expected)
        plain = NearBestSearch(CANDIDATES, **ASKED).fit(*rows)
        assert (predicted == 1).mean() > (plain.predict(rows[0]) == 1).mean() + 0.05

    def test_learners_that_take_none_are_named_once(self, rows, weights):
        """In one warning, and in the notes."""
        candidates = {
            **CANDIDATES,
            "knn": KNeighborsClassifier(),
            "knn2": KNeighborsClassifier(3),
        }
        with pytest.warns(UserWarning, match="not used to train knn, knn2, whose") as caught:
            problem = prepare(candidates, *rows, sample_weight=weights, **ASKED)
        assert sum("takes no weights" in str(w.message) for w in caught) == 1
        assert any("takes no weights" in note for note in problem.notes)

    def test_scores_without_weights_are_named(self, rows, weights):
        """ROC AUC has a bound for rows that count the same."""
        found = select(CANDIDATES, *rows, scoring="roc_auc", sample_weight=weights, **ASKED)
        note = "not in scoring by roc_auc, whose bounds know none"
        assert any(note in each for each in found.certificate.notes)

    def test_the_papers_bounds_know_no_weights(self, rows, weights):
        """One sentence names the weights and the way out."""
        with pytest.raises(NotSupported, match="`sample_weight` needs `bounds='exact'`"):
            select(CANDIDATES, *rows, sample_weight=weights, bounds="hoeffding")

    def test_other_weights_are_another_run(self, rows, weights, tmp_path):
        """They are part of the data; a run goes on with the same."""
        asked = {**ASKED, "run_dir": tmp_path, "n_jobs": 2}
        found = select(CANDIDATES, *rows, sample_weight=weights, **asked)
        again = select(CANDIDATES, *rows, sample_weight=weights, **asked)
        assert again.certificate.n_probes == found.certificate.n_probes
        with pytest.raises(DifferentRun, match="made from other data"):
            select(CANDIDATES, *rows, sample_weight=weights + 1, **asked)

    def test_refitting_on_all_rows_uses_all_weights(self, rows, weights):
        """In the order of the rows."""
        found = select(
            {"bayes": GaussianNB()}, *rows, sample_weight=weights, refit="all", **ASKED
        )
        by_hand = GaussianNB().fit(*rows, sample_weight=weights)
        assert np.allclose(found.estimator.theta_, by_hand.theta_)

    def test_a_column_of_a_file(self, table, weights):
        """The same weights for the same rows, and no feature."""
        source = open_table(table, "label", sample_weight="w", drop="day")
        assert source.feature_names == list("abcde")
        found = select(CANDIDATES, source, **ASKED)
        assert "weighted accuracy" in found.certificate.sentence
        store = source.shuffled(0)
        _, y = store.train(store.n_train)
        assert store.weights("train", 100).tolist() == np.where(y[:100] == 1, 5.0, 1.0).tolist()
        assert sorted(store.all_weights()) == sorted(weights)

    @pytest.mark.parametrize(
        ("column", "sentence"),
        [("day", "must be a column of numbers"), ("a", "must be finite numbers from 0"),
         ("x", "must name a column"), ("label", "another column than the target")],
    )  # fmt: skip
    def test_a_column_that_holds_no_weights(self, table, column, sentence):
        """Refused before anything is shuffled."""
        with pytest.raises(InvalidInput, match=f"`sample_weight`.*{sentence}"):
            select(CANDIDATES, open_table(table, "label", sample_weight=column), **ASKED)


class TestTime:
    def test_the_last_rows_are_tested_on(self, rows, tmp_path):
        """The certificate says which half is measured and which is an estimate."""
        time = np.arange(4_000)[::-1]
        found = select(CANDIDATES, *rows, time=time, run_dir=tmp_path, **ASKED)
        certificate = found.certificate
        assert certificate.claim == "estimated"
        assert "is estimated to be within" in certificate.sentence
        said = certificate.assumptions[0]
        assert "the test rows are the last by time" in said
        assert "what was measured on them, and lower bounds, hold" in said
        assert "is an estimate" in said
        assert str(read_past_run(tmp_path).certificate()) == str(certificate)
        assert "time=time" in found.report(tmp_path / "r.html").read_text()

    def test_samples_are_drawn_at_random_within_the_past(self, rows):
        """Every one reaches over all of it."""
        X = np.arange(4_000.0)[:, None]
        problem = prepare(CANDIDATES, X, rows[1], time=X[:, 0], random_state=0)
        sample, _ = problem.samples.train(1_000)
        assert sample.max() < 3_200
        assert 1_500 < np.median(sample) < 1_700
        assert problem.samples.test(800)[0].min() == 3_200

    def test_a_column_of_a_frame_and_of_a_file(self, table):
        """The same test rows, and no feature."""
        frame = pd.read_parquet(table)
        X, y = frame[[*"abcde", "day"]], frame["label"]
        search = NearBestSearch(CANDIDATES, **ASKED).fit(X, y, time="day")
        assert list(search.feature_names_in_) == list("abcde")
        source = open_table(table, "label", time="day", drop="w")
        store = source.shuffled(0)
        late = frame[frame.day >= frame.day.sort_values().iloc[3_200]]
        assert sorted(store.test(store.n_test)[0]["a"]) == sorted(late["a"])
        assert source.feature_names == list("abcde")
        found = select(CANDIDATES, source, **ASKED)
        assert found.certificate.claim == "estimated"
        assert "last by time" in found.certificate.assumptions[0]

    @pytest.mark.parametrize("other", ["groups", "stratify", "cv"])
    def test_one_way_to_split(self, rows, other):
        """Others are refused in one sentence."""
        given = {"groups": np.arange(4_000), "stratify": True, "cv": ShuffleSplit(1)}
        with pytest.raises(NotSupported, match="cannot be combined with"):
            select(CANDIDATES, *rows, time=np.arange(4_000), **{other: given[other]})

    def test_on_the_command_line(self, table):
        """With weights from another column."""
        toml = table.parent / "c.toml"
        toml.write_text(
            "[[candidates]]\nestimator = 'sklearn.naive_bayes.GaussianNB'\n"
            "[[candidates]]\nestimator = 'sklearn.tree.DecisionTreeClassifier'\n"
            "parameters.max_depth = 2\n"
        )
        columns = ["-t", "label", "--time", "day", "--sample-weight", "w"]
        scores = ["--scoring", "accuracy,roc_auc", "--epsilon", "0.1", "--seed", "0"]
        where = ["--candidates", toml, "--run-dir", table.parent / "run", "--json", "--quiet"]
        line = ["select", table, *columns, *scores, *where]
        result = CliRunner().invoke(app, list(map(str, line)))
        assert result.exit_code == 0, result.output
        answer = json.loads(result.stdout)
        assert "last by time" in answer["assumptions"][0]
        assert "roc_auc" in answer["candidates"][0]["others"]
        again = CliRunner().invoke(
            app, ["resume", str(table.parent / "run"), "--json", "--quiet"]
        )
        assert json.loads(again.stdout)["winner"] == answer["winner"]


class TestSplitters:
    @pytest.mark.parametrize(
        ("cv", "claim", "is_even"),
        [
            (ShuffleSplit(1, test_size=0.25, random_state=3), "proved", False),
            (StratifiedShuffleSplit(1, test_size=0.25, random_state=3), "proved", True),
            (PredefinedSplit(np.where(np.arange(4_000) < 3_000, -1, 0)), "estimated", False),
        ],
    )
    def test_one_split_is_what_it_means(self, rows, cv, claim, is_even):
        """The rows that the splitter names, proved where they are drawn at random."""
        problem = prepare(CANDIDATES, *rows, cv=cv, **ASKED)
        _, test = next(cv.split(*rows))
        assert sorted(problem.samples.test.order) == sorted(test)
        assert (problem.plan.strata is not None) is is_even
        search = NearBestSearch(CANDIDATES, cv=cv, **ASKED).fit(*rows)
        assert search.certificate_.claim == claim

    def test_several_splits_are_refused(self, rows):
        """In one sentence, before any training."""
        with pytest.raises(InvalidInput, match="`cv` must have one split"):
            NearBestSearch(CANDIDATES, cv=5).fit(*rows)
