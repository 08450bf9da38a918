"""What the loop does with probes that are in flight."""

from __future__ import annotations

import signal
import threading
from concurrent.futures import CancelledError, Executor, Future

import pytest

from nearbest.race.bounds import Exact
from nearbest.race.observation import Observation, Task
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from nearbest.race.schedulers import UCB, RoundRobin
from nearbest.race.stopping import UntilProved
from nearbest.running.loop import run
from nearbest.running.time_limit import TimeLimit
from nearbest.running.workers.execution import Execution
from nearbest.running.workers.kept_models import Keeper

SIZES = (1_000, 2_000, 4_000)
N_TEST = 8_000


def observe(name, n_train, accuracy, seconds=0.0):
    correct = [round(accuracy * size) for size in SIZES if size <= n_train]
    n_test = N_TEST if n_train == SIZES[-1] else 2 * n_train
    return Observation.of_counts(
        name,
        n_train,
        n_test,
        train_correct=correct[-1],
        test_correct=round(accuracy * n_test),
        prefix_correct=tuple(correct),
        sizes=SIZES,
        fit_time=seconds,
    )


class Fixed:
    """A scheduler that hands out the given tasks, once each."""

    def __init__(self, *tasks):
        self.tasks = list(tasks)

    def ask(self, race, running, free):
        chosen, self.tasks = self.tasks[:free], self.tasks[free:]
        return chosen


def test_a_long_probe_of_a_pruned_candidate_is_cancelled():
    """Once another's full run prunes it, a probe of many seconds is not waited for."""
    plan = Plan(dict.fromkeys(("long", "third", "good"), SIZES), N_TEST, epsilon=0.0)
    race = Race(plan, Exact())
    for name, accuracy in (("long", 0.69), ("third", 0.72), ("good", 0.70)):
        for size in SIZES[:2]:
            race.tell(observe(name, size, accuracy, 10.0 if name == "long" else 0.0))
    assert race.contenders == ["long", "third", "good"]
    futures = {name: Future() for name in plan.names}
    futures["good"].set_result((observe("good", 4_000, 0.73), None))
    ends = []

    def end_third(long):
        ends.append("cancelled" if long.cancelled() else "finished")
        futures["third"].set_result((observe("third", 4_000, 0.72), None))

    futures["long"].add_done_callback(end_third)

    class Scripted(Executor):
        def submit(self, fn, /, task):
            return futures[task.configuration]

    tasks = [Task(name, 4_000, N_TEST) for name in plan.names]
    run(
        race,
        Fixed(*tasks),
        Execution(None, Scripted(), 3, Keeper()),
        limit=TimeLimit.starting(30),
    )
    assert ends == ["cancelled"]
    assert race.decided
    assert race.incumbent == "good"
    assert 4_000 not in race.tracks["long"].sizes


@pytest.mark.parametrize("for_search", [False, True])
def test_a_long_probe_that_a_search_learns_from_is_not_cancelled(for_search):
    """It would be asked for again, as what a search hears must not depend on the race."""
    plan = Plan(dict.fromkeys(("long", "third", "good"), SIZES), N_TEST, epsilon=0.0)
    race = Race(plan, Exact())
    for name, accuracy in (("long", 0.69), ("third", 0.72), ("good", 0.70)):
        for size in SIZES[:2]:
            race.tell(observe(name, size, accuracy, 10.0 if name == "long" else 0.0))
    endings = []

    class Noting(Future):
        def cancel(self):
            endings.append(race.ending)
            return super().cancel()

    futures = {"long": Noting(), "third": Future(), "good": Future()}
    futures["good"].set_result((observe("good", 4_000, 0.73), None))

    class Scripted(Executor):
        def submit(self, fn, /, task):
            return futures[task.configuration]

    def watch(race, running):
        if race.exhausted("good") and not futures["third"].done():
            futures["third"].set_result((observe("third", 4_000, 0.72), None))

    tasks = [
        Task(name, 4_000, N_TEST, for_search=for_search and name == "long")
        for name in plan.names
    ]
    run(race, Fixed(*tasks), Execution(None, Scripted(), 3, Keeper()), watch=watch)
    assert race.decided
    assert (None in endings) is not for_search


@pytest.mark.parametrize("scheduler", [UCB(), RoundRobin()])
def test_no_probe_is_started_that_a_running_one_will_make_useless(scheduler):
    """A candidate that the running leader is about to prune is left alone."""
    plan = Plan(dict.fromkeys(("leader", "loser", "rival"), SIZES), N_TEST, epsilon=0.01)
    race = Race(plan, Exact())
    for name, accuracy in (("leader", 0.9), ("loser", 0.885), ("rival", 0.9)):
        for size in SIZES[:2]:
            race.tell(observe(name, size, accuracy))
    assert race.contenders == ["leader", "loser", "rival"]
    assert race.tracks["loser"].interval.upper - 0.9 <= plan.epsilon
    started = [t.configuration for t in scheduler.ask(race, [Task("leader", 4_000, N_TEST)], 5)]
    assert started == ["rival"]
    assert {task.configuration for task in scheduler.ask(race, [], 5)} == set(plan.names)


def test_a_probe_lost_by_a_cluster_is_made_once_more():
    """A worker of someone else's that dies costs the probe, not the candidate."""
    plan = Plan({"a": (1_000,), "b": (1_000,)}, 1_000)
    tries = {"a": 0, "b": 0}

    class Dying(Executor):
        def submit(self, fn, /, task):
            future = Future()
            tries[task.configuration] += 1
            if task.configuration == "a" and tries["a"] == 1:
                future.set_exception(CancelledError())
            else:
                n_correct = 900 if task.configuration == "a" else 800
                found = Observation.of_counts(
                    task.configuration, 1_000, 1_000, n_correct, n_correct
                )
                future.set_result((found, None))
            return future

    for elsewhere, winner in ((True, "a"), (False, "b")):
        tries.update(a=0, b=0)
        race = Race(plan, Exact())
        run(race, UCB(), Execution(None, Dying(), 1, Keeper(), elsewhere))
        assert race.winner == winner
        assert tries["a"] == (2 if elsewhere else 1)


def test_who_was_still_at_its_first_probe_is_named(caplog):
    """A candidate that hangs would else look like one that waited for its turn."""
    race = Race(Plan(dict.fromkeys(("hangs", "good"), SIZES), N_TEST, epsilon=0.0), Exact())
    futures = {"hangs": Future(), "good": Future()}
    futures["good"].set_result((observe("good", 1_000, 0.73), None))

    class Scripted(Executor):
        def submit(self, fn, /, task):
            return futures[task.configuration]

    tasks = [Task(name, 1_000, 2_000) for name in futures]
    where = Execution(None, Scripted(), 2, Keeper())
    run(race, Fixed(*tasks), where, limit=TimeLimit.starting(0.2, refit=False))
    assert [r.getMessage() for r in caplog.records] == [
        "hangs was still at its first probe when the race was stopped."
    ]


def test_ctrl_c_lets_the_winners_full_run_end(ctrl_c_as_in_a_terminal):
    """It would be begun anew for delivery; a rival's is given up."""
    plan = Plan(dict.fromkeys(("good", "poor"), SIZES), N_TEST, epsilon=0.0)
    race = Race(plan, Exact(), rule=UntilProved())
    for name, accuracy in (("good", 0.72), ("poor", 0.70)):
        for size in SIZES[:2]:
            race.tell(observe(name, size, accuracy))
    futures, journal = {name: Future() for name in plan.names}, []

    class Scripted(Executor):
        def submit(self, fn, /, task):
            if task.configuration == "poor":  # the second: both are under way
                signal.raise_signal(signal.SIGINT)
                threading.Timer(
                    0.3, futures["good"].set_result, [(observe("good", 4_000, 0.73), None)]
                ).start()
            return futures[task.configuration]

    run(
        race,
        Fixed(*(Task(name, 4_000, N_TEST) for name in plan.names)),
        Execution(None, Scripted(), 2, Keeper()),
        journal=journal.append,
    )
    assert [observation.configuration for observation in journal] == ["good"]
    assert race.exhausted("good")
    assert not race.exhausted("poor")
