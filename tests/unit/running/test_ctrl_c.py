"""Ctrl-C is noticed, whoever catches it, and comes where it does no harm."""

from __future__ import annotations

import os
import signal
from concurrent.futures import Executor, Future

import pytest

from nearbest.race.observation import Observation
from nearbest.running.ctrl_c import noticing_ctrl_c
from tests.unit.running.test_loop import drive, new_race


@pytest.fixture(autouse=True)
def python_handles_ctrl_c():
    """As in a terminal, also where the tests were started in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def press():
    os.kill(os.getpid(), signal.SIGINT)


def test_at_once_it_is_raised_and_remembered():
    """What swallows it cannot hide it from `check`."""
    with noticing_ctrl_c() as pressed:
        pressed.check()
        with pytest.raises(KeyboardInterrupt):
            press()
        with pytest.raises(KeyboardInterrupt):
            pressed.check()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_else_the_first_waits_for_check_and_the_second_does_not():
    """Code that must not be interrupted is interrupted only by who insists."""
    with noticing_ctrl_c(at_once=False) as pressed:
        press()
        with pytest.raises(KeyboardInterrupt):
            pressed.check()
        with pytest.raises(KeyboardInterrupt):
            press()


def test_a_handler_of_the_users_own_is_left_alone():
    """Whoever installed one has decided what Ctrl-C does."""
    seen = []
    signal.signal(signal.SIGINT, lambda number, frame: seen.append(number))
    with noticing_ctrl_c() as pressed:
        press()
        pressed.check()
    assert seen == [signal.SIGINT]


def test_an_executor_is_not_interrupted_while_it_takes_a_probe():
    """Its `submit` ends, its probe is cancelled, and the guess of before is the answer."""
    race = new_race(epsilon=0.0)
    race.tell(Observation.of_counts("good", 1_000, 2_000, 900, 1_800, (900,)))
    futures = []

    class Pressing(Executor):
        def submit(self, fn, /, task):
            press()
            futures.append(Future())
            return futures[-1]

    drive(race, None, executor=Pressing())
    assert [future.cancelled() for future in futures] == [True]
    assert race.best_guess == "good"
    assert not race.decided
