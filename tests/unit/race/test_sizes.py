"""The sizes of the samples that probes train on."""

import math
from itertools import pairwise

import numpy as np
import pytest

from nearbest.errors import InvalidInput
from nearbest.race.sizes import check_growth, geometric_sizes, smallest_size


@pytest.mark.parametrize("full", [8_000, 10_007, 2_400_000, 999_999_937])
@pytest.mark.parametrize("growth", [1.5, 2, 3.7])
def test_sizes_are_anchored_at_the_full_size_and_every_step_is_whole(full, growth):
    """The last size is all rows and every step to it has the same factor."""
    sizes = geometric_sizes(full, 1_000, growth)
    assert sizes[-1] == full
    assert sizes[0] >= 1_000
    assert sizes[0] / growth < 1_000
    for small, large in pairwise(sizes):
        assert large / small == pytest.approx(growth, rel=2e-3)


def test_a_power_of_the_growth_factor_reaches_the_smallest_size_itself():
    """Rounding in the logarithm does not lose the first size."""
    for steps in range(1, 20):
        assert geometric_sizes(1_000 * 3**steps, 1_000, 3)[0] == 1_000


def test_auto_growth_plans_the_fine_grid():
    """With "auto" two steps of the grid double the size."""
    sizes = geometric_sizes(64_000, 1_000, "auto")
    assert len(sizes) == 13
    assert sizes[::2] == (1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000)
    assert sizes[1] == round(1_000 * math.sqrt(2))


def test_data_no_larger_than_the_smallest_size_are_one_full_run():
    """If the smallest sample is all of the data there is one size."""
    assert geometric_sizes(700, 700, 2) == (700,)


def test_tiny_steps_do_not_repeat_a_size():
    """Sizes that round to the same number are planned once."""
    sizes = geometric_sizes(20, 2, 1.05)
    assert list(sizes) == sorted(set(sizes))


def test_the_smallest_size_is_a_thousand_for_even_classes():
    """Without a wish and with common classes the first sample has 1,000 rows."""
    assert smallest_size(100_000, None, [50_000, 50_000]) == 1_000


def test_a_rare_class_raises_the_smallest_size():
    """A class of 0.2 % is expected five times in the first sample."""
    assert smallest_size(100_000, None, [99_800, 200]) == 2_500


def test_a_class_too_rare_to_matter_does_not_raise_the_smallest_size():
    """A class below one in a thousand is left out of account."""
    assert smallest_size(1_000_000, None, [999_900, 100]) == 1_000


@pytest.mark.parametrize(
    ("n_rare", "kind", "smallest"),
    [
        (950, "counts", 5_264),  # a little below one in a thousand
        (950, "row means", 5_264),
        (10_000, "pairs", 2_000),
        (100, "pairs", 200_000),
        (100, "approximate", 200_000),
    ],
)
def test_the_rarer_of_two_classes_plans_the_smallest_size(n_rare, kind, smallest):
    """The more so where the score depends on it most."""
    counts = [1_000_000 - n_rare, n_rare]
    assert smallest_size(1_000_000, None, counts, kind) == smallest


def test_the_smallest_size_never_exceeds_the_data():
    """A table below 1,000 rows, or with a class that asks for more, is used whole."""
    assert smallest_size(400, None, [200, 200]) == 400
    assert smallest_size(2_000, None, [1_996, 4]) == 2_000


def test_many_classes_that_are_all_rare_still_give_a_size():
    """Two thousand even classes, each below one in a thousand, are no error."""
    assert 1_000 <= smallest_size(100_000, None, [50] * 2_000) <= 100_000


def test_a_wish_for_the_smallest_size_is_taken_as_it_is():
    """`min_train_size` wins over the class counts."""
    assert smallest_size(100_000, 50, [99_800, 200]) == 50


@pytest.mark.parametrize("wanted", [0, -5, 100_001, math.nan])
def test_a_smallest_size_outside_the_data_is_refused(wanted):
    """The error names the argument, the rule and the value."""
    with pytest.raises(InvalidInput, match=r"`min_train_size` .* 1 and the 100,000 .* got"):
        smallest_size(100_000, wanted, [50_000, 50_000])


@pytest.mark.parametrize("growth", [1, 0.5, 0, -2, math.nan, "fast", None])
def test_a_growth_that_does_not_grow_is_refused(growth):
    """`growth` is above 1 or "auto"."""
    with pytest.raises(InvalidInput, match="`growth` must be a factor above 1"):
        check_growth(growth)


@pytest.mark.parametrize("growth", [1.5, 2, 10, "auto", np.float64(2), np.int64(3)])
def test_a_growth_that_grows_is_accepted(growth):
    """Whole, real and numpy's numbers above 1 will do."""
    check_growth(growth)
