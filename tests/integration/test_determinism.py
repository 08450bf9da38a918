"""With rows as the cost, a serial run is repeatable bit for bit."""

from __future__ import annotations

import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression, SGDClassifier
from sklearn.tree import DecisionTreeClassifier

from nearbest import select
from nearbest.forecast import CalibratedOutlook
from nearbest.race.bounds import Exact
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from nearbest.race.stopping import Calibrated
from tests.integration.misbehaving import noisy_signs

TIMES = ["fit_time", "score_time", "elapsed"]
SIZES = tuple(1_000 * 2**k for k in range(9))
KINDS = {"a": "boosting", "b": "network"}


@pytest.mark.parametrize("growth", [2, "auto"])
@pytest.mark.parametrize("scheduler", ["frugal", "prover", "gradient", "ucb", "round robin"])
def test_two_serial_runs_are_equal(scheduler, growth):
    """Same seed, same probes in the same order, same intervals, same certificate."""
    X, y = noisy_signs(20_000, noise=(0.2, 0.3, 0.4))
    candidates = {
        "forest": RandomForestClassifier(10),
        "linear": LogisticRegression(),
        "sgd": SGDClassifier(),
        "tree": DecisionTreeClassifier(max_depth=4),
    }
    options = {"scheduler": scheduler, "growth": growth, "cost": "rows", "random_state": 7}
    options["stop_at"] = {"frugal": "calibrated", "prover": "proved"}.get(scheduler, "paper")
    one, two = (select(candidates, X, y, epsilon=0.002, **options) for _ in range(2))
    assert one.history.drop(columns=TIMES).equals(two.history.drop(columns=TIMES))
    assert one.certificate.gap == two.certificate.gap
    assert (one.estimator.predict(X) == two.estimator.predict(X)).all()


def test_what_times_were_does_not_end_a_race():
    """By rows, a race on a slower machine ends as on a faster one, by the same forecast."""
    curves = {"a": [0.74, 0.77, 0.785, 0.79, 0.795, 0.797], "b": [0.72, 0.76, 0.782, 0.79]}
    endings = set()
    for slow in (1.0, 30.0):
        plan = Plan(dict.fromkeys(curves, SIZES), n_test=64_000, kinds=KINDS)
        outlook = CalibratedOutlook(plan, cost="rows")
        race = Race(plan, Exact(), "rows", Calibrated(), outlook)
        for name, accuracies in curves.items():
            for size, accuracy in zip(SIZES, accuracies, strict=False):
                right = round(accuracy * size), round(accuracy * 2 * size)
                seconds = size * (slow if name == "b" else 1.0)
                race.tell(Observation.of_counts(name, size, 2 * size, *right, fit_time=seconds))
        endings.add(race.prediction())
    assert len(endings) == 1
