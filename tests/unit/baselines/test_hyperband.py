import pytest

from nearbest.baselines import hyperband, raced_hyperband
from nearbest.baselines.hyperband import brackets
from nearbest.errors import AllFailed, InvalidInput
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan

SIZES = (1_000, 3_000, 9_000)
NAMES = [f"c{k}" for k in range(9)]


def plan_of(names=NAMES):
    return Plan(dict.fromkeys(names, SIZES), n_test=1_000, epsilon=0.02)


def later_is_better(task):
    """The k-th has accuracy 0.5 + 0.05 k at every size."""
    right = 0.5 + 0.05 * int(task.configuration[1:])
    return Observation.of_counts(
        task.configuration,
        task.n_train,
        task.n_test,
        train_correct=round(right * task.n_train),
        test_correct=round(right * task.n_test),
        prefix_correct=[round(right * s) for s in SIZES if s <= task.n_train],
        sizes=SIZES,
        fit_time=task.n_train / 1_000,
    ), None


def test_brackets_of_the_paper():
    """With η = 3 and two steps Hyperband asks for 9, 5 and 3; 17 have it exactly."""
    found = brackets(plan_of([f"c{k}" for k in range(17)]), None, 3.0)
    assert [(len(b.names), round(b.rows)) for b in found] == [
        (9, 1_000),
        (5, 3_000),
        (3, 9_000),
    ]


def test_everybody_is_in_one_bracket():
    """Fewer than Hyperband asks for are shared out in the same proportions."""
    found = brackets(plan_of(), None, 3.0)
    assert [name for b in found for name in b.names] == NAMES
    assert [len(b.names) for b in found] == [5, 3, 1]


def test_probes_by_hand():
    """Five at 1,000 rows of which one goes on twice; three from 3,000; one at 9,000."""
    outcome = hyperband(plan_of(), later_is_better)
    assert [(o.configuration, o.n_train) for o in outcome.history] == [
        *((name, 1_000) for name in NAMES[:5]),
        ("c4", 3_000),
        ("c4", 9_000),
        ("c5", 3_000),
        ("c6", 3_000),
        ("c7", 3_000),
        ("c7", 9_000),
        ("c8", 9_000),
    ]
    assert outcome.best == "c8"


def test_races_in_its_brackets_find_the_best():
    """A race per bracket meets the winner so far, and begins on the bracket's rows."""
    outcome = raced_hyperband(plan_of(), later_is_better)
    assert outcome.best == "c8"
    first = {}
    for o in outcome.history:
        first.setdefault(o.configuration, o.n_train)
    assert {first[name] for name in NAMES[:5]} == {1_000}
    assert {first[name] for name in NAMES[5:8]} == {3_000}
    assert {first[name] for name in NAMES[8:]} == {9_000}
    assert len(outcome.history) == len({(o.configuration, o.n_train) for o in outcome.history})


def test_all_fail():
    """If all fail, the error lists the causes."""

    def failing(task):
        return Observation(
            task.configuration, task.n_train, task.n_test, status="failed", message="no"
        ), None

    with pytest.raises(AllFailed, match="c0: no"):
        hyperband(plan_of(), failing)


def test_bad_factor():
    """The factor is above 1."""
    with pytest.raises(InvalidInput, match=r"`factor` must be above 1; got 1"):
        hyperband(plan_of(), later_is_better, factor=1)
