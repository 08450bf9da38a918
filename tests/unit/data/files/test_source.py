import pandas as pd
import pytest

from nearbest import open_table
from nearbest.data.files.source import cache_folder
from nearbest.errors import InvalidInput, NotSupported


def test_features_are_the_other_columns(trips, trips_file):
    """Every column but the target is a feature, in the order of the file."""
    source = open_table(trips_file, target="late")
    assert source.feature_names == [c for c in trips.columns if c != "late"]


def test_kinds_of_features(trips_file):
    """Types are read from the file, categories too."""
    kinds = {f.name: f.kind for f in open_table(trips_file, target="late").features}
    assert kinds["zone"] == kinds["size"] == "category"
    assert kinds["note"] == "text"
    assert kinds["at"] == kinds["day"] == "time"
    assert kinds["night"] == kinds["paid"] == "boolean"
    assert kinds["km"] == kinds["riders"] == "number"


def test_drop_keep_and_groups(trips_file):
    """Columns can be left out or chosen; groups are no feature."""
    assert open_table(trips_file, "late", keep="km").feature_names == ["km"]
    dropped = open_table(trips_file, "late", drop=["km", "id"], groups="driver").feature_names
    assert not {"km", "id", "driver", "late"} & set(dropped)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"target": "lat"}, r"`target` must name a column of .*trips\.parquet; got 'lat'"),
        ({"drop": "kms"}, "`drop` must name a column .*'kms'"),
        ({"keep": ["kms"]}, "`keep` must name a column .*'kms'"),
        ({"groups": "team"}, "`groups` must name a column .*'team'"),
        ({"types": {"kms": "VARCHAR"}}, "`types` must name a column .*'kms'"),
        ({"keep": ["late"]}, "`keep` must not hold the target"),
        ({"drop": ["late"]}, "`drop` must not hold the target"),
        ({"keep": ["km"], "drop": ["id"]}, "cannot be given together"),
        ({"keep": []}, "must have features"),
        ({"as_": "numpy"}, r"needs columns of numbers only; got \['zone'"),
        ({"as_": "csr"}, "needs columns of numbers only"),
        ({"as_": "text"}, "one column of text"),
        ({"as_": "frame"}, "`as_` must be one of"),
        ({"memory": 1_000}, "`memory` must be at least"),
    ],
)
def test_bad_arguments(arguments, message, trips_file, cache):
    """One sentence before anything is read, and no store."""
    with pytest.raises(InvalidInput, match=message) as raised:
        open_table(trips_file, **{"target": "late", **arguments})
    assert "\n" not in str(raised.value)
    assert not cache.exists()


def test_lists_are_refused(tmp_path):
    """A type that no sample can hold is named with the way out."""
    path = tmp_path / "lists.parquet"
    pd.DataFrame({"tags": [["a"], ["b", "c"]], "y": [0, 1]}).to_parquet(path)
    with pytest.raises(NotSupported, match=r"'tags' holds VARCHAR\[\].*drop=\['tags'\]"):
        open_table(path, target="y")


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ({"a": [1], "y": [0]}, "lacks column 'b'"),
        ({"a": [1], "b": [1], "c": [2], "y": [0]}, "alone has column 'c'"),
        ({"a": [1], "b": ["one"], "y": [0]}, "column 'b' is VARCHAR in .*2.parquet and BIGINT"),
    ],
)
def test_mixed_schemas(other, message, tmp_path):
    """A file that differs from the first is named with the difference."""
    folder = tmp_path / "parts"
    folder.mkdir()
    pd.DataFrame({"a": [1, 2], "b": [1, 2], "y": [0, 1]}).to_parquet(folder / "1.parquet")
    pd.DataFrame(other).to_parquet(folder / "2.parquet")
    with pytest.raises(InvalidInput, match=message) as raised:
        open_table(folder, target="y")
    assert "2.parquet" in str(raised.value)


def test_widths_of_numbers_may_differ(tmp_path):
    """Integers in one file and fractions in another are one column of numbers."""
    folder = tmp_path / "parts"
    folder.mkdir()
    pd.DataFrame({"a": [1, 2], "y": [0, 1]}).to_parquet(folder / "1.parquet")
    pd.DataFrame({"a": [0.5, 2.5], "y": [0, 1]}).to_parquet(folder / "2.parquet")
    X, _ = open_table(folder, target="y").shuffled(0).everything()
    assert sorted(X["a"]) == [0.5, 1, 2, 2.5]


def test_cache_folder(monkeypatch, tmp_path):
    """Stores are kept in the user's cache unless the environment names a folder."""
    assert cache_folder() == tmp_path / "cache"
    monkeypatch.delenv("NEARBEST_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    assert cache_folder() == tmp_path / "nearbest"


def test_labels_too_wide_for_an_integer(tmp_path):
    """Read as floating-point numbers, two of them would be one class."""
    pd.DataFrame(
        {"x": range(40), "y": [str(10**20 + i % 2 * 10**5) for i in range(40)]}
    ).to_csv(tmp_path / "wide.csv", index=False)
    with pytest.raises(InvalidInput, match=r"64 bits; got 100000000000000000000, .*as text"):
        open_table(tmp_path / "wide.csv", target="y").shuffled(0, path=tmp_path / "store")
    exact = open_table(tmp_path / "wide.csv", target="y", types={"y": "VARCHAR"})
    assert len(exact.shuffled(0, path=tmp_path / "store").target.values) == 2


def test_texts_of_which_too_many_differ(tmp_path):
    """They are no numbers, so regressors would not help."""
    names = [f"name {n}" for n in range(10_001)] * 2
    pd.DataFrame({"x": range(20_002), "y": names}).to_parquet(tmp_path / "t.parquet")
    source = open_table(tmp_path / "t.parquet", "y", cache_dir=tmp_path)
    with pytest.raises(NotSupported, match="texts of which more than 10,000 differ") as caught:
        source.shuffled(0, 0.2)
    assert "regress" not in str(caught.value)
