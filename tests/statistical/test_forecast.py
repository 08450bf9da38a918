"""The forecast's promise where the past is a guide: within ε in 1 − δ of the choices.

Past and present datasets come from one generator, so that they are exchangeable.
"""

import numpy as np
import pandas as pd
import pytest

from nearbest.forecast import COLUMNS, Analogs, Library, Outlook
from nearbest.forecast import outlook as module
from nearbest.race.bounds import Estimate
from nearbest.race.interval import UNKNOWN, Interval
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from nearbest.race.schedulers import ThreatFirst
from nearbest.race.stopping import UntilForecast
from tests.doubles import Told

from .chance import assert_rare

RUNS = 200
EPSILON, DELTA = 0.01, 0.1
N_TEST = 20_000
SIZES = tuple(500 * 2**k for k in range(6))
PAST_SIZES = tuple(125 * 2**k for k in range(8))
N_CONFIGURATIONS = 8


def dataset(rng, sizes):
    """Test and training accuracy by configuration and size.

    Every configuration has a limit, a distance from it at the first size, and a pace at
    which the distance shrinks; what a dataset makes of pace and limit is its own. Slow
    ones begin ahead as often as not, so that curves cross.
    """
    n = N_CONFIGURATIONS
    limit = rng.uniform(0.65, 0.9) + rng.normal(0, 0.03, n)
    distance = rng.uniform(0.02, 0.25, n)
    pace = rng.uniform(0.1, 0.5) + rng.uniform(0.0, 0.5, n)
    shrunk = (np.array(sizes) / PAST_SIZES[0]) ** -pace[:, None]
    test = limit[:, None] - distance[:, None] * shrunk
    overfit = rng.uniform(0.2, 1.0, n)[:, None] * distance[:, None] * shrunk
    return np.clip(test, 0, 1), np.clip(test + overfit, 0, 1)


def past(rng, n_datasets=60):
    """A library of what the generator gave before."""
    parts = []
    for d in range(n_datasets):
        test, train = dataset(rng, PAST_SIZES)
        for c in range(N_CONFIGURATIONS):
            curve = zip(PAST_SIZES, train[c], test[c], strict=True)
            parts += [(f"past {d}", "0", str(c), *point) for point in curve]
    return Analogs(Library(pd.DataFrame(parts, columns=COLUMNS)))


class FullRuns:
    """Bounds that prove nothing before the full run: the forecast is on its own."""

    def estimator(self, plan):
        def estimate(probes):
            last = probes[-1]
            score = last.test_score
            known = last.n_train == plan.full_size(last.configuration)
            return Estimate(Interval(score, score) if known else UNKNOWN, last.n_train)

        return Told(estimate)

    def assumptions(self, plan):
        return ()

    def confidence(self, plan):
        return 1 - plan.delta


class Tally:
    """Choices that were worse than the best by more than ε, and rows that they took."""

    def __init__(self, scheduler, seed, runs=RUNS):
        rng = np.random.default_rng(seed)
        analogs = past(rng)
        self.lost, self.early, self.rows = 0, 0, 0
        for _ in range(runs):
            test, train = dataset(rng, SIZES)
            race = play(rng, test, train, analogs, scheduler)
            full = np.round(test[:, -1] * N_TEST) / N_TEST
            self.lost += full.max() - full[int(race.winner)] > EPSILON + 1e-9
            self.early += not race.decided
            self.rows += sum(o.n_train for o, _ in race.history) / runs


def play(rng, test, train, analogs, scheduler):
    """Run a race until it is settled; scores are of a random part of the test rows."""
    names = [str(c) for c in range(len(test))]
    plan = Plan(dict.fromkeys(names, SIZES), N_TEST, EPSILON, DELTA)
    race = Race(plan, FullRuns(), "rows", UntilForecast(), Outlook(plan, analogs))
    while race.ending is None and (tasks := scheduler.ask(race, (), 1)):
        for task in tasks:
            c, k = int(task.configuration), SIZES.index(task.n_train)
            right = round(test[c, k] * N_TEST)
            sampled = rng.hypergeometric(right, N_TEST - right, task.n_test)
            on_training = round(train[c, k] * task.n_train)
            race.tell(
                Observation.of_counts(
                    task.configuration, task.n_train, task.n_test, on_training, int(sampled)
                )
            )
    return race


def test_choices_by_forecast_are_within_epsilon_as_often_as_predicted():
    """No more than δ of them lose more than ε, and most come well before full runs."""
    tally = Tally(ThreatFirst(), seed=1)
    assert_rare(tally.lost, RUNS, DELTA)
    assert tally.early > 0.9 * RUNS
    assert tally.rows < 0.5 * N_CONFIGURATIONS * sum(SIZES)


def test_forecasts_that_are_too_sure_are_caught(monkeypatch):
    """Were every curve expected to stay where it is, the same check would fail."""
    point = module.Point.of

    def sure(self, name, probes, proved):
        i, self._best = self.plan.index[name], None
        self._low[i] = self._high[i] = point(probes, self.plan.n_test).accuracy

    monkeypatch.setattr(module.Outlook, "update", sure)
    tally = Tally(ThreatFirst(), seed=1)
    with pytest.raises(AssertionError, match="misses in"):
        assert_rare(tally.lost, RUNS, DELTA)
