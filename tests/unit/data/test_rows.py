import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from nearbest.data.rows import first, len_of, take


@pytest.fixture
def frame():
    return pd.DataFrame(
        {
            "number": [1.0, np.nan, 3.0, 4.0],
            "zone": pd.Categorical(["a", None, "b", "a"], categories=["a", "b", "c"]),
        }
    )


def test_first_of_an_array_is_a_view():
    """The first rows of an array share its memory."""
    array = np.arange(20.0).reshape(10, 2)
    part = first(array, 3)
    assert np.shares_memory(part, array)
    np.testing.assert_array_equal(part, [[0, 1], [2, 3], [4, 5]])


@pytest.mark.parametrize("kind", [sparse.csr_array, sparse.csr_matrix])
@pytest.mark.parametrize("index", [np.int32, np.int64])
def test_first_of_a_sparse_matrix_is_a_view(kind, index):
    """The first rows of a CSR matrix share its values, and are the right ones."""
    dense = np.random.default_rng(0).integers(0, 2, (50, 8)).astype(float)
    table = kind(dense)
    table.indices, table.indptr = table.indices.astype(index), table.indptr.astype(index)
    part = first(table, 20)
    assert type(part) is kind
    assert np.shares_memory(part.data, table.data)
    assert np.shares_memory(part.indptr, table.indptr)
    np.testing.assert_array_equal(part.toarray(), dense[:20])


def test_first_of_a_frame_keeps_types(frame):
    """The first rows of a frame keep categories, missing values and memory."""
    part = first(frame, 2)
    pd.testing.assert_frame_equal(part, frame.iloc[:2])
    assert list(part["zone"].cat.categories) == ["a", "b", "c"]
    assert np.shares_memory(part["number"].to_numpy(), frame["number"].to_numpy())


@pytest.mark.parametrize("table", [np.ones((3, 1)), sparse.csr_array(np.eye(3))])
def test_all_rows_are_the_table_itself(table):
    """Asking for every row copies nothing."""
    assert first(table, 3) is table
    assert len_of(table) == 3


def test_columns_added_to_a_frame_stay_with_who_added_them(frame):
    """Not even all rows of a frame are the frame itself, though they share memory."""
    everything = first(frame, len_of(frame))
    assert np.shares_memory(everything["number"].to_numpy(), frame["number"].to_numpy())
    everything["mine"] = 1
    assert "mine" not in frame


def test_take_gives_rows_in_order(frame):
    """Rows come in the order of the positions, with their types."""
    taken = take(frame, np.array([3, 1]))
    assert taken["number"].iloc[0] == 4.0
    assert taken["number"].isna().tolist() == [False, True]
    assert taken["zone"].dtype == frame["zone"].dtype


def test_taken_arrays_are_read_only():
    """A learner that writes into its sample cannot spoil that of the next one."""
    taken = take(np.arange(6.0).reshape(3, 2), np.array([2, 0]))
    with pytest.raises(ValueError, match="read-only"):
        taken[0, 0] = 7.0
