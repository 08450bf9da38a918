"""The prober with metrics other than accuracy, up to the end of a race."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression, Perceptron
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from nearbest.probing.prober import Prober
from nearbest.race.answer.certify import certify
from nearbest.race.bounds import Exact
from nearbest.race.observation import Task
from nearbest.race.race import Race
from nearbest.race.schedulers import RoundRobin
from nearbest.running.delivery import deliver
from nearbest.running.executors import Serial
from nearbest.running.loop import run
from nearbest.running.prepare import prepare
from nearbest.running.workers.execution import Execution
from nearbest.running.workers.kept_models import Keeper

from .toy_metrics import Brier, Constant

CANDIDATES = {
    "linear": make_pipeline(StandardScaler(), LogisticRegression()),
    "stump": make_pipeline(StandardScaler(), DecisionTreeClassifier(max_depth=1)),
}


def prober_of(metric, candidates=CANDIDATES, cache=False, **options):
    """A prober that scores by `metric`, which `prepare` does not offer."""
    X, y = make_classification(6_000, class_sep=0.5, random_state=0)
    problem = prepare(candidates, X, y, random_state=0, min_train_size=300, **options)
    plan = replace(problem.plan, scale=metric.scale(problem.samples.target), epsilon=0.02)
    return Prober(problem.configurations, problem.samples, plan, metric=metric, cache=cache)


@pytest.mark.parametrize("cache", [False, True])
def test_probabilities_are_asked_for_and_scored(cache):
    """By hand: the model's own probabilities on the first rows; steps shared or not."""
    prober = prober_of(Brier(), cache=cache)
    observation, model = prober(Task("linear", 600, 1_000))
    assert observation.status == "ok"
    X, y = prober.samples.train(600)
    losses = (model.predict_proba(X)[:, 1] - y) ** 2
    assert observation.train_score == pytest.approx(-losses.mean())
    assert [s.n_rows for s in observation.prefixes] == [300, 600]
    assert observation.prefixes[0].value == pytest.approx(-losses[:300].mean())
    X_test, y_test = prober.samples.test(1_000)
    expected = -np.mean((model.predict_proba(X_test)[:, 1] - y_test) ** 2)
    assert observation.test_score == pytest.approx(expected)
    assert prober.score(model, 1_000) == observation.test


def test_a_learner_without_probabilities_fails_with_the_reason():
    """It could be fitted, but not scored."""
    observation, _ = prober_of(Brier(), {"it": Perceptron()})(Task("it", 600, 1_000))
    assert observation.status == "failed"
    assert "Perceptron gives none" in observation.message


def test_decision_values_serve_where_order_is_all_that_counts():
    """A perceptron has them."""
    observation, _ = prober_of(Constant(0.5), {"it": Perceptron()})(Task("it", 600, 1_000))
    assert observation.status == "ok"
    assert observation.test_score == 0.5


@pytest.mark.parametrize("value", [1.5, -0.1, float("nan"), float("inf")])
def test_a_score_off_its_scale_is_a_failure(value):
    """Bounds from it would mean nothing."""
    observation, _ = prober_of(Constant(value))(Task("linear", 600, 1_000))
    assert observation.status == "failed"
    assert "constant must lie in [0.0000, 1.0000]" in observation.message


def test_a_race_by_a_bounded_loss_ends_with_the_better_one():
    """Loop, bounds, delivery and certificate work on another scale than accuracy's."""
    prober = prober_of(Brier())
    race, keeper = Race(prober.plan, Exact()), Keeper()
    run(race, RoundRobin(), Execution(prober, Serial(), 1, keeper))
    model, delivery = deliver(race, prober, keeper, True)
    certificate = certify(race, delivery)
    assert race.decided
    assert certificate.winner == "linear"
    assert -0.25 < certificate.interval.lower <= certificate.interval.upper < 0
    assert delivery.score == prober.score(model, race.plan.n_test).value
    assert certificate.gap <= 0.02
