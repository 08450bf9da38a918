"""The promise about all that were tried, where proposals follow from scores, δ = 0.05."""

import numpy as np
import pandas as pd

from nearbest.replay import Curves, replay_search

from .chance import assert_rare

RACES = 60
SIZES = (250, 500, 1_000, 2_000, 4_000)
EPSILON, DELTA = 0.02, 0.05
N_RECORDED, N_CANDIDATES = 60, 15


class Greedy:
    """Goes wherever it was told that scores are highest."""

    def __init__(self):
        self.told, self.asked = {}, set()

    def ask(self):
        best = max(self.told, key=lambda name: self.told[name] or 0, default="c30")
        new = [i for i in range(N_RECORDED) if i not in self.asked]
        nearest = min(new, key=lambda i: abs(i - int(best[1:])))
        self.asked.add(nearest)
        return nearest

    def tell(self, name, score):
        self.told[name] = score


def curves(rng):
    """Learning curves on a hill with bumps; training scores are those of the same model."""
    place = np.arange(N_RECORDED) / N_RECORDED
    final = 0.7 + 0.2 * np.sin(3 * place) + rng.normal(0, 0.01, N_RECORDED)
    rows = [
        {
            "configuration": f"c{i}",
            "n_train": size,
            "train_score": rng.binomial(size, final[i]) / size,
            "test_score": final[i],
            "fit_time": size / 1_000,
        }
        for i in range(N_RECORDED)
        for size in SIZES
    ]
    return Curves.from_frame(pd.DataFrame(rows), n_test=2_000)


def test_no_other_that_was_tried_is_better_by_more_than_epsilon():
    """Nor is the gap certified too small, in more than a share δ of all searches."""
    rng, wrong = np.random.default_rng(5), 0
    for seed in range(RACES):
        recorded = curves(rng)
        found = replay_search(
            recorded,
            Greedy(),
            n_candidates=N_CANDIDATES,
            epsilon=EPSILON,
            delta=DELTA,
            random_state=seed,
        )
        tried = {name: recorded.test_score(name, SIZES[-1]) for name in found.race.plan.names}
        assert len(tried) == N_CANDIDATES
        lost = max(tried.values()) - tried[found.best]
        wrong += lost > max(EPSILON, found.certificate.gap) + 1e-9
    assert_rare(wrong, RACES, DELTA)
