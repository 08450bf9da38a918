import numpy as np
import pytest
from scipy.special import ndtri

from nearbest.forecast.beliefs import PROBIT, Beliefs
from nearbest.race.tuning import Tuning


def normal(kinds, u):
    """Residuals of normal forecasts, in units of the spread to the 90 % quantile."""
    return ndtri(u) / PROBIT


def beliefs_of(kinds, n_draws=20_000):
    rng = np.random.default_rng(0)
    return Beliefs(np.array(kinds), normal, Tuning(n_draws=n_draws), rng)


def test_draws_have_the_quantiles_told():
    """Ten per cent lie below the lower spread and ten above the upper one."""
    beliefs = beliefs_of([0])
    beliefs.tell(0, 0.8, 0.01, 0.02, test=False)
    low, middle, high = np.quantile(beliefs.draws()[0], [0.1, 0.5, 0.9])
    assert (low, middle, high) == pytest.approx((0.79, 0.80, 0.82), abs=0.001)


def test_same_kind_goes_together():
    """Errors go together more within a kind than across, as was measured."""
    beliefs = beliefs_of([0, 0, 1])
    for i in range(3):
        beliefs.tell(i, 0.5, 0.01, 0.01, test=False)
    same, other = np.corrcoef(beliefs.draws())[0, 1:]
    assert same == pytest.approx(0.42, abs=0.03)
    assert other == pytest.approx(0.07, abs=0.03)


def test_scores_stay_on_the_scale():
    """No draw lies beyond 0 and 1."""
    beliefs = beliefs_of([0, 1])
    beliefs.tell(0, 0.99, 0.5, 0.5, test=False)
    assert beliefs.draws().min() >= 0
    assert beliefs.draws().max() <= 1


def test_what_is_known_has_no_spread():
    """After a full run all draws are its score."""
    beliefs = beliefs_of([0])
    beliefs.tell(0, 0.8, 0.02, 0.02, test=False)
    beliefs.tell(0, 0.9, 0.0, 0.0, test=True)
    assert (beliefs.draws() == 0.9).all()


def test_surprises_move_the_others():
    """A rise beyond the forecast shifts and widens those of the same kind most."""
    beliefs = beliefs_of([0, 0, 1])
    for i in range(3):
        beliefs.tell(i, 0.5, 0.01, 0.01, test=False)
    before = beliefs.draws()
    beliefs.tell(0, 0.55, 0.005, 0.005, test=True)
    shift = beliefs.draws().mean(axis=1) - before.mean(axis=1)
    assert shift[1] > shift[2] > 0
    assert beliefs.draws()[1].std() > before[1].std()


def test_first_forecasts_are_not_tested():
    """A forecast that knew no gain is not held against what came."""
    beliefs = beliefs_of([0, 0])
    for i in range(2):
        beliefs.tell(i, 0.5, 0.01, 0.01, test=False)
    before = beliefs.draws()[1]
    beliefs.tell(0, 0.7, 0.01, 0.01, test=False)
    np.testing.assert_array_equal(beliefs.draws()[1], before)


def test_rarest_residuals_are_cut():
    """No draw lies further from the centre than so many spreads."""
    beliefs = beliefs_of([0])
    beliefs.tell(0, 0.5, 0.01, 0.02, test=False)
    limit = Tuning().cut
    assert beliefs.draws().max() == pytest.approx(0.5 + 0.02 * limit)
    assert beliefs.draws().min() == pytest.approx(0.5 - 0.01 * limit)


def test_leads_in_spreads_of_the_rival():
    """By its forecast, or by its score where that is known; no rival in full is near."""
    beliefs = beliefs_of([0, 0, 0])
    for i, (centre, above) in enumerate(((0.80, 0.01), (0.75, 0.02), (0.79, 0.0))):
        beliefs.tell(i, centre, above, above, test=False)
    assert beliefs.leads(0)[:2] == pytest.approx([1.0, 3.0])
    assert beliefs.leads(0, score=0.76)[1] == pytest.approx(1.0)
    assert beliefs.leads(0)[2] > 1e6


def test_many_candidates_are_drawn_as_few_are():
    """Draws of hundreds, made a block at a time, are those of each one by itself."""
    n, rng = 150, np.random.default_rng(1)
    beliefs = beliefs_of([0] * n, n_draws=40)
    for i, (centre, below, above) in enumerate(rng.uniform(0.01, 0.6, (n, 3))):
        beliefs.tell(i, centre, below, above, test=False)
    z = np.clip(beliefs.residuals, -beliefs.tuning.cut, beliefs.tuning.cut)
    spread = np.where(z < 0, beliefs.below[:, None], beliefs.above[:, None])
    np.testing.assert_allclose(
        beliefs.draws(), np.clip(beliefs.centre[:, None] + spread * z, 0, 1), rtol=1e-12
    )


def test_draws_go_where_there_is_room():
    """With thousands of candidates new memory each time would cost time."""
    beliefs = beliefs_of([0, 0], n_draws=10)
    beliefs.tell(0, 0.5, 0.1, 0.1, test=False)
    room = np.empty((2, 10))
    assert beliefs.draws(out=room) is room
    np.testing.assert_array_equal(room, beliefs.draws())
