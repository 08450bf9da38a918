"""What a model says about rows, in the form that a metric needs."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from nearbest.data.rows import Table
from nearbest.data.target import Target, classes_of

#: Labels and numbers come from ``predict``, probabilities from ``predict_proba`` with a
#: column for each class of the target, decisions from ``decision_function`` or, where a
#: model has none, from its probabilities: any values that rise with the second class.
Needs = Literal["labels", "probabilities", "decisions", "numbers"]


def output_of(model: Any, X: Table, needs: Needs, target: Target) -> Any:
    """What `model` says about the rows of `X`; ``ValueError`` if it cannot say that."""
    if needs in ("labels", "numbers"):
        return model.predict(X)
    if needs == "decisions" and hasattr(model, "decision_function"):
        return np.asarray(model.decision_function(X))
    if not hasattr(model, "predict_proba"):
        raise ValueError(f"the score needs {needs}, and {_name(model)} gives none")
    probabilities = _for_all_classes(model, model.predict_proba(X), classes_of(target))
    two = probabilities.shape[1] == 2
    return probabilities[:, 1] if needs == "decisions" and two else probabilities


def _for_all_classes(model: Any, given: Any, classes: np.ndarray) -> np.ndarray:
    """A column for each class there is; 0 for those that the model has never seen."""
    columns: np.ndarray = np.asarray(given)
    seen = np.asarray(model.classes_)
    if columns.ndim != 2 or columns.shape[1] != len(seen) or not np.isin(seen, classes).all():
        raise ValueError(f"predict_proba gave shape {columns.shape} for {len(seen)} classes")
    if len(seen) == len(classes):
        return columns
    probabilities = np.zeros((len(columns), len(classes)), columns.dtype)
    probabilities[:, np.searchsorted(classes, seen)] = columns
    return probabilities


def _name(model: Any) -> str:
    """The learner's class: of a pipeline, that of its last step."""
    steps = getattr(model, "steps", None)
    return type(steps[-1][1] if steps else model).__name__
