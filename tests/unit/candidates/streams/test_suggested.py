import numpy as np
import optuna
import pytest
from optuna.samplers import (
    CmaEsSampler,
    GPSampler,
    GridSampler,
    RandomSampler,
    TPESampler,
)
from optuna.trial import TrialState
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier

from nearbest.candidates.streams.suggested import MOST_REPEATS, Suggested
from nearbest.errors import InvalidInput, InvalidType


def suggest(trial):
    """A conditional space, as people write it."""
    if trial.suggest_categorical("learner", ["tree", "linear"]) == "tree":
        return DecisionTreeClassifier(max_depth=trial.suggest_int("max_depth", 1, 30))
    return LogisticRegression(C=trial.suggest_float("C", 1e-3, 10, log=True))


def only_c(trial):
    return LogisticRegression(C=trial.suggest_float("C", 1e-3, 10, log=True))


def asked_one_by_one(stream, n, value):
    found = []
    for _ in range(n):
        [candidate] = stream.ask(1)
        stream.tell(candidate.name, value(candidate.build()), 1_000)
        found.append(candidate)
    return found


def test_the_sampler_learns_from_what_it_is_told():
    """After a while it proposes where scores are high."""
    stream = Suggested(only_c, seed=0)
    found = asked_one_by_one(stream, 40, lambda model: -abs(model.C - 0.01))
    late = [c.build().C for c in found[-10:]]
    assert np.median(late) < 0.02


def plane(trial):
    C = trial.suggest_float("C", 1e-3, 10, log=True)
    return LogisticRegression(C=C, tol=trial.suggest_float("tol", 1e-6, 1e-1, log=True))


def how_far(model):
    """From the best place of the plane, in powers of ten."""
    return abs(np.log10(model.C / 0.01)) + abs(np.log10(model.tol / 1e-5))


def test_cma_es_learns_from_what_it_is_told():
    """It proposes by generations, of trials that are open still."""
    stream = Suggested(plane, seed=0, sampler=CmaEsSampler(seed=0))
    found = asked_one_by_one(stream, 60, lambda model: -how_far(model))
    distances = [how_far(c.build()) for c in found]
    assert np.median(distances[-15:]) < 0.5 * np.median(distances[:15])


def test_a_gaussian_process_learns_from_what_it_is_told():
    pytest.importorskip("torch")
    stream = Suggested(plane, seed=0, sampler=GPSampler(seed=0))
    found = asked_one_by_one(stream, 25, lambda model: -how_far(model))
    distances = [how_far(c.build()) for c in found]
    assert np.median(distances[-8:]) < 0.2 * np.median(distances[:10])


def test_a_score_told_again_replaces_the_first():
    """What was thought good is left alone when it turns out bad."""
    stream = Suggested(only_c, seed=0)
    found = asked_one_by_one(stream, 30, lambda model: model.C)
    for candidate in found:
        stream.tell(candidate.name, -candidate.build().C, 2_000)
    late = [c.build().C for c in asked_one_by_one(stream, 10, lambda model: -model.C)]
    assert sum(c < 1 for c in late) > 5


def test_nothing_is_proposed_twice():
    """A small space ends, and a repeated trial has the score of the first."""

    def few(trial):
        return DecisionTreeClassifier(max_depth=trial.suggest_int("max_depth", 1, 4))

    stream = Suggested(few, seed=1)
    depths = sorted(c.build().max_depth for c in stream.ask(100))
    assert depths == [1, 2, 3, 4]
    assert stream.exhausted


def test_a_grid_is_gone_through():
    def few(trial):
        return DecisionTreeClassifier(max_depth=trial.suggest_int("max_depth", 1, 9))

    stream = Suggested(few, seed=0, sampler=GridSampler({"max_depth": [2, 5]}))
    assert {c.build().max_depth for c in stream.ask(10)} == {2, 5}


def test_a_combination_that_makes_no_sense_is_passed_over():
    def picky(trial):
        depth = trial.suggest_int("max_depth", 1, 10)
        if depth > 5:
            raise optuna.TrialPruned
        return DecisionTreeClassifier(max_depth=depth)

    study = optuna.create_study(direction="maximize", sampler=TPESampler(seed=1))
    stream = Suggested(picky, seed=0, study=study)
    assert all(c.build().max_depth <= 5 for c in stream.ask(4))
    refused = [t for t in study.trials if t.params["max_depth"] > 5]
    assert refused
    assert {t.state for t in refused} == {TrialState.PRUNED}


def test_a_function_that_raises_leaves_no_trial_open():
    study = optuna.create_study(direction="maximize")
    with pytest.raises(ZeroDivisionError):
        Suggested(lambda trial: 1 / 0, seed=0, study=study).ask(1)
    assert study.trials[0].state == TrialState.FAIL


@pytest.mark.parametrize("returned", [None, 0.5])
def test_an_objective_is_refused(returned):
    """What people of Optuna have at hand trains and scores itself."""
    study = optuna.create_study(direction="maximize")
    with pytest.raises(InvalidType, match=f"returns an estimator; got {returned}: training"):
        Suggested(lambda trial: returned, seed=0, study=study).ask(1)
    assert study.trials[0].state == TrialState.FAIL


def test_one_name_for_different_candidates_is_refused():
    def named(trial):
        return "tree", DecisionTreeClassifier(max_depth=trial.suggest_int("max_depth", 1, 99))

    with pytest.raises(InvalidInput, match="must have unique names; 'tree' is repeated"):
        Suggested(named, seed=0).ask(2)


class TestStudy:
    def test_it_shows_what_is_known_while_the_search_runs(self):
        """As intermediate values by training rows, each told once, as dashboards draw them."""
        study = optuna.create_study(direction="maximize")
        stream = Suggested(suggest, seed=0, study=study)
        [candidate] = stream.ask(1)
        for score, n_train in ((0.7, 1_000), (0.72, 1_000), (0.75, 4_000)):
            stream.tell(candidate.name, score, n_train)
        [trial] = study.trials
        assert trial.intermediate_values == {1_000: 0.7, 4_000: 0.75}
        assert trial.state == TrialState.RUNNING

    def test_it_holds_every_candidate(self):
        """With its score, and what became of it as user attributes."""
        study = optuna.create_study(direction="maximize", sampler=TPESampler(seed=0))
        stream = Suggested(suggest, seed=0, study=study)
        [candidate] = stream.ask(1)
        stream.finish(candidate.name, 0.8, {"lower": 0.7, "upper": 0.9})
        [trial] = study.trials
        assert (trial.state, trial.value) == (TrialState.COMPLETE, 0.8)
        assert trial.user_attrs == {
            "nearbest:candidate": candidate.name, "nearbest:lower": 0.7, "nearbest:upper": 0.9,
        }  # fmt: skip

    def test_a_failure_is_a_failed_trial(self):
        study = optuna.create_study(direction="maximize")
        stream = Suggested(suggest, seed=0, study=study)
        [candidate] = stream.ask(1)
        stream.finish(candidate.name, None, {})
        assert study.trials[0].state == TrialState.FAIL

    def test_its_sampler_knows_its_earlier_trials(self):
        """A study that goes on does not begin anew."""
        study = optuna.create_study(direction="maximize", sampler=TPESampler(seed=0))
        study.optimize(lambda t: -only_c(t).C, n_trials=30)
        late = [c.build().C for c in Suggested(only_c, seed=0, study=study).ask(10)]
        assert sum(c < 0.1 for c in late) > 5

    def test_what_was_enqueued_comes_first(self):
        study = optuna.create_study(direction="maximize")
        study.enqueue_trial({"C": 0.5})
        assert Suggested(only_c, seed=0, study=study).ask(1)[0].build().C == 0.5

    def test_a_loss_may_be_minimised(self):
        """As told to a study that minimises, a score has the other sign."""
        study = optuna.create_study(direction="minimize")
        stream = Suggested(only_c, seed=0, study=study, is_loss=True)
        [candidate] = stream.ask(1)
        stream.finish(candidate.name, -0.3, {})
        assert study.best_value == 0.3


class TestRecall:
    def noted(self, stream, n=15):
        found = asked_one_by_one(stream, n, lambda model: model.get_params().get("C", 0))
        return [(c, stream.note(c.name)) for c in found]

    def again(self, stream, noted):
        for before, note in noted:
            candidate = stream.recall(before.name, note)
            assert candidate is not None
            assert candidate.name == before.name
            assert candidate.build().get_params() == before.build().get_params()
            stream.tell(before.name, before.build().get_params().get("C", 0), 1_000)

    def test_a_sampler_with_a_seed_goes_on_as_if_nothing_had_happened(self):
        """Its state is that after the same questions and answers."""
        first = Suggested(suggest, seed=3)
        noted = self.noted(first)
        second = Suggested(suggest, seed=3)
        self.again(second, noted)
        assert first.note(first.ask(1)[0].name) == second.note(second.ask(1)[0].name)

    def test_one_without_a_seed_is_shown_what_it_proposed(self):
        noted = self.noted(Suggested(suggest, seed=0, sampler=RandomSampler()))
        second = Suggested(suggest, seed=0, sampler=RandomSampler())
        self.again(second, noted)
        complete = second._told.get_all_trials(0, states=(TrialState.COMPLETE,))
        assert len(complete) == len(noted)

    def test_a_study_that_was_kept_has_the_trials(self, tmp_path):
        """No trial is added for a candidate that has one."""
        url = f"sqlite:///{tmp_path}/study.db"
        study = optuna.create_study(
            storage=url, study_name="s", direction="maximize", sampler=RandomSampler(seed=0)
        )
        noted = self.noted(Suggested(suggest, seed=0, study=study), n=4)
        kept = optuna.load_study(storage=url, study_name="s")
        stream = Suggested(suggest, seed=0, study=kept)
        self.again(stream, noted)
        assert len(kept.trials) == 4
        stream.finish(noted[0][0].name, 0.5, {})
        assert kept.trials[0].value == 0.5

    def test_a_sampler_that_begins_anew_gets_past_what_it_proposed(self, tmp_path):
        """With its seed it proposes all of that again, which does not end the search."""
        n, url = MOST_REPEATS + 5, f"sqlite:///{tmp_path}/study.db"

        def opened():
            return optuna.create_study(
                storage=url, study_name="s", direction="maximize", load_if_exists=True,
                sampler=RandomSampler(seed=0),
            )  # fmt: skip

        first = Suggested(only_c, seed=0, study=opened())
        noted = self.noted(first, n)
        second = Suggested(only_c, seed=0, study=opened())
        self.again(second, noted)
        [candidate] = second.ask(1)
        assert candidate.name == f"LogisticRegression-{n + 1}"
        assert not second.exhausted
