"""What is known of the targets of recorded tables before any training.

    python benchmarks/recorded_targets.py FOLDER [FOLDER ...]

The folders hold the tables whose recordings are below ``past``. Of classes the shares are
noted, of numbers what the best constant prediction loses on the test rows, in
``past/targets.json``: recordings know the largest share and the variance alone.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
from record_scores import PAST
from recorded_tables import Table

from nearbest.probing.metrics.absolute import MeanAbsoluteError
from nearbest.probing.metrics.squared import RootMeanSquaredError

TARGETS = PAST / "targets.json"
FOLDERS = (PAST, PAST / "two", PAST / "unseen", PAST / "regression")


def about(table: Table) -> dict[str, Any]:
    """The shares of the classes, or what the best constant prediction loses."""
    if table.numbers is None:
        counts = np.bincount(np.append(table.y, table.y_test))
        return {"shares": (counts / counts.sum()).round(6).tolist()}
    losses = MeanAbsoluteError(), RootMeanSquaredError()
    return {loss.scoring: loss.constant(table.numbers) for loss in losses}


def main(folders: list[Path]) -> None:
    """Note all tables that were recorded and are at hand; others stay as they are."""
    known = json.loads(TARGETS.read_text()) if TARGETS.exists() else {}
    for name in sorted(path.stem for folder in FOLDERS for path in folder.glob("*.parquet")):
        found = [folder / f"{name}.parquet" for folder in folders]
        path = next((path for path in found if path.exists()), None)
        if path is None:
            print(f"{name} is in none of the folders")
        else:
            known[name] = about(Table.load(path))
    TARGETS.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main([Path(folder) for folder in sys.argv[1:]])
