import warnings
from collections import Counter

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from nearbest import space
from nearbest.candidates.space import LogInteger
from nearbest.datasets import flights

FIVE = space.paper().draw(5, random_state=0)
NAMES = [c.name for c in FIVE]


@pytest.fixture(scope="module")
def sample():
    X, y = flights(return_X_y=True)
    X = X.sample(2_000, random_state=0)
    return X, y.loc[X.index].to_numpy()


def accuracy(configuration, X, y):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return (configuration.build(0).fit(X, y).predict(X) == y).mean()


def test_five_learners_and_29_hyperparameters():
    """The space is as large as the paper's."""
    paper = space.paper()
    assert len(paper.learners) == 5
    assert paper.n_hyperparameters == 29
    assert sum(len(c.parameters) for c in FIVE) == 29


def test_a_longer_draw_begins_with_the_shorter():
    """Configuration k does not depend on how many come after."""
    short, long = space.paper().draw(7, 3), space.paper().draw(30, 3)
    assert [(c.name, c.parameters) for c in long[:7]] == [(c.name, c.parameters) for c in short]


def test_seeds_differ():
    """Another seed draws other values."""
    others = space.paper().draw(5, random_state=1)
    assert all(a.parameters != b.parameters for a, b in zip(FIVE, others, strict=True))


def test_names_are_unique_and_learners_take_turns():
    """Forty configurations have forty names, eight of each learner."""
    names = [c.name for c in space.paper().draw(40, 0)]
    assert len(set(names)) == 40
    assert set(Counter(name.split("-")[0] for name in names).values()) == {8}


def test_values_are_plain_python():
    """Values read as a user would write them, without numpy's types."""
    for configuration in space.paper().draw(40, 0):
        assert "np." not in str(configuration)


def test_one_thread_each():
    """No learner takes more than one thread for itself."""
    for configuration in space.paper().draw(20, 0):
        jobs = configuration.build().get_params().get("learn__n_jobs", 1)
        assert jobs in (1, None)


@pytest.mark.parametrize("configuration", FIVE, ids=NAMES)
class TestEveryLearner:
    def test_flights(self, configuration, sample):
        """It learns from a frame with categories at least as much as their shares."""
        X, y = sample
        assert accuracy(configuration, X, y) > 0.55

    def test_array_with_missing_values(self, configuration):
        """It learns from an array with NaN."""
        rng = np.random.default_rng(0)
        X = rng.normal(size=(1_000, 4))
        y = (X[:, 0] > 0).astype(int)
        X[rng.random(X.shape) < 0.1] = np.nan
        assert accuracy(configuration, X, y) > 0.7

    @pytest.mark.parametrize("dtype", [float, int])
    def test_sparse(self, configuration, dtype):
        """It learns from a sparse matrix of floats or of counts."""
        dense = np.random.default_rng(0).integers(0, 2, (4_000, 5))
        y = dense[:, 0]
        assert accuracy(configuration, sparse.csr_matrix(dense.astype(dtype)), y) > 0.7

    @pytest.mark.parametrize(
        "column",
        [
            pd.Series([1, None, 2, 3] * 100, dtype="Int64"),
            pd.Series([True, None, False, True] * 100, dtype="boolean"),
            pd.Series(["a", None, "b", "c"] * 100, dtype="string"),
            pd.Series(["a", None, "b", "c"] * 100, dtype="category"),
            pd.Series([True, False, False, True] * 100),
        ],
        ids=["Int64", "boolean", "string", "category", "bool"],
    )
    def test_missing_values_in_frames(self, configuration, column):
        """It takes pandas' own missing values in columns of every kind."""
        y = np.array([0, 0, 1, 1] * 100)
        X = pd.DataFrame({"x": y + np.linspace(0, 0.5, 400), "column": column})
        assert accuracy(configuration, X, y) > 0.45

    def test_fits_repeat_with_a_seed(self, configuration, sample):
        """Two builds with one seed make the same predictions."""
        X, y = sample[0].iloc[:500], sample[1][:500]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            first, second = (configuration.build(7).fit(X, y).predict(X) for _ in range(2))
        np.testing.assert_array_equal(first, second)


def test_log_integers():
    """Draws reach both ends and are even on a logarithmic scale."""
    rng = np.random.default_rng(0)
    draws = [LogInteger(1, 15).rvs(rng) for _ in range(4_000)]
    assert (min(draws), max(draws)) == (1, 15)
    share_of_one = draws.count(1) / 4_000  # log 2 / log 16
    assert abs(share_of_one - 0.25) < 0.05
    assert all(isinstance(draw, int) for draw in draws)
