"""Searches over recorded configurations."""

import numpy as np
import optuna
import pandas as pd
import pytest

from nearbest.errors import InvalidInput
from nearbest.replay import Curves, replay_search

SIZES = (1_000, 2_000, 4_000, 8_000, 16_000, 32_000)
ACCURACIES = np.linspace(0.6, 0.9, 31)


def curves_frame(sizes=SIZES):
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
    return pd.DataFrame(rows)


def curves(sizes=SIZES):
    return Curves.from_frame(curves_frame(sizes), n_test=8_000)


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


class Sampled:
    """A sampler of Optuna's over the positions of recorded configurations."""

    def __init__(self, seed=0):
        sampler = optuna.samplers.TPESampler(seed=seed, n_startup_trials=5)
        self.study = optuna.create_study(direction="maximize", sampler=sampler)
        self.trials = {}

    def ask(self):
        trial = self.study.ask()
        position = trial.suggest_int("position", 0, len(ACCURACIES) - 1)
        self.trials.setdefault(f"c{position}", trial.number)
        return position

    def tell(self, name, score):
        self.study.tell(self.trials[name], score, skip_if_finished=True)


def test_a_sampler_over_the_recorded_configurations():
    """TPE finds its way up as it does on candidates that are trained."""
    found = replay_search(curves(), Sampled(), n_candidates=15, epsilon=0.02)
    assert found.certificate.n_configurations == 15
    assert int(found.best[1:]) >= 27


def test_a_time_limit_in_simulated_seconds():
    """Rungs lead up to full runs, of which the best is chosen, as in a timed search."""
    climber = Climber()
    found = replay_search(curves(), climber, timeout=400)
    assert found.seconds <= 400
    assert found.history.n_train.max() == SIZES[-1]
    chosen = found.history[found.history.configuration == found.best]
    assert chosen.n_train.max() == SIZES[-1]


def test_a_proof_relies_on_kinds_that_are_recorded():
    """As in a real search, nothing but a full run bounds learners of an unknown kind."""
    frame = curves_frame().assign(kind="linear")
    full = {}
    for kind, recorded in (("linear", frame), ("unknown", frame.drop(columns="kind"))):
        found = replay_search(
            Curves.from_frame(recorded, n_test=8_000),
            Climber(),
            n_candidates=6,
            epsilon=0.02,
            stop_at="proved",
        )
        full[kind] = (found.history.n_train == SIZES[-1]).sum()
    assert full["unknown"] == 6
    assert full["linear"] < 6


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


@pytest.mark.parametrize("options", [{}, {"stop_at": "stated", "scheduler": "gradient"}])
def test_rules_that_need_a_forecast_have_one(options):
    """By the calibrated rule the race begins when nobody is to come any more."""
    asked = {"stop_at": "calibrated", "n_candidates": 10, "epsilon": 0.02, **options}
    sizes = tuple(1_000 * 2**k for k in range(8))
    found = replay_search(curves(sizes), Climber(), **asked)
    assert found.certificate.stop_at == asked["stop_at"]
    assert found.certificate.prediction is not None
    told = [observation.for_search for observation, _ in found.race.history]
    if asked["stop_at"] == "calibrated":
        assert told == sorted(told, reverse=True)
