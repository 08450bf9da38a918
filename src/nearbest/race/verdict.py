"""Who wins by joint draws of final scores, how surely, and who threatens it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr

from nearbest.race.tuning import Tuning


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
    """

    winner: int
    probability: float
    threat: np.ndarray
    risk: float
    lead: np.ndarray
    mean: np.ndarray
    spread: np.ndarray
    rival_spread: float


def judge(draws: np.ndarray, tuning: Tuning) -> Verdict:
    """The verdict of joint draws of final scores, a row per candidate."""
    mean, spread = draws.mean(axis=1), draws.std(axis=1)
    winner = choose_winner(draws, mean - tuning.caution * spread, tuning)
    ahead = draws[winner] + tuning.epsilon - draws
    threat = (ahead < 0).mean(axis=1)
    rivals = np.delete(ahead, winner, axis=0)
    lead = rivals.min(axis=0) if len(rivals) else np.full(draws.shape[1], 1.0)
    probability = float(ndtr(lead / tuning.smooth).mean())
    risk, rival_spread = float((lead < 0).mean()), float((draws[winner] - lead).std())
    return Verdict(winner, probability, threat, risk, lead, mean, spread, rival_spread)


def choose_winner(draws: np.ndarray, safe: np.ndarray, tuning: Tuning) -> int:
    """Who is most probably within ε of the best; while nobody surely is, the safest."""
    chance = (draws >= draws.max(axis=0) - tuning.epsilon).mean(axis=1)
    if chance.max() < tuning.sure:
        return int(np.argmax(safe))
    return int(np.lexsort((safe, np.round(chance, 2)))[-1])


def probability_of(score: float, winner: int, draws: np.ndarray, tuning: Tuning) -> float:
    """That no other is better by more than ε than a winner whose final score is known."""
    rivals = np.delete(draws, winner, axis=0)
    if not len(rivals):
        return 1.0
    lead = score + tuning.epsilon - rivals.max(axis=0)
    return float(ndtr(lead / tuning.smooth).mean())
