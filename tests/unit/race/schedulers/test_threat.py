"""Scheduling by forecast, on straight curves with exact forecasts."""

import pytest

from nearbest.forecast import Analogs, Outlook
from nearbest.race.bounds import Exact
from nearbest.race.interval import Interval
from nearbest.race.observation import Observation, Task
from nearbest.race.race import Race
from nearbest.race.schedulers import GradientCI, ThreatFirst
from nearbest.race.schedulers.base import expected_cost
from nearbest.race.sizes import geometric_sizes
from nearbest.race.stopping import UntilForecast

from ...forecast import past
from .scripted import Scripted, asked

ASK = ThreatFirst()
#: Scored on a fiftieth of the test rows, an accuracy is known to a few hundredths.
N_TEST = 50_000


def forecast_race(names, **options):
    plan = past.plan_of(names, **{"n_test": N_TEST, **options})
    return Race(plan, Exact(), "seconds", UntilForecast(), Outlook(plan, past.LINES))


def tell_flat(race, name, accuracy, *seconds):
    """Flat curves, as far as there are times."""
    for size, time in zip(race.plan.sizes[name], seconds, strict=False):
        race.tell(past.probe(name, size, accuracy, n_test=1_000, seconds=time))


def failed(name, size=500):
    return Observation(name, size, 1_000, status="failed", message="no")


def test_everyone_is_probed_once_before_anyone_twice():
    """A forecast needs a probe, and every candidate counts."""
    race = forecast_race("abc")
    order = []
    for _ in range(3):
        ((name, size),) = asked(ASK, race)
        order.append((name, size))
        tell_flat(race, name, 0.7, 1)
    assert order == [("a", 500), ("b", 500), ("c", 500)]


def test_the_rival_that_may_be_better_is_probed_and_the_hopeless_is_not():
    """`b` is about as good as the guess, `c` far behind, and all cost the same."""
    race = forecast_race("abc")
    for name, accuracy in (("a", 0.71), ("b", 0.70), ("c", 0.50)):
        tell_flat(race, name, accuracy, 1)
    assert sorted(asked(ASK, race, free=3)) == [("a", 1_000), ("b", 1_000)]


def test_of_equal_threats_the_cheaper_is_probed():
    """Time is what is saved."""
    for times, expected in (((1, 9), "b"), ((9, 1), "c")):
        race = forecast_race("abc")
        tell_flat(race, "a", 0.705, 100)
        tell_flat(race, "b", 0.70, times[0])
        tell_flat(race, "c", 0.70, times[1])
        assert [name for name, _ in asked(ASK, race)] == [expected]


def test_a_small_threat_that_costs_little_comes_before_a_large_one_that_costs_much():
    """Threat for cost decides, not threat."""
    race = forecast_race("abc")
    tell_flat(race, "a", 0.72, 1_000)
    tell_flat(race, "b", 0.72, 1_000)
    tell_flat(race, "c", 0.69, 0.1)
    threats = race.forecast.threats(race.forecast.best)
    assert 0 < threats[2] < min(threats[:2].max(), 0.5)
    assert [name for name, _ in asked(ASK, race)] == ["c"]


def test_the_guess_is_probed_where_the_rest_is_known():
    """Its own uncertainty is what keeps it from being safe."""
    race = forecast_race("ab", n_test=1_000_000)
    race.tell(past.probe("b", 4_000, 0.70, n_test=1_000_000, seconds=1))
    race.tell(past.probe("a", 500, 0.71, n_test=1_000, seconds=1))
    assert asked(ASK, race) == [("a", 1_000)]


@pytest.mark.parametrize("free", [0, 1, 2])
def test_no_more_tasks_than_free_workers_and_none_for_who_is_running(free):
    """The running one is left out, the next in line take its place."""
    race = forecast_race("abc")
    for name in "abc":
        tell_flat(race, name, 0.7, 1)
    names = [name for name, _ in asked(ASK, race, [Task("b", 1_000, 1_000)], free)]
    assert len(names) == free
    assert set(names) <= {"a", "c"}


def test_while_the_last_first_probe_runs_workers_are_not_idle():
    """Whoever was probed already goes on meanwhile."""
    race = forecast_race("abc")
    tell_flat(race, "b", 0.7, 1)
    tell_flat(race, "c", 0.6, 1)
    running = [Task("a", 500, 1_000)]
    assert [name for name, _ in asked(ASK, race, running)] in (["b"], ["c"])


def test_nothing_is_asked_while_only_first_probes_run():
    """Without any observation there is nothing to go by."""
    assert asked(ASK, forecast_race("a"), [Task("a", 500, 1_000)], free=3) == []


def test_the_failed_the_pruned_and_the_exhausted_are_left_alone():
    """Only contenders with a size ahead are probed."""
    race = forecast_race("abcd", n_test=1_000)
    for size in past.SIZES:
        race.tell(past.probe("a", size, 0.8, seconds=1))
    race.tell(failed("b"))
    for size, prefixes in ((500, (250,)), (1_000, (250, 500))):
        race.tell(
            Observation.of_counts("c", size, 1_000, prefixes[-1], 500, prefixes, past.SIZES)
        )
    race.tell(past.probe("d", 500, 0.79, seconds=1))
    assert race.role("c") == "pruned"
    assert asked(ASK, race, free=4) == [("d", 1_000)]


def test_a_sample_that_was_too_small_moves_on():
    """The next size is its first."""
    race = forecast_race("ab")
    race.tell(Observation("a", 500, 1_000, status="too small"))
    tell_flat(race, "b", 0.7, 1)
    assert asked(ASK, race, free=2) == [("a", 1_000)]


def test_nothing_left_to_probe_is_nothing_to_do():
    """All had their full run, or failed."""
    race = forecast_race("abc")
    race.tell(failed("c"))
    for name in "ab":
        race.tell(past.probe(name, 4_000, 0.7, n_test=N_TEST))
    assert asked(ASK, race, free=2) == []


def test_without_a_threat_the_proof_goes_on():
    """Where the forecast is sure and the proof is not, the gradient decides."""
    race = forecast_race("ab", n_test=1_000)
    for name, accuracy in (("a", 0.9), ("b", 0.5)):
        for size in past.SIZES[:2]:
            race.tell(past.probe(name, size, accuracy, seconds=size / 1_000))
    assert not race.decided
    assert not race.forecast.threats("a").any()
    assert asked(ASK, race) == asked(GradientCI(), race) != []


def test_without_a_past_every_contender_is_a_threat():
    """Bounds take the place of forecasts, and the race goes on."""
    plan = past.plan_of("ab")
    nothing = Outlook(plan, Analogs(past.lines(0)))
    race = Race(plan, Scripted(), "rows", UntilForecast(), nothing)
    for name, lower in (("a", 0.4), ("b", 0.5)):
        race.bounds.intervals[name, 500] = Interval(lower, 0.9)
        race.tell(past.probe(name, 500, 0.6))
    assert [name for name, _ in asked(ASK, race)] in (["a"], ["b"])


def test_with_growth_auto_the_step_fits_the_times():
    """Times that stand still are worth a factor of 4, as for other schedulers."""
    sizes = geometric_sizes(64_000, 1_000, "auto")
    race = forecast_race("ab", sizes=sizes, growth="auto")
    for name in "ab":
        for size in (1_000, 2_000, 4_000, 8_000):
            race.tell(past.probe(name, size, 0.7, n_test=1_000, seconds=1))
    assert {size for _, size in asked(ASK, race, free=2)} == {32_000}


def test_a_free_probe_is_no_error():
    """Clocks may measure nothing; a cost is never 0."""
    race = forecast_race("ab")
    for name in "ab":
        tell_flat(race, name, 0.7, 0.0, 0.0)
    assert len(asked(ASK, race, free=2)) == 2


@pytest.mark.parametrize("cost", ["seconds", "rows"])
def test_costs_are_those_of_the_one_model(cost):
    """In seconds by the candidate's own probes; in rows, the rows."""
    race = forecast_race("ab")
    race._cost = cost
    tell_flat(race, "a", 0.7, 1.0, 2.0)
    task = race.task("a", 4_000)
    expected = race.tracks["a"].cost.probe(task.n_train, task.n_test).seconds
    assert expected_cost(race, task) == (expected if cost == "seconds" else 4_000)


def test_a_cheap_threat_goes_first():
    """Of two like threats the one whose times do not grow, though both cost the same now."""
    race = forecast_race("ab")
    tell_flat(race, "a", 0.7, 1.0, 2.0)
    tell_flat(race, "b", 0.7, 2.0, 2.0)
    costs = [race.expected_cost(race.task(name, 4_000)) for name in "ab"]
    assert costs[0] > costs[1]


def test_it_has_a_name():
    """The scheduler prints as one would write it."""
    assert repr(ASK) == "ThreatFirst()"


def test_a_leap():
    """Far from the full size steps are fourfold, near it they are as planned."""
    race = forecast_race("ab")
    tell_flat(race, "a", 0.71, 1)
    tell_flat(race, "b", 0.70, 1)
    assert sorted(asked(ThreatFirst(leap=2.5), race, free=2)) == [("a", 2_000), ("b", 2_000)]
    tell_flat(race, "a", 0.71, 1, 1, 1)
    tell_flat(race, "b", 0.70, 1, 1, 1)
    assert sorted(asked(ThreatFirst(leap=2.5), race, free=2)) == [("a", 4_000), ("b", 4_000)]
    assert repr(ThreatFirst(leap=2.5)) == "ThreatFirst(leap=2.5)"
