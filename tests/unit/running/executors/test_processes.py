"""Workers that start before it is known what they will have to do."""

from __future__ import annotations

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial

import pytest

from nearbest.running.executors import Processes, reason


def mark(name):
    sys.modules[name] = sys  # seen by later tasks of the same worker


def is_marked(name):
    return name in sys.modules


def refuse():
    raise RuntimeError("not here")


def test_workers_that_have_started_are_prepared():
    """They started with nothing to prepare."""
    with Processes(2) as pool:
        pool.start()
        pool.warm_up(partial(mark, "nearbest_test_mark"), n_workers=2)
        seen = [pool.submit(is_marked, "nearbest_test_mark") for _ in range(8)]
        assert all(future.result() for future in seen)


def test_a_worker_that_comes_later_is_prepared_alike():
    """One that takes the place of a dead one has prepared itself before its first task."""
    with Processes(1) as pool:
        pool.warm_up(partial(mark, "nearbest_test_mark"))
        first = pool.submit(os.getpid).result()
        assert pool.submit(os._exit, 3).exception() is not None
        assert pool.submit(os.getpid).result() != first
        assert pool.submit(is_marked, "nearbest_test_mark").result()


def test_what_keeps_a_worker_from_preparing_itself_is_raised():
    """It is told before the first task."""
    with Processes(1) as pool:
        pool.start()
        with pytest.raises(RuntimeError, match="not here"):
            pool.warm_up(refuse)


def test_a_wait_for_workers_ends_when_they_are_shut_down():
    """No future of a pool that was stopped would ever end it."""
    with Processes(1) as pool, ThreadPoolExecutor(1) as thread:
        waiting = thread.submit(pool.warm_up, partial(time.sleep, 3_600))
        time.sleep(0.5)
        pool.shutdown(cancel_futures=True)
        assert isinstance(waiting.exception(), BrokenProcessPool | RuntimeError)


def test_a_timeout_is_the_limit_that_there_was():
    """A learner that raises one of its own was not stopped by a limit that nobody set."""
    error = TimeoutError("the server did not answer")
    assert reason(error) == "TimeoutError: the server did not answer"
    assert reason(error, timeout=5.0) == "it took longer than `probe_timeout`"
