"""What a forecast costs."""

from __future__ import annotations

import time

import numpy as np

from nearbest.forecast import Analogs, Outlook
from nearbest.race.bounds import Exact
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from nearbest.race.stopping import UntilForecast

N_TEST = 50_000
SIZES = (1_000, 2_000, 4_000, 8_000, 16_000, 200_000)
#: The probes that are timed: so many configurations, at the sizes after the first two.
N_PROBED = 20


def milliseconds_a_probe(analogs: Analogs, n_configurations: int) -> float:
    """Processor time of one forecast in a race that has so many configurations.

    That is what follows each probe: a new forecast of its configuration, who is the
    current winner, how safe it is, and who threatens it.
    """
    spent, n_probes = 0.0, 0
    race = _under_way(analogs, n_configurations)
    for size in SIZES[2:-1]:
        for name in race.plan.names[:N_PROBED]:
            race.tell(_observation(name, size))
            start = time.process_time()
            race.forecast.threats(race.forecast.best)
            race.forecast.prediction(race.forecast.best)
            spent += time.process_time() - start
            n_probes += 1
    return spent / n_probes * 1_000


def _under_way(analogs: Analogs, n: int) -> Race:
    """A race in which every configuration was probed twice."""
    plan = Plan({f"c{i}": SIZES for i in range(n)}, n_test=N_TEST)
    race = Race(plan, Exact(), rule=UntilForecast(), forecaster=Outlook(plan, analogs))
    for name in plan.names:
        for size in SIZES[:2]:
            race.tell(_observation(name, size))
    race.forecast.best  # noqa: B018  forecasts what was told
    return race


def _observation(name: str, n_train: int) -> Observation:
    rng = np.random.default_rng([int(name[1:]), n_train])
    accuracy = 0.75 + 0.01 * np.log2(n_train / 1_000) + rng.normal(0, 0.01)
    n_test = 2 * n_train
    return Observation.of_counts(
        name,
        n_train,
        n_test,
        train_correct=int((accuracy + 0.1) * n_train),
        test_correct=int(accuracy * n_test),
    )
