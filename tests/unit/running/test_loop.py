"""The loop: ask, submit, wait, tell, until decided, exhausted or out of time."""

import os
import signal
from concurrent.futures import ThreadPoolExecutor

import pytest

from nearbest.race.answer.certify import certify
from nearbest.race.bounds import Exact
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from nearbest.race.schedulers import UCB, GradientCI, RoundRobin
from nearbest.running.executors import Serial
from nearbest.running.loop import run
from nearbest.running.time_limit import TimeLimit
from nearbest.running.workers.execution import Execution

SIZES = (1_000, 2_000, 4_000, 8_000)
ACCURACY = {"good": 0.9, "fair": 0.8, "poor": 0.6}


class Clock:
    """A clock that moves when a probe takes time."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


class Offers:
    """A keeper that notes what it was offered."""

    def __init__(self):
        self.seen = []

    def offer(self, race, observation, model):
        self.seen.append((observation.configuration, observation.n_train, model))


class Learners:
    """A probe by known accuracies that takes a second for each thousand rows."""

    def __init__(self, clock=None):
        self.clock, self.tasks = clock or Clock(), []

    def __call__(self, task):
        self.tasks.append(task)
        self.clock.now += task.n_train / 1_000
        share = ACCURACY[task.configuration]
        sizes = [s for s in SIZES if s <= task.n_train]
        observation = Observation.of_counts(
            task.configuration,
            task.n_train,
            task.n_test,
            round(share * task.n_train),
            round(share * task.n_test),
            tuple(round(share * s) for s in sizes),
            sizes,
            fit_time=task.n_train / 1_000,
        )
        return observation, f"{task.configuration}@{task.n_train}"


def new_race(epsilon=0.02, names=ACCURACY):
    return Race(Plan(dict.fromkeys(names, SIZES), n_test=16_000, epsilon=epsilon), Exact())


def drive(race, probe, scheduler=None, *, executor=None, n_workers=1, keeper=None, **options):
    where = Execution(probe, executor or Serial(), n_workers, keeper or Offers())
    return run(race, scheduler or RoundRobin(), where, **options)


@pytest.mark.parametrize("scheduler", [GradientCI(), UCB(), RoundRobin()])
def test_it_ends_when_the_race_is_decided(scheduler):
    """The best is found and no probe is made after the decision."""
    race, probe = new_race(), Learners()
    drive(race, probe, scheduler)
    assert race.decided
    assert race.winner == "good"
    assert len(probe.tasks) == len(race.history) < 12


def test_it_ends_when_nothing_is_left_to_probe():
    """A scheduler with nothing to ask for ends the run, decided or not."""

    class Idle:
        def ask(self, race, running, free):
            return []

    race, probe = new_race(), Learners()
    drive(race, probe, Idle())
    assert not race.decided
    assert probe.tasks == []


def test_an_undecidable_race_ends_with_full_runs_of_the_contenders():
    """With ε = 0 the full runs decide, at the latest."""
    race = new_race(epsilon=0)
    drive(race, Learners())
    assert race.decided
    assert race.winner == "good"


def test_a_timeout_ends_with_the_gap_certified_so_far():
    """The probe under way is finished, and no other is started."""
    clock = Clock()
    race, probe = new_race(), Learners(clock)
    drive(race, probe, limit=TimeLimit.starting(2.5, clock=clock), clock=clock)
    assert len(probe.tasks) == 3
    certificate = certify(race)
    assert not certificate.decided
    assert certificate.gap > race.plan.epsilon


def test_observations_are_stamped_with_the_time_since_the_start():
    """`elapsed` is the race's clock, not the wall's."""
    clock = Clock()
    race = new_race()
    seconds = drive(race, Learners(clock), clock=clock)
    stamps = [observation.elapsed for observation, _ in race.history]
    assert stamps[:4] == [1, 2, 3, 5]
    assert seconds == stamps[-1]


def test_a_resumed_run_goes_on_where_the_clock_stood():
    """A second call on the same race adds to the time of the first."""
    clock = Clock()
    race, probe = new_race(), Learners(clock)
    drive(race, probe, limit=TimeLimit.starting(2.5, clock=clock), clock=clock)
    clock.now += 1_000
    seconds = drive(race, probe, clock=clock)
    straight = Clock()
    assert seconds == drive(new_race(), Learners(straight), clock=straight)
    assert [(t.configuration, t.n_train) for t in probe.tasks] == [
        (o.configuration, o.n_train) for o, _ in race.history
    ]


def test_a_probe_that_raises_is_a_failed_observation():
    """The race goes on without the candidate, and its cause is kept."""

    def probe(task):
        if task.configuration == "good":
            raise RuntimeError("lost worker")
        return Learners()(task)

    race = new_race()
    drive(race, probe)
    assert race.winner == "fair"
    assert race.role("good") == "failed"
    assert "lost worker" in race.tracks["good"].failure


def test_all_failing_ends_the_run():
    """Nothing is probed again when no candidate is left."""

    def probe(task):
        raise ValueError("never")

    race = new_race()
    drive(race, probe)
    assert [observation.status for observation, _ in race.history] == ["failed"] * 3


def interrupting(after):
    """A probe that meets Ctrl-C at its call number `after` + 1."""
    learners = Learners()

    def probe(task):
        if len(learners.tasks) == after:
            signal.raise_signal(signal.SIGINT)
        return learners(task)

    return probe


def test_ctrl_c_stops_like_a_timeout_once_there_is_something_to_go_by(ctrl_c_as_in_a_terminal):
    """What was observed stays, and the current winner can be asked for."""
    race = new_race()
    drive(race, interrupting(after=2))
    assert len(race.history) == 2
    assert race.winner == "good"


def test_ctrl_c_before_the_first_observation_is_passed_on(ctrl_c_as_in_a_terminal):
    """Without an observation there is nothing to answer with."""
    with pytest.raises(KeyboardInterrupt):
        drive(new_race(), interrupting(after=0))


@pytest.mark.parametrize("where", ["journal", "watch", "keeper"])
def test_ctrl_c_waits_until_what_was_observed_is_noted(where, ctrl_c_as_in_a_terminal):
    """Journal, race and models agree wherever the key comes, and no probe begins after it."""
    race, learners, noted = new_race(), Learners(), []

    def press(*_):
        if len(learners.tasks) == 2:
            os.kill(os.getpid(), signal.SIGINT)
            noted.append(where)

    class Keeper:
        def offer(self, race, observation, model):
            press()

    options = {"keeper": Keeper()} if where == "keeper" else {where: press}
    drive(race, learners, **options)
    assert len(noted) == 1
    assert len(learners.tasks) == len(race.history) == 2


def test_an_interrupt_that_nobody_pressed_is_a_failure(ctrl_c_as_in_a_terminal):
    """What a probe raises of itself is no Ctrl-C, and fails that candidate alone."""
    learners = Learners()

    def probe(task):
        if task.configuration == "good":
            raise KeyboardInterrupt
        return learners(task)

    race = new_race()
    drive(race, probe)
    assert race.tracks["good"].failure == "KeyboardInterrupt"
    assert race.winner == "fair"


def test_each_observation_is_journalled_before_it_decides():
    """The journal sees it while the race does not know it yet."""
    race = new_race()
    known = []
    drive(race, Learners(), journal=lambda o: known.append((o, len(race.history))))
    assert [n for _, n in known] == list(range(len(race.history)))
    assert [o for o, _ in known] == [o for o, _ in race.history]


def test_each_model_is_offered_to_the_keeper():
    """The keeper gets every model with the observation that belongs to it."""
    keeper = Offers()
    race = new_race()
    drive(race, Learners(), keeper=keeper)
    assert [(name, size) for name, size, _ in keeper.seen] == [
        (o.configuration, o.n_train) for o, _ in race.history
    ]
    assert all(model == f"{name}@{size}" for name, size, model in keeper.seen)


def test_the_watcher_sees_each_start_and_each_end():
    """It is called with the task in flight before a probe and without it after."""
    seen = []
    race = new_race()
    drive(
        race,
        Learners(),
        watch=lambda r, running: seen.append((len(r.history), len(list(running)))),
    )
    n = len(race.history)
    assert seen == [step for k in range(n) for step in ((k, 1), (k + 1, 0))]


@pytest.mark.parametrize("scheduler", [GradientCI(), UCB(), RoundRobin()])
def test_no_more_probes_than_workers_and_no_candidate_twice_at_once(scheduler):
    """Two workers are both kept busy, each with another candidate."""
    in_flight = []

    def watch(race, running):
        in_flight.append([task.configuration for task in running])

    race = new_race()
    with ThreadPoolExecutor(2) as pool:
        drive(race, Learners(), scheduler, executor=pool, n_workers=2, watch=watch)
    assert race.winner == "good"
    assert max(map(len, in_flight)) == 2
    assert all(len(names) == len(set(names)) for names in in_flight)


def test_observations_in_another_order_give_the_same_intervals():
    """Two workers and one agree on every interval of the probes they share."""
    alone, together = new_race(epsilon=0), new_race(epsilon=0)
    drive(alone, Learners())
    with ThreadPoolExecutor(2) as pool:
        drive(together, Learners(), executor=pool, n_workers=2)
    for name in ACCURACY:
        if alone.tracks[name].sizes == together.tracks[name].sizes:
            assert alone.tracks[name].interval == together.tracks[name].interval
    assert alone.winner == together.winner
