"""What starts quickly loads nothing that it does not use."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = {"lightgbm", "numpy", "pandas", "pyarrow", "scipy", "sklearn"}

SCRIPT = """
import sys
try:
    {statement}
except SystemExit as end:
    assert not end.code, end.code
print(*{{name.partition(".")[0] for name in sys.modules}}, sep="\\n")
"""


def loaded_by(statement):
    """The top-level modules that a fresh interpreter has after `statement`."""
    script = SCRIPT.format(statement=statement)
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return set(done.stdout.splitlines())


@pytest.mark.parametrize(
    "statement",
    [
        "import nearbest",
        "from nearbest.cli import app; app(['--version'])",
        "from nearbest.cli import app; app(['--help'])",
    ],
)
def test_start_loads_no_heavy_library(statement):
    """Neither the package nor the overview of commands waits for scikit-learn."""
    loaded = loaded_by(statement)
    assert "nearbest" in loaded
    assert not loaded & HEAVY


def test_datasets_need_no_scikit_learn():
    """A reader of tables does not load what only the paper's preprocessing needs."""
    loaded = loaded_by("import nearbest.datasets")
    assert "pandas" in loaded
    assert not loaded & {"lightgbm", "sklearn"}


def test_select_loads_no_learner_that_nobody_asked_for():
    """LightGBM is imported when the paper's space is."""
    loaded = loaded_by("from nearbest import NearBestSearch, select, space")
    assert "sklearn" in loaded
    assert "lightgbm" not in loaded
