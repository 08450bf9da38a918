import pandas as pd
import pytest

from nearbest.candidates.dates import Dates
from nearbest.candidates.encoder import Encoder


@pytest.fixture
def frame():
    at = pd.to_datetime(["2020-01-06 00:30", "2020-02-04 12:00", None])
    return pd.DataFrame({"km": [1.0, 2.0, 3.0], "at": at, "zone": ["a", "b", "a"]})


def test_parts(frame):
    """A date becomes a day count, month, weekday and minute, and missing ones stay so."""
    found = Dates().fit_transform(frame)
    assert list(found.columns) == [
        "km",
        "zone",
        "at_day",
        "at_month",
        "at_weekday",
        "at_minute",
    ]
    assert found["at_weekday"].tolist()[:2] == [0, 1]
    assert found["at_minute"].tolist()[:2] == [30, 720]
    assert found.iloc[2, 2:].isna().all()
    assert found["at_day"].diff().iloc[1] == pytest.approx(29 + 11.5 / 24)


def test_zones_keep_their_local_time(frame):
    """A zoned date is read as the clocks there show it."""
    frame["at"] = frame["at"].dt.tz_localize("America/New_York")
    assert Dates().fit_transform(frame)["at_minute"].tolist()[:2] == [30, 720]


def test_frames_without_dates_pass(frame):
    """Without dates nothing is done."""
    plain = frame[["km", "zone"]]
    assert Dates().fit_transform(plain) is plain


@pytest.mark.parametrize("form", ["scaled", "ordinal", "native"])
def test_encoder(form, frame):
    """Every form of the encoder turns dates into four numbers."""
    encoded = Encoder(form).fit_transform(frame)
    n_zones = 2 if form == "scaled" else 1
    assert encoded.shape == (3, 1 + 4 + n_zones)


def test_names_that_are_taken(frame):
    """The numbers of a date get names that no other column has, the same every time."""
    frame["at_day"] = frame["at_month"] = frame["at_day_"] = 0.0
    dates = Dates().fit(frame)
    found = dates.transform(frame)
    assert found.columns.is_unique
    assert found.columns[-4:].tolist() == [
        "at_day__",
        "at_month__",
        "at_weekday__",
        "at_minute__",
    ]
    assert found["at_day"].tolist() == [0.0, 0.0, 0.0]
    assert dates.transform(frame.drop(columns="at_day_")).columns[-4] == "at_day__"


@pytest.mark.parametrize("form", ["scaled", "ordinal", "native"])
def test_columns_named_by_numbers(form, frame):
    """A date may stand in a frame whose columns have numbers for names."""
    numbered = frame.set_axis(range(3), axis="columns")
    encoded = Encoder(form).fit_transform(numbered)
    assert encoded.shape == Encoder(form).fit_transform(frame).shape
