"""Ctrl-C once ends with an answer, twice without its model; both runs can go on."""

from __future__ import annotations

import importlib
import json
import os
import signal
import subprocess
import sys
import time

import pytest
import typer
from sklearn.exceptions import NotFittedError

from nearbest import NearBestSearch, select
from nearbest.cli.failures import INTERRUPTED, guarded
from nearbest.running.ctrl_c import ending_like_ctrl_c
from nearbest.running.run_dir.run_dir import RunDir
from tests.integration.misbehaving import Slow, noisy_signs

pytestmark = pytest.mark.usefixtures("ctrl_c_as_in_a_terminal")

SCRIPT = """
import sys
from tests.integration.misbehaving import Slow, noisy_signs
from nearbest import select
X, y = noisy_signs(8_000, noise=(0.1, 0.102, 0.104))
candidates = {f"feature {i}": Slow(i, 0.5) for i in range(3)}
options = {"n_jobs": 2} if sys.argv[2] == "parallel" else {}
options |= {"epsilon": 0.0, "stop_at": "paper", "random_state": 0}
found = select(candidates, X, y, run_dir=sys.argv[1], **options)
print(found.certificate.winner, found.certificate.gap, flush=True)
"""


def started(folder, how):
    """The script above, once its journal has four observations."""
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(folder), how],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    journal = folder / "journal.jsonl"
    while not journal.exists() or len(journal.read_bytes().splitlines()) < 4:
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.05)
    return process


def goes_on(folder):
    """The run can be resumed: what was observed stays and the race is decided."""
    X, y = noisy_signs(8_000, noise=(0.1, 0.102, 0.104))
    candidates = {f"feature {i}": Slow(i, 0.5) for i in range(3)}
    before = (folder / "journal.jsonl").read_bytes()
    options = {"epsilon": 0.01, "stop_at": "paper", "refit": False, "random_state": 0}
    found = select(candidates, X, y, run_dir=folder, **options)
    return found.certificate.decided and (folder / "journal.jsonl").read_bytes().startswith(
        before
    )


@pytest.mark.parametrize("how", ["serial", "parallel"])
def test_once_ends_with_the_best_guess_and_the_gap(tmp_path, how):
    """The first Ctrl-C finishes cleanly with an answer."""
    process = started(tmp_path, how)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    name, gap = output.rsplit(maxsplit=1)
    assert name.startswith("feature")
    assert 0 < float(gap) <= 1
    assert "Interrupted" in errors
    assert goes_on(tmp_path)


def test_twice_leaves_out_the_training(tmp_path):
    """The second Ctrl-C does not wait for the winner to be trained; the answer is there."""
    process = started(tmp_path, "serial")
    process.send_signal(signal.SIGINT)
    assert "Interrupted" in process.stderr.readline()
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    assert output.startswith("feature")
    assert "is not trained" in errors
    assert json.loads((tmp_path / "outcome.json").read_text())["delivery"] is None
    assert goes_on(tmp_path)


def test_ctrl_c_between_race_and_training_keeps_the_answer(monkeypatch):
    """No moment is left in which a key costs the race."""
    selecting = importlib.import_module("nearbest.selection.select")
    deliver_model = selecting.deliver_model

    def interrupted_before(*given):
        os.kill(os.getpid(), signal.SIGINT)
        return deliver_model(*given)

    monkeypatch.setattr(selecting, "deliver_model", interrupted_before)
    X, y = noisy_signs(8_000)
    found = select(
        {"one": Slow(0, 0.0), "other": Slow(2, 0.0)}, X, y, epsilon=0.1, stop_at="paper"
    )
    assert found.certificate.decided
    assert found.estimator is None


class Unwilling(Slow):
    """Is interrupted while it is trained on all rows."""

    def fit(self, X, y):
        if len(y) > 5_000:
            os.kill(os.getpid(), signal.SIGINT)
        return super().fit(X, y)


def test_ctrl_c_while_the_choice_is_trained_keeps_the_answer():
    """The race was decided by then; only the model is missing."""
    X, y = noisy_signs(8_000)
    candidates = {"unwilling": Unwilling(0, 0.0), "other": Slow(2, 0.0)}
    search = NearBestSearch(candidates, epsilon=0.1, stop_at="paper", random_state=0).fit(X, y)
    assert search.certificate_.decided
    assert search.best_name_ == "unwilling"
    with pytest.raises(NotFittedError, match="its training was interrupted"):
        search.predict(X)


class Swallows(Slow):
    """Catches Ctrl-C and returns half trained, as scikit-learn's networks do."""

    def fit(self, X, y):
        if len(y) >= 2_000:
            try:
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(1)
            except KeyboardInterrupt:
                self.feature = 2
        return super().fit(X, y)


def test_an_estimator_cannot_swallow_ctrl_c(tmp_path):
    """A model trained halfway is not observed; the run ends and can go on."""
    X, y = noisy_signs(8_000, noise=(0.1, 0.102, 0.4))
    candidates = {"swallows": Swallows(0, 0.0), "other": Slow(1, 0.0)}
    options = {"epsilon": 0.0, "run_dir": tmp_path, "refit": False, "random_state": 0}
    found = select(candidates, X, y, scheduler="round robin", stop_at="paper", **options)
    assert not found.certificate.decided
    assert found.race.tracks["swallows"].sizes == {min(found.race.plan.sizes["swallows"])}
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


IN_MEMORY = SCRIPT.replace("run_dir=sys.argv[1], ", "watch=watch, ").replace(
    "X, y =",
    """
from pathlib import Path
def watch(race, running):
    if len(race.history) == 4:
        Path(sys.argv[1], "begun").touch()
X, y =""",
)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_being_asked_to_end_leaves_no_copy_of_the_data(tmp_path, number):
    """Workers read a copy in the temporary folder, which goes with the process."""
    (tmp_path / "tmp").mkdir()
    process = subprocess.Popen(
        [sys.executable, "-c", IN_MEMORY, str(tmp_path), "parallel"],
        env=os.environ | {"TMPDIR": str(tmp_path / "tmp")},
        stderr=subprocess.PIPE,
        text=True,
    )
    while not (tmp_path / "begun").exists():
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.05)
    assert list((tmp_path / "tmp").glob("nearbest-*"))
    process.send_signal(number)
    process.communicate(timeout=300)
    assert process.returncode == -number
    assert not list((tmp_path / "tmp").glob("nearbest-*"))


def test_a_command_that_is_asked_to_end_keeps_the_answer_untrained():
    """Who sends SIGTERM kills soon after, so that there is no time to train."""
    X, y = noisy_signs(8_000, noise=(0.1, 0.102, 0.104))
    candidates = {f"feature {i}": Slow(i, 0.0) for i in range(3)}
    asked = []

    def end(race, running):
        if len(race.history) == 4 and not asked:  # once: a second one ends this process
            asked.append(True)
            os.kill(os.getpid(), signal.SIGTERM)

    with ending_like_ctrl_c():
        options = {"epsilon": 0.0, "stop_at": "paper", "random_state": 0}
        found = select(candidates, X, y, watch=end, **options)
    assert found.estimator is None
    assert len(found.history) == 4
    assert not found.certificate.decided


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_what_a_shell_runs_in_the_background_is_asked_to_end(tmp_path, n_jobs):
    """Ctrl-C is ignored there; a candidate that is interrupted has not failed."""
    script = f"""
import os, signal, sys
from nearbest import select
from nearbest.running.ctrl_c import ending_like_ctrl_c
from nearbest.running.run_dir.run_dir import RunDir
from tests.integration.misbehaving import Slow, noisy_signs
X, y = noisy_signs(8_000, noise=(0.1, 0.102, 0.104))
candidates = {{f"feature {{i}}": Slow(i, 0.5) for i in range(3)}}
with ending_like_ctrl_c():
    found = select(candidates, X, y, run_dir={str(tmp_path)!r}, n_jobs={n_jobs}, epsilon=0.0,
                   stop_at="paper", random_state=0)
print(found.certificate.failed, found.estimator, found.certificate.decided)
"""
    journal = tmp_path / "journal.jsonl"
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    while not journal.exists() or len(journal.read_bytes().splitlines()) < 4:
        assert process.poll() is None
        time.sleep(0.05)
    time.sleep(0.2)  # in the midst of a fit
    process.send_signal(signal.SIGTERM)
    output, _ = process.communicate(timeout=300)
    assert output.split() == ["()", "None", "False"]
    assert '"failed"' not in journal.read_text()


def test_a_command_that_is_asked_to_end_before_there_is_an_answer(capsys):
    @guarded
    def command():
        os.kill(os.getpid(), signal.SIGTERM)

    with pytest.raises(typer.Exit) as ended:
        command()
    assert ended.value.exit_code == INTERRUPTED
    assert "Stopped. There was no answer yet." in capsys.readouterr().err


def test_a_command_that_is_stopped_says_how_it_can_go_on(capsys, tmp_path):
    """Only where there is something to go on with."""

    @guarded
    def command(run_dir):
        raise KeyboardInterrupt

    for written, said in ((False, "There was no answer yet"), (True, f"resume {tmp_path}")):
        if written:
            (tmp_path / "command.json").write_text("{}")
        with pytest.raises(typer.Exit):
            command(run_dir=tmp_path)
        assert said in capsys.readouterr().err


def test_a_second_ctrl_c_does_not_cost_an_answer_that_is_there(monkeypatch, tmp_path):
    """It came for the training; what is left is a matter of milliseconds."""
    X, y = noisy_signs(8_000, noise=(0.1, 0.102, 0.104))
    candidates = {f"feature {i}": Slow(i, 0.0) for i in range(3)}
    pressed = []

    def press(moment):
        if moment not in pressed:
            pressed.append(moment)
            os.kill(os.getpid(), signal.SIGINT)

    def closed(folder, *given):
        press("while the run is closed")
        return close(folder, *given)

    close = RunDir.__exit__
    monkeypatch.setattr(RunDir, "__exit__", closed)
    found = select(
        candidates,
        X,
        y,
        watch=lambda race, running: len(race.history) == 4 and press("in the race"),
        run_dir=tmp_path,
        **{"epsilon": 0.0, "stop_at": "paper", "random_state": 0},
    )
    assert len(pressed) == 2
    assert found.best.startswith("feature")
    assert (tmp_path / "outcome.json").exists()
