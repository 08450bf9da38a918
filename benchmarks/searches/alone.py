"""One tool on one table, in a process of its own: a JSON line for each model it gives.

    python -m searches.alone TOOL TABLE FOLDER ROWS SECONDS SEED

Clocks are changed before any tool is imported; so are numbers of threads, by whoever
starts this.
"""

from __future__ import annotations

from searches.clock import install, not_counted, processor_seconds

install()

import json  # noqa: E402  (clocks first)
import os  # noqa: E402
import sys  # noqa: E402
import threading  # noqa: E402
import warnings  # noqa: E402
from pathlib import Path  # noqa: E402
from typing import Any  # noqa: E402

from sklearn.metrics import accuracy_score  # noqa: E402

from searches.rows import Rows, rows_of  # noqa: E402
from searches.tools import TOOLS, Given  # noqa: E402

#: A tool that has given nothing by the end of its time is waited for this much longer.
PATIENCE = 1.5


class Answers:
    """Scores the models that a tool gives, off the clock."""

    def __init__(self, rows: Rows, seconds: float) -> None:
        self._rows, self._seconds = rows, seconds
        self._lock, self._any = threading.Lock(), False
        self.begin()
        threading.Thread(target=self._watch, daemon=True).start()

    @property
    def used(self) -> float:
        """Processor seconds since the tool began."""
        return processor_seconds() - self._start

    def begin(self) -> None:
        """The tool begins from the start."""
        self._start = processor_seconds()

    def __call__(self, model: Any, **facts: Any) -> None:
        """A model that the tool would give now."""
        used = self.used
        with self._lock, not_counted():
            score = accuracy_score(self._rows.y_held, model.predict(self._rows.X_held))
            _say({"used": used, "score": float(score), **facts})
            self._any = True

    def _watch(self) -> None:
        """End the process when time is up: a tool in the middle of a fit would not."""
        while True:
            threading.Event().wait(0.5)
            with self._lock:
                patience = 1.0 if self._any else PATIENCE
                if self.used > patience * self._seconds:
                    _say({"used": self.used, "error": "no more models within its time"})
                    os._exit(0)


def _say(line: dict[str, Any]) -> None:
    print(json.dumps(line), flush=True)


def main() -> None:
    """Let one tool search."""
    warnings.simplefilter("ignore")
    tool, table, folder, n_rows, seconds, seed = sys.argv[1:]
    rows = rows_of(table, Path(folder), int(n_rows) or None, int(seed))
    given = Given(rows.X, rows.y, int(seed), float(seconds))
    answers = Answers(rows, given.seconds)
    TOOLS[tool].search(given, answers)
    os._exit(0)  # nothing of the tool is to go on


if __name__ == "__main__":
    main()
