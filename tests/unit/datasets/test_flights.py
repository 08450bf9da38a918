import pandas as pd
import pytest

from nearbest.datasets import flights
from nearbest.errors import InvalidInput

FEATURES = ["month", "day", "weekday", "minute", "distance", "origin", "destination"]


@pytest.fixture(scope="module")
def frame():
    return flights()


def test_a_million_rows(frame):
    """The embedded table has a million flights with eight columns."""
    assert len(frame) >= 1_000_000
    assert list(frame.columns) == [*FEATURES, "delayed"]
    assert not frame.isna().any().any()


def test_types(frame):
    """Airports are categorical, the target is boolean, the rest are integers."""
    for column in ("origin", "destination"):
        assert isinstance(frame[column].dtype, pd.CategoricalDtype)
    assert frame["delayed"].dtype == bool
    assert all(frame[c].dtype.kind == "i" for c in FEATURES[:5])


def test_ranges(frame):
    """Values are those of a calendar and a clock, and no column is constant."""
    limits = {"month": (1, 12), "day": (1, 31), "weekday": (0, 6), "minute": (0, 1_439)}
    for column, (low, high) in limits.items():
        assert frame[column].between(low, high).all()
        assert frame[column].nunique() > 1
    assert (frame["distance"] > 0).all()
    assert 0.1 < frame["delayed"].mean() < 0.4


def test_features_and_target(frame):
    """`return_X_y` splits off the target."""
    X, y = flights(return_X_y=True)
    assert list(X.columns) == FEATURES
    assert y.equals(frame["delayed"])


def test_missing_full_file(tmp_path, monkeypatch):
    """Without the file of all flights the error says which one and how to make it."""
    monkeypatch.setenv("NEARBEST_DATA", str(tmp_path))
    with pytest.raises(
        InvalidInput, match=r"does not exist.*make_flights\.py --full"
    ) as raised:
        flights(full=True)
    assert str(tmp_path) in str(raised.value)


def test_missing_path(tmp_path):
    """A path that does not exist is named."""
    with pytest.raises(InvalidInput, match=r"`path` must be .*elsewhere\.parquet"):
        flights(full=True, path=tmp_path / "elsewhere.parquet")


def test_full_file(tmp_path, frame):
    """All flights are read from the file that was made."""
    frame.head(50).to_parquet(tmp_path / "made.parquet")
    X, y = flights(full=True, return_X_y=True, path=tmp_path / "made.parquet")
    assert len(X) == len(y) == 50
