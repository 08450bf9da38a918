import numpy as np
import pytest

from nearbest.data import split as samples
from nearbest.data.shuffle import Strata, grouped, stratified, uniform
from nearbest.errors import InvalidInput


def rng(seed=0):
    return np.random.default_rng(seed)


class TestTestRows:
    @pytest.mark.parametrize(
        ("test_size", "expected"), [(0.2, 200), (0.25, 250), (2, 2), (999, 999), (1e-9, 1)]
    )
    def test_shares_and_counts(self, test_size, expected):
        """A float is a share of the rows and an int a number of them, at least one."""
        assert samples.test_rows(1_000, test_size) == expected

    @pytest.mark.parametrize(
        "test_size",
        [0, 0.0, 1.0, 1.5, -0.1, -1, 1_000, float("nan"), float("inf"), "a", None],
    )
    def test_out_of_range(self, test_size):
        """Anything that does not leave rows on both sides is refused by name."""
        with pytest.raises(InvalidInput, match=r"`test_size` must be"):
            samples.test_rows(1_000, test_size)

    def test_one_row(self):
        """An integer is a number of rows; who means all has another wish."""
        with pytest.raises(InvalidInput, match=r"share of the rows below 1.*which is one row"):
            samples.test_rows(1_000, 1)


class TestUniform:
    def test_disjoint_and_complete(self):
        """Every row is either a training or a test row."""
        shuffle = uniform(1_000, 200, rng())
        assert len(shuffle.train) == 800
        assert len(shuffle.test) == 200
        assert sorted([*shuffle.train, *shuffle.test]) == list(range(1_000))

    def test_seeded(self):
        """The seed fixes the order, and another seed gives another one."""
        same, other = uniform(1_000, 200, rng()), uniform(1_000, 200, rng(1))
        np.testing.assert_array_equal(uniform(1_000, 200, rng()).train, same.train)
        assert not np.array_equal(same.train, other.train)

    def test_test_rows_are_uniform(self):
        """Each row is a test row about as often as any other."""
        times = np.zeros(10)
        for seed in range(2_000):
            times[uniform(10, 3, rng(seed)).test] += 1
        deviation = np.sqrt(2_000 * 0.3 * 0.7)
        assert np.abs(times - 600).max() < 6 * deviation


class TestStratified:
    labels = np.repeat([0, 1, 2], [6_000, 3_000, 1_000])

    def test_disjoint_and_complete(self):
        """Every row is either a training or a test row."""
        shuffle = stratified(self.labels, 2_000, rng())
        assert sorted([*shuffle.train, *shuffle.test]) == list(range(10_000))

    @pytest.mark.parametrize("part", ["train", "test"])
    def test_even_shares(self, part):
        """In every prefix each class is within a few rows of its share."""
        labels = self.labels[getattr(stratified(self.labels, 2_000, rng()), part)]
        n = np.arange(1, len(labels) + 1)
        for c, share in enumerate([0.6, 0.3, 0.1]):
            assert np.abs(np.cumsum(labels == c) - n * share).max() <= 4

    def test_strata_count_the_classes(self):
        """Counts from the strata are those of the prefixes themselves."""
        shuffle = stratified(self.labels, 2_000, rng())
        for n in (1, 7, 500, 2_000):
            expected = np.bincount(self.labels[shuffle.train[:n]], minlength=3)
            np.testing.assert_array_equal(shuffle.strata.train_counts(n), expected)
            expected = np.bincount(self.labels[shuffle.test[:n]], minlength=3)
            np.testing.assert_array_equal(shuffle.strata.test_counts(n), expected)

    def test_shuffled_within_classes(self):
        """Rows of one class do not keep the order they came in."""
        train = stratified(self.labels, 2_000, rng()).train
        of_first_class = train[self.labels[train] == 0]
        assert not np.array_equal(of_first_class, np.sort(of_first_class))


class TestGrouped:
    def test_groups_stay_together(self):
        """Every row is on one side, and so is every group."""
        groups = np.random.default_rng(0).integers(0, 100, 1_000)
        shuffle = grouped(groups, 200, rng())
        assert sorted([*shuffle.train, *shuffle.test]) == list(range(1_000))
        assert not set(groups[shuffle.train]) & set(groups[shuffle.test])
        assert 200 <= len(shuffle.test) < 230

    def test_both_sides_have_rows(self):
        """Two groups of unequal size are split, whichever comes first."""
        for seed in range(5):
            shuffle = grouped(np.array([0] * 90 + [1] * 10), 50, rng(seed))
            assert len(shuffle.train)
            assert len(shuffle.test)

    def test_every_group_may_be_tested(self):
        """Which groups are set aside is drawn."""
        groups = np.repeat(np.arange(5), 4)
        tested = {int(groups[grouped(groups, 4, rng(seed)).test[0]]) for seed in range(60)}
        assert tested == set(range(5))

    def test_one_group(self):
        """One group cannot be split."""
        with pytest.raises(InvalidInput, match="at least two groups"):
            grouped(np.zeros(10), 2, rng())


def test_classes_of_held_out_rows_are_left_out():
    """Bounds of stratified samples count the rows of D_tr alone."""
    strata = Strata.of(np.array([0, 1, 0, 1, 1]), np.array([0, 1]))
    train, test = strata.held_out(2).codes()
    assert train.tolist() == [0, 1, 0]
    assert test.tolist() == [0, 1]
