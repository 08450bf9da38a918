"""Tables of many classes, or of numbers, as tables of two classes.

    python benchmarks/two_classes.py TARGET_FOLDER TABLE.parquet [TABLE.parquet ...]

ROC AUC is a score of two classes, and most tables at hand have more: the largest class stands
against all others, and numbers above their median against the rest. The rows stay as they are;
``stars.parquet`` becomes ``stars-two.parquet``, which ``record_scores.py`` records.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pandas as pd


def as_two_classes(frame: pd.DataFrame) -> pd.DataFrame:
    """The same rows; `label` is 1 where it was the largest class, or above the median."""
    label = frame["label"]
    if pd.api.types.is_float_dtype(label):
        return frame.assign(label=(label > label.median()).astype(np.int8))
    return frame.assign(label=(label == label.value_counts().index[0]).astype(np.int8))


def main(folder: Path, paths: list[Path]) -> None:
    """Write each table with its new target, and say how large the class is."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in paths:
        frame = as_two_classes(pd.read_parquet(path))
        name = f"{path.stem}-two.parquet"
        frame.to_parquet(folder / name, index=False, compression="zstd")
        print(f"{name}: {len(frame):,} rows, {frame['label'].mean():.1%} of the class")


if __name__ == "__main__":
    main(Path(sys.argv[1]), [Path(path) for path in sys.argv[2:]])
