"""One selection on several engines: what takes no cluster, and a small one that does."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from engines import __main__ as bench
from engines import selecting

FOUND = {
    "seconds": 12.4,
    "processor": 30.6,
    "winner": "forest",
    "sentence": "forest is the best.",
    "gap": 0.01,
    "probes": 9,
    "course": "aa",
}
#: In a process of its own, as other tests leave children that never end. Its child leaves
#: one behind that works for a while.
ORPHAN = """
import subprocess, sys
from engines.processors import all_that_end_here

busy = "import time\\nwhile time.process_time() < 0.6: pass"
leave = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {busy!r}])"
with all_that_end_here() as processor_time:
    before = processor_time()
    subprocess.run([sys.executable, "-c", leave], check=True)
    print(processor_time() - before)
"""


def test_orphans_are_waited_for_and_counted():
    """What a process leaves running counts, too."""
    where = {**os.environ, "PYTHONPATH": str(Path(bench.__file__).parents[1])}
    done = subprocess.run(
        [sys.executable, "-c", ORPHAN], env=where, check=True, capture_output=True, text=True
    )
    assert float(done.stdout) > 0.5


def test_the_table_tells_who_took_the_same_course():
    """Times are rounded; answers that differ are all shown."""
    found = {"alone": FOUND, "dask 1": FOUND}
    found["dask 2"] = {**FOUND, "course": "bb", "sentence": "tree is the best."}
    lines = bench.table(found).splitlines()
    assert lines[2] == "| alone | 12 | 31 | 9 | forest | 0.0100 |"
    assert lines[-2] == "Sentences: forest is the best. / tree is the best."
    assert lines[-1] == "The same probes with the same scores as alone: alone, dask 1."


@pytest.mark.filterwarnings("ignore")
def test_a_worker_answers_as_this_process_does(tmp_path):
    """One probe at a time on a cluster is the same race."""
    pytest.importorskip("distributed")
    selecting.make_store(tmp_path, 4_000)
    alone, dask = (selecting.measure(engine, tmp_path) for engine in ("alone", "dask 1"))
    assert alone["course"] == dask["course"]
    assert alone["sentence"] == dask["sentence"]
