import optuna
import pytest
from optuna.trial import TrialState

from nearbest.candidates.streams.retold import Retold


@pytest.fixture
def study():
    study = optuna.create_study(direction="maximize")
    for _ in range(3):
        study.ask()
    return study


def seen(retold, study, **options):
    trials = retold.get_all_trials(study._study_id, **options)
    return [(trial.number, trial.state, trial.values) for trial in trials]


def test_open_trials_are_shown_with_the_values_told_last(study):
    retold = Retold(study._storage)
    retold.values = {0: 0.7, 1: None}
    retold.values[0] = 0.8
    assert seen(retold, study) == [
        (0, TrialState.COMPLETE, [0.8]),
        (1, TrialState.FAIL, None),
        (2, TrialState.RUNNING, None),
    ]


def test_states_are_those_that_are_shown(study):
    """Samplers ask for complete trials alone."""
    retold = Retold(study._storage)
    retold.values = {2: 0.5}
    complete = seen(retold, study, states=(TrialState.COMPLETE,))
    assert complete == [(2, TrialState.COMPLETE, [0.5])]


def test_the_study_itself_is_left_as_it_is(study):
    retold = Retold(study._storage)
    retold.values = {0: 0.7}
    seen(retold, study, deepcopy=False)
    assert {trial.state for trial in study.trials} == {TrialState.RUNNING}


def test_all_else_is_the_storages(study):
    retold = Retold(study._storage)
    assert retold.get_study_name_from_id(study._study_id) == study.study_name
