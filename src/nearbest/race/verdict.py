"""Who wins by joint draws of final scores, how surely, and who threatens it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr

from nearbest.race.blocks import blocks
from nearbest.race.sizes import ROUNDED
from nearbest.race.tuning import Tuning

#: A rival that might win was probed at least so often before a race ends.
FEWEST_PROBES = 2


@dataclass(frozen=True)
class Verdict:
    """What all evidence says at one moment.

    Attributes
    ----------
    winner : int
    probability : float
        That no other candidate is better than the winner by more than ε: what is held
        against the calibrated level.
    threat : ndarray
        For each candidate, the probability that it is better by more than ε.
    risk : float
        That any is.
    lead : ndarray
        Draws of the winner's lead over its strongest rival, plus ε.
    mean, spread : ndarray
        Of each candidate's final score.
    rival_spread : float
        Of the strongest rival's.
    lagging : ndarray of bool
        Rivals that might win and were hardly probed; no race ends before they are.
    unit : float
        What 1 in the draws is in scores of the race.
    """

    winner: int
    probability: float
    threat: np.ndarray
    risk: float
    lead: np.ndarray
    mean: np.ndarray
    spread: np.ndarray
    rival_spread: float
    lagging: np.ndarray
    unit: float = 1.0


def judge(draws: np.ndarray, tuning: Tuning) -> Verdict:
    """The verdict of joint draws of final scores, a row per candidate."""
    mean, spread = np.zeros((2, len(draws)))
    for rows in blocks(len(draws)):
        mean[rows], spread[rows] = draws[rows].mean(axis=1), draws[rows].std(axis=1)
    winner = choose_winner(draws, mean - tuning.caution * spread, tuning)
    bar = draws[winner] + tuning.epsilon
    threat = share_at_least(draws, np.nextafter(bar, np.inf))
    others = draws[:winner], draws[winner + 1 :]  # with thousands of them a copy is large
    strongest = np.maximum(*(each.max(axis=0, initial=-np.inf) for each in others))
    lead = bar - strongest if len(draws) > 1 else np.full(draws.shape[1], 1.0)
    probability = float(ndtr(lead / tuning.smooth).mean())
    risk, rival_spread = float((lead < 0).mean()), float((draws[winner] - lead).std())
    nobody = np.zeros(len(draws), bool)
    return Verdict(winner, probability, threat, risk, lead, mean, spread, rival_spread, nobody)


def lagging(
    winner: int,
    lead: np.ndarray,
    behind: np.ndarray,
    gained: np.ndarray,
    part: np.ndarray,
    n_probes: np.ndarray,
    tuning: Tuning,
) -> np.ndarray:
    """Rivals that might win and were probed once only, or on too few rows.

    Those that were better by more than ε at the last size that both were probed at must
    follow the winner further than others. Where a winner was grown and its rivals were not,
    forecasts of the rivals are least sure, and most of past wrong decisions came from there.

    Parameters
    ----------
    winner : int
    lead : ndarray
        How far the winner is ahead of each one, plus ε, in spreads of that one's forecast.
    behind : ndarray
        By how much each one was behind the winner at the last size that both were probed
        at.
    gained : ndarray
        What the winner has gained since.
    part : ndarray
        On which part of all rows each one's largest probe below the full size was made.
    n_probes : ndarray of int
    tuning : Tuning

    Examples
    --------
    The first rival was probed on a hundredth of the rows, the winner on half of them:

    >>> lagging(2, np.array([1.0, 1.0, 0.0]), np.zeros(3), np.zeros(3),
    ...         np.array([0.01, 0.1, 0.5]), np.array([2, 3, 5]), Tuning())
    array([ True, False, False])
    """
    needed = max(tuning.earliest, tuning.follow * float(part[winner]))
    few = (n_probes < FEWEST_PROBES) | (part * ROUNDED < needed)
    found: np.ndarray = few & ((lead < tuning.reach) | (behind - gained < tuning.epsilon))
    was_ahead = np.isfinite(behind) & (behind < -tuning.ahead * tuning.epsilon)
    found |= was_ahead & (part * ROUNDED < tuning.keep_up * float(part[winner]))
    found[winner] = False
    return found


def behind_at_last(scores: np.ndarray, winner: int) -> tuple[np.ndarray, np.ndarray]:
    """How far each one was behind the winner where both were last seen, and its gain since.

    Parameters
    ----------
    scores : ndarray of shape (n_candidates, n_sizes)
        NaN where there was no probe; sizes ascend.
    winner : int
    """
    own = scores[winner]
    shared = np.isfinite(scores) & np.isfinite(own)
    n_sizes = scores.shape[1]
    last = n_sizes - 1 - np.argmax(shared[:, ::-1], axis=1)
    now = own[np.isfinite(own)][-1]
    behind = own[last] - scores[np.arange(len(scores)), last]
    nowhere = ~shared.any(axis=1)
    return np.where(nowhere, -np.inf, behind), np.where(nowhere, 0.0, now - own[last])


def choose_winner(draws: np.ndarray, safe: np.ndarray, tuning: Tuning) -> int:
    """Who is most probably within ε of the best; while nobody surely is, the safest."""
    chance = share_at_least(draws, draws.max(axis=0) - tuning.epsilon)
    if chance.max() < tuning.sure:
        return int(np.argmax(safe))
    return int(np.lexsort((safe, np.round(chance, 2)))[-1])


def share_at_least(draws: np.ndarray, bar: np.ndarray) -> np.ndarray:
    """For each candidate, the share of draws in which it reaches the bar of that draw."""
    share = np.empty(len(draws))
    for rows in blocks(len(draws)):
        share[rows] = np.count_nonzero(draws[rows] >= bar, axis=1)
    share /= draws.shape[1]
    return share
