"""Stars of the Hipparcos and Tycho catalogues."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from public_tables.downloads import find_one, from_debian

#: Where a line of the catalogue has its numbers.
CELLS = {
    "motion_east": (20, 29),
    "motion_north": (29, 38),
    "parallax": (38, 45),
    "magnitude": (46, 51),
    "colour": (51, 56),
}


def stars(scratch: Path) -> pd.DataFrame:
    """Spectral class of a star by its place, motion, distance, brightness and colour."""
    folder = from_debian("kstars-data", scratch)
    with find_one(folder, "kstars/stars.dat").open(errors="replace") as file:
        lines = pd.Series([line.rstrip("\n") for line in file if not line.startswith("#")])
    frame = pd.DataFrame(index=lines.index)
    frame["right_ascension"] = sexagesimal(lines.str[0:9])
    sign = lines.str[10].map({"-": -1, "+": 1})
    frame["declination"] = sign * sexagesimal(lines.str[11:19])
    for name, (start, end) in CELLS.items():
        frame[name] = pd.to_numeric(lines.str[start:end], errors="coerce")
    frame["double"] = lines.str[59].isin(list("1234"))
    spectrum = lines.str[56]
    frame["label"] = spectrum.where(spectrum.isin(list("OBAFGKM"))).astype("category")
    return frame.dropna(subset="label")


def sexagesimal(texts: pd.Series) -> pd.Series:
    """Numbers of texts such as 064508.92, hours or degrees, minutes and seconds."""
    parts = [texts.str[0:2], texts.str[2:4], texts.str[4:]]
    first, minutes, seconds = (pd.to_numeric(part, errors="coerce") for part in parts)
    return first + minutes / 60 + seconds / 3600
