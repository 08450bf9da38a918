"""Recordings of every score, as curves of one of them that a race can be replayed on."""

from __future__ import annotations

import everyday
import numpy as np
import pandas as pd

from nearbest import space
from nearbest.candidates.configuration import Configuration

#: The first configurations of the stream that seed 0 fixes were recorded.
MOST_RECORDED = 100


def scored_by(frame: pd.DataFrame, score: str) -> pd.DataFrame:
    """The trainings of all candidates that have this score on all rows."""
    frame = frame[frame["status"] == "ok"].drop_duplicates(["configuration", "n_train"])
    frame = frame.dropna(subset=[f"train_{score}", f"test_{score}"])
    full = frame.groupby("configuration")["n_train"].transform("max") == frame["n_train"].max()
    sizes = np.sort(frame["n_train"].unique())
    frame = frame[full].assign(
        score_time=frame["train_predict_time"] + frame["test_predict_time"],
        train_score=frame[f"train_{score}"],
        test_score=frame[f"test_{score}"],
    )
    if f"train_prefix_{score}" not in frame:
        return frame
    return frame.assign(
        prefix_sizes=[sizes[sizes <= n] for n in frame["n_train"]],
        prefix_scores=frame[f"train_prefix_{score}"],
    )


def with_kinds(frame: pd.DataFrame, listed: list[Configuration]) -> pd.DataFrame:
    """The kinds of learners, as a race would recognise them."""
    known = {c.name: c for c in listed}
    kinds = {name: known[name].learner_kind for name in frame["configuration"].unique()}
    large = {name: known[name].has_large_leaves for name in kinds}
    return frame.assign(
        kind=frame["configuration"].map(kinds),
        large_leaves=frame["configuration"].map(large),
    )


def classifiers() -> list[Configuration]:
    """All that were recorded on tables of classes."""
    listed = [Configuration(name, each) for name, each in everyday.candidates().items()]
    return [*space.paper().draw(MOST_RECORDED, random_state=0), *listed]


def regressors() -> list[Configuration]:
    """All that were recorded on tables of numbers."""
    listed = [Configuration(name, each) for name, each in everyday.regressors().items()]
    return [*space.modern("regression").draw(MOST_RECORDED, random_state=0), *listed]
