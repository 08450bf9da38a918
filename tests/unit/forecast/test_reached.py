import numpy as np
import pytest

from nearbest.forecast.reached import Reached
from nearbest.race.tuning import Tuning

ALL = 64_000
TUNING = Tuning(epsilon=0.01, earliest=1 / 64, follow=0.125, reach=2.0)
HOPELESS = np.array([0.0, 99.0])


def reached_by(*curves):
    """Scores by rows of each candidate, told in the order of the candidates."""
    reached = Reached(len(curves))
    for i, curve in enumerate(curves):
        for n_rows, score in curve.items():
            reached.tell(i, n_rows, ALL, score)
    return reached


WINNER = {1_000: 0.70, 2_000: 0.75, 32_000: 0.85}


@pytest.mark.parametrize(
    ("rival", "lags"),
    [
        ({1_000: 0.70, 2_000: 0.76}, True),  # was ahead where both were last seen
        ({1_000: 0.60, 2_000: 0.66}, True),  # was behind by 0.09; the winner gained 0.10 since
        ({1_000: 0.60, 2_000: 0.60}, False),  # was behind by 0.15
        ({1_000: 0.70, 4_000: 0.76}, False),  # followed to an eighth of the winner's rows
        ({1_000: 0.70, 2_000: 0.77, 4_000: 0.76}, True),  # was ahead by more than ε
        ({4_000: 0.80}, True),  # was seen once, and never beside the winner
        ({1_000: 0.70, ALL: 0.76}, False),  # nothing is left to be seen
    ],
)
def test_rivals_follow_the_winner(rival, lags):
    """Who might win by what was seen at equal sizes must be probed, whatever is forecast."""
    found = reached_by(WINNER, rival).lagging(0, HOPELESS, TUNING)
    assert found.tolist() == [False, lags]


def test_forecast_rivals_follow_too():
    """Who might win by its forecast lags, however far it was behind."""
    reached = reached_by(WINNER, {1_000: 0.3, 2_000: 0.3})
    assert reached.lagging(0, np.array([0.0, 1.9]), TUNING).any()
    assert not reached.lagging(0, np.array([0.0, 2.1]), TUNING).any()


def test_full_run_that_delivers_asks_no_more():
    """A winner's full run does not send its rivals further."""
    rival = {1_000: 0.70, 2_000: 0.75, 4_000: 0.76}
    reached = reached_by({**WINNER, ALL: 0.99}, rival)
    assert not reached.lagging(0, HOPELESS, TUNING).any()


@pytest.mark.parametrize(
    ("winner", "rival", "lags"),
    [
        (WINNER, {1_000: 0.3}, True),
        ({ALL: 0.99}, {1_000: 0.3}, True),
        ({ALL: 0.99}, {4_000: 0.3}, False),  # a second probe would not be cheap
        (WINNER, {1_000: 0.3, 2_000: 0.3}, False),
    ],
)
def test_everybody_is_probed_twice(winner, rival, lags):
    """No race ends in the middle of its opening, however far behind a rival was."""
    assert reached_by(winner, rival).lagging(0, HOPELESS, TUNING).tolist() == [False, lags]


def test_winner_is_probed_twice():
    """What was seen once, on few rows, is no winner yet."""
    reached = reached_by({1_000: 0.9}, {1_000: 0.3, 4_000: 0.3})
    assert reached.lagging(0, HOPELESS, TUNING).tolist() == [True, False]


def test_failed_do_not_lag():
    """Who failed holds nobody up."""
    reached = reached_by(WINNER, {1_000: 0.70, 2_000: 0.76})
    reached.leave_out(1)
    assert not reached.lagging(0, HOPELESS, TUNING).any()


def test_nothing_lags_behind_nothing():
    """Without a probe of the winner below the full size there is nothing to follow."""
    twice = {500: 0.7, 1_000: 0.8}
    assert not reached_by({ALL: 0.9}, twice).lagging(0, HOPELESS, TUNING).any()
