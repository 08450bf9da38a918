"""The command line as a person meets it: in a terminal, and in a pipe."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pexpect
import pyte
import pytest

from nearbest.forecast.shipped import shipped_levels
from nearbest.replay import record

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
NEARBEST = [sys.executable, "-W", "ignore", "-m", "nearbest"]
CACHE = tempfile.TemporaryDirectory(prefix="nearbest-cache-")
COMMANDS = (
    "select", "resume", "report", "show", "compare", "predict", "space", "demo", "library",
)  # fmt: skip
SIZES = pytest.mark.parametrize(("columns", "lines"), [(80, 24), (200, 50)])

QUICK = """
[[candidates]]
name = "shallow"
estimator = "sklearn.tree.DecisionTreeClassifier"
parameters = { max_depth = 2 }
preprocessing = "ordinal"

[[candidates]]
name = "linear"
estimator = "sklearn.linear_model.SGDClassifier"
preprocessing = "scaled"
"""

LOUD = """
[[candidates]]
name = "from C"
estimator = "sklearn.svm.LinearSVC"
parameters = { verbose = 1 }
preprocessing = "scaled"

[[candidates]]
name = "from Python"
estimator = "sklearn.neural_network.MLPClassifier"
parameters = { verbose = true, max_iter = 2 }
preprocessing = "scaled"
"""


def environment(**changes):
    kept = {k: v for k, v in os.environ.items() if k not in ("CI", "COLUMNS", "LINES")}
    return {**kept, "TERM": "xterm-256color", "NEARBEST_CACHE": CACHE.name, **changes}


def run(*arguments, cwd, **changes):
    """Without a terminal."""
    return subprocess.run(
        [*NEARBEST, *map(str, arguments)],
        cwd=cwd,
        env=environment(**changes),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


class Terminal:
    """A terminal emulator with a command running in it."""

    def __init__(self, columns, lines, cwd, *arguments):
        self.screen = pyte.HistoryScreen(columns, lines, history=10_000)
        self._stream = pyte.ByteStream(self.screen)
        self.written = b""
        self.child = pexpect.spawn(
            NEARBEST[0],
            [*NEARBEST[1:], *map(str, arguments)],
            dimensions=(lines, columns),
            cwd=str(cwd),
            env=environment(),
            timeout=120,
            # Tests in the background ignore Ctrl-C, and so would their children.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )

    def read(self):
        """Take in what was written; whether there may be more."""
        try:
            new = self.child.read_nonblocking(65_536, timeout=0.2)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.written += new
        self._stream.feed(new)
        return True

    def until(self, text, seconds=60):
        """Wait until `text` is on the screen."""
        end = time.monotonic() + seconds
        while text not in self.display:
            assert time.monotonic() < end, f"no {text!r} on:\n{self.display}"
            assert self.read(), f"ended without {text!r}:\n{self.display}"

    def finish(self):
        """Wait for the end; the exit code."""
        while self.read():
            pass
        self.child.close()
        return self.child.exitstatus

    @property
    def display(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    @property
    def everything(self):
        """What scrolled by, and the screen."""
        above = [
            "".join(line[i].data for i in range(self.screen.columns)).rstrip()
            for line in self.screen.history.top
        ]
        return "\n".join([*above, self.display])


@pytest.fixture(scope="module")
def folder(tmp_path_factory, flights_sample):
    """A folder with flights and files of candidates."""
    folder = tmp_path_factory.mktemp("cli")
    X, y = flights_sample(30_000)
    frame = X.assign(delayed=y)
    frame.to_parquet(folder / "flights.parquet")
    frame.head(4_000).to_csv(folder / "few.csv", index=False)
    (folder / "quick.toml").write_text(QUICK)
    return folder


@SIZES
class TestTerminal:
    def test_help(self, folder, columns, lines):
        """Help shows examples, fits the terminal and lists every command."""
        terminal = Terminal(columns, lines, folder, "--help")
        assert terminal.finish() == 0
        for command in COMMANDS:
            assert f"│ {command} " in terminal.everything
        assert "Exit codes" in terminal.everything

    def test_live_progress(self, folder, columns, lines):
        """Candidates, current winner, gap and time are drawn in place, then the answer.

        Redrawing moves nothing out of sight, so nothing flickers.
        """
        terminal = Terminal(columns, lines, folder, "demo", "--rows", "12000", "--n", "9")
        terminal.until("Ctrl-C stops")  # below the rest, so that all of it is drawn
        for part in ("█", "current winner", "certified gap", "no forecast", "Ctrl-C stops"):
            assert part in terminal.display
        assert re.search(r"\d of 9 in the race · \d+ excluded · \d+ probes", terminal.display)
        while "in the race ·" in terminal.display and terminal.read():
            assert "selected in" in terminal.everything or not terminal.screen.history.top
        assert terminal.finish() == 0
        assert "in the race ·" not in terminal.everything  # the block was taken away
        assert " ".join(terminal.everything.split()).count("with confidence 0.95") == 1
        assert "selected in" in terminal.everything

    def test_select_save_predict(self, folder, columns, lines, tmp_path):
        """From a table to a model to predictions."""
        model = tmp_path / "model.skops"
        terminal = Terminal(
            columns, lines, folder, "select", "few.csv", "--target", "delayed",
            "--candidates", "quick.toml", "--epsilon", "0.1", "--save", model,
        )  # fmt: skip
        assert terminal.finish() == 0
        assert f"Model: {model}" in terminal.everything.replace("\n", "")
        assert "within 0.1 accuracy of the best of 2 candidates" in terminal.everything
        result = run("predict", model, "few.csv", cwd=folder)
        assert result.returncode == 0, result.stderr
        assert result.stdout.splitlines()[0] == "prediction"
        assert len(result.stdout.splitlines()) == 4_001

    def test_error(self, folder, columns, lines):
        """An error is a sentence, without a traceback."""
        terminal = Terminal(columns, lines, folder, "select", "none.csv", "-t", "delayed")
        assert terminal.finish() == 1
        assert "Error: " in terminal.everything
        assert "none.csv" in terminal.everything
        assert "Traceback" not in terminal.everything


def test_ctrl_c_stops_with_the_answer_so_far(folder):
    """Ctrl-C ends the race as a timeout does, and the folder can be gone on with."""
    terminal = Terminal(
        80, 24, folder, "select", "flights.parquet", "-t", "delayed", "--n", "20",
        "--epsilon", "0.001", "--run-dir", "stopped",
    )  # fmt: skip
    terminal.until("current winner")
    terminal.child.sendintr()
    assert terminal.finish() == 3, terminal.everything
    assert "Stopped before 0.001 was" in terminal.everything
    assert "nearbest resume stopped" in terminal.everything
    shown = run("show", "stopped", "--json", cwd=folder)
    assert json.loads(shown.stdout)["decided"] is False


class TestWithoutTerminal:
    def test_answer_and_log_lines(self, folder):
        """The answer goes to standard output, log lines without any escape to error."""
        result = run("demo", "--rows", "100000", "--n", "20", "--stop-at", "paper",
                     "--epsilon", "0", "--timeout", "25s", cwd=folder)  # fmt: skip
        assert result.returncode in (0, 3)
        assert "of 20 candidates" in result.stdout
        assert "in the race ·" not in result.stdout
        assert re.search(r"^[\d.]+ s .* of 20 in the race", result.stderr, re.MULTILINE)
        assert "\x1b" not in result.stdout + result.stderr

    def test_json(self, folder):
        """JSON is all there is on standard output."""
        result = run("select", "few.csv", "-t", "delayed", "--candidates", "quick.toml",
                     "--epsilon", "0.1", "--seed", "0", "--json", cwd=folder)  # fmt: skip
        answer = json.loads(result.stdout)
        assert answer["decided"]
        assert answer["seed"] == 0
        assert {c["name"] for c in answer["candidates"]} == {"shallow", "linear"}
        assert answer["candidates"][0]["parameters"] == {"learn__max_depth": 2}

    @pytest.mark.parametrize("jobs", [1, 2])
    def test_learners_that_print(self, folder, jobs):
        """What learners print, from C or Python, in this process or another, is no JSON."""
        (folder / "loud.toml").write_text(LOUD)
        result = run("select", "few.csv", "-t", "delayed", "--candidates", "loud.toml",
                     "--epsilon", "0.1", "-j", jobs, "--json", cwd=folder)  # fmt: skip
        assert len(json.loads(result.stdout)["candidates"]) == 2
        assert "[LibLinear]" in result.stderr
        assert "Iteration 1, loss" in result.stderr

    def test_quiet(self, folder):
        """One sentence."""
        result = run("select", "few.csv", "-t", "delayed", "--candidates", "quick.toml",
                     "--epsilon", "0.1", "--quiet", cwd=folder)  # fmt: skip
        assert len(result.stdout.splitlines()) == 1
        assert result.stderr == ""

    def test_timeout(self, folder):
        """A timeout ends with exit code 3 and the gap certified so far."""
        result = run("select", "flights.parquet", "-t", "delayed", "--n", "80", "-j", "2",
                     "-e", "0.0001", "--timeout", "8s", "--json", cwd=folder)  # fmt: skip
        assert result.returncode == 3, result.stderr
        assert json.loads(result.stdout)["gap"] < 1

    def test_reader_that_leaves(self, folder):
        """`nearbest … | head` is no error."""
        line = " ".join([*NEARBEST, "space", "--n", "3000", "| head -1"])
        result = subprocess.run(line, shell=True, capture_output=True, text=True, check=False)
        assert result.stderr == ""
        assert result.stdout.startswith("configuration")


class TestRunDir:
    def test_crash_and_resume(self, folder, tmp_path):
        """A killed run goes on where it was, from the folder alone."""
        candidates = tmp_path / "mine.toml"
        candidates.write_text((EXAMPLES / "candidates.toml").read_text())
        journal = tmp_path / "run" / "journal.jsonl"
        process = subprocess.Popen(
            [*NEARBEST, "select", "flights.parquet", "-t", "delayed", "--candidates",
             str(candidates), "--seed", "0", "--run-dir", str(tmp_path / "run")],
            cwd=folder, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        while not journal.exists() or len(journal.read_text().splitlines()) < 5:
            time.sleep(0.1)
        process.send_signal(signal.SIGKILL)
        process.wait()
        candidates.unlink()
        before = journal.read_text().splitlines()[:5]
        shown = run("show", "run", cwd=tmp_path)
        assert "Stopped before" in shown.stdout
        resumed = run("resume", "run", "--timeout", "20s", "--json", cwd=tmp_path)
        assert resumed.returncode in (0, 3), resumed.stderr
        assert json.loads(resumed.stdout)["seed"] == 0
        assert journal.read_text().splitlines()[:5] == before
        report = run("report", "run", cwd=tmp_path)
        assert report.returncode == 0, report.stderr
        assert "<html" in (tmp_path / "run" / "report.html").read_text()

    def test_another_run(self, folder, tmp_path):
        """A folder is not taken over by another run."""
        arguments = ["select", "few.csv", "-t", "delayed", "--candidates", "quick.toml",
                     "--epsilon", "0.1", "--run-dir", tmp_path / "run"]  # fmt: skip
        assert run(*arguments, cwd=folder).returncode == 0
        assert run(*arguments, cwd=folder).returncode == 0
        result = run(*arguments, "--delta", "0.2", cwd=folder)
        assert result.returncode == 1
        assert "holds another run" in result.stderr

    @pytest.mark.parametrize("command", ["show", "resume", "report"])
    def test_no_run(self, folder, command):
        """A folder without a run is named."""
        result = run(command, "nowhere", cwd=folder)
        assert result.returncode == 1
        assert "nowhere" in result.stderr
        assert "Traceback" not in result.stderr


class TestStopAt:
    """Stopping by forecast, and the proof afterwards."""

    SELECT = ("select", "flights.parquet", "-t", "delayed", "--candidates", "two.toml",
              "--epsilon", "0.03", "--seed", "0")  # fmt: skip
    #: Two that are alike: soon predicted to be within ε, and not soon proved.
    TWO = """
[[candidates]]
name = "tree"
estimator = "sklearn.tree.DecisionTreeClassifier"
preprocessing = "ordinal"

[candidates.grid]
max_depth = [6, 7]
"""

    def test_predicted_then_proved(self, folder, tmp_path):
        """A prediction that was asked for is a success; resuming can complete the proof."""
        (folder / "two.toml").write_text(self.TWO)
        place = tmp_path / "run"
        found = run(*self.SELECT, "--stop-at", "predicted", "--run-dir", place, "--json",
                    cwd=folder)  # fmt: skip
        assert found.returncode == 0, found.stderr
        answer = json.loads(found.stdout)
        assert answer["stop_at"] == "calibrated"
        assert answer["ending"] in ("forecast", "proved")  # which depends on measured times
        assert "another name of 'calibrated'" in found.stderr
        (rival,) = answer["exclusions"]
        assert rival["by"] in ("past curves", "proof", "full run")
        assert set(answer["prediction"]) >= {"probability", "gap", "notes"}
        shown = json.loads(run("show", place, "--json", cwd=folder).stdout)
        same = ("winner", "stop_at", "gap", "prediction", "delivery", "sentence")
        assert {key: shown[key] for key in same} == {key: answer[key] for key in same}
        again = run("resume", place, "--json", cwd=folder)
        assert again.returncode == 0, again.stderr
        assert json.loads(again.stdout)["n_probes"] == answer["n_probes"]
        proved = run("resume", place, "--stop-at", "proved", "--json", cwd=folder)
        assert proved.returncode == 0, proved.stderr
        answer = json.loads(proved.stdout)
        assert (answer["stop_at"], answer["decided"]) == ("proved", True)
        assert run("report", place, cwd=folder).returncode == 0

    def test_stopped_before(self, finished, tmp_path):
        """A timeout before the forecast is sure is no success."""
        place = shutil.copytree(finished, tmp_path / "run")
        journal = place / "journal.jsonl"
        journal.write_text(journal.read_text().splitlines(keepends=True)[0])
        result = run("resume", place, "--stop-at", "predicted", "--timeout", "0.01s", "--json",
                     cwd=tmp_path)  # fmt: skip
        assert result.returncode == 3, result.stderr
        answer = json.loads(result.stdout)
        assert answer["decided"] is False

    def test_no_such_rule(self, folder):
        """The choices are named."""
        result = run("demo", "--stop-at", "noon", cwd=folder)
        assert result.returncode == 2
        assert "calibrated" in result.stderr


@pytest.fixture(scope="module")
def finished(folder):
    """A run directory with curves of several sizes."""
    arguments = ["select", "few.csv", "-t", "delayed", "--candidates", "quick.toml"]
    arguments += ["--stop-at", "paper"]
    result = run(*arguments, "-e", "0", "--seed", "0", "--run-dir", "curves", cwd=folder)
    assert result.returncode == 0, result.stderr
    return folder / "curves"


class TestLibrary:
    def test_add_and_show(self, finished, tmp_path):
        """What was added is said in a sentence, listed as one's own, and forecast from."""
        own = {"NEARBEST_LIBRARY": str(tmp_path / "mine"), "COLUMNS": "100"}
        before = json.loads(run("library", "show", "--json", cwd=tmp_path, **own).stdout)
        added = run("library", "add", finished, "--name", "few / flights", cwd=tmp_path, **own)
        assert added.stdout == "Added 2 curves of 1,600 to 3,200 rows as 'few / flights'.\n"
        shown = run("library", "show", cwd=tmp_path, **own).stdout
        assert re.search(r"^few / flights +2 +2 +1,600 +3,200 +own", shown, re.MULTILINE)
        assert re.search(r"^LCDB \(\d+ datasets\) .* shipped", shown, re.MULTILINE)
        assert f"Your own are kept in {tmp_path / 'mine'}." in shown
        assert len(shown.splitlines()) < 20
        assert "\x1b" not in shown
        after = json.loads(run("library", "show", "--json", cwd=tmp_path, **own).stdout)
        assert len(after["datasets"]) == len(before["datasets"]) + 1
        assert after["datasets"][-1] == {
            "dataset": "few / flights", "curves": 2, "configurations": 2,
            "smallest": 1_600, "largest": 3_200, "origin": "own",
        }  # fmt: skip
        code = (
            "from nearbest.forecast.outlook import default_analogs as d; print(d().n_datasets)"
        )
        counted = subprocess.run(
            [sys.executable, "-c", code], env=environment(**own), capture_output=True, text=True
        )
        assert int(counted.stdout) == len(after["datasets"])

    def test_recording(self, tmp_path, stub, coins):
        """A recording is added under the name of its file, and counts in the levels."""
        own = {"NEARBEST_LIBRARY": str(tmp_path / "mine")}
        candidates = {"a": stub(0.9), "b": stub(0.8), "c": stub(0.7)}
        recorded = record(candidates, *coins(16_000), min_train_size=400)
        recorded.to_parquet(tmp_path / "table.parquet")
        added = run("library", "add", "table.parquet", cwd=tmp_path, **own)
        assert added.stdout == (
            "Added 3 curves of 400 to 12,800 rows as 'table'.\n"
            "It counts in the levels of `--stop-at calibrated` from now on.\n"
        )
        assert len(list((tmp_path / "mine").glob("*.levels.json"))) == 1

    def test_every_dataset(self, tmp_path):
        """The shipped ones can be listed one by one."""
        shown = run("library", "show", "--all", cwd=tmp_path).stdout
        assert len(shown.splitlines()) > 100
        assert "datasets)" not in shown

    def test_datasets_that_answers_count(self, tmp_path):
        """They are others than those listed, which is said; JSON names them."""
        own = {"NEARBEST_LIBRARY": str(tmp_path), "COLUMNS": "100"}
        told = json.loads(run("library", "show", "--json", cwd=tmp_path, **own).stdout)
        known = shipped_levels().datasets
        assert told["levels"]["accuracy"] == sorted(known)
        n_of_database = sum(name.startswith("LCDB ") for name in known)
        shown = run("library", "show", cwd=tmp_path, **own).stdout
        assert f"races on {len(known)} datasets by accuracy ({n_of_database} of LCDB)" in shown

    def test_damaged(self, finished, tmp_path):
        """A file that holds no curves is named, and does no harm."""
        own = {"NEARBEST_LIBRARY": str(tmp_path), "COLUMNS": "100"}
        (tmp_path / "bad.parquet").write_bytes(b"torn")
        shown = run("library", "show", cwd=tmp_path, **own)
        assert shown.returncode == 0
        assert f"{tmp_path / 'bad.parquet'} cannot be read" in shown.stdout
        assert run("library", "add", finished, cwd=tmp_path, **own).returncode == 0

    def test_no_run(self, tmp_path):
        """A folder without a run is named, in one sentence."""
        result = run("library", "add", "nowhere", cwd=tmp_path)
        assert result.returncode == 1
        assert (
            result.stderr == "Error: `SOURCE` must hold a run; nowhere has no settings.json.\n"
        )


class TestCompare:
    def test_worse(self, folder, tmp_path):
        """A much worse alteration is called worse, with the difference."""
        (tmp_path / "bad.toml").write_text(
            '[[candidates]]\nname = "guess"\nestimator = "sklearn.dummy.DummyClassifier"\n'
            'parameters = { strategy = "uniform" }\n'
        )
        result = run("compare", EXAMPLES / "baseline.toml", tmp_path / "bad.toml", "few.csv",
                     "-t", "delayed", "--seed", "0", cwd=folder)  # fmt: skip
        assert result.returncode == 0, result.stderr
        assert result.stdout.startswith("guess is worse than production: by 0.")
        assert "Assumptions:" in result.stdout

    def test_equal(self, folder):
        """A small difference is equal within a large ε."""
        result = run("compare", EXAMPLES / "baseline.toml", EXAMPLES / "altered.toml",
                     "few.csv", "-t", "delayed", "--seed", "0", "-e", "0.2", "--json",
                     cwd=folder)  # fmt: skip
        answer = json.loads(result.stdout)
        assert answer["answer"] == "equal"
        low, high = answer["difference"]
        assert -0.2 <= low <= high <= 0.2

    def test_same_names(self, folder, tmp_path):
        """Two versions of one configuration are told apart by their files."""
        for name, depth in (("old", 1), ("new", 3)):
            (tmp_path / f"{name}.toml").write_text(
                '[[candidates]]\nestimator = "sklearn.tree.DecisionTreeClassifier"\n'
                f'preprocessing = "ordinal"\nparameters = {{ max_depth = {depth} }}\n'
            )
        result = run("compare", tmp_path / "old.toml", tmp_path / "new.toml", "few.csv",
                     "-t", "delayed", "--seed", "0", "--epsilon", "0.2", "--quiet",
                     cwd=folder)  # fmt: skip
        assert result.stdout.startswith("new and old are equal within 0.2")

    def test_small_delta(self, folder):
        """The confidence is not rounded to certainty."""
        result = run("compare", EXAMPLES / "baseline.toml", EXAMPLES / "altered.toml",
                     "few.csv", "-t", "delayed", "--seed", "0", "-e", "0.2", "--delta", "1e-6",
                     "--quiet", cwd=folder)  # fmt: skip
        assert result.stdout.endswith(" Confidence 1 − 1e-06.\n")

    def test_nothing_is_proved(self, folder):
        """Of rows that were not drawn at random there is no confidence, which is said."""
        line = ["compare", EXAMPLES / "baseline.toml", EXAMPLES / "altered.toml", "few.csv",
                "-t", "delayed", "--seed", "0", "-e", "0.2",
                "--test-file", "few.csv"]  # fmt: skip
        result = run(*line, "--quiet", cwd=folder)
        assert result.stdout.endswith(" Estimated, not proved.\n")
        answer = json.loads(run(*line, "--json", cwd=folder).stdout)
        assert (answer["proven"], answer["claim"]) == (False, "estimated")

    def test_approximate_bounds(self, folder):
        """A score without exact bounds has a confidence that holds approximately."""
        result = run("compare", EXAMPLES / "baseline.toml", EXAMPLES / "altered.toml",
                     "few.csv", "-t", "delayed", "--seed", "0", "-e", "0.5", "--scoring", "f1",
                     "--quiet", cwd=folder)  # fmt: skip
        assert result.stdout.split()[-3:] == ["Confidence", "0.95,", "approximately."]

    @pytest.mark.parametrize("epsilon", ["40", "90%"])
    def test_a_loss_in_units_of_its_own(self, tmp_path, epsilon):
        """The tolerance is one of the loss, or a share of what a constant loses."""
        for name, depth in (("old", 1), ("new", 2)):
            (tmp_path / f"{name}.toml").write_text(
                '[[candidates]]\nestimator = "sklearn.tree.DecisionTreeRegressor"\n'
                f"parameters = {{ max_depth = {depth} }}\n"
            )
        lines = [f"{i % 97},{i % 97 + i % 3}" for i in range(2_000)]
        (tmp_path / "rows.csv").write_text("\n".join(["x,y", *lines]))
        line = ["compare", "old.toml", "new.toml", "rows.csv", "-t", "y", "--seed", "0",
                "--scoring", "neg_mean_absolute_error"]  # fmt: skip
        refused = run(*line, cwd=tmp_path)
        assert "`--epsilon` must be given for" in refused.stderr
        result = run(*line, "-e", epsilon, "--json", cwd=tmp_path)
        assert result.returncode == 0, result.stderr
        answer = json.loads(result.stdout)
        assert answer["answer"] in ("equal", "better")
        assert answer["epsilon"] > 1

    def test_many_candidates(self, folder):
        """Only two configurations can be compared."""
        result = run("compare", EXAMPLES / "candidates.toml", EXAMPLES / "altered.toml",
                     "few.csv", "-t", "delayed", "--seed", "0", cwd=folder)  # fmt: skip
        assert result.returncode == 1
        assert "must hold one candidate" in result.stderr


class TestOthers:
    def test_space(self, folder):
        """The paper's space is listed with its 29 hyperparameters."""
        result = run("space", cwd=folder, COLUMNS="200")
        assert len(result.stdout.splitlines()) == 30
        assert "LightGBM" in result.stdout

    def test_space_by_name(self, folder):
        """Spaces have names; draws from one are listed."""
        result = run("space", "modern-regression", "--n", "9", "--json", cwd=folder)
        names = [row["configuration"].split("-")[0] for row in json.loads(result.stdout)]
        assert {"LightGBM", "Ridge"} <= set(names)

    def test_space_of_a_file(self, folder):
        """Draws from a file are listed."""
        result = run("space", EXAMPLES / "space.toml", "--n", "3", "--json", cwd=folder)
        assert [row["configuration"] for row in json.loads(result.stdout)] == [
            "Logistic-1",
            "Forest-2",
            "Network-3",
        ]

    def test_allow(self, folder, tmp_path):
        """Other packages may be named only when allowed."""
        (tmp_path / "my_learners.py").write_text(
            "from sklearn.tree import DecisionTreeClassifier\n"
            "class Mine(DecisionTreeClassifier):\n    pass\n"
        )
        (tmp_path / "mine.toml").write_text(
            '[[candidates]]\nestimator = "my_learners.Mine"\npreprocessing = "ordinal"\n'
        )
        arguments = ["select", "few.csv", "-t", "delayed", "--candidates",
                     tmp_path / "mine.toml", "--epsilon", "0.1"]  # fmt: skip
        refused = run(*arguments, cwd=folder, PYTHONPATH=str(tmp_path))
        assert refused.returncode == 1
        assert "--allow my_learners" in refused.stderr
        allowed = run(
            *arguments, "--allow", "my_learners", cwd=folder, PYTHONPATH=str(tmp_path)
        )
        assert allowed.returncode == 0, allowed.stderr

    def test_pickled_model(self, folder, tmp_path):
        """A model that could run code is loaded only when asked."""
        (tmp_path / "model.pkl").write_bytes(b"cos\nsystem\n(S'touch pwned'\ntR.")
        result = run("predict", tmp_path / "model.pkl", "few.csv", cwd=tmp_path)
        assert result.returncode == 1
        assert not (tmp_path / "pwned").exists()

    def test_usage(self, folder):
        """What cannot be understood has its own exit code."""
        for arguments in (["selekt"], ["select", "few.csv"], ["demo", "--timeout", "soon"]):
            assert run(*arguments, cwd=folder).returncode == 2

    def test_debug(self, folder):
        """--debug shows where an error arose."""
        result = run("select", "none.csv", "-t", "delayed", "--debug", cwd=folder)
        assert "Traceback" in result.stderr

    def test_completion(self, folder):
        """Shells are offered commands and options."""
        result = run(cwd=folder, _NEARBEST_COMPLETE="complete_bash", COMP_WORDS="nearbest se",
                     COMP_CWORD="1")  # fmt: skip
        assert result.stdout.split() == ["select"]

    def test_dask(self, folder):
        """Probes run on the Dask cluster at an address."""
        distributed = pytest.importorskip("distributed")
        with distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, dashboard_address=None
        ) as local:
            result = run("select", "few.csv", "-t", "delayed", "--candidates", "quick.toml",
                         "--epsilon", "0.1", "--dask", local.scheduler_address,
                         "--quiet", cwd=folder)  # fmt: skip
        assert result.returncode == 0, result.stderr
        assert "of the best of 2 candidates" in result.stdout

    def test_no_cluster(self, folder):
        """An address where nobody answers is named."""
        result = run("select", "few.csv", "-t", "delayed", "--candidates", "quick.toml",
                     "--dask", "tcp://127.0.0.1:1", cwd=folder)  # fmt: skip
        assert result.returncode == 1
        assert "Error: `--dask` found no scheduler at tcp://127.0.0.1:1" in result.stderr
