"""What probes will cost, from the candidate's own recorded probes, as it ships."""

from __future__ import annotations

import numpy as np

from lab.data import Table
from nearbest.race.cost import CostModel

__all__ = ["model_of", "scoring_of"]


def model_of(table: Table, i: int, probed: list[int]) -> CostModel:
    """The library's model of candidate `i`, from its times at the sizes probed so far."""
    return CostModel.of_times(
        table.sizes[probed], table.fit_time[i, probed], float(table.predict_row[i, probed[-1]])
    )


def scoring_of(table: Table, row: float, fitting: np.ndarray, ahead: np.ndarray) -> np.ndarray:
    """Seconds of scoring at the sizes `ahead`: a probe is not scored longer than it is fitted."""
    rows, is_full = table.sizes[ahead], ahead == len(table.sizes) - 1
    scored = 3 * row * np.minimum(rows, table.n_test)
    kept_short = np.minimum(scored, np.maximum(fitting, row * 4_000))
    return np.where(is_full, row * table.n_test, kept_short)
