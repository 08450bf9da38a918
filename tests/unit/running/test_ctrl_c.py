"""Ctrl-C is noticed, whoever catches it, and comes where it does no harm."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import Executor, Future

import pytest

from nearbest.race.observation import Observation
from nearbest.running.ctrl_c import cleaning_up, ending_like_ctrl_c, noticing_ctrl_c
from tests.unit.running.test_loop import drive, new_race

pytestmark = pytest.mark.usefixtures("ctrl_c_as_in_a_terminal")


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


def test_nested_blocks_hand_back_to_the_outer_one():
    """What comes after the inner block is the outer one's to notice."""
    with noticing_ctrl_c(at_once=False) as outer:
        with noticing_ctrl_c() as inner, pytest.raises(KeyboardInterrupt):
            press()
        outer.check()
        press()
        assert (inner.seen, outer.seen) == (True, True)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_what_is_passed_on_is_noticed_around_it_too():
    """An inner block that only waits leaves it to the outer one to act."""
    with noticing_ctrl_c(at_once=False) as outer:
        with noticing_ctrl_c(at_once=False, passed_on=True):
            press()
        with pytest.raises(KeyboardInterrupt):
            outer.check()


def test_a_handler_of_the_users_own_is_left_alone():
    """Whoever installed one has decided what Ctrl-C does."""
    seen = []
    signal.signal(signal.SIGINT, lambda number, frame: seen.append(number))
    with noticing_ctrl_c() as pressed:
        press()
        pressed.check()
    assert seen == [signal.SIGINT]


def test_in_the_background_it_stays_ignored():
    """A shell has jobs in the background ignore what was meant for another."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with noticing_ctrl_c() as pressed:
        press()
        pressed.check()
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


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
    assert race.winner == "good"
    assert not race.decided


ENDS = [signal.SIGTERM, signal.SIGHUP]

CLEANING = """
import os, sys, time
from nearbest.running.ctrl_c import cleaning_up
with cleaning_up(lambda: print("cleaned", os.getpid(), flush=True)):
    if sys.argv[2] == "forked" and os.fork() == 0:
        os.kill(os.getpid(), int(sys.argv[1]))
        time.sleep(600)
    if sys.argv[2] == "forked":
        _, status = os.wait()
        print("child", os.WTERMSIG(status), flush=True)
    else:
        os.kill(os.getpid(), int(sys.argv[1]))
        time.sleep(600)
"""


class TestBeingAskedToEnd:
    @pytest.fixture(autouse=True, params=ENDS, ids=lambda number: number.name)
    def number(self, request):
        before = signal.signal(request.param, signal.SIG_DFL)
        yield request.param
        signal.signal(request.param, before)

    def cleaned(self, number, who):
        command = [sys.executable, "-c", CLEANING, str(int(number)), who]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def test_it_ends_by_the_signal_once_all_is_clean(self, number):
        done = self.cleaned(number, "itself")
        assert done.stdout.startswith("cleaned"), done.stderr
        assert done.returncode == -number

    def test_a_copy_that_was_forked_cleans_nothing(self, number):
        """It ends as ever, and what it shares with its parent stays."""
        done = self.cleaned(number, "forked")
        assert done.stdout == f"child {int(number)}\n", done.stderr
        assert done.returncode == 0

    def test_it_is_a_ctrl_c_that_leaves_no_time(self, number):
        """Raised where Ctrl-C would be, and what comes later does not begin."""
        with ending_like_ctrl_c():
            with noticing_ctrl_c(at_once=False) as pressed:
                os.kill(os.getpid(), number)
                with pytest.raises(KeyboardInterrupt):
                    pressed.check()
            with noticing_ctrl_c() as later, pytest.raises(KeyboardInterrupt):
                later.check()
        with noticing_ctrl_c() as later:
            later.check()
        assert signal.getsignal(number) is signal.SIG_DFL

    def test_also_where_ctrl_c_is_ignored(self, number):
        """As in the background of a shell script."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        with ending_like_ctrl_c(), pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), number)

    @pytest.mark.parametrize("handler", [signal.SIG_IGN, lambda number, frame: None])
    def test_what_somebody_else_handles_is_left_alone(self, handler, number):
        """`nohup` ignores SIGHUP, for one."""
        signal.signal(number, handler)
        with ending_like_ctrl_c(), cleaning_up(lambda: None):
            os.kill(os.getpid(), number)
            assert signal.getsignal(number) is handler
