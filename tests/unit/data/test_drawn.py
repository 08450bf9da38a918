"""How test rows came about, as reports, run directories and repetitions have it."""

import pytest

from nearbest.data.drawn import AT_RANDOM, Drawn

WAYS = [
    AT_RANDOM,
    Drawn("rows", by_cv=True),
    Drawn("groups"),
    Drawn("groups", by_cv=True),
    Drawn("time"),
    Drawn("choice"),
    Drawn("choice", by_cv=True),
]


@pytest.mark.parametrize("drawn", WAYS, ids=repr)
def test_it_comes_back_from_a_run_directory(drawn):
    """And no two ways are taken for each other."""
    assert Drawn.from_json(drawn.to_json()) == drawn


def test_run_directories_of_the_first_version_knew_two_ways():
    """Rows were drawn, or a test set was given."""
    assert Drawn.from_json({"exchangeable": True}) == AT_RANDOM
    assert Drawn.from_json({"exchangeable": False}) == Drawn("choice")


def test_only_rows_that_are_a_random_part_of_all_are_at_random():
    """Whoever drew them."""
    assert [drawn.at_random for drawn in WAYS] == [True, True, *[False] * 5]


def test_the_arguments_that_take_the_same_rows():
    """Those of `select`, none where it draws them."""
    assert [drawn.arguments for drawn in WAYS] == [
        (),
        ("cv",),
        ("groups",),
        ("cv", "groups"),
        ("time",),
        ("X_test", "y_test"),
        ("cv",),
    ]
