"""What a model says about rows, in the form that a metric needs."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from nearbest.data.rows import Table
from nearbest.data.target import Target, classes_of
from nearbest.probing.answers import Answers

#: Labels and numbers come from ``predict``, probabilities from ``predict_proba`` with a
#: column for each class of the target, decisions from ``decision_function`` or, where a
#: model has none, from its probabilities: any values that rise with the second class, or
#: a column of values for each of more classes. A score that asks the model itself gets it
#: with the rows, as `Answers`.
Needs = Literal["labels", "probabilities", "decisions", "numbers", "model"]


def output_of(model: Any, X: Table, needs: Needs, target: Target) -> Any:
    """What `model` says about the rows of `X`; ``ValueError`` if it cannot say that."""
    if needs == "model":
        return Answers(model, X)
    if needs in ("labels", "numbers"):
        return model.predict(X)
    if needs == "decisions" and hasattr(model, "decision_function"):
        decisions = np.asarray(model.decision_function(X))
        if decisions.ndim == 1 or decisions.shape[1] == 1:
            return decisions
        return _for_all_classes(model, "decision_function", decisions, classes_of(target))
    if not hasattr(model, "predict_proba"):
        raise ValueError(f"the score needs {needs}, and {_name(model)} gives none")
    given = model.predict_proba(X)
    probabilities = _for_all_classes(model, "predict_proba", given, classes_of(target))
    two = probabilities.shape[1] == 2
    return probabilities[:, 1] if needs == "decisions" and two else probabilities


def can_give(model: Any, needs: Needs) -> bool:
    """Whether a model that is not fitted yet will be able to say that.

    Examples
    --------
    >>> from sklearn.linear_model import Perceptron
    >>> can_give(Perceptron(), "probabilities"), can_give(Perceptron(), "decisions")
    (False, True)
    """
    if needs == "decisions" and hasattr(model, "decision_function"):
        return True
    return needs not in ("probabilities", "decisions") or hasattr(model, "predict_proba")


def _for_all_classes(model: Any, method: str, given: Any, classes: np.ndarray) -> np.ndarray:
    """A column for each class there is; the least value for those the model never saw."""
    columns: np.ndarray = np.asarray(given)
    seen = np.asarray(model.classes_)
    if columns.ndim != 2 or columns.shape[1] != len(seen) or not np.isin(seen, classes).all():
        raise ValueError(f"{method} gave shape {columns.shape} for {len(seen)} classes")
    if len(seen) == len(classes):
        return columns
    least = 0.0 if method == "predict_proba" else -np.inf
    filled = np.full((len(columns), len(classes)), least, columns.dtype)
    filled[:, np.searchsorted(classes, seen)] = columns
    return filled


def _name(model: Any) -> str:
    """The learner's class: of a pipeline, that of its last step."""
    steps = getattr(model, "steps", None)
    return type(steps[-1][1] if steps else model).__name__
