"""One tool on one table, in a process of its own, so that none can spoil the next."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

#: One thread for each learner, whoever asks for more.
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def measured(
    tool: str, table: str, folder: Path | None, n_rows: int | None, seconds: float, seed: int
) -> list[dict[str, Any]]:
    """The models that a tool gave, in order: when, and what each scores on held-out rows.

    The last line says why there are no more, where the tool was stopped or failed.
    """
    given = [tool, table, folder or ".", n_rows or 0, seconds, seed]
    ended = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "searches.alone", *map(str, given)],
        env={**os.environ, **dict.fromkeys(THREADS, "1")},
        capture_output=True,
        text=True,
        check=False,
    )
    lines = [json.loads(line) for line in ended.stdout.splitlines() if line.startswith("{")]
    if ended.returncode:
        lines.append({"error": ended.stderr.strip().splitlines()[-1][:300]})
    run = {"table": table, "tool": tool, "seconds": seconds, "seed": seed}
    return [{**run, **line} for line in lines]
