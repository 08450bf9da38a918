"""The parameters that set a candidate apart, however it was listed, and as JSON has them."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

from nearbest.candidates.configuration import Configuration

#: Values that JSON holds as they are.
PLAIN = (str, int, float, bool, type(None))


def telling_parameters(configuration: Configuration) -> dict[str, Any]:
    """Those of a grid or a space; else what the estimator has that is not a default.

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> telling_parameters(Configuration("deep", DecisionTreeClassifier(max_depth=12)))
    {'max_depth': 12}
    """
    return dict(configuration.parameters) or changed_parameters(configuration.estimator)


def changed_parameters(estimator: Any) -> dict[str, Any]:
    """What differs from the defaults of its class; of a pipeline, what does in each step.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> changed_parameters(make_pipeline(StandardScaler(), LogisticRegression(C=3)))
    {'logisticregression__C': 3}
    """
    if hasattr(estimator, "steps"):
        return {
            f"{name}__{key}": value
            for name, step in estimator.steps
            if hasattr(step, "get_params")
            for key, value in changed_parameters(step).items()
        }
    taken = inspect.signature(type(estimator)).parameters
    defaults = {name: parameter.default for name, parameter in taken.items()}
    return {
        key: value
        for key, value in estimator.get_params(deep=False).items()
        if not _same(value, defaults.get(key, inspect.Parameter.empty))
    }


def plain_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values as JSON can hold them; others as they print.

    Examples
    --------
    >>> plain_values({"C": 1.5, "hidden_layer_sizes": (8, 4)})
    {'C': 1.5, 'hidden_layer_sizes': '(8, 4)'}
    """
    return {key: v if isinstance(v, PLAIN) else repr(v) for key, v in values.items()}


def _same(value: Any, default: Any) -> bool:
    if value is default:
        return True
    try:
        both_nan = bool(value != value and default != default)
        return type(value) is type(default) and (both_nan or bool(value == default))
    except (TypeError, ValueError):  # arrays, for one, do not say yes or no
        return False
