"""The script that compares answers tells equal ones from others."""

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "compare_answers.py"
RUN = "replay: names, auto"


def script(*arguments):
    command = [sys.executable, str(SCRIPT), *map(str, arguments), "--only", RUN]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    path = tmp_path_factory.mktemp("answers") / "recorded.json.gz"
    assert script("record", path).returncode == 0
    return path


def changed(recorded, change):
    """A copy of the recording in which `change` has altered the answer."""
    content = json.loads(gzip.decompress(recorded.read_bytes()))
    change(content["answers"][RUN])
    path = recorded.with_name("changed.json.gz")
    path.write_bytes(gzip.compress(json.dumps(content).encode()))
    return path


def test_equal_answers(recorded):
    """The same code gives the same answer, in every word."""
    done = script("check", recorded, "--words")
    assert done.returncode == 0, done.stdout
    assert "1 runs, 0 differ" in done.stdout


def test_another_number(recorded):
    """A number that differs in its last digit is named with its run and field."""

    def change(answer):
        answer["certificate"]["gap"] += "1"

    done = script("check", changed(recorded, change))
    assert done.returncode == 1
    assert f"{RUN}\n  certificate.gap: " in done.stdout


def test_a_field_left_out(recorded):
    """A field that is left out does not count."""

    def change(answer):
        answer["certificate"]["gap"] += "1"

    assert (
        script("check", changed(recorded, change), "--without", "certificate").returncode == 0
    )


def test_other_words(recorded):
    """Wording counts only where it is asked for."""

    def change(answer):
        answer["words"]["sentence"] += "!"

    path = changed(recorded, change)
    assert script("check", path).returncode == 0
    done = script("check", path, "--words")
    assert done.returncode == 1
    assert "words.sentence: " in done.stdout
