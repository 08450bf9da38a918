"""What a race found, as tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from nearbest.candidates.configuration import Configuration
from nearbest.race.observation import Observation
from nearbest.race.race import Race
from nearbest.race.score import Scale


def results(race: Race, configurations: Sequence[Configuration]) -> dict[str, Any]:
    """One entry a candidate in the form of scikit-learn's ``cv_results_``.

    `mean_test_score` is the test score of the last probe, `rank_test_score` ranks
    by lower bound and then by that; failed candidates come last. `predicted_lower` and
    `predicted_upper` are where the score on the full data is forecast to lie, and
    `chance_to_beat` is the forecast probability to be better than the choice by more
    than ε; NaN where there is no forecast.
    """
    tracks = [race.tracks[c.name] for c in configurations]
    last = [track.probes[-1] if track.probes else None for track in tracks]
    score = np.array([probe.test_score if probe else np.nan for probe in last])
    lower = np.array([track.interval.lower for track in tracks])
    alive = np.array([track.failure is None for track in tracks])
    order = np.lexsort((-np.nan_to_num(score), -lower, ~alive))
    rank = np.empty(len(tracks), dtype=np.int32)
    rank[order] = np.arange(1, len(tracks) + 1)
    parameters = sorted({key for c in configurations for key in c.parameters})
    return {
        "configuration": np.array([c.name for c in configurations], dtype=object),
        "params": [dict(c.parameters) for c in configurations],
        **{
            f"param_{key}": np.ma.MaskedArray(
                _objects(c.parameters.get(key) for c in configurations),
                mask=[key not in c.parameters for c in configurations],
            )
            for key in parameters
        },
        "lower": lower,
        "upper": np.array([track.interval.upper for track in tracks]),
        **_forecasts(race, [track.name for track in tracks]),
        "n_train": np.array([probe.n_train if probe else 0 for probe in last]),
        "n_test": np.array([probe.n_test if probe else 0 for probe in last]),
        "n_probes": np.array([len(track.probes) for track in tracks]),
        "fit_time": np.array([sum(p.fit_time for p in track.probes) for track in tracks]),
        "score_time": np.array([sum(p.score_time for p in track.probes) for track in tracks]),
        "status": np.array([race.standing(c.name) for c in configurations], dtype=object),
        "pruned_by": _objects(race.pruned_by(c.name) for c in configurations),
        "failure": _objects(track.failure for track in tracks),
        "mean_test_score": score,
        "rank_test_score": rank,
    }


def history(race: Race) -> pd.DataFrame:
    """One row a probe, in the order in which they finished."""
    return pd.DataFrame(
        {
            **probe_row(observation, race.plan.scale),
            "lower": interval.lower,
            "upper": interval.upper,
        }
        for observation, interval in race.history
    )


def probe_row(observation: Observation, scale: Scale) -> dict[str, Any]:
    """One probe as plain columns, with right rows where its scores are counts."""
    plain: dict[str, Any] = observation.to_json()
    del plain["train"], plain["test"], plain["prefixes"]
    if scale.kind == "counts":
        plain["train_correct"] = observation.train_correct
        plain["test_correct"] = observation.test_correct
        plain["prefix_correct"] = observation.prefix_correct
    ok = observation.status == "ok"
    plain["train_score"] = observation.train_score if ok else np.nan
    plain["test_score"] = observation.test_score if ok else np.nan
    return plain


def _forecasts(race: Race, names: Sequence[str]) -> dict[str, np.ndarray]:
    columns = ("predicted_lower", "predicted_upper", "chance_to_beat")
    found = np.full((len(columns), len(names)), np.nan)
    chances = race.chances
    for k, name in enumerate(names):
        if name in chances:
            expected = race.forecast.interval(name)
            found[:, k] = expected.lower, expected.upper, chances[name]
    return dict(zip(columns, found, strict=True))


def _objects(values: Any) -> np.ndarray:
    items = list(values)
    array = np.empty(len(items), dtype=object)
    array[:] = items
    return array
