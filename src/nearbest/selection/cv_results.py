"""What a race found, as tables."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from nearbest.candidates.changed import telling_parameters
from nearbest.candidates.configuration import Configuration
from nearbest.race.observation import Observation
from nearbest.race.race import Race
from nearbest.race.score import Scale, Score


def results(
    race: Race,
    configurations: Sequence[Configuration],
    winner: str | None = None,
    error_score: float | str = np.nan,
) -> dict[str, Any]:
    """One entry per candidate in the form of scikit-learn's ``cv_results_``.

    `mean_test_score` is the test score of the last probe, which is the one split
    there is, `std_test_score` its standard error as far as test rows are drawn at random,
    and `mean_fit_time` and `mean_score_time` are the seconds of that probe. `fit_time`
    and `score_time` are those of all probes. `rank_test_score` puts the winner first and
    ranks the others by lower bound and then by score; failed candidates come last, and
    have `error_score` for a score unless that is "raise". `predicted_lower` and
    `predicted_upper` are where the score on the full data is forecast to lie, and
    `chance_to_beat` is the forecast probability to be better than the choice by more
    than ε; NaN where there is no forecast.
    """
    tracks = [race.tracks[c.name] for c in configurations]
    last = [track.probes[-1] if track.probes else None for track in tracks]
    score = np.array([probe.test_score if probe else np.nan for probe in last])
    n_test = np.array([probe.n_test if probe else 0 for probe in last])
    scale = race.plan.scale
    spread = np.array([_standard_error(p.test, scale) if p else np.nan for p in last])
    lower = np.array([track.interval.lower for track in tracks])
    alive = np.array([track.failure is None for track in tracks])
    score[~alive] = np.nan if isinstance(error_score, str) else error_score
    spread[~alive] = np.nan
    wins = np.array([c.name == winner for c in configurations])
    order = np.lexsort((-np.nan_to_num(score), -lower, ~alive, ~wins))
    rank = np.empty(len(tracks), dtype=np.int32)
    rank[order] = np.arange(1, len(tracks) + 1)
    told = [telling_parameters(c) for c in configurations]
    parameters = sorted({key for each in told for key in each})
    return {
        "configuration": np.array([c.name for c in configurations], dtype=object),
        "params": told,
        **{
            f"param_{key}": np.ma.MaskedArray(
                _objects(each.get(key) for each in told),
                mask=[key not in each for each in told],
            )
            for key in parameters
        },
        "lower": lower,
        "upper": np.array([track.interval.upper for track in tracks]),
        **_forecasts(race, [track.name for track in tracks]),
        "n_train": np.array([probe.n_train if probe else 0 for probe in last]),
        "n_test": n_test,
        "n_probes": np.array([len(track.probes) for track in tracks]),
        "fit_time": np.array([sum(p.fit_time for p in track.probes) for track in tracks]),
        "score_time": np.array([sum(p.score_time for p in track.probes) for track in tracks]),
        "status": np.array([race.standing(c.name) for c in configurations], dtype=object),
        "pruned_by": _objects(race.pruned_by(c.name) for c in configurations),
        "failure": _objects(track.failure for track in tracks),
        "mean_fit_time": np.array([probe.fit_time if probe else np.nan for probe in last]),
        "mean_score_time": np.array([p.score_time if p else np.nan for p in last]),
        "split0_test_score": score,
        "mean_test_score": score,
        "std_test_score": spread,
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


def _standard_error(score: Score, scale: Scale) -> float:
    """Of a score on rows that are drawn at random; at most this where rows spread less."""
    if score.stderr is not None:
        return score.stderr
    share = scale.share(score.value)
    return scale.width * math.sqrt(share * (1 - share) / score.n_rows)


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
