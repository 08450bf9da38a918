"""The loop, on probes that only count; `select` is tested with real learners."""

import signal
from concurrent.futures import ThreadPoolExecutor

import pytest

from nearbest.errors import AllFailed
from nearbest.race.answer.certify import certify
from nearbest.race.bounds import Exact
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from nearbest.race.schedulers import RoundRobin
from nearbest.running.executors import Serial
from nearbest.running.loop import run as loop
from nearbest.running.time_limit import TimeLimit
from nearbest.running.workers.execution import Execution
from nearbest.running.workers.kept_models import Keeper

SIZES = (1_000, 2_000, 4_000, 8_000)
CTRL_C = signal.SIGINT


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


class Fake:
    """A probe of known accuracies that takes ten seconds of a fake clock."""

    def __init__(self, clock=None, **accuracies):
        self.accuracies, self.tasks = accuracies, []
        self.clock = clock or Clock()

    def __call__(self, task):
        self.tasks.append(task)
        self.clock.now += 10
        share = self.accuracies[task.configuration]
        if share is CTRL_C:
            signal.raise_signal(CTRL_C)
        if isinstance(share, BaseException):
            raise share
        counts = [round(share * s) for s in SIZES if s <= task.n_train]
        correct = round(share * task.n_test)
        return Observation.of_counts(
            task.configuration, task.n_train, task.n_test, counts[-1], correct, counts, SIZES
        ), f"model of {task.configuration}"


def run(race, scheduler, probe, *, executor=None, n_workers=1, keeper=None, **options):
    where = Execution(probe, executor or Serial(), n_workers, keeper or Keeper())
    return loop(race, scheduler, where, **options)


def race_of(*names, epsilon=0.01, n_test=4_000):
    return Race(Plan(dict.fromkeys(names, SIZES), n_test, epsilon), Exact())


def test_runs_until_decided():
    """The loop ends as soon as one contender is left, short of the full size."""
    race, probe = race_of("good", "bad"), Fake(good=0.9, bad=0.5)
    run(race, RoundRobin(), probe)
    assert race.decided
    assert race.incumbent == "good"
    assert len(probe.tasks) < 8


def test_ends_when_nothing_is_left():
    """Equal candidates are probed in full, which decides every tie."""
    race, probe = race_of("a", "b", epsilon=0.0), Fake(a=0.8, b=0.8)
    run(race, RoundRobin(), probe)
    assert {(t.configuration, t.n_train) for t in probe.tasks} == {
        (name, size) for name in "ab" for size in SIZES
    }
    assert race.decided
    assert race.gap(race.winner) == 0


def test_single_configuration():
    """With one candidate a single probe settles the matter."""
    race, probe = race_of("only"), Fake(only=0.7)
    run(race, RoundRobin(), probe)
    assert race.decided
    assert len(probe.tasks) == 1


def test_timeout():
    """The probe under way at the timeout is finished, and no other started."""
    clock = Clock()
    race, probe = race_of("a", "b", epsilon=0.0), Fake(clock, a=0.8, b=0.8)
    limit = TimeLimit.starting(25, clock=clock)
    run(race, RoundRobin(), probe, limit=limit, clock=clock)
    assert len(probe.tasks) == 3
    assert not race.decided
    assert 0 < race.gap(race.winner) < 1


def test_elapsed_is_noted():
    """Every observation knows when it came in."""
    clock = Clock()
    race, probe = race_of("a", "b"), Fake(clock, a=0.9, b=0.5)
    run(race, RoundRobin(), probe, clock=clock)
    assert [o.elapsed for o, _ in race.history] == [
        10.0 * k for k in range(1, int(clock()) // 10 + 1)
    ]


def test_interrupt_with_observations(ctrl_c_as_in_a_terminal):
    """Ctrl-C ends the loop like a timeout."""
    race, probe = race_of("a", "b", epsilon=0.0), Fake(a=0.8, b=CTRL_C)
    run(race, RoundRobin(), probe)
    assert [o.configuration for o, _ in race.history] == ["a"]
    assert race.winner == "a"


def test_interrupt_before_any_observation(ctrl_c_as_in_a_terminal):
    """Ctrl-C with nothing to go by is Ctrl-C."""
    race = race_of("a", "b")
    with pytest.raises(KeyboardInterrupt):
        run(race, RoundRobin(), Fake(a=CTRL_C, b=0.8))
    assert not race.history


def test_a_lost_probe_is_a_failure():
    """A probe whose result never arrives is a failed observation."""
    race = race_of("a", "b")
    run(race, RoundRobin(), Fake(a=OSError("worker died"), b=0.6))
    assert race.role("a") == "failed"
    assert "OSError: worker died" in race.tracks["a"].failure
    assert race.winner == "b"


def test_all_lost():
    """If every probe is lost, the error lists the causes."""
    race = race_of("a", "b")
    run(race, RoundRobin(), Fake(a=OSError("one"), b=OSError("two")))
    with pytest.raises(AllFailed, match=r"(?s)a: OSError: one.*b: OSError: two"):
        certify(race)


class Noting:
    def __init__(self):
        self.offers = []

    def offer(self, race, observation, model):
        self.offers.append((observation.configuration, model))


def test_watch_journal_and_keep():
    """Watchers see what is under way; journal and keeper get every observation."""
    race, probe, keeper = race_of("a", "b"), Fake(a=0.9, b=0.5), Noting()
    seen, written = [], []
    run(
        race,
        RoundRobin(),
        probe,
        keeper=keeper,
        journal=lambda observation: written.append((observation, len(race.history))),
        watch=lambda race, running: seen.append((len(race.history), len(list(running)))),
    )
    n = len(race.history)
    assert seen == [pair for k in range(n) for pair in ((k, 1), (k + 1, 0))]
    assert written == [(o, k) for k, (o, _) in enumerate(race.history)]
    names = [o.configuration for o, _ in race.history]
    assert keeper.offers == [(name, f"model of {name}") for name in names]


def test_any_executor():
    """Probes may run in parallel, and no configuration is probed twice at once."""
    race, probe = race_of("a", "b", "c", epsilon=0.0), Fake(a=0.8, b=0.8, c=0.8)
    most = []
    with ThreadPoolExecutor(2) as pool:
        run(
            race,
            RoundRobin(),
            probe,
            executor=pool,
            n_workers=2,
            watch=lambda race, running: most.append([t.configuration for t in running]),
        )
    assert race.decided
    assert len(probe.tasks) == len(set(probe.tasks)) == 12
    assert max(map(len, most)) == 2
    assert all(len(set(names)) == len(names) for names in most)
