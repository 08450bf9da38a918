"""Weights that leave few rows are not passed over in silence."""

import warnings

import numpy as np
import pytest

from nearbest import select
from nearbest.errors import InvalidInput

N = 4_000


def outcome(weights, stub, coins, **more):
    return select({"a": stub(), "b": stub()}, *coins(N), sample_weight=weights, **more)


def one_row():
    weights = np.full(N, 1e-9)
    weights[[0, 1]] = 1.0  # one of them may be a test row
    return weights


def test_a_few_rows_with_all_the_weight(stub, coins):
    """A warning says how many rows the others count like, and the certificate does."""
    with pytest.warns(UserWarning, match="`sample_weight` has nearly all weight in a few rows"):
        found = outcome(one_row(), stub, coins, random_state=0)
    [note] = [note for note in found.certificate.notes if "nearly all" in note]
    assert "the 3,200 training rows count like " in note


def test_none_with_any_weight(stub, coins):
    """Scores of test rows that do not count would mean nothing."""
    weights = np.zeros(N)
    weights[0] = 1.0
    with pytest.raises(InvalidInput, match=r"must not be 0 in all (training|test) rows"):
        outcome(weights, stub, coins, random_state=0)


def rarer_balanced():
    """Weights that make up for a class of 1 %."""
    rare = np.arange(N) % 100 == 0
    return np.where(rare, 0.5 / rare.mean(), 0.5 / (1 - rare.mean()))


@pytest.mark.parametrize(
    "weights",
    [
        np.ones(N),
        np.arange(N) % 2,  # half of the rows count
        np.random.default_rng(0).lognormal(0, 1.5, N),  # of a survey with many strata
        0.5 ** (np.arange(N) / (N / 8)),  # the older, the less
        rarer_balanced(),
    ],
    ids=["equal", "half", "survey", "decay", "balanced"],
)
def test_ordinary_weights(weights, stub, coins):
    """Nothing is said of weights as people have them."""
    with warnings.catch_warnings():
        warnings.filterwarnings("error", message="`sample_weight` has nearly all")
        outcome(weights, stub, coins, random_state=0)
