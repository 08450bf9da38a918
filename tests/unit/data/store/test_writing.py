import numpy as np
import pyarrow as pa
import pytest

from nearbest.data.store.columns import read_table
from nearbest.data.store.writing import NpyWriter, table_writer


def test_npy_of_unknown_length(tmp_path):
    """A file grows batch by batch and is an ordinary .npy in the end."""
    writer = NpyWriter(tmp_path / "a.npy", np.dtype("float32"), (3,))
    parts = [np.random.default_rng(i).random((n, 3)) for i, n in enumerate((5, 0, 100_000))]
    for part in parts:
        writer.write(part)
    writer.close()
    found = np.load(tmp_path / "a.npy")
    np.testing.assert_array_equal(found, np.concatenate(parts).astype("float32"))


@pytest.mark.parametrize("kind", ["array", "sparse", "frame", "polars"])
def test_batches_come_back(kind, tmp_path):
    """What is written in batches is read as one table, or its first rows."""
    batches = [
        pa.record_batch({"a": np.arange(n, dtype=float), "b": np.zeros(n)}) for n in (3, 2)
    ]
    writer = table_writer(kind, tmp_path / "X", batches[0].schema)
    for batch in batches:
        writer.write(batch)
    writer.close()
    for n in (2, 4, 5):
        table = read_table(tmp_path / "X", kind, n, 2)
        dense = table.toarray() if kind == "sparse" else np.asarray(table)
        assert dense.tolist() == [[a, 0] for a in [0, 1, 2, 0, 1][:n]]
