"""Tables of classes as tables of numbers: one of their columns is what is to be predicted.

    python benchmarks/numeric_targets.py TARGET_FOLDER TABLE.parquet [TABLE.parquet ...]

Real tables whose target is a number are few at hand, and most tables have a column that
somebody might want to predict from the others. Columns that give it away are dropped, and so is
the old target. ``stars.parquet`` becomes ``stars-numbers.parquet``, which ``record_scores.py``
records.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd


@dataclass(frozen=True)
class Numbers:
    """The column to predict, on a logarithmic scale or as it is, and those to drop."""

    column: str
    dropped: tuple[str, ...] = ()
    log: bool = False
    keeps_label: bool = False


TARGETS = {
    "acs_coverage": Numbers("PINCP"),
    "acs_income": Numbers("AGEP"),
    "address_countries": Numbers("prefix"),
    "baseball_positions": Numbers("R"),
    "census_kdd": Numbers("age"),
    "city_features": Numbers("population", log=True),
    "climates": Numbers("latitude", keeps_label=True),
    "code_tokens": Numbers("column"),
    "cricket_balls": Numbers("score"),
    "debian_sections": Numbers("installed_size", ("size",), log=True),
    "fashion": Numbers("pixel_14"),
    "household_power": Numbers("active_power_kw", ("intensity",)),
    "illness": Numbers("age"),
    "kdd99_service": Numbers("src_bytes", log=True),
    "machine_code": Numbers("byte_6"),
    "macmorpho_pos": Numbers("length"),
    "melodies": Numbers("pitch"),
    "nba_shots": Numbers(
        "shot_distance", ("loc_x", "loc_y", "zone", "zone_range", "game_id", "game_date")
    ),
    "nfl_plays": Numbers("lead"),
    "nycflights": Numbers("temp", ("dewp",)),
    "odd_digits": Numbers("pixel_14"),
    "road_injuries": Numbers("age_1"),
    "stars": Numbers("colour"),
    "taxi": Numbers("trip_distance", log=True),
    "teaching_ratings": Numbers("label"),
    "un_votes": Numbers("year", ("session",)),
    "uner_ner": Numbers("position"),
    "voices": Numbers("sign_changes"),
}


def as_numbers(frame: pd.DataFrame, target: Numbers) -> pd.DataFrame:
    """The rows that have the number; `label` is that number."""
    values = frame[target.column].astype(float)
    if target.log:
        values = np.log10(1 + values.clip(lower=0))
    kept = frame.drop(columns=[target.column, *target.dropped])
    if target.keeps_label:
        kept = kept.rename(columns={"label": "class"})
    kept = kept.drop(columns="label", errors="ignore").assign(label=values)
    return kept[kept["label"].notna()]


def main(folder: Path, paths: list[Path]) -> None:
    """Write each table with its new target, and say how much that spreads."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in paths:
        frame = as_numbers(pd.read_parquet(path), TARGETS[path.stem])
        name = f"{path.stem}-numbers.parquet"
        frame.to_parquet(folder / name, index=False, compression="zstd")
        print(f"{name}: {len(frame):,} rows, standard deviation {frame['label'].std():.3g}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), [Path(path) for path in sys.argv[2:]])
