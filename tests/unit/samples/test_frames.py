import pandas as pd
import polars
import pyarrow as pa
import pytest

from nearbest.errors import NotSupported
from nearbest.samples.frames import as_pandas, from_other_libraries


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
