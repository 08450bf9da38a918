"""How long the first probe takes to end, with worker processes and without.

    python benchmarks/first_probe.py [ROWS]

Each way runs in a fresh interpreter that has imported its learners, in turn with the others,
so that whatever else the machine does disturbs all of them alike. Seconds are those from the
call of `select` to the first observation, by the clock and by the processor time of this
process and of those it started: a busy machine stretches the first and not the others. The
wanted difference to a probe in this process is at most 2 s.
"""

from __future__ import annotations

import contextlib
import json
import resource
import statistics
import subprocess
import sys
import time
from typing import Any

import numpy as np

REPEATS = 3
ROWS = 100_000
WAYS: dict[str, dict[str, Any]] = {
    "in this process": {},
    "n_jobs=2": {"n_jobs": 2},
    "timeout=60": {"timeout": 60},
    "n_jobs=2, probe_timeout=60": {"n_jobs": 2, "probe_timeout": 60},
    "probe_memory=1 GiB": {"probe_memory": 1 << 30},
}


class FirstProbeEnded(Exception):
    """Nothing else is wanted of the run."""


def first_probe(way: str, n_rows: int) -> list[float]:
    """Seconds until the first observation: by the clock, of this process, of others."""
    from lightgbm import LGBMClassifier
    from sklearn.linear_model import LogisticRegression

    from nearbest import select

    rng = np.random.default_rng(0)
    X = rng.normal(size=(n_rows, 20))
    y = X[:, 0] + rng.normal(size=n_rows) > 0
    candidates = {"linear": LogisticRegression(), "boosted": LGBMClassifier(verbose=-1)}
    taken: list[float] = []

    def watch(race: Any, running: object) -> None:
        if race.history:
            taken[:] = time.perf_counter() - clock, time.process_time() - own
            raise FirstProbeEnded

    clock, own = time.perf_counter(), time.process_time()
    with contextlib.suppress(FirstProbeEnded):
        select(candidates, X, y, random_state=0, watch=watch, **WAYS[way])
    others = resource.getrusage(resource.RUSAGE_CHILDREN)
    return [*taken, others.ru_utime + others.ru_stime]


def main(n_rows: int) -> None:
    """Print the table."""
    seconds: dict[str, list[list[float]]] = {way: [] for way in WAYS}
    for _ in range(REPEATS):
        for way, measured in seconds.items():
            command = [sys.executable, "-W", "ignore", __file__, "--one", way, str(n_rows)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            measured.append(json.loads(done.stdout.splitlines()[-1]))
    medians = {
        way: list(map(statistics.median, zip(*s, strict=True))) for way, s in seconds.items()
    }
    base = medians["in this process"][0]
    print(f"first probe, {n_rows:,} rows: median seconds of {REPEATS} runs")
    print(f"{'':<28} clock  beyond  own processor  others' processor")
    for way, (clock, own, others) in medians.items():
        print(f"{way:<28} {clock:5.2f}  {clock - base:+6.2f}  {own:13.2f}  {others:17.2f}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(first_probe(sys.argv[2], int(sys.argv[3]))))
    else:
        main(int(sys.argv[1]) if sys.argv[1:] else ROWS)
