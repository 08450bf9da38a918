"""Stop levels of the user's own datasets, beside those that ship."""

import json

import pytest

from nearbest.forecast.own_levels import SUFFIX, keep_levels, levels_at_hand
from nearbest.forecast.pasts import OF_ACCURACY, OF_ROC_AUC
from nearbest.forecast.shipped import shipped_levels

NEVER_WRONG = {epsilon: [-1.0] * 5 for epsilon in shipped_levels(OF_ACCURACY).by_epsilon}
ALWAYS_WRONG = {epsilon: [0.99] * 5 for epsilon in NEVER_WRONG}


def changed(path, **fields):
    path.write_text(json.dumps(json.loads(path.read_text()) | fields))


def test_a_dataset_counts(tmp_path):
    """One that is never wrong lowers the level, one that always is raises it."""
    shipped = shipped_levels(OF_ACCURACY)
    assert levels_at_hand(OF_ACCURACY, tmp_path).by_epsilon == shipped.by_epsilon
    keep_levels("mine", OF_ACCURACY, NEVER_WRONG, tmp_path)
    found = levels_at_hand(OF_ACCURACY, tmp_path)
    assert found.n_datasets == shipped.n_datasets + 1
    assert found.level(0.01, 0.05) <= shipped.level(0.01, 0.05)
    keep_levels("mine", OF_ACCURACY, ALWAYS_WRONG, tmp_path)
    found = levels_at_hand(OF_ACCURACY, tmp_path)
    assert found.n_datasets == shipped.n_datasets + 1
    assert found.level(0.01, 0.05) > shipped.level(0.01, 0.05)


def test_names_do_not_meet_those_that_ship(tmp_path):
    """A dataset of the user's own does not take the place of one that ships."""
    name = next(iter(shipped_levels(OF_ACCURACY).by_epsilon[0.01]))
    keep_levels(name, OF_ACCURACY, NEVER_WRONG, tmp_path)
    expected = shipped_levels(OF_ACCURACY).n_datasets + 1
    assert levels_at_hand(OF_ACCURACY, tmp_path).n_datasets == expected


def test_scores_are_kept_apart(tmp_path):
    """Accuracy says nothing about ROC AUC."""
    keep_levels("mine", OF_ACCURACY, NEVER_WRONG, tmp_path)
    expected = shipped_levels(OF_ROC_AUC).n_datasets
    assert levels_at_hand(OF_ROC_AUC, tmp_path).n_datasets == expected


@pytest.mark.parametrize(
    "content",
    [
        {"levels": {"0.01": [0.5]}},
        {"levels": {"0.005": [], "0.01": [0.5], "0.02": [0.5]}},
        {"levels": {"0.005": [0.5], "0.01": [1.5], "0.02": [0.5]}},
        {"levels": {"0.005": [0.5], "0.01": ["x"], "0.02": [0.5]}},
        {"levels": 3},
    ],
)
def test_damage_is_named(tmp_path, caplog, content):
    """A file that is not as it was written is left out, with its name."""
    path = keep_levels("mine", OF_ACCURACY, NEVER_WRONG, tmp_path)
    changed(path, **content)
    assert (
        levels_at_hand(OF_ACCURACY, tmp_path).n_datasets
        == shipped_levels(OF_ACCURACY).n_datasets
    )
    assert str(path) in caplog.text
    assert "cannot be read as stop levels" in caplog.text


def test_another_forecast(tmp_path, caplog):
    """Levels that were made for another forecast are left out, and what to do is said."""
    path = keep_levels("mine", OF_ACCURACY, NEVER_WRONG, tmp_path)
    changed(path, made_for="0123")
    assert (
        levels_at_hand(OF_ACCURACY, tmp_path).n_datasets
        == shipped_levels(OF_ACCURACY).n_datasets
    )
    assert "library add" in caplog.text


def test_file_of_any_name(tmp_path):
    """Whatever a dataset is called, its file is in the folder."""
    path = keep_levels("../../a b", OF_ACCURACY, NEVER_WRONG, tmp_path)
    assert path.parent == tmp_path
    assert path.name.endswith(SUFFIX)
