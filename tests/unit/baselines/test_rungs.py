import pytest

from nearbest.baselines.rungs import n_steps, task_of
from nearbest.race.plan import Plan

PLAN = Plan({"a": (1_000, 2_000, 4_000), "b": (1_000, 8_000)}, n_test=1_000)


@pytest.mark.parametrize(("rows", "size"), [(1, 1_000), (1_001, 1_000), (1_500, 2_000)])
def test_the_smallest_planned_size_that_is_large_enough(rows, size):
    """Sizes are rounded, so that a row more or less does not count."""
    assert task_of(PLAN, "a", rows).n_train == size


def test_no_larger_than_the_full_size():
    """Who has fewer rows than the rung asks for has them all."""
    assert task_of(PLAN, "a", 8_000).n_train == 4_000


@pytest.mark.parametrize(
    ("rows", "factor", "steps"), [(1_000, 2, 3), (1_000, 3, 1), (8_000, 2, 0)]
)
def test_steps_to_the_largest(rows, factor, steps):
    """As many as fit below the largest size of all."""
    assert n_steps(PLAN, rows, factor) == steps
