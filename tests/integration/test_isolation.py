"""Probes that misbehave are stopped alone and the race goes on."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

import pytest
from sklearn.exceptions import FitFailedWarning
from sklearn.linear_model import LogisticRegression

from nearbest import select
from nearbest.probing.model_files import ModelFiles
from nearbest.running.executors import Processes
from nearbest.running.workers.remote_probe import RemoteProbe, SavingProbe
from tests.integration.misbehaving import (
    FOREVER,
    Misbehaving,
    Slow,
    SlowOn,
    Unopenable,
    Unpicklable,
    noisy_signs,
)

REASONS = {
    "hang": "probe_timeout",
    "hang_with_a_child": "probe_timeout",
    "be_killed": "signal 9",
    "segfault": "signal 11",
    "exit": "SystemExit: 3",
    "interrupt": "KeyboardInterrupt",
    "end_a_generator": "GeneratorExit",
    "exit_at_once": "exit code 4",
    "eat_memory": "MemoryError",
}


def test_each_kind_of_misbehaviour_is_stopped_alone_and_named():
    """Hanging, dying and memory-eating candidates fail by name; the good one wins."""
    X, y = noisy_signs(8_000)
    candidates = {how: Misbehaving(how) for how in REASONS}
    candidates |= {"good": LogisticRegression()}
    found = select(
        candidates,
        X,
        y,
        n_jobs=2,
        probe_timeout=15,
        probe_memory=400_000_000,
        random_state=0,
    )
    assert found.best == "good"
    failed = dict(found.certificate.failed)
    assert failed.keys() == REASONS.keys()
    for how, words in REASONS.items():
        assert words in failed[how], failed[how]


#: Ways to run probes that no worker process of our own carries out.
ELSEWHERE = {
    "in this process": dict,
    "in threads": lambda: {"executor": ThreadPoolExecutor(2), "n_jobs": 2},
    "in others' processes": lambda: {"executor": ProcessPoolExecutor(2), "n_jobs": 2},
}


@pytest.mark.parametrize("where", ELSEWHERE.values(), ids=ELSEWHERE)
def test_interrupts_that_nobody_pressed_are_failures_everywhere(where, ctrl_c_as_in_a_terminal):
    """A candidate that raises KeyboardInterrupt or GeneratorExit fails alone."""
    X, y = noisy_signs(8_000)
    candidates = {how: Misbehaving(how) for how in ("interrupt", "end_a_generator")}
    found = select(candidates | {"good": LogisticRegression()}, X, y, random_state=0, **where())
    assert found.best == "good"
    failed = dict(found.certificate.failed)
    assert failed["interrupt"] == "KeyboardInterrupt"
    assert failed["end_a_generator"] == "GeneratorExit"
    assert found.certificate.decided


def test_no_probe_pays_for_what_saving_imports(tmp_path):
    """A worker has imported it before its first probe, whose time may be limited."""
    pytest.importorskip("skops")
    probe = RemoteProbe(SavingProbe(None, ModelFiles(tmp_path, {})), key="any")
    with Processes(1, prepare=probe.prepare) as pool:
        loaded = pool.submit(eval, "'skops.io' in __import__('sys').modules").result()
    assert loaded


@pytest.mark.parametrize(
    ("stays", "cause"),
    [(Unopenable(), "RuntimeError: not here"), (Unpicklable(), "RuntimeError: not to be sent")],
)
def test_a_candidate_that_no_worker_can_open_fails_alone(stays, cause):
    """It is named with the cause, and the others go on."""
    X, y = noisy_signs(4_000)
    candidates = {"stays": stays, "good": LogisticRegression()}
    with pytest.warns(FitFailedWarning, match=f"stays: .*{cause}"):
        found = select(candidates, X, y, n_jobs=2, random_state=0)
    assert found.best == "good"
    assert [name for name, _ in found.certificate.failed] == ["stays"]


def test_a_forking_estimator_does_not_answer_twice():
    """The copy that a fork leaves behind ends; the race sees one observation a probe."""
    X, y = noisy_signs(8_000)
    candidates = {"forks": Misbehaving("fork"), "good": LogisticRegression()}
    found = select(candidates, X, y, n_jobs=2, epsilon=0.0, random_state=0)
    assert found.best == "good"
    sizes = found.history.groupby("configuration")["n_train"]
    assert (sizes.nunique() == sizes.size()).all()


def test_no_process_is_left_behind():
    """After a run with hanging and forking candidates no child of it is alive."""
    script = (
        "from tests.integration.misbehaving import *\n"
        "from nearbest import select\n"
        "X, y = noisy_signs(4_000)\n"
        "c = {'hangs': Misbehaving('hang_with_a_child'), 'good': Slow(0, 0.01)}\n"
        "print(select(c, X, y, n_jobs=2, probe_timeout=10, random_state=0).best)\n"
    )
    mark = uuid4().hex
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "NEARBEST_TEST_MARK": mark},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "good"
    time.sleep(1)  # the kernel may take a moment
    assert processes_marked(mark) == []


def processes_marked(mark):
    """Processes that inherited `mark` in their environment."""
    found = []
    for environment in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if mark.encode() in environment.read_bytes():
                found.append(environment.parent.name)
    return found


def test_timeout_is_honoured_while_a_probe_is_long():
    """A timeout kills a probe that would take an hour and keeps what was certified."""
    X, y = noisy_signs(8_000)
    candidates = {"endless": Slow(0, FOREVER), "quick": Slow(1, 0.0)}
    begin = time.monotonic()
    found = select(candidates, X, y, timeout=8, n_jobs=2, random_state=0)
    assert time.monotonic() - begin < 30
    assert found.best == "quick"
    assert not found.certificate.decided
    assert found.certificate.gap == pytest.approx(1 - found.certificate.delivery.score)


def test_a_training_that_overruns_the_timeout_is_given_up():
    """The user has the sample's model in time, and is told why."""
    X, y = noisy_signs(8_000)
    begin = time.monotonic()
    candidates = {"surprising": SlowOn(6_400, FOREVER), "other": Slow(1, 0.0)}
    options = {"timeout": 12, "min_train_size": 800, "stop_at": "paper", "random_state": 0}
    found = select(candidates, X, y, **options)
    assert time.monotonic() - begin < 40
    delivery = found.certificate.delivery
    assert found.best == "surprising"
    assert delivery.trained_on == "a sample"
    assert found.estimator.seen == delivery.n_train < 6_400
    assert "6,400 rows was given up after" in delivery.reason


def test_a_race_ends_so_early_that_its_winner_can_be_trained():
    """The race would go on for hours; with a limit, the winner is trained on all rows."""
    X, y = noisy_signs(8_000)
    candidates = {f"a{i}": SlowOn(10**9, 0.0, 0, seconds=0.7) for i in range(12)}
    begin = time.monotonic()
    found = select(
        candidates, X, y, timeout=40, epsilon=0.0, min_train_size=800, random_state=0
    )
    assert time.monotonic() - begin < 80
    assert found.race.ending is None
    assert found.certificate.delivery.trained_on == "all training rows"
    assert found.estimator.seen == 6_400


def test_a_script_without_a_main_guard_runs_in_parallel(tmp_path):
    """Worker processes do not import the user's script again."""
    script = tmp_path / "plain.py"
    script.write_text(
        "from sklearn.base import BaseEstimator, ClassifierMixin\n"
        "from sklearn.linear_model import LogisticRegression\n"
        "from sklearn.datasets import make_classification\n"
        "from nearbest import select\n"
        "print('started')\n"
        "class Own(LogisticRegression):\n"
        "    pass\n"
        "X, y = make_classification(4_000, random_state=0)\n"
        "print(select({'own': Own(), 'other': Own(C=1e-9)}, X, y, n_jobs=2).best)\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[:1] == ["started"]
    assert done.stdout.count("started") == 1


@pytest.mark.parametrize(
    "where",
    ["n_jobs=2", "run_dir='run'", "executor=ThreadPoolExecutor(1)"],
    ids=["workers", "a run directory", "threads"],
)
def test_classes_of_a_script_stay_as_they_are(tmp_path, where):
    """A model that comes back changes no method of the class that it is of."""
    script = tmp_path / "plain.py"
    script.write_text(
        "from concurrent.futures import ThreadPoolExecutor\n"
        "from sklearn.linear_model import LogisticRegression\n"
        "from sklearn.datasets import make_classification\n"
        "from nearbest import select\n"
        "class Own(LogisticRegression):\n"
        "    def fit(self, X, y):\n"
        "        return super().fit(X, y)\n"
        "before = Own.fit\n"
        "X, y = make_classification(4_000, random_state=0)\n"
        f"found = select({{'own': Own(), 'other': Own(C=1e-9)}}, X, y, {where})\n"
        "print(type(found.estimator) is Own, Own.fit is before)\n"
    )
    done = subprocess.run(
        [sys.executable, script], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.stdout.split() == ["True", "True"], done.stderr
