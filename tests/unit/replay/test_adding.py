"""Recordings of the user's own count as past datasets."""

import pandas as pd
import pytest

from nearbest.errors import InvalidInput
from nearbest.forecast import Library
from nearbest.forecast.own_levels import levels_at_hand
from nearbest.forecast.pasts import OF_ACCURACY, OF_ROC_AUC
from nearbest.forecast.shipped import shipped_levels
from nearbest.replay import add_recording, record


@pytest.fixture
def recording(tmp_path, stub, coins):
    """A Parquet file of three recorded candidates."""
    candidates = {"a": stub(0.9), "b": stub(0.8), "c": stub(0.7)}
    frame = record(candidates, *coins(16_000), min_train_size=400)
    path = tmp_path / "table.parquet"
    frame.to_parquet(path)
    return path


def test_it_counts(recording, tmp_path):
    """A recording is one more dataset of levels, and its curves are kept."""
    folder = tmp_path / "library"
    added = add_recording(recording, folder=folder)
    assert list(added.summary().index) == ["table"]
    assert levels_at_hand(OF_ACCURACY, folder).n_datasets == shipped_levels().n_datasets + 1
    assert list(Library.own(folder).summary().index) == ["table"]


def test_added_again(recording, tmp_path):
    """It takes the place of what was there."""
    for _ in range(2):
        add_recording(recording, "mine", tmp_path / "library")
    found = levels_at_hand(OF_ACCURACY, tmp_path / "library")
    assert found.n_datasets == shipped_levels().n_datasets + 1


def test_by_roc_auc(recording, tmp_path):
    """A recording of another score counts in the levels of that one."""
    frame = pd.read_parquet(recording).assign(score=OF_ROC_AUC.name)
    frame.to_parquet(recording)
    folder = tmp_path / "library"
    add_recording(recording, folder=folder)
    assert levels_at_hand(OF_ACCURACY, folder).n_datasets == shipped_levels().n_datasets
    assert (
        levels_at_hand(OF_ROC_AUC, folder).n_datasets
        == shipped_levels(OF_ROC_AUC).n_datasets + 1
    )


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda frame: frame.drop(columns="kind"), r"no columns \['kind'\]"),
        (lambda frame: frame.iloc[:0], "it is empty"),
        (lambda frame: frame.assign(score="r2"), "calibrated for accuracy and ROC AUC"),
    ],
)
def test_no_recording(recording, tmp_path, change, says):
    """What is no recording is refused in a sentence, and nothing is kept."""
    change(pd.read_parquet(recording)).to_parquet(recording)
    with pytest.raises(InvalidInput, match=says):
        add_recording(recording, folder=tmp_path / "library")
    assert not (tmp_path / "library").exists()


def test_no_parquet(tmp_path):
    """Nor is a file of another kind."""
    path = tmp_path / "table.parquet"
    path.write_text("a,b")
    with pytest.raises(InvalidInput, match="cannot be read as a Parquet file"):
        add_recording(path)


def test_empty_name(recording):
    """A name is not empty."""
    with pytest.raises(InvalidInput, match="`name` must not be empty"):
        add_recording(recording, " ")
