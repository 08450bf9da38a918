from decimal import Decimal

import numpy as np
import pandas as pd
import polars
import pyarrow as pa
import pytest

from nearbest.data.frames import as_pandas, from_other_libraries
from nearbest.data.memory import InMemory
from nearbest.data.store.store import write_store
from nearbest.errors import NotSupported


@pytest.fixture
def rows():
    return pa.table(
        {
            "whole": pa.array([1, None, 3]),
            "yes": pa.array([True, None, False]),
            "text": pa.array(["a", None, "c"]),
            "kind": pa.array(["x", "y", "x"]).dictionary_encode(),
            "day": pa.array([0, 1, None], pa.date32()),
        }
    )


@pytest.mark.parametrize("convert", [lambda rows: rows, polars.from_arrow])
def test_types(convert, rows):
    """Arrow tables and polars frames become frames of types that learners know."""
    frame = from_other_libraries(convert(rows))
    assert frame["whole"].dtype == frame["yes"].dtype == float
    assert frame["yes"].tolist()[0] == 1.0
    assert frame["yes"].isna().tolist() == [False, True, False]
    assert isinstance(frame["text"].dtype, pd.StringDtype)
    assert frame["kind"].tolist() == ["x", "y", "x"]
    assert frame["day"].dtype.kind == "M"


def test_categories_of_polars_stay():
    """A categorical or enumerated column of polars is categorical in pandas."""
    frame = polars.DataFrame({"zone": ["a", "b", "a"]}, schema={"zone": polars.Categorical})
    assert isinstance(from_other_libraries(frame)["zone"].dtype, pd.CategoricalDtype)


def test_one_type_at_every_size(rows):
    """A column that lacks values elsewhere is of floats also where it lacks none."""
    assert as_pandas(rows.slice(2), ["whole", "yes"])["yes"].tolist() == [0.0]
    assert as_pandas(rows.slice(2))["yes"].dtype == bool


def test_columns():
    """Single columns become Series, and anything else stays what it is."""
    assert from_other_libraries(polars.Series([1, 2])).tolist() == [1, 2]
    assert from_other_libraries(pa.chunked_array([["a"], ["b"]])).tolist() == ["a", "b"]
    assert from_other_libraries([1, 2]) == [1, 2]


def test_lazy_frames():
    """A lazy frame is refused with the way out."""
    with pytest.raises(NotSupported, match=r"collect\(\)"):
        from_other_libraries(polars.LazyFrame({"a": [1]}))


AT = pd.Series(pd.date_range("2024-01-01", periods=4, freq="h"))
NUMBERS = np.arange(4.0)


def typed(values, type_):
    """A column of one of Arrow's types."""
    return pd.Series(values, dtype=pd.ArrowDtype(type_))


@pytest.mark.parametrize(
    ("column", "kind"),
    [
        (AT.astype("timestamp[ns][pyarrow]"), "datetime64[ns]"),
        (typed(AT.dt.date, pa.date32()), "datetime64[ms]"),
        (typed(AT - AT[0], pa.duration("ns")), "float64"),
        (typed([Decimal("1.5"), None] * 2, pa.decimal128(5, 2)), "float64"),
        (typed(["a", None] * 2, pa.dictionary(pa.int32(), pa.string())), "category"),
        (typed(["a", None] * 2, pa.string()), "str"),
        (pd.Series(["a", None] * 2, dtype="string"), "str"),
        (pd.Series([1, None] * 2, dtype="UInt64"), "float64"),
        (AT - AT[1], "float64"),
        (pd.Series(pd.arrays.SparseArray(NUMBERS)), "float64"),
        (pd.Series(pd.cut(NUMBERS, 2)), "category"),
        (pd.Series(pd.arrays.IntervalArray.from_breaks(np.arange(5))), "category"),
    ],
    ids=[
        "timestamp",
        "date32",
        "duration",
        "decimal",
        "dictionary",
        "arrow text",
        "string",
        "UInt64",
        "timedelta",
        "sparse",
        "cut",
        "interval",
    ],
)
def test_one_type_in_every_process(column, kind, tmp_path):
    """What this process sees of a frame is what workers read from a store."""
    frame = from_other_libraries(pd.DataFrame({"a": NUMBERS, "b": column}))
    assert frame["b"].dtype == kind
    rows = np.arange(4)
    store = write_store(InMemory(frame, rows % 2, rows[:3], rows[3:]), tmp_path / "store")
    pd.testing.assert_frame_equal(store.train(3)[0], frame.iloc[:3])


def test_values_of_plain_columns():
    """Lengths of time are seconds, and intervals texts in their order; rows keep names."""
    cut = pd.cut([-12.0, 1.0, 3.0], [-20, -3, 2, np.inf])
    wait = pd.to_timedelta(["1h", None, "-1s"])
    zeros = pd.arrays.SparseArray([0, 0, 1])
    table = pd.DataFrame({"wait": wait, "cut": cut, "few": zeros}, index=[7, 7, 9])
    frame = from_other_libraries(table)
    assert frame["wait"].fillna(0).tolist() == [3600.0, 0.0, -1.0]
    assert list(frame["cut"].cat.categories) == ["(-20.0, -3.0]", "(-3.0, 2.0]", "(2.0, inf]"]
    assert frame["few"].tolist() == [0, 0, 1]
    assert frame.index.tolist() == [7, 7, 9]


def test_plain_frames_are_not_copied():
    """A frame of numbers, dates, texts and categories is used as it is."""
    frame = pd.DataFrame({"a": NUMBERS, "at": AT, "text": list("abcd")})
    frame["kind"] = frame["text"].astype("category")
    assert from_other_libraries(frame) is frame


def test_large_whole_numbers():
    """Unsigned numbers that no signed one can hold may lack values."""
    frame = from_other_libraries(pa.table({"a": pa.array([2**64 - 1, None], pa.uint64())}))
    assert frame["a"].tolist()[0] == 2.0**64
