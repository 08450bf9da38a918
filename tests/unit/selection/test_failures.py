"""Failures are told: as a warning, or at once."""

import warnings

import numpy as np
import pytest
from sklearn.exceptions import FitFailedWarning

from nearbest import NearBestSearch, select
from nearbest.errors import AllFailed, CandidateFailed, InvalidInput


@pytest.fixture
def candidates(stub):
    def on_fit(n_rows):
        raise ValueError("5,801 categories")

    return {"bad": stub(0.5), "broken": stub(on_fit=on_fit), "good": stub(0.9)}


def test_warning(candidates, coins):
    """Each that failed is named with its reason, where the caller is."""
    with pytest.warns(FitFailedWarning, match=r"1 of 3 candidates failed") as caught:
        found = select(candidates, *coins(10_000), random_state=0)
    assert "  broken: ValueError: 5,801 categories" in str(caught[0].message)
    assert caught[0].filename == __file__
    assert found.best == "good"


def test_no_warning(candidates, coins):
    """Where none failed there is nothing to warn of."""
    del candidates["broken"]
    with warnings.catch_warnings():
        warnings.simplefilter("error", FitFailedWarning)
        select(candidates, *coins(10_000), random_state=0)


def test_raise(candidates, coins):
    """The first failure ends the run, with its reason and the way out."""
    seen = []
    with pytest.raises(
        CandidateFailed, match=r"broken failed on 1,000 rows: ValueError: 5,801"
    ):
        select(
            candidates,
            *coins(10_000),
            random_state=0,
            stop_at="paper",
            error_score="raise",
            watch=lambda race, running: seen.append(len(race.history)),
        )
    assert max(seen) <= 2


def test_raise_after_an_earlier_call(candidates, coins, tmp_path):
    """A run that has ended is asked, too."""
    with pytest.warns(FitFailedWarning):
        select(candidates, *coins(10_000), random_state=0, run_dir=tmp_path)
    with pytest.raises(CandidateFailed, match="broken"):
        select(candidates, *coins(10_000), run_dir=tmp_path, error_score="raise")


def test_all_failed(candidates, coins):
    """That is an error as ever, which lists the causes."""
    with pytest.raises(AllFailed, match="5,801 categories"):
        select({"broken": candidates["broken"]}, *coins(10_000), random_state=0)


@pytest.mark.parametrize("score", [np.nan, 0.0])
def test_score_of_those_that_failed(candidates, coins, score):
    """It is `error_score`, as in scikit-learn."""
    search = NearBestSearch(candidates, random_state=0, error_score=score)
    with pytest.warns(FitFailedWarning):
        search.fit(*coins(10_000))
    np.testing.assert_array_equal(search.cv_results_["mean_test_score"][1], score)
    assert search.cv_results_["rank_test_score"].tolist() == [2, 3, 1]


@pytest.mark.parametrize("bad", ["warn", None, True])
def test_refused(coins, bad):
    """Anything else is refused by name."""
    with pytest.raises(InvalidInput, match="`error_score` must be 'raise' or a number"):
        select([], *coins(100), error_score=bad)
