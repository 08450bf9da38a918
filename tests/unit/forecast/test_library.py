"""Libraries of past curves: what they must hold, and where they are kept."""

import pandas as pd
import pytest

from nearbest.errors import InvalidInput
from nearbest.forecast import COLUMNS, CURVE, Library, own_folder


def curve(dataset, *scores, configuration="tree", run="0"):
    """Points at 128 rows, 256 rows and so on."""
    return Library(
        pd.DataFrame(
            [
                (dataset, run, configuration, 128 * 2**k, 1.0, score)
                for k, score in enumerate(scores)
            ],
            columns=COLUMNS,
        )
    )


def scores_of(library, dataset):
    points = library.points
    return points.loc[points["dataset"] == dataset, "test_score"].tolist()


def test_the_shipped_curves_are_complete():
    """Every point is a pair of accuracies at one size of one curve, and no two are the same."""
    points = Library.shipped().points
    assert not points[list(COLUMNS)].isna().any(axis=None)
    assert not points.duplicated([*CURVE, "n_train"]).any()
    assert points[["train_score", "test_score"]].min(axis=None) >= 0
    assert points[["train_score", "test_score"]].max(axis=None) <= 1
    assert points["dataset"].nunique() >= 100


@pytest.mark.parametrize("column", COLUMNS)
def test_a_library_without_a_column_is_refused(column):
    """The error names what is missing."""
    with pytest.raises(InvalidInput, match=column):
        Library(curve("mine", 0.5).points.drop(columns=column))


@pytest.mark.parametrize("score", [float("nan"), -0.1, 1.5, "high"])
def test_a_score_that_is_no_accuracy_is_refused(score):
    """One such point would spoil every forecast that it is part of."""
    points = curve("mine", 0.5, 0.6).points.astype({"test_score": object})
    points.loc[1, "test_score"] = score
    with pytest.raises(InvalidInput, match="test_score"):
        Library(points)


def test_a_library_without_some_datasets_keeps_the_others():
    """A dataset is never forecast from its own past."""
    joined = curve("a", 0.5).joined(curve("b", 0.6)).joined(curve("c", 0.7))
    assert joined.without("a", "c").points["dataset"].tolist() == ["b"]
    assert joined.without().points["dataset"].tolist() == ["a", "b", "c"]


def test_newer_curves_take_the_place_of_the_same_ones():
    """A curve is told by dataset, run and configuration; others stay."""
    older = curve("a", 0.5, 0.6).joined(curve("a", 0.7, configuration="svm"))
    assert sorted(scores_of(older.joined(curve("a", 0.9)), "a")) == [0.7, 0.9]
    assert sorted(scores_of(older.joined(curve("a", 0.9, run="1")), "a")) == [
        0.5,
        0.6,
        0.7,
        0.9,
    ]


@pytest.mark.parametrize("name", ["mine", "a/b", "../up", "v1.2", ".", "ü" * 300, "a\0b"])
def test_curves_of_a_dataset_of_any_name_are_found_again(name, tmp_path):
    """What was added is among the user's own, inside the folder, and nothing half-written."""
    folder = tmp_path / "not" / "yet"
    (target,) = curve(name, 0.25, 0.5).add_to(folder)
    assert target.parent == folder
    assert list(folder.iterdir()) == [target]
    assert scores_of(Library.own(folder), name) == [0.25, 0.5]


def test_curves_of_the_same_dataset_are_replaced(tmp_path):
    """Adding twice keeps the second; another dataset is not touched."""
    curve("a", 0.5).add_to(tmp_path)
    curve("b", 0.6).add_to(tmp_path)
    curve("a", 0.7).add_to(tmp_path)
    own = Library.own(tmp_path)
    assert scores_of(own, "a") == [0.7]
    assert scores_of(own, "b") == [0.6]


def test_names_that_differ_only_in_signs_are_kept_apart(tmp_path):
    """`a/b` and `a-b` are two datasets."""
    curve("a/b", 0.5).add_to(tmp_path)
    curve("a-b", 0.6).add_to(tmp_path)
    assert scores_of(Library.own(tmp_path), "a/b") == [0.5]
    assert scores_of(Library.own(tmp_path), "a-b") == [0.6]


def test_by_default_forecasts_draw_on_the_shipped_and_the_own_curves(tmp_path):
    """Own curves join those that ship."""
    shipped = len(Library.shipped().points)
    assert len(Library.default(tmp_path / "none").points) == shipped
    curve("mine", 0.5, 0.6).add_to(tmp_path)
    assert len(Library.default(tmp_path).points) == shipped + 2


def test_an_own_curve_of_the_same_name_does_not_mix_with_a_shipped_one(tmp_path):
    """Two scores at one size are two curves; taken for one they would zigzag."""
    first = Library.shipped().points.iloc[[0]].astype(dict.fromkeys(CURVE, str))
    Library(first.assign(test_score=0.123)).add_to(tmp_path)
    points = Library.default(tmp_path).points
    assert 0.123 in points["test_score"].to_numpy()
    assert not points.duplicated([*CURVE, "n_train"]).any()


@pytest.mark.parametrize("content", [b"", b"torn", None])
def test_a_file_without_curves_is_left_out_and_named(content, tmp_path):
    """A broken file of the user's must not break a race; the others still count."""
    broken = tmp_path / "broken.parquet"
    if content is None:
        pd.DataFrame({"dataset": ["x"]}).to_parquet(broken)
    else:
        broken.write_bytes(content)
    curve("mine", 0.5).add_to(tmp_path)
    own = Library.own(tmp_path)
    assert scores_of(own, "mine") == [0.5]
    (sentence,) = own.left_out
    assert str(broken) in sentence
    assert Library.default(tmp_path).left_out == own.left_out


def test_where_own_curves_are_kept_can_be_moved(monkeypatch, tmp_path):
    """NEARBEST_LIBRARY comes first, then XDG_DATA_HOME, then the home folder."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("NEARBEST_LIBRARY", raising=False)
    assert own_folder() == tmp_path / "home" / ".local" / "share" / "nearbest" / "library"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert own_folder() == tmp_path / "data" / "nearbest" / "library"
    monkeypatch.setenv("NEARBEST_LIBRARY", str(tmp_path / "chosen"))
    assert own_folder() == tmp_path / "chosen"


def test_the_summary_counts_curves_configurations_and_sizes():
    """One line for each dataset; a configuration run twice is two curves."""
    library = curve("a", 0.5, 0.6).joined(curve("a", 0.5, run="1")).joined(curve("b", 0.5))
    summary = library.summary()
    assert summary.loc["a"].tolist() == [2, 1, 128, 256]
    assert summary.loc["b"].tolist() == [1, 1, 128, 128]
