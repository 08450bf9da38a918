import optuna
import pytest
from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from nearbest.candidates.streams.middle import enqueue_middle, middle_of
from nearbest.candidates.streams.studies import study_for
from nearbest.candidates.streams.suggested import Suggested


@pytest.mark.parametrize(
    ("distribution", "expected"),
    [
        (IntDistribution(1, 9), 5),
        (IntDistribution(4, 512, log=True), 45),
        (IntDistribution(10, 100, step=30), 70),
        (IntDistribution(3, 3), 3),
        (FloatDistribution(0.4, 1.0), 0.7),
        (FloatDistribution(0.01, 100.0, log=True), 1.0),
        (FloatDistribution(0.0, 1.0, step=0.25), 0.5),
        (CategoricalDistribution(["gini", "entropy"]), "gini"),
    ],
)
def test_middles(distribution, expected):
    assert middle_of(distribution) == pytest.approx(expected)
    assert distribution._contains(distribution.to_internal_repr(middle_of(distribution)))


def branching(trial):
    """A space whose dimensions depend on its first choice."""
    if trial.suggest_categorical("kind", ["tree", "neighbours"]) == "tree":
        return DecisionTreeClassifier(max_depth=trial.suggest_int("max_depth", 1, 9))
    return KNeighborsClassifier(n_neighbors=trial.suggest_int("n_neighbors", 1, 30))


def test_a_study_begins_with_the_middle():
    """Of the branch that the first choice leads to."""
    study = study_for(0)
    enqueue_middle(study, branching)
    asked = study.ask()
    branching(asked)
    assert asked.params == {"kind": "tree", "max_depth": 5}


@pytest.mark.parametrize("error", [optuna.TrialPruned, ValueError])
def test_a_middle_that_is_refused_is_left_out(error):
    """What a sampler proposes may be refused as well, and is dealt with there."""

    def suggest(trial):
        if trial.suggest_int("max_depth", 1, 9) == 5:
            raise error
        return DecisionTreeClassifier()

    study = study_for(0)
    enqueue_middle(study, suggest)
    assert study.get_trials() == []


class TestProposals:
    """Where there is time for few only, the first one is the middle."""

    def test_by_default(self):
        assert first_of(few=True) == {"kind": "tree", "max_depth": 5}
        assert first_of(few=False) != {"kind": "tree", "max_depth": 5}

    def test_not_where_the_user_has_a_sampler(self):
        given = [optuna.samplers.RandomSampler(seed=1) for _ in range(2)]
        few, many = (first_of(few, sampler=own) for few, own in zip((1, 0), given, strict=True))
        assert few == many

    def test_not_in_the_users_study(self):
        study = optuna.create_study(direction="maximize")
        study.enqueue_trial({"kind": "tree", "max_depth": 2})
        assert first_of(few=True, study=study) == {"kind": "tree", "max_depth": 2}


def first_of(few, **given):
    stream = Suggested(branching, seed=0, few=bool(few), **given)
    [found] = stream.ask(1)
    return stream.note(found.name)["parameters"]
