"""How far each candidate was probed, and what it scored there."""

from __future__ import annotations

import numpy as np

from nearbest.race.sizes import ROUNDED
from nearbest.race.tuning import Tuning
from nearbest.race.verdict import FEWEST_PROBES, behind_at_last, lagging


class Reached:
    """How far each of some candidates was probed.

    Parameters
    ----------
    n_candidates : int

    Examples
    --------
    A winner was grown to half of the rows, a rival that was level with it was not:

    >>> import numpy as np
    >>> from nearbest.race.tuning import Tuning
    >>> reached = Reached(2)
    >>> for i, n_rows, score in ((0, 1_000, 0.8), (1, 1_000, 0.8), (0, 32_000, 0.85)):
    ...     reached.tell(i, n_rows, 64_000, score)
    >>> reached.lagging(0, leads=np.array([0.0, 9.0]), tuning=Tuning())
    array([False,  True])
    """

    def __init__(self, n_candidates: int) -> None:
        self._part = np.zeros(n_candidates)
        self._n_probes = np.zeros(n_candidates, int)
        self._is_done = np.zeros(n_candidates, bool)
        self._scores: dict[int, np.ndarray] = {}

    def tell(self, i: int, n_rows: int, n_all: int, score: float) -> None:
        """Candidate `i` was probed on `n_rows` of its `n_all`."""
        self._n_probes[i] += 1
        if n_rows == n_all:
            # what a winner gains by the run that delivers it is asked of nobody else
            self.leave_out(i)
            return
        nobody = np.full(len(self._part), np.nan)
        self._scores.setdefault(n_rows, nobody)[i] = score
        self._part[i] = max(self._part[i], n_rows / n_all)

    def leave_out(self, i: int) -> None:
        """Candidate `i` is not to be probed any more: all is known of it, or it failed."""
        self._is_done[i] = True

    def lagging(self, winner: int, leads: np.ndarray, tuning: Tuning) -> np.ndarray:
        """Who was probed once only, on few rows; and rivals that might win and lag behind.

        Parameters
        ----------
        winner : int
        leads : ndarray
            How far the winner is ahead of each one, plus ε, in spreads of that one's
            forecast.
        tuning : Tuning
        """
        once = (self._n_probes < FEWEST_PROBES) & (self._part <= tuning.small * ROUNDED)
        if not self._part[winner]:
            return once & ~self._is_done
        by_size = np.stack([self._scores[n_rows] for n_rows in sorted(self._scores)], axis=1)
        seen = behind_at_last(by_size, winner)
        found = lagging(winner, leads, *seen, self._part, self._n_probes, tuning)
        still: np.ndarray = (once | found) & ~self._is_done
        return still
