"""Problems with known answers: every large dataset of the library, and the recordings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
from experiments.recordings import load_all

from nearbest.forecast import Analogs, Library
from nearbest.replay import Curves

DATABASE = Path(__file__).parent / "lcdb.parquet"
#: Fewer candidates make no problem.
FEWEST_CONFIGURATIONS = 5
#: So few of a recorded table are drawn, so many times.
DRAWN, N_DRAWS = (5, 10), 20


@dataclass(frozen=True)
class Problem:
    """Curves of one dataset to choose from, and the past curves of all others."""

    title: str
    dataset: str
    run: int
    curves: Curves
    frame: pd.DataFrame
    analogs: Analogs


def from_database(library: Library) -> Iterator[Problem]:
    """Every dataset of at least 30,000 rows in the database, five seeds each."""
    points = pd.read_parquet(DATABASE)
    for dataset, group in points.groupby("dataset"):
        analogs = Analogs(library.without(str(dataset)))
        for run, frame in group.groupby("run"):
            if frame["configuration"].nunique() >= FEWEST_CONFIGURATIONS:
                curves = Curves.from_frame(frame)
                yield Problem(str(dataset), str(dataset), int(run), curves, frame, analogs)


def from_recordings(library: Library) -> Iterator[Problem]:
    """Every recorded table, once."""
    for recording in load_all():
        name, frame = recording.name, recording.frame
        analogs = Analogs(library.without(name))
        yield Problem(recording.title, name, 0, Curves.from_frame(frame), frame, analogs)


def draws_from_recordings(library: Library) -> Iterator[Problem]:
    """A few configurations of every recorded table that has more, drawn many times."""
    for recording in load_all():
        analogs = Analogs(library.without(recording.name))
        for n in (n for n in DRAWN if n < len(recording.names)):
            for draw in range(N_DRAWS):
                frame = recording.subset(n, draw)
                curves = Curves.from_frame(frame)
                yield Problem(recording.title, recording.name, draw, curves, frame, analogs)
