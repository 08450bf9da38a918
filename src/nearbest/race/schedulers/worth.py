"""Which probe lowers the risk most for its cost, and what probes may cost."""

from __future__ import annotations

import numpy as np
from scipy.special import ndtr, ndtri

from nearbest.race.tuning import Tuning
from nearbest.race.verdict import Verdict

NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(7)
WEIGHTS = WEIGHTS / WEIGHTS.sum()
#: Threats are kept within these where a normal tail stands for them.
SMALLEST_TAIL, LARGEST_TAIL = 1e-4, 0.49
#: Once the winner is this sure it is confirmed, and rivals that lag behind come first.
WORTH_CONFIRMING = 0.6
URGENT = 1e6
#: A lead is not taken to be smaller than this.
SMALLEST_LEAD = 0.001


def worth(verdict: Verdict, left: np.ndarray, tuning: Tuning) -> np.ndarray:
    """Expected fall of the risk by each probe.

    A rival and the winner lie some way apart, with a spread that both have a part in; it
    is scaled so that a normal tail gives the threat that the draws show. A race ends when
    the risk is small, so what counts is how small it will probably be, not its mean,
    which no honest probe changes much: hence the expectation of a concave function.
    Rivals that lag behind must be probed before a race may end, so that any probe of them
    is worth its cost once the winner is sure.

    Parameters
    ----------
    verdict : Verdict
    left : ndarray of shape (n_candidates, n_probes)
        Doublings left after each probe, as a share of those left now.
    tuning : Tuning
    """
    epsilon, w = tuning.epsilon, verdict.winner
    apart = verdict.mean[w] - verdict.mean
    tail = verdict.threat.copy()
    other = np.full(len(apart), verdict.spread[w])
    apart[w] = max(float(verdict.lead.mean()) - epsilon, 0.0)
    tail[w], other[w] = verdict.risk, verdict.rival_spread
    gain = np.zeros(left.shape)
    some = tail > 0  # most of thousands threaten nobody
    gain[some] = _falls(
        apart[some], tail[some], verdict.spread[some], other[some], left[some], tuning
    )
    if verdict.probability > WORTH_CONFIRMING:
        gain[verdict.lagging] = URGENT
    return gain


def _falls(
    apart: np.ndarray,
    tail: np.ndarray,
    own: np.ndarray,
    other: np.ndarray,
    left: np.ndarray,
    tuning: Tuning,
) -> np.ndarray:
    """The same for some of the candidates, by the spreads of both sides."""
    tail = np.clip(tail, SMALLEST_TAIL, LARGEST_TAIL)
    sigma = np.maximum(apart + tuning.epsilon, SMALLEST_LEAD) / -ndtri(tail)
    total = np.hypot(own, other) + 1e-9
    later = np.hypot(own[:, None] * left**tuning.power, other[:, None])
    after = sigma[:, None] * np.maximum(later / total[:, None], 1e-3)
    expected = _expected_risk(apart, sigma, after, tuning)
    fall = 1 - expected / tail[:, None] ** tuning.concave
    falls: np.ndarray = tail[:, None] * np.maximum(fall, 0.0)
    return falls


def _expected_risk(
    apart: np.ndarray, sigma: np.ndarray, after: np.ndarray, tuning: Tuning
) -> np.ndarray:
    """Mean of a concave function of the risk, once a spread `sigma` has become `after`."""
    moved = np.sqrt(np.maximum(sigma[:, None] ** 2 - after**2, 0))
    place = apart[:, None, None] + moved[:, :, None] * NODES
    spread = after[:, :, None]
    stays = ndtr((-place - tuning.epsilon) / spread)
    turns = ndtr((place - tuning.epsilon) / spread)
    expected: np.ndarray = np.minimum(stays, turns) ** tuning.concave @ WEIGHTS
    return expected


def allowed(
    verdict: Verdict,
    low_full: np.ndarray,
    is_out: np.ndarray,
    spent_below: float,
    tuning: Tuning,
) -> float:
    """What probes below the full size may still cost.

    A small part of all full runs, and a part of what forecasts exclude; so a race in which
    everybody needs a full run costs little more than those, the opening aside. `low_full`
    are low estimates of what full runs cost, and `is_out` have had theirs or have failed.
    """
    needed = np.minimum(1.0, tuning.doubt * verdict.threat)
    needed[verdict.winner] = 1.0
    needed[is_out] = 1.0
    saved = float((low_full * (1 - needed)).sum())
    return tuning.budget * float(low_full.sum()) + tuning.relied_on * saved - spent_below
