"""What is fixed before the first probe."""

import math
import pickle

import numpy as np
import pytest

from nearbest.data.drawn import Drawn
from nearbest.data.shuffle import Strata
from nearbest.errors import InvalidInput
from nearbest.race.plan import Plan

SIZES = (1_000, 2_000, 4_000)


@pytest.mark.parametrize("epsilon", [-0.01, 1, 1.5, math.nan, math.inf, "0.1", None])
def test_epsilon_outside_its_range_is_refused(epsilon):
    """ε lies in [0, 1)."""
    with pytest.raises(
        InvalidInput, match=r"`epsilon` must (lie|be a number) in \[0, 1\); got"
    ):
        Plan({"a": SIZES}, n_test=100, epsilon=epsilon)


@pytest.mark.parametrize("delta", [0, -0.01, 1, 2, math.nan, "0.05", None])
def test_delta_outside_its_range_is_refused(delta):
    """δ lies in (0, 1)."""
    with pytest.raises(InvalidInput, match=r"`delta` must (lie|be a number) in \(0, 1\); got"):
        Plan({"a": SIZES}, n_test=100, delta=delta)


def test_epsilon_zero_and_numpy_numbers_are_allowed():
    """ε = 0 asks for the best itself, and numpy's numbers are numbers."""
    plan = Plan({"a": SIZES}, n_test=100, epsilon=0, delta=np.float64(0.5))
    assert plan.epsilon == 0
    assert Plan({"a": SIZES}, n_test=100, epsilon=np.float32(0.25)).epsilon == 0.25


def test_a_probe_scores_on_twice_its_training_rows_until_the_test_data_end():
    """The test sample has 2·s rows, at most all of D_te."""
    plan = Plan({"a": SIZES}, n_test=3_000)
    assert [plan.n_test_for("a", s) for s in (1_000, 2_000)] == [2_000, 3_000]


def test_a_full_run_scores_on_all_test_rows():
    """At the full size the probe is the full run, however many test rows there are."""
    plan = Plan({"a": SIZES, "short": (500, 1_000)}, n_test=1_000_000)
    assert plan.n_test_for("a", 4_000) == 1_000_000
    assert plan.n_test_for("a", 1_000) == 2_000
    assert plan.n_test_for("short", 1_000) == 1_000_000


def test_configurations_keep_their_order_and_their_own_full_size():
    """Names come in the order given and each has its own last size."""
    plan = Plan({"b": SIZES, "a": (10, 20)}, n_test=100)
    assert plan.names == ("b", "a")
    assert plan.index == {"b": 0, "a": 1}
    assert plan.n_configurations == 2
    assert (plan.full_size("b"), plan.full_size("a")) == (4_000, 20)


def test_strata_count_the_classes_of_every_prefix():
    """The counts of a prefix add up to its length and count positions below it."""
    strata = Strata(
        train=(np.array([0, 2, 5]), np.array([1, 3, 4])),
        test=(np.array([1]), np.array([0, 2, 3])),
    )
    assert strata.train_counts(3).tolist() == [2, 1]
    assert strata.train_counts(6).tolist() == [3, 3]
    assert strata.test_counts(1).tolist() == [0, 1]
    assert strata.test_counts(4).tolist() == [1, 3]


def test_one_batch_spends_all_of_delta():
    """Without later batches every configuration shares δ with all others."""
    plan = Plan({"a": SIZES, "b": SIZES}, n_test=100, delta=0.1)
    assert plan.shares["a"] == plan.shares["b"]
    assert (plan.shares["a"].names, plan.shares["a"].delta) == (("a", "b"), 0.1)


def test_batches_share_delta_and_never_exceed_it():
    """Batch b gets δ/(b(b + 1)), and what came earlier keeps its part."""
    plan = Plan(dict.fromkeys("abcd", SIZES), n_test=100, delta=0.12, batches=(2, 1, 1))
    parts = [plan.shares[name].delta for name in "abcd"]
    assert parts == pytest.approx([0.06, 0.06, 0.02, 0.01])
    assert [plan.shares[name].names for name in "acd"] == [("a", "b"), ("c",), ("d",)]


def test_a_plan_saved_by_0_2_0_knows_how_its_rows_were_drawn():
    """A search that was pickled then is not taken for proved now."""
    plan = Plan({"a": SIZES}, n_test=100)
    state = {name: value for name, value in vars(plan).items() if name != "drawn"}
    state |= {"exchangeable": False, "grouped": True, "timed": False, "own_split": False}
    again = Plan.__new__(Plan)
    again.__setstate__(state)
    assert again.drawn == Drawn("groups")
    assert pickle.loads(pickle.dumps(again)).drawn == Drawn("groups")
