"""Which probe next: the one that lowers the risk most for its cost, within the budget."""

from __future__ import annotations

import numpy as np

from lab.stopping import Verdict
from nearbest.race.schedulers.worth import allowed, worth

__all__ = ["allowed", "best_probe", "full_run_next", "worth"]


def best_probe(
    verdict: Verdict,
    gain: np.ndarray,
    cost: np.ndarray,
    to_full: np.ndarray,
    is_full: np.ndarray,
    budget: float,
) -> tuple[int, int] | None:
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
