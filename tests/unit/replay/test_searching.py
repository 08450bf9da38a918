"""Searches over recorded configurations."""

import numpy as np
import pandas as pd
import pytest

from nearbest.errors import InvalidInput
from nearbest.replay import Curves, replay_search

SIZES = (1_000, 2_000, 4_000, 8_000, 16_000, 32_000)
ACCURACIES = np.linspace(0.6, 0.9, 31)


def curves(sizes=SIZES):
    rows = [
        {
            "configuration": f"c{i}",
            "n_train": size,
            "train_score": min(accuracy + 20 / size, 1),
            "test_score": accuracy - 20 / size,
            "fit_time": size / 1_000,
        }
        for i, accuracy in enumerate(ACCURACIES)
        for size in sizes
    ]
    return Curves.from_frame(pd.DataFrame(rows), n_test=8_000)


class Climber:
    """Proposes one that is a little above the best one it was told of."""

    def __init__(self):
        self.told, self.asked = {}, []

    def ask(self):
        best = max(self.told, key=self.told.get, default="c5")
        new = [i for i in range(len(ACCURACIES)) if f"c{i}" not in self.asked]
        chosen = min(new, key=lambda i: abs(i - int(best[1:]) - 3))
        self.asked.append(f"c{chosen}")
        return chosen

    def tell(self, name, score):
        self.told[name] = score


def test_a_search_learns_on_the_way():
    """It climbs from the middle towards the best, and the best of those is chosen."""
    climber = Climber()
    found = replay_search(curves(), climber, n_candidates=12, epsilon=0.02)
    reached = max(int(name[1:]) for name in climber.asked)
    assert reached >= 25
    assert abs(int(found.best[1:]) - reached) <= 2
    assert found.certificate.n_configurations == len(climber.asked)
    assert found.speedup > 1


def test_what_it_is_told_is_about_all_rows():
    """Not what a sample of 2,000 rows reaches."""
    climber = Climber()
    replay_search(curves(), climber, n_candidates=12, epsilon=0.02)
    errors = [score - ACCURACIES[int(name[1:])] for name, score in climber.told.items()]
    assert abs(np.mean(errors)) < 0.01


def test_the_seed_repeats_it():
    runs = [
        replay_search(curves(), Climber(), n_candidates=8, random_state=3) for _ in range(2)
    ]
    assert list(runs[0].history.test_score) == list(runs[1].history.test_score)


def test_all_that_were_recorded_and_no_more():
    """A search without a number ends with the curves, and none is proposed twice."""

    class Again:
        def __init__(self):
            self.position = 0

        def ask(self):
            self.position += 1
            return (self.position // 2) % len(ACCURACIES)

        def tell(self, name, score):
            pass

    found = replay_search(curves(), Again(), epsilon=0.05)
    assert found.certificate.n_configurations == len(ACCURACIES)
    assert found.best in {f"c{i}" for i in range(25, 31)}


def test_curves_of_different_sizes_are_refused():
    frame = pd.DataFrame(
        {
            "configuration": ["a", "a", "b"],
            "n_train": [1_000, 2_000, 2_000],
            "train_score": 0.9,
            "test_score": 0.8,
            "fit_time": 1.0,
        }
    )
    with pytest.raises(InvalidInput, match="of the same sizes"):
        replay_search(Curves.from_frame(frame), Climber())
