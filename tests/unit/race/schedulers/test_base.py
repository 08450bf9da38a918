"""What schedulers share: who can be probed, and on how many rows."""

from math import sqrt

import pytest

from nearbest.race.observation import Observation, Task
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from nearbest.race.schedulers import UCB, GradientCI, RoundRobin
from nearbest.race.schedulers.base import next_task, steps_ahead
from nearbest.race.score import Scale
from nearbest.race.sizes import geometric_sizes

from .scripted import N_TEST, SIZES, Scripted, asked, race_of, tell

EVERY = [GradientCI(), UCB(), RoundRobin()]
FINE = geometric_sizes(64_000, 1_000, "auto")


def size_after(*probes):
    """The next size under growth "auto" after probes of (size, seconds)."""
    race = race_of("ab", growth="auto", sizes=FINE)
    for size, seconds in probes:
        tell(race, "a", (0.5, 0.9, seconds), size=size)
    return next_task(race, race.tracks["a"]).n_train


@pytest.mark.parametrize("scheduler", EVERY)
def test_the_first_tasks_are_the_smallest_samples(scheduler):
    """Before anything is known each candidate starts at its first size."""
    assert asked(scheduler, race_of("abc"), free=3) == [("a", 100), ("b", 100), ("c", 100)]


@pytest.mark.parametrize("scheduler", EVERY)
@pytest.mark.parametrize("free", [0, 1, 2, 3])
def test_no_more_tasks_than_free_workers(scheduler, free):
    """`free` is respected, and no candidate is asked for twice."""
    names = [name for name, _ in asked(scheduler, race_of("abc"), free=free)]
    assert len(names) == free
    assert len(set(names)) == free


@pytest.mark.parametrize("scheduler", EVERY)
def test_what_is_running_is_not_asked_for(scheduler):
    """A candidate in flight waits for its observation."""
    running = [Task("a", 100, 200), Task("c", 100, 200)]
    assert asked(scheduler, race_of("abc"), running, free=5) == [("b", 100)]


@pytest.mark.parametrize("scheduler", EVERY)
def test_a_first_probe_that_runs_promises_nothing(scheduler):
    """Of a loss, 0 would be the best there is, and nobody else would be probed beside it."""
    loss = Scale("log loss", -6.9, 0.0, "row means", shown_negated=True)
    plan = Plan(dict.fromkeys("abc", SIZES), n_test=N_TEST, scale=loss)
    running = [Task("a", 100, 200)]
    found = asked(scheduler, Race(plan, Scripted()), running, free=5)
    assert found == [("b", 100), ("c", 100)]


@pytest.mark.parametrize("scheduler", EVERY)
def test_the_pruned_the_failed_and_the_exhausted_are_left_alone(scheduler):
    """Only contenders with a size ahead are probed."""
    race = race_of("abcd")
    tell(race, "a", *[(0.8, 0.8, 1)] * len(SIZES))
    tell(race, "b", (0.1, 0.7, 1))
    race.tell(Observation("c", 100, 200, status="failed", message="no"))
    tell(race, "d", (0.1, 0.9, 1))
    assert race.exhausted("a")
    assert asked(scheduler, race, free=5) == [("d", 200)]


@pytest.mark.parametrize("scheduler", EVERY)
def test_nothing_left_to_probe_is_nothing_to_do(scheduler):
    """When all contenders had their full run no task is asked for."""
    race = race_of("ab")
    for name in "ab":
        tell(race, name, *[(0.1, 0.9, 1)] * len(SIZES))
    assert asked(scheduler, race, free=2) == []


@pytest.mark.parametrize("scheduler", EVERY)
def test_a_sample_that_was_too_small_is_not_asked_for_again(scheduler):
    """The candidate moves to its next size."""
    race = race_of("a")
    race.tell(Observation("a", 100, 200, status="too small"))
    assert asked(scheduler, race) == [("a", 200)]


@pytest.mark.parametrize("scheduler", EVERY)
def test_the_last_task_is_the_full_run_on_all_test_rows(scheduler):
    """The step to the full size scores on all of D_te."""
    race = race_of("ab")
    tell(race, "b", *[(0.1, 0.1, 1)] * len(SIZES))
    tell(race, "a", *[(0.05, 0.9, 1)] * (len(SIZES) - 1))
    (task,) = scheduler.ask(race, (), 1)
    assert (task.configuration, task.n_train, task.n_test) == ("a", 1_600, N_TEST)


def test_a_fixed_growth_takes_the_next_size_whatever_the_times():
    """Times matter to "auto" alone."""
    race = race_of("a", growth=2.0)
    tell(race, "a", (0.1, 0.9, 1), (0.1, 0.9, 1))
    assert next_task(race, race.tracks["a"]).n_train == 400


@pytest.mark.parametrize(
    ("alpha", "expected"), [(0.7, 2), (1.0, 2), (1.4, sqrt(2)), (2.0, sqrt(2))]
)
def test_the_step_fits_how_the_time_grows(alpha, expected):
    """For times s^α over five sizes the step is 2^(1/α), snapped down to the grid of √2."""
    probes = [(1_000 * 2**k, 3.0 * 2.0 ** (alpha * k)) for k in range(5)]
    assert size_after(*probes) == round(16_000 * expected)


def test_a_constant_part_lengthens_the_step():
    """Times 10 + s/1,000: twice that of 4,000 rows is reached at 18,000."""
    probes = [(size, 10 + size / 1_000) for size in FINE[:5]]
    assert size_after(*probes) == 16_000


def test_a_time_that_hardly_grows_takes_steps_of_4():
    """The step is limited above, where fixed costs still dominate."""
    assert size_after((1_000, 60.0), (2_000, 60.1), (4_000, 60.2), (8_000, 60.4)) == 32_000


def test_a_time_that_explodes_takes_steps_of_the_square_root_of_2():
    """The step is limited below by the grid."""
    assert size_after((1_000, 1.0), (2_000, 64.0)) == 2_828


def test_one_jump_of_a_clock_does_not_set_the_step():
    """All probes count: the last two alone would give √2 here."""
    assert size_after((1_000, 1.0), (2_000, 2.0), (4_000, 3.4), (8_000, 8.0)) == 16_000


@pytest.mark.parametrize("probes", [[(1_000, 1.0)], [(1_000, 1.0), (2_000, 2.0)]])
def test_the_step_is_2_where_nothing_else_is_known(probes):
    """After one probe, or where times are in proportion to rows."""
    assert size_after(*probes) == 2 * probes[-1][0]


@pytest.mark.parametrize("seconds", [(0.0, 1.0), (0.0, 0.0), (1.0, 0.0)])
def test_a_clock_that_measured_nothing_gives_a_step(seconds):
    """Some planned size within a factor of 4 comes next."""
    size = size_after((1_000, seconds[0]), (2_000, seconds[1]))
    assert size in FINE
    assert 2_000 < size <= 8_000


def test_rows_as_cost_make_the_step_2():
    """Times do not matter then, so that a run can be repeated."""
    race = race_of("ab", growth="auto", sizes=FINE, cost="rows")
    for size, seconds in [(1_000, 1.0), (2_000, 64.0)]:
        tell(race, "a", (0.5, 0.9, seconds), size=size)
    assert next_task(race, race.tracks["a"]).n_train == 4_000


def test_auto_growth_after_a_sample_that_was_too_small():
    """Before any probe succeeded, rows stand for its cost."""
    race = race_of("a", growth="auto", sizes=FINE)
    race.tell(Observation("a", 1_000, 200, status="too small"))
    assert next_task(race, race.tracks["a"]).n_train == 2_000


def test_steps_ahead_end_at_the_full_size():
    """As long as costs are as expected, these are the sizes that will be probed."""
    race = race_of("a", growth="auto", sizes=FINE)
    tell(race, "a", (0.5, 0.9, 1.0), size=1_000)
    assert list(steps_ahead(race, race.tracks["a"])) == [1_000 * 2**k for k in range(1, 7)]


def test_auto_growth_does_not_step_over_the_full_size():
    """Near the end the full run comes next."""
    assert size_after((32_000, 1.0), (45_255, 1.0)) == 64_000


def test_auto_growth_starts_at_the_smallest_size():
    """Without an observation the first size is the first."""
    assert size_after() == 1_000


@pytest.mark.parametrize("scheduler", EVERY)
def test_auto_growth_asks_for_planned_sizes_only(scheduler):
    """Every size is one on which error probability was spent."""
    race = race_of("a", growth="auto", sizes=FINE)
    sizes = []
    while tasks := asked(scheduler, race):
        sizes.append(tasks[0][1])
        tell(race, "a", (0.5, 0.9, sizes[-1] ** 0.83), size=sizes[-1])
    assert set(sizes) <= set(FINE)
    assert sizes == sorted(sizes)
    assert sizes[-1] == FINE[-1]
    assert len(sizes) < len(FINE)
