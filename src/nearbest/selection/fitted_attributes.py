"""What a fitted search knows, by the names that scikit-learn's searches have for it."""

from __future__ import annotations

from typing import Any

import numpy as np

from nearbest.selection.cv_results import results
from nearbest.selection.result import Selection
from nearbest.selection.scoring import is_several, scorers_of

#: Attributes that some searches lack: those without a model, or without classes.
NOT_ALWAYS = ("best_estimator_", "refit_time_", "classes_")


def fitted_attributes(found: Selection, scoring: object, error_score: Any) -> dict[str, Any]:
    """The attributes that a search has after `fit`."""
    table = results(found.race, found.configurations, found.certificate, error_score)
    best = [c.name for c in found.configurations].index(found.best)
    return {
        "selection_": found,
        "certificate_": found.certificate,
        "cv_results_": table,
        "history_": found.history,
        "best_name_": found.best,
        "best_index_": best,
        "best_params_": table["params"][best],
        "best_score_": _best_score(found, float(table["mean_test_score"][best])),
        "best_interval_": found.certificate.interval,
        "n_splits_": 1,
        **_of_model(found),
        **_scorers(found, scoring),
    }


def _best_score(found: Selection, probed: float) -> float:
    """What the model delivered was measured at, or else the winner's last probe."""
    delivery = found.certificate.delivery
    return probed if delivery is None or delivery.score is None else delivery.score


def _of_model(found: Selection) -> dict[str, Any]:
    """What there is only where a model was delivered, or classes are predicted."""
    known: dict[str, Any] = {}
    if found.estimator is not None:
        known["best_estimator_"] = found.estimator
        if found.refit_seconds is not None:
            known["refit_time_"] = found.refit_seconds
    if len(found.classes):
        known["classes_"] = _classes(found)
    return known


def _classes(found: Selection) -> np.ndarray:
    return np.asarray(getattr(found.estimator, "classes_", found.classes))


def _scorers(found: Selection, scoring: object) -> dict[str, Any]:
    several = is_several(scoring)
    scorers = scorers_of(scoring, _classes(found) if len(found.classes) else np.array([]))
    return {
        "multimetric_": several,
        "scorer_": scorers if several else next(iter(scorers.values())),
    }
