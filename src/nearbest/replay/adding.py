"""Recordings of the user's own, for the forecasts and the stop levels of later runs."""

from __future__ import annotations

import os
from pathlib import Path

import pandas as pd

from nearbest.errors import InvalidInput
from nearbest.forecast import COLUMNS, Library
from nearbest.forecast.outlook import default_analogs
from nearbest.forecast.own_levels import keep_levels
from nearbest.forecast.pasts import Past, past_of
from nearbest.printable import in_words
from nearbest.race.score import ACCURACY, ROC_AUC, Scale
from nearbest.replay.curves import Curves
from nearbest.replay.levels import wrong_levels


def add_recording(
    path: str | os.PathLike[str], name: str | None = None, folder: Path | None = None
) -> Library:
    """Let a recorded table count as a past dataset.

    Races are run on its curves, by the forecast that ships, which has not seen them; how
    often they would have ended wrongly then counts in the level of ``stop_at="calibrated"``.
    Added again under the same name, it takes the place of what was there.

    Parameters
    ----------
    path : path
        A Parquet file of what `nearbest.replay.record` returned.
    name : str, optional
        What to call the dataset; the name of the file if not given.
    folder : Path, optional
        Where the user's curves are; `own_folder()` if not given.

    Returns
    -------
    Library
        The curves of the recording.
    """
    path = Path(path)
    name = path.stem if name is None else name
    if not name.strip():
        raise InvalidInput(f"`name` must not be empty; got {name!r}.")
    frame, scale, past = _read(path)
    rarer = min(frame["class_counts"].iloc[0]) / sum(frame["class_counts"].iloc[0])
    curves = Curves.from_frame(frame, scale=scale, rarer=rarer if scale == ROC_AUC else None)
    keep_levels(name, past, wrong_levels(curves, past), folder)
    points = frame.assign(dataset=name, run=name)[list(COLUMNS)]
    added = Library(points)
    if scale == ACCURACY:
        added.add_to(folder)
        default_analogs.cache_clear()
    return added


def _read(path: Path) -> tuple[pd.DataFrame, Scale, Past]:
    """A recording, the score that it is of, and past curves of that score."""
    needed = ["score", "class_counts", "kind", "converged", "n_test"]
    try:
        frame = pd.read_parquet(path)
        missing = [column for column in (*needed, *COLUMNS[2:]) if column not in frame]
        scales = {scale.name: scale for scale in (ACCURACY, ROC_AUC)}
        found = None if missing or frame.empty else scales.get(frame["score"].iloc[0])
    except (OSError, ValueError, NotImplementedError) as error:
        raise InvalidInput(f"{path} cannot be read as a Parquet file.") from error
    if missing or frame.empty:
        raise InvalidInput(
            f"{path} must be what `nearbest.replay.record` returned, as a Parquet file; "
            + (f"it has no columns {missing}." if missing else "it is empty.")
        )
    past = None if found is None else past_of(found)
    if found is None or past is None:
        known = in_words(list(scales))
        raise InvalidInput(
            f"Levels are calibrated for {known}; {path} is a recording of "
            f"{frame['score'].iloc[0]!r}."
        )
    return frame, found, past
