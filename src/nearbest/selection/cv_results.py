"""What a race found, as tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import rankdata

from nearbest.candidates.configuration import Configuration
from nearbest.candidates.parameters import telling_parameters
from nearbest.race.answer.row import Row
from nearbest.race.answer.standings import ranked, scores, standings
from nearbest.race.certificate import Certificate
from nearbest.race.observation import Observation
from nearbest.race.race import Race
from nearbest.race.score import Scale


def results(
    race: Race,
    configurations: Sequence[Configuration],
    certificate: Certificate | None = None,
    error_score: float | str = np.nan,
) -> dict[str, Any]:
    """One entry per candidate in the form of scikit-learn's ``cv_results_``.

    `mean_test_score` is the test score of the last probe, which is the one split there is,
    `std_test_score` its standard error as far as test rows are drawn at random, and
    `mean_fit_time` and `mean_score_time` are the seconds of that probe. `fit_time` and
    `score_time` are those of all probes. `rank_test_score` puts the winner first and ranks
    the others by lower bound and then by score; failed candidates come last, and have
    `error_score` for a score unless that is "raise". `predicted_lower` and
    `predicted_upper` are where the score on the full data is forecast to lie, and
    `chance_to_beat` is the forecast probability to be better than the winner by more than
    ε; NaN where there is no forecast. Where several scores were asked for, each has columns
    of its own, such as `mean_test_roc_auc`.
    """
    rows = standings(race, certificate, names=[c.name for c in configurations])
    rank = {row.name: i for i, row in enumerate(ranked(rows), start=1)}
    instead = np.nan if isinstance(error_score, str) else error_score
    score = _numbers(instead if row.failure else row.test_score for row in rows)
    return {
        "configuration": _objects(row.name for row in rows),
        **_parameters(configurations),
        "lower": _numbers(row.interval.lower for row in rows),
        "upper": _numbers(row.interval.upper for row in rows),
        "predicted_lower": _numbers(r.expected.lower if r.expected else None for r in rows),
        "predicted_upper": _numbers(r.expected.upper if r.expected else None for r in rows),
        "chance_to_beat": _numbers(row.chance for row in rows),
        "n_train": np.array([row.n_train for row in rows]),
        "n_test": np.array([row.n_test for row in rows]),
        "n_probes": np.array([row.n_probes for row in rows]),
        "fit_time": _numbers(row.fit_seconds for row in rows),
        "score_time": _numbers(row.score_seconds for row in rows),
        "full_run_time": _numbers(r.full_run.seconds if r.full_run else None for r in rows),
        "standing": _objects(row.standing for row in rows),
        "excluded_by": _objects(row.excluded_by for row in rows),
        "beaten_by": _objects(row.beaten_by for row in rows),
        "failure": _objects(row.failure for row in rows),
        "mean_fit_time": _numbers(row.last_fit_seconds for row in rows),
        "mean_score_time": _numbers(row.last_score_seconds for row in rows),
        "split0_test_score": score,
        "mean_test_score": score,
        "std_test_score": _numbers(None if r.failure else r.test_error for r in rows),
        "rank_test_score": np.array([rank[row.name] for row in rows], dtype=np.int32),
        **_of_each_score(race, rows, score),
    }


def _of_each_score(race: Race, rows: Sequence[Row], first: np.ndarray) -> dict[str, Any]:
    """The columns of each score by its name, as scikit-learn has them; none of a single one.

    Those of the `first`, which decides, are those without a name, but for the rank.
    """
    columns: dict[str, Any] = {}
    for name in race.plan.scores:
        if name in race.plan.others:
            score = _numbers(row.others.get(name) for row in rows)
            error = _numbers(_error(race, row.name, name) for row in rows)
        else:
            score, error = first, _numbers(None if r.failure else r.test_error for r in rows)
        lowest = np.where(np.isnan(score), np.nanmin(score, initial=0.0) - 1, score)
        columns |= {
            f"split0_test_{name}": score,
            f"mean_test_{name}": score,
            f"std_test_{name}": error,
            f"rank_test_{name}": rankdata(-lowest, method="min").astype(np.int32),
        }
    return columns


def _error(race: Race, candidate: str, name: str) -> float | None:
    """The standard error of a further test score; None where there is none."""
    probes = race.tracks[candidate].probes
    found = {each.name: each.test for each in probes[-1].others} if probes else {}
    return race.plan.scores[name].standard_error(found[name]) if name in found else None


def _parameters(configurations: Sequence[Configuration]) -> dict[str, Any]:
    """As in scikit-learn: one mapping each, and a masked column per parameter."""
    told = [telling_parameters(c) for c in configurations]
    keys = sorted({key for each in told for key in each})
    return {
        "params": told,
        **{
            f"param_{key}": np.ma.MaskedArray(
                _objects(each.get(key) for each in told),
                mask=[key not in each for each in told],
            )
            for key in keys
        },
    }


def history(race: Race) -> pd.DataFrame:
    """One row per probe, in the order in which they finished."""
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
    plain.pop("others", None)
    if scale.kind == "counts":
        plain["train_correct"] = observation.train_correct
        plain["test_correct"] = observation.test_correct
        plain["prefix_correct"] = observation.prefix_correct
    found = scores(observation) if observation.status == "ok" else (None, None)
    known = (np.nan if score is None else score for score in found)
    plain |= dict(zip(("train_score", "test_score"), known, strict=True))
    for each in observation.others:
        plain[f"train_{each.name}"] = each.train.value if each.train.is_measured else np.nan
        plain[f"test_{each.name}"] = each.test.value
    return plain


def _numbers(values: Iterable[float | None]) -> np.ndarray:
    """An array of floats, NaN where there is none."""
    return np.array([np.nan if value is None else value for value in values], dtype=float)


def _objects(values: Iterable[Any]) -> np.ndarray:
    items = list(values)
    array = np.empty(len(items), dtype=object)
    array[:] = items
    return array
