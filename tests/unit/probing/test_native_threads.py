"""Native threads are limited, and the libraries that have them looked up seldom."""

from __future__ import annotations

import os
import subprocess
import sys
from types import ModuleType

import numpy as np  # noqa: F401  # brings a BLAS to limit
import pytest
from threadpoolctl import ThreadpoolController, threadpool_info

from nearbest.probing import native_threads
from nearbest.probing.native_threads import limited_threads

LATE = """
from threadpoolctl import threadpool_info
from nearbest.probing.native_threads import limited_threads

def n_threads():
    return {each["num_threads"] for each in threadpool_info() if each["user_api"] == "openmp"}

with limited_threads(1):
    assert not n_threads()
import lightgbm
assert n_threads() == {3}, n_threads()
with limited_threads(1):
    assert n_threads() == {1}, n_threads()
assert n_threads() == {3}, n_threads()
"""


@pytest.fixture
def lookups(monkeypatch):
    """One entry for each time that libraries were looked up."""
    made = []

    def counting():
        made.append(None)
        return ThreadpoolController()

    monkeypatch.setattr(native_threads, "ThreadpoolController", counting)
    monkeypatch.setattr(native_threads, "_libraries", native_threads._Libraries())
    return made


def n_threads():
    return {library["num_threads"] for library in threadpool_info()}


def test_threads_are_limited_inside_the_block_alone():
    """Afterwards they are as many as before."""
    with ThreadpoolController().limit(limits=2):
        with limited_threads(1):
            assert n_threads() == {1}
        assert n_threads() == {2}


def test_none_is_no_limit(lookups):
    """Then nothing is looked up either."""
    before = n_threads()
    with limited_threads(None):
        assert n_threads() == before
    assert not lookups


def test_libraries_are_looked_up_once(lookups):
    """A probe enters three such blocks, and a lookup takes milliseconds."""
    for _ in range(3):
        with limited_threads(1), limited_threads(1):
            pass
    assert len(lookups) == 1


def test_libraries_are_looked_up_again_after_an_import(lookups, monkeypatch):
    """It may have loaded one."""
    with limited_threads(1):
        pass
    monkeypatch.setitem(sys.modules, "nearbest_test_late", ModuleType("nearbest_test_late"))
    with limited_threads(1):
        pass
    assert len(lookups) == 2


def test_a_library_that_is_loaded_later_is_limited_too():
    """LightGBM brings its OpenMP when the first candidate asks for it."""
    environment = {**os.environ, "OMP_NUM_THREADS": "3"}
    subprocess.run([sys.executable, "-c", LATE], env=environment, check=True)
