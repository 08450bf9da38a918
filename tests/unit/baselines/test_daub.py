import pytest

from nearbest.baselines import daub
from nearbest.baselines.daub import projected
from nearbest.errors import AllFailed
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan

SIZES = (1_000, 2_000, 4_000, 8_000, 16_000)
#: Test accuracies by size; all have training accuracy 1 but for "capped".
CURVES = {
    "flat": (0.70, 0.70, 0.70, 0.70, 0.70),
    "rising": (0.60, 0.66, 0.72, 0.76, 0.80),
    "capped": (0.60, 0.66, 0.72, 0.73, 0.73),
}


def probe(task):
    right = CURVES[task.configuration][SIZES.index(task.n_train)]
    known = 0.75 if task.configuration == "capped" else 1.0
    return Observation.of_counts(
        task.configuration,
        task.n_train,
        1_000,
        train_correct=round(known * task.n_train),
        test_correct=round(1_000 * right),
    ), None


def plan_of(*names):
    return Plan(dict.fromkeys(names or CURVES, SIZES), n_test=1_000)


def observed(name, k):
    return [probe(type("T", (), {"configuration": name, "n_train": n}))[0] for n in SIZES[:k]]


@pytest.mark.parametrize(
    ("name", "k", "bound"), [("flat", 3, 0.70), ("rising", 3, 1.0), ("capped", 3, 0.75)]
)
def test_the_line_and_the_training_score_bound(name, k, bound):
    """The line through the last three, prolonged, and no more than the training score."""
    assert projected(16_000, observed(name, k)) == pytest.approx(bound, abs=1e-9)


def test_ends_when_the_largest_bound_is_a_full_run():
    """Everybody is probed three times, and only who may be best goes on."""
    outcome = daub(plan_of(), probe)
    assert outcome.best == "rising"
    probed = {
        name: [o.n_train for o in outcome.history if o.configuration == name] for name in CURVES
    }
    assert probed == {"flat": [*SIZES[:3]], "rising": [*SIZES], "capped": [*SIZES[:3]]}


def test_all_fail():
    """If all fail, the error lists the causes."""

    def failing(task):
        return Observation(
            task.configuration, task.n_train, task.n_test, status="failed", message="no"
        ), None

    with pytest.raises(AllFailed, match="flat: no"):
        daub(plan_of(), failing)
