"""Selections among regressors, from the call to the certificate."""

import io
import json
import re
import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.base import is_classifier, is_regressor
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.metrics import get_scorer
from sklearn.model_selection import cross_val_score
from sklearn.tree import DecisionTreeRegressor
from typer.testing import CliRunner

from nearbest import NearBestSearch, RowScore, open_table, select
from nearbest.cli import app
from nearbest.errors import InvalidInput
from nearbest.running.prepare import prepare
from nearbest.running.resume import read_past_run

CANDIDATES = {
    "linear": LinearRegression(),
    "tree": DecisionTreeRegressor(max_depth=6),
    "stump": DecisionTreeRegressor(max_depth=1),
    "mean": DummyRegressor(),
}


@pytest.fixture(scope="module")
def rows():
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, size=(8_000, 3))
    return X, 50 + 30 * (X[:, 0] ** 2 + X[:, 1]) + rng.normal(0, 5, 8_000)


@pytest.mark.parametrize(
    ("scoring", "epsilon"),
    [
        (None, 0.05),
        ("neg_root_mean_squared_error", 2.0),
        ("neg_mean_absolute_error", "10%"),
        ("neg_mean_poisson_deviance", "20%"),
        ("neg_mean_absolute_percentage_error", "20%"),
        ("neg_mean_pinball_loss", "10%"),
    ],
)
def test_the_winner_is_within_epsilon_of_full_runs(rows, tmp_path, scoring, epsilon):
    """Against every candidate trained on all training rows, and again from the folder."""
    asked = {"scoring": scoring, "epsilon": epsilon, "random_state": 0}
    found = select(CANDIDATES, *rows, run_dir=tmp_path, **asked)
    certificate = found.certificate
    assert certificate.decided
    problem = prepare(CANDIDATES, *rows, **asked)
    metric, samples = problem.prober.metric, problem.samples
    X_test, y_test = samples.test(samples.n_test)
    full = {
        name: metric.measure(
            y_test,
            problem.prober.fit(name, samples.n_train).predict(X_test),
            (samples.n_test,),
            samples.target,
        )[0].value
        for name in CANDIDATES
    }
    assert max(full.values()) - full[found.best] <= certificate.epsilon
    assert certificate.delivery.full_score == pytest.approx(full[found.best])
    again = read_past_run(tmp_path)
    assert str(again.certificate()) == str(certificate)
    assert again.race.plan == found.race.plan
    written = json.loads((tmp_path / "settings.json").read_text())
    assert written["scoring"] == (scoring or "r2")


def test_r2_is_the_default_of_regressors_and_needs_no_epsilon(rows):
    """With the usual hundredth, as from a constant's 0 it rises to 1."""
    found = select(CANDIDATES, *rows, random_state=0)
    assert found.certificate.epsilon == 0.01
    assert (
        "0.01 R² of the best of 4 candidates with confidence 0.95" in found.certificate.sentence
    )
    assert found.race.plan.constant == 0
    assert len(found.classes) == 0


def test_other_losses_need_an_epsilon(rows):
    """In their own units, or as a share of what a constant loses."""
    with pytest.raises(InvalidInput, match="`epsilon` must be given for RMSE"):
        select(CANDIDATES, *rows, scoring="neg_root_mean_squared_error")


def test_a_loss_is_written_as_users_write_it(rows):
    """RMSE 9.876, not −9.876, and no more digits than tell something."""
    asked = {"scoring": "neg_root_mean_squared_error", "epsilon": 2, "random_state": 0}
    search = NearBestSearch(CANDIDATES, **asked).fit(*rows)
    assert f"test RMSE {-search.best_score_:.2f}" in str(search.certificate_)
    assert search.best_score_ < 0


@pytest.mark.parametrize("scoring", [None, "neg_mean_absolute_error", "neg_mean_squared_error"])
def test_the_score_of_a_search_is_that_of_scikit_learn(rows, scoring):
    """On any rows, and of predictions beyond the target, too."""
    search = NearBestSearch(CANDIDATES, scoring=scoring, epsilon="20%" if scoring else 0.1)
    search.fit(*rows)
    X, y = 3 * rows[0][:500], rows[1][:500]
    expected = get_scorer(scoring or "r2")(search.best_estimator_, X, y)
    assert search.score(X, y) == pytest.approx(expected)


def test_a_search_is_what_its_candidates_are():
    """So that scikit-learn splits, scores and checks it accordingly."""
    assert is_regressor(NearBestSearch(CANDIDATES))
    assert not is_classifier(NearBestSearch(CANDIDATES))
    assert is_classifier(NearBestSearch({"a": LogisticRegression()}))
    assert is_regressor(NearBestSearch(estimator=Ridge(), param_distributions={"alpha": [1]}))


def test_within_scikit_learn(rows):
    """Its cross-validation scores a search among regressors by R²."""
    search = NearBestSearch(CANDIDATES, epsilon=0.1, random_state=0)
    scores = cross_val_score(search, *rows, cv=2)
    assert (scores > 0.6).all()
    assert not hasattr(search.fit(*rows), "classes_")
    assert search.predict(rows[0][:3]).shape == (3,)


def minutes_late(y, predicted):
    return -np.minimum(np.abs(y - predicted), 15.0)


def test_a_row_score_of_numbers_is_proved(rows):
    """A loss that is clipped has a range of its own."""
    score = RowScore(minutes_late, -15, 0, needs="numbers")
    found = select(CANDIDATES, *rows, scoring=score, epsilon=2, random_state=0)
    assert found.certificate.claim == "proved"


def test_heavy_tails_are_said_before_training_and_are_approximate():
    """With what could be proved instead."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(8_000, 2))
    y = np.exp(X[:, 0] + 1.5 * rng.normal(size=8_000))
    with pytest.warns(UserWarning, match="heavy tails.*neg_mean_absolute_error.*logarithm"):
        found = select(CANDIDATES, X, y, epsilon=0.2, random_state=0)
    assert found.certificate.claim == "approximate"
    assert any("heavy tails" in note for note in found.certificate.notes)
    assert any("normal distribution" in each for each in found.certificate.assumptions)


def test_light_tails_give_no_warning(rows):
    """Only what is wrong is warned of."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = select(CANDIDATES, *rows, epsilon=0.1, random_state=0)
    assert found.certificate.claim == "proved"


@pytest.mark.parametrize("stop_at", ["calibrated", "predicted"])
def test_without_past_curves_of_the_score_the_race_goes_on_by_proof(rows, stop_at):
    """The certificate says that there is no forecast, and why."""
    asked = {"scoring": "neg_mean_pinball_loss", "epsilon": "10%", "random_state": 0}
    found = select(CANDIDATES, *rows, stop_at=stop_at, **asked)
    assert found.certificate.ending == "proved"
    assert "No forecast: " in str(found.certificate)
    by_proof = select(CANDIDATES, *rows, **asked)
    assert found.best == by_proof.best


@pytest.mark.parametrize("factor", [1e-5, 1e9])
def test_targets_of_any_scale(rows, factor):
    """The same race in other units."""
    X, y = rows
    asked = {"scoring": "neg_root_mean_squared_error", "epsilon": "10%", "random_state": 0}
    asked |= {"cost": "rows"}
    one, other = (select(CANDIDATES, X, y * f, **asked) for f in (1.0, factor))
    assert one.best == other.best
    assert list(one.history["n_train"]) == list(other.history["n_train"])
    assert other.certificate.epsilon == pytest.approx(one.certificate.epsilon * factor)
    measured = -other.certificate.delivery.score
    told = other.certificate.scale.number(measured)
    assert f"test RMSE {told}:" in str(other.certificate)
    assert float(told.replace(",", "")) == pytest.approx(measured, rel=0.01)


@pytest.mark.parametrize("n_jobs", [None, 2])
def test_a_table_in_a_file(rows, tmp_path, monkeypatch, n_jobs):
    """The same winner as from memory; workers read the store."""
    monkeypatch.setenv("NEARBEST_CACHE", str(tmp_path / "cache"))
    X, y = rows
    pd.DataFrame(X, columns=list("abc")).assign(y=y).to_parquet(tmp_path / "t.parquet")
    table = open_table(tmp_path / "t.parquet", target="y", progress=False)
    found = select(CANDIDATES, table, epsilon=0.05, random_state=0, n_jobs=n_jobs)
    assert found.best == "tree"
    assert found.certificate.claim == "proved"


def test_a_test_set_of_your_own(rows):
    """Its numbers count for the range; the certificate is an estimate."""
    X, y = rows
    found = select(
        CANDIDATES, X[:6_000], y[:6_000], X_test=X[6_000:], y_test=y[6_000:], epsilon=0.1
    )
    assert found.certificate.claim == "estimated"
    assert found.best == "tree"


def test_groups(rows):
    """As for classes."""
    groups = np.arange(len(rows[1])) // 10
    found = select(CANDIDATES, *rows, groups=groups, epsilon=0.1, random_state=0)
    assert found.certificate.claim == "estimated"


REGRESSORS = """
[[candidates]]
name = "tree"
estimator = "sklearn.tree.DecisionTreeRegressor"
preprocessing = "ordinal"

[candidates.grid]
max_depth = [1, 6]

[[candidates]]
name = "linear"
estimator = "sklearn.linear_model.Ridge"
preprocessing = "scaled"
"""


class TestCommandLine:
    """From a file of regressors and a table to predictions."""

    @pytest.fixture
    def folder(self, rows, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("NEARBEST_CACHE", str(tmp_path / "cache"))
        X, y = rows
        pd.DataFrame(X, columns=list("abc")).assign(y=y).to_parquet("table.parquet")
        (tmp_path / "regressors.toml").write_text(REGRESSORS)
        return tmp_path

    def run(self, *arguments):
        result = CliRunner().invoke(app, [*map(str, arguments)])
        assert result.exit_code == 0, result.output
        return result.stdout

    def select(self, *more):
        given = "select", "table.parquet", "--target", "y", "--candidates", "regressors.toml"
        return self.run(*given, "--seed", 0, *more)

    def test_select_report_resume_and_predict(self, folder):
        """By R², which is what regressors are compared by unless another score is asked for."""
        said = self.select(
            "--scoring", "r2", "--epsilon", 0.05, "--run-dir", "run", "--save", "model.skops"
        )
        assert "0.05 R² of the best of 3 candidates with confidence 0.95" in " ".join(
            said.split()
        )
        assert "0.05 R² of the best of 3 candidates with confidence 0.95" in " ".join(
            self.run("show", "run").split()
        )
        assert self.run("report", "run", "--output", "report.html") is not None
        assert "R²" in (folder / "report.html").read_text()
        self.run("resume", "run")
        predicted = pd.read_csv(
            io.StringIO(self.run("predict", "model.skops", "table.parquet"))
        )
        y = pd.read_parquet("table.parquet")["y"]
        assert 1 - ((predicted["prediction"] - y) ** 2).mean() / y.var() > 0.7

    def test_a_loss_has_no_minus(self, folder):
        """In the answer, its table and while it runs."""
        said = self.select("--scoring", "neg_root_mean_squared_error", "--epsilon", "10%")
        assert "RMSE" in said
        assert not re.search(r"[-−]\d", said)

    def test_a_regressor_has_no_probabilities(self, folder):
        """In a sentence."""
        self.select("--epsilon", 0.1, "--save", "model.skops")
        given = ["predict", "model.skops", "table.parquet", "--probabilities"]
        result = CliRunner().invoke(app, given)
        assert result.exit_code == 1
        assert "`--probabilities` needs a model that gives them" in result.stderr

    def test_a_test_file(self, folder):
        """Both are read into memory."""
        frame = pd.read_parquet("table.parquet")
        frame[:2_000].to_parquet("test.parquet")
        frame[2_000:].to_parquet("table.parquet")
        assert "estimated" in self.select("--test-file", "test.parquet", "--epsilon", 0.1)
