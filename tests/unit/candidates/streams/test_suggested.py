import numpy as np
import optuna
import pytest
from optuna.samplers import (
    CmaEsSampler,
    GPSampler,
    GridSampler,
    NSGAIISampler,
    RandomSampler,
    TPESampler,
)
from optuna.trial import TrialState
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier

from nearbest.candidates.streams import suggested
from nearbest.candidates.streams.suggested import Suggested
from nearbest.errors import InvalidInput, MissingExtra


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
        stream.tell(candidate.name, value(candidate.build()))
        found.append(candidate)
    return found


def test_the_sampler_learns_from_what_it_is_told():
    """After a while it proposes where scores are high."""
    stream = Suggested(only_c, seed=0)
    found = asked_one_by_one(stream, 40, lambda model: -abs(model.C - 0.01))
    late = [c.build().C for c in found[-10:]]
    assert np.median(late) < 0.02


def test_cma_es_learns_from_what_it_is_told():
    """It proposes by generations, of trials that are open still."""

    def plane(trial):
        C = trial.suggest_float("C", 1e-3, 10, log=True)
        return LogisticRegression(C=C, tol=trial.suggest_float("tol", 1e-6, 1e-1, log=True))

    stream = Suggested(plane, seed=0, sampler=CmaEsSampler(seed=0))
    found = asked_one_by_one(
        stream,
        60,
        lambda model: -abs(np.log10(model.C / 0.01)) - abs(np.log10(model.tol / 1e-5)),
    )
    distance = [abs(np.log10(c.build().C / 0.01)) for c in found]
    assert np.median(distance[-15:]) < 0.5 * np.median(distance[:15])


def test_a_score_told_again_replaces_the_first():
    """What was thought good is left alone when it turns out bad."""
    stream = Suggested(only_c, seed=0)
    found = asked_one_by_one(stream, 30, lambda model: model.C)
    for candidate in found:
        stream.tell(candidate.name, -candidate.build().C)
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

    stream = Suggested(picky, seed=0)
    assert all(c.build().max_depth <= 5 for c in stream.ask(4))


def test_a_function_that_raises_leaves_no_trial_open():
    study = optuna.create_study(direction="maximize")
    with pytest.raises(ZeroDivisionError):
        Suggested(lambda trial: 1 / 0, seed=0, study=study).ask(1)
    assert study.trials[0].state == TrialState.FAIL


class TestStudy:
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

    def test_a_score_may_not(self):
        with pytest.raises(InvalidInput, match="direction='maximize'"):
            Suggested(only_c, seed=0, study=optuna.create_study())

    def test_one_direction(self):
        study = optuna.create_study(directions=["maximize", "minimize"])
        with pytest.raises(InvalidInput, match="must have one direction; got 2"):
            Suggested(only_c, seed=0, study=study)


class TestRefused:
    def test_samplers_of_several_scores(self):
        with pytest.raises(InvalidInput, match="got NSGAIISampler, which weighs several"):
            Suggested(only_c, seed=0, sampler=NSGAIISampler())

    @pytest.mark.parametrize(
        ("sampler", "package"), [(CmaEsSampler, "cmaes"), (GPSampler, "torch")]
    )
    def test_what_a_sampler_needs_is_missing(self, sampler, package, monkeypatch):
        """It would fail in the middle of the search, after some proposals at random."""
        monkeypatch.setattr(suggested, "find_spec", lambda name: None)
        match = f"`sampler` {sampler.__name__} needs the package {package}; `pip install"
        with pytest.raises(MissingExtra, match=match):
            Suggested(only_c, seed=0, sampler=sampler())

    def test_names(self):
        with pytest.raises(InvalidInput, match=r"one of optuna\.samplers; got 'tpe'"):
            Suggested(only_c, seed=0, sampler="tpe")

    def test_two_samplers(self):
        with pytest.raises(InvalidInput, match="must be left out with a `study`"):
            Suggested(only_c, seed=0, sampler=TPESampler(), study=optuna.create_study())


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
            stream.tell(before.name, before.build().get_params().get("C", 0))

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
