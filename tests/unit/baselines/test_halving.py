import pytest

from nearbest.baselines import successive_halving
from nearbest.errors import AllFailed, InvalidInput
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan

SIZES = (1_000, 2_000, 4_000, 8_000)
#: Accuracies by size: d blooms late.
CURVES = {
    "a": (0.80, 0.80, 0.80, 0.80),
    "b": (0.70, 0.82, 0.84, 0.85),
    "c": (0.60, 0.60, 0.60, 0.60),
    "d": (0.50, 0.60, 0.90, 0.95),
}


def plan_of(*names):
    return Plan(dict.fromkeys(names or CURVES, SIZES), n_test=1_000)


def probe(task):
    share = CURVES[task.configuration][SIZES.index(task.n_train)]
    if isinstance(share, str):
        return Observation(
            task.configuration, task.n_train, task.n_test, status=share, message=share
        ), None
    correct = round(share * task.n_test)
    return Observation.of_counts(
        task.configuration, task.n_train, task.n_test, test_correct=correct, fit_time=1.0
    ), None


def rungs(outcome):
    found = {}
    for o in outcome.history:
        found.setdefault(o.n_train, []).append(o.configuration)
    return found


def test_by_hand():
    """Four at 1,000 rows, the better two at 2,000, and the best of those is chosen."""
    outcome = successive_halving(plan_of(), probe)
    assert rungs(outcome) == {1_000: ["a", "b", "c", "d"], 2_000: ["a", "b"]}
    assert outcome.best == "b"
    assert outcome.seconds == 6.0


def test_factor():
    """A factor of four keeps one in four."""
    outcome = successive_halving(plan_of(), probe, factor=4)
    assert rungs(outcome) == {1_000: ["a", "b", "c", "d"]}
    assert outcome.best == "a"


@pytest.mark.parametrize(
    ("start", "expected", "best"),
    [
        (2_000, {2_000: ["a", "b", "c", "d"], 4_000: ["b", "a"]}, "b"),
        (1_500, {2_000: ["a", "b", "c", "d"], 4_000: ["b", "a"]}, "b"),
        (4_000, {4_000: ["a", "b", "c", "d"], 8_000: ["d", "b"]}, "d"),
        (8_000, {8_000: ["a", "b", "c", "d"]}, "d"),
    ],
)
def test_start(start, expected, best):
    """The first rung takes the smallest planned size that is large enough."""
    outcome = successive_halving(plan_of(), probe, start=start)
    assert rungs(outcome) == expected
    assert outcome.best == best


def test_odd_numbers():
    """Half of three are two."""
    outcome = successive_halving(plan_of("a", "b", "c"), probe)
    assert rungs(outcome) == {1_000: ["a", "b", "c"], 2_000: ["a", "b"]}


def test_one_configuration():
    """A single configuration is probed once."""
    outcome = successive_halving(plan_of("c"), probe)
    assert outcome.best == "c"
    assert len(outcome.history) == 1


def test_sizes_of_each():
    """Each configuration takes its own smallest size that is large enough."""
    plan = Plan({"a": (1_000, 4_000), "b": (2_000, 8_000)}, n_test=1_000)
    outcome = successive_halving(plan, probe)
    assert [(o.configuration, o.n_train) for o in outcome.history] == [
        ("a", 1_000),
        ("b", 2_000),
    ]


def test_test_rows_follow_the_plan():
    """Rungs score on the plan's test samples."""
    plan = Plan({"a": SIZES, "b": SIZES}, n_test=5_000)
    assert {o.n_test for o in successive_halving(plan, probe).history} == {2_000}


class TestFailures:
    @pytest.fixture
    def curves(self, monkeypatch):
        def use(**curves):
            for name, curve in curves.items():
                monkeypatch.setitem(CURVES, name, curve)
            return plan_of(*curves)

        return use

    def test_failed_drop_out(self, curves):
        """A failed configuration goes no further."""
        plan = curves(a=("failed",) * 4, b=(0.5,) * 4)
        assert successive_halving(plan, probe).best == "b"

    def test_too_small_comes_last(self, curves):
        """A sample too small for a learner is no failure, but no merit either."""
        plan = curves(a=("too small", 0.9, 0.9, 0.9), b=(0.5,) * 4, c=(0.4,) * 4)
        assert rungs(successive_halving(plan, probe))[2_000] == ["b", "c"]

    def test_all_too_small(self, curves):
        """If the sample is too small for all, they meet again at the next size."""
        plan = curves(a=("too small", 0.6, 0.6, 0.6), b=("too small", 0.9, 0.9, 0.9))
        outcome = successive_halving(plan, probe)
        assert rungs(outcome)[2_000] == ["a", "b"]
        assert outcome.best == "b"

    def test_failed_and_too_small(self, curves):
        """While one is merely too early, not all have failed."""
        plan = curves(a=("failed",) * 4, b=("too small", 0.9, 0.9, 0.9))
        assert successive_halving(plan, probe).best == "b"

    def test_all_fail(self, curves):
        """If all fail, the error lists the causes."""
        with pytest.raises(AllFailed, match=r"(?s)a: failed.*b: failed"):
            successive_halving(curves(a=("failed",) * 4, b=("failed",) * 4), probe)


@pytest.mark.parametrize("factor", [1, 0.5, -2, float("nan")])
def test_bad_factor(factor):
    """The factor is above 1."""
    with pytest.raises(InvalidInput, match=r"`factor` must be above 1; got"):
        successive_halving(plan_of(), probe, factor=factor)


@pytest.mark.parametrize("start", [0, -5, 8_001])
def test_bad_start(start):
    """The start lies within the data."""
    with pytest.raises(InvalidInput, match=r"`start` must lie between 1 and 8,000 rows; got"):
        successive_halving(plan_of(), probe, start=start)
