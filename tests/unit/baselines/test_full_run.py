import pytest

from nearbest.baselines import full_run
from nearbest.errors import AllFailed
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan

PLAN = Plan({"a": (100, 200), "b": (100, 400), "c": (100, 200)}, n_test=50)


def probe_of(**correct):
    def probe(task):
        right = correct[task.configuration]
        status = "failed" if right is None else "ok"
        return Observation.of_counts(
            task.configuration,
            task.n_train,
            task.n_test,
            test_correct=right or 0,
            fit_time=2.0,
            score_time=0.5,
            status=status,
            message="" if right is not None else f"{task.configuration} broke",
        ), None

    return probe


def test_everything_in_full():
    """Each configuration is probed once, on all its rows and all test rows."""
    outcome = full_run(PLAN, probe_of(a=30, b=40, c=20))
    assert outcome.best == "b"
    assert [(o.configuration, o.n_train, o.n_test) for o in outcome.history] == [
        ("a", 200, 50),
        ("b", 400, 50),
        ("c", 200, 50),
    ]
    assert outcome.seconds == 7.5


def test_ties_go_to_the_first():
    """Of equals the first given is chosen."""
    assert full_run(PLAN, probe_of(a=40, b=40, c=40)).best == "a"


def test_failures_never_win():
    """A failed configuration is not chosen."""
    assert full_run(PLAN, probe_of(a=None, b=1, c=None)).best == "b"


def test_all_fail():
    """If all fail, the error lists the causes."""
    with pytest.raises(AllFailed, match=r"(?s)a: a broke.*b: b broke.*c: c broke"):
        full_run(PLAN, probe_of(a=None, b=None, c=None))
