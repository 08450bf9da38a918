"""Which probe next: the one that lowers the risk most for its cost, within the budget."""

from __future__ import annotations

import numpy as np
from scipy.special import ndtr, ndtri

from lab.settings import Settings
from lab.stopping import Verdict

NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(7)
WEIGHTS = WEIGHTS / WEIGHTS.sum()
#: Threats are kept within these where a normal tail stands for them.
SMALLEST_TAIL, LARGEST_TAIL = 1e-4, 0.49
#: A lead is not taken to be smaller than this.
SMALLEST_LEAD = 0.001


def worth(verdict: Verdict, left: np.ndarray, settings: Settings) -> np.ndarray:
    """Expected fall of the risk by each probe.

    A rival and the winner lie some way apart, with a spread that both have a part in; it
    is scaled so that a normal tail gives the threat that the draws show. A race ends when
    the risk is small, so what counts is how small it will probably be, not its mean,
    which no honest probe changes much: hence the expectation of a concave function.

    Parameters
    ----------
    left : ndarray of shape (n_candidates, n_probes)
        Doublings left after each probe, as a share of those left now.
    """
    epsilon, w = settings.epsilon, verdict.winner
    apart = verdict.mean[w] - verdict.mean
    tail = verdict.threat.copy()
    other = np.full(len(apart), verdict.spread[w])
    apart[w] = max(float(verdict.lead.mean()) - epsilon, 0.0)
    tail[w], other[w] = verdict.risk, verdict.rival_spread
    none = tail <= 0
    tail = np.clip(tail, SMALLEST_TAIL, LARGEST_TAIL)
    sigma = np.maximum(apart + epsilon, SMALLEST_LEAD) / -ndtri(tail)
    total = np.hypot(verdict.spread, other) + 1e-9
    later = np.hypot(verdict.spread[:, None] * left**settings.power, other[:, None])
    after = sigma[:, None] * np.maximum(later / total[:, None], 1e-3)
    moved = np.sqrt(np.maximum(sigma[:, None] ** 2 - after**2, 0))
    place = apart[:, None, None] + moved[:, :, None] * NODES
    risk = np.minimum(
        ndtr((-place - epsilon) / after[:, :, None]), ndtr((place - epsilon) / after[:, :, None])
    )
    expected = risk**settings.concave @ WEIGHTS
    gain = tail[:, None] * np.maximum(1 - expected / tail[:, None] ** settings.concave, 0.0)
    gain[none] = 0.0
    return gain


def allowed(verdict: Verdict, low_full: np.ndarray, is_full: np.ndarray, spent_below: float, settings: Settings) -> float:
    """What probes below the full size may still cost.

    If every candidate that may need its full run gets it, a race costs at most a tenth
    more than all full runs. `low_full` are low estimates of what full runs cost.
    """
    needed = np.minimum(1.0, settings.doubt * verdict.threat)
    needed[verdict.winner] = 1.0
    needed[is_full] = 1.0
    saved = float((low_full * (1 - needed)).sum())
    return settings.budget * float(low_full.sum()) + settings.relied_on * saved - spent_below


def best_probe(verdict: Verdict, gain: np.ndarray, cost: np.ndarray, to_full: np.ndarray, is_full: np.ndarray, budget: float) -> tuple[int, int] | None:
    """Candidate and which of its probes; None where none lowers the risk or is affordable.

    Parameters
    ----------
    gain, cost, to_full : ndarray of shape (n_candidates, n_probes)
    """
    rate = gain / cost
    rate[is_full] = -1.0
    rate[~to_full & (cost > budget)] = -1.0
    if rate.max() <= 0:
        return None
    i, j = np.unravel_index(np.argmax(rate), rate.shape)
    return int(i), int(j)


def full_run_next(verdict: Verdict, is_full: np.ndarray) -> int | None:
    """Whose full run comes next where no smaller probe helps: the winner's, then threats'."""
    if is_full.all():
        return None
    if not is_full[verdict.winner]:
        return verdict.winner
    return int(np.argmax(np.where(is_full, -1.0, verdict.threat + 1e-6 * verdict.mean)))
