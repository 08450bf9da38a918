import pickle
import tracemalloc

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from nearbest.data.memory import InMemory, _Prefixes
from nearbest.data.shuffle import uniform
from nearbest.data.store.store import write_store

N = 120_000


def table_of(kind, n=N):
    rng = np.random.default_rng(0)
    numbers = rng.normal(size=(n, 10))
    if kind == "array":
        return numbers
    if kind == "frame":
        frame = pd.DataFrame(numbers).rename(columns=str)
        frame["zone"] = pd.Categorical(rng.choice(["a", "b"], n))
        frame.loc[::7, "3"] = np.nan
        return frame
    return sparse.csr_array(np.where(numbers > 1, numbers, 0))


def as_dense(table):
    if sparse.issparse(table):
        return table.toarray()
    if isinstance(table, pd.DataFrame):
        return table.assign(zone=table["zone"].cat.codes).to_numpy(dtype=float)
    return table


def samples_of(kind, n=N):
    X, y = table_of(kind, n), np.arange(n) % 2
    shuffle = uniform(n, n // 5, np.random.default_rng(0))
    return InMemory(X, y, shuffle.train, shuffle.test), shuffle


@pytest.mark.parametrize("kind", ["array", "frame", "sparse"])
class TestKinds:
    def test_rows_follow_the_shuffle(self, kind):
        """A sample holds the shuffled rows and their labels."""
        samples, shuffle = samples_of(kind, 1_000)
        for part, order in ((samples.train, shuffle.train), (samples.test, shuffle.test)):
            X, y = part(50)
            np.testing.assert_array_equal(
                as_dense(X), as_dense(table_of(kind, 1_000))[order[:50]]
            )
            np.testing.assert_array_equal(y, order[:50] % 2)

    def test_nested(self, kind):
        """A sample is the beginning of every larger one, whichever was drawn first."""
        samples, _ = samples_of(kind, 1_000)
        before = as_dense(samples.train(100)[0]).copy()
        larger = as_dense(samples.train(700)[0])
        after = as_dense(samples.train(100)[0])
        np.testing.assert_array_equal(before, larger[:100])
        np.testing.assert_array_equal(after, larger[:100])

    def test_no_second_copy(self, kind):
        """Drawing growing samples takes the memory of the largest, not of the data."""
        samples, _ = samples_of(kind)
        share, rows = 1 / 8, N // 8
        tracemalloc.start()
        for n in (rows // 8, rows // 4, rows // 2, rows):
            samples.train(n)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        X = table_of(kind)
        if kind == "sparse":
            size = X.data.nbytes + X.indices.nbytes + X.indptr.nbytes
        else:
            size = X.nbytes if kind == "array" else int(X.memory_usage().sum())
        assert peak < 2.2 * share * size


def test_smaller_samples_are_views():
    """A smaller sample is a view of the largest one drawn."""
    samples, _ = samples_of("array", 1_000)
    X, y = samples.train(500)
    small_X, small_y = samples.train(100)
    assert np.shares_memory(small_X, X)
    assert np.shares_memory(small_y, y)


class Meddled(_Prefixes):
    """First rows where another thread puts its own, smaller copy whenever one is put."""

    @property
    def _taken(self):
        return self._put

    @_taken.setter
    def _taken(self, copy):
        self._put = copy and (copy[0][:10], copy[1][:10])


def test_a_sample_is_not_exchanged_by_another_thread():
    """Two probes in threads share the samples; each trains on as many rows as it asked for."""
    rows = np.arange(1_000)
    X, y = Meddled(rows.reshape(-1, 1), rows % 2, rows)(100)
    assert (len(X), len(y)) == (100, 100)


def test_smaller_sparse_samples_are_views():
    """A smaller sparse sample shares the values of the largest one drawn."""
    samples, _ = samples_of("sparse", 1_000)
    assert np.shares_memory(samples.train(500)[0].data, samples.train(100)[0].data)


def test_frames_keep_categories_and_missing_values():
    """Categories absent from a sample are kept, and so are missing values."""
    X, _ = samples_of("frame", 1_000)[0].train(30)
    assert list(X["zone"].cat.categories) == ["a", "b"]
    assert X["3"].isna().any()


def test_a_test_set_of_its_own():
    """Test rows come from the table that was given for them."""
    X, y = np.zeros((4, 1)), np.array([0, 1, 0, 1])
    X_test, y_test = np.ones((2, 1)), np.array([1, 2])
    samples = InMemory(X, y, np.arange(4), np.array([1, 0]), X_test, y_test)
    assert samples.test(2)[0].sum() == 2
    assert samples.test(1)[1].tolist() == [2]
    assert samples.target.values.tolist() == [0, 1, 2]
    assert (samples.n_train, samples.n_test) == (4, 2)


def test_everything_is_the_data_itself():
    """All rows are the user's own table, not a copy."""
    X, y = table_of("array", 100), np.arange(100) % 2
    samples = InMemory(X, y, np.arange(80), np.arange(80, 100))
    assert samples.everything()[0] is X
    assert samples.everything()[1] is y


@pytest.mark.parametrize("kind", ["array", "frame", "sparse"])
def test_rows_for_a_search_are_those_after_the_training_rows(kind, tmp_path):
    """In memory and in a store, which travels by its path; no row is in two parts."""
    whole, shuffle = samples_of(kind, 1_000)
    samples = whole.held_out(50)
    store = pickle.loads(pickle.dumps(write_store(samples, tmp_path / "store")))
    for each in (samples, store):
        assert (each.n_train, each.n_test, each.n_search) == (750, 200, 50)
        X, y = each.search()
        expected = shuffle.train[-50:]
        np.testing.assert_array_equal(as_dense(X), as_dense(table_of(kind, 1_000))[expected])
        np.testing.assert_array_equal(y, expected % 2)
        np.testing.assert_array_equal(
            as_dense(each.train(750)[0]), as_dense(whole.train(750)[0])
        )
        assert len(each.everything()[1]) == 1_000


def test_no_rows_are_held_out_unless_asked():
    samples, _ = samples_of("array", 1_000)
    assert samples.n_search == 0
