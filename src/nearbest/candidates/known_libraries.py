"""Which candidates are made of nothing but libraries that many people use."""

from __future__ import annotations

from typing import Any

#: Packages whose estimators neither end their process nor fork it.
LEARNERS = frozenset({"catboost", "lightgbm", "nearbest", "sklearn", "xgboost"})
#: Packages whose objects may be parameters of such estimators.
KNOWN = LEARNERS | {"builtins", "numpy", "pandas", "scipy"}
#: Modules whose estimators may take minutes even on few rows.
SLOW = ("sklearn.gaussian_process", "sklearn.model_selection")


def is_known(estimator: Any) -> bool:
    """Whether an estimator and all its parts are of well-known libraries.

    Classes that extend theirs are not, nor are functions that somebody else wrote:
    nobody can tell what they do to the process that they run in. Searches and Gaussian
    processes are left out too, as they may take long on any number of rows.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.model_selection import GridSearchCV
    >>> is_known(LogisticRegression())
    True
    >>> is_known(GridSearchCV(LogisticRegression(), {"C": [1, 10]}))
    False
    """
    return _package(type(estimator)) in LEARNERS and has_known_parts(estimator)


def has_known_parts(value: Any) -> bool:
    """Whether nothing in a value, such as candidates as a user lists them, is unknown."""
    if isinstance(value, list | tuple | set):
        return all(map(has_known_parts, value))
    if isinstance(value, dict):
        return all(map(has_known_parts, value.values()))
    # Functions and classes say themselves where they are from; of other objects, and of
    # generators, the class does.
    named = hasattr(value, "__qualname__") and hasattr(value, "__module__")
    source = value if named else type(value)
    if _package(source) not in KNOWN or source.__module__.startswith(SLOW):
        return False
    if isinstance(value, type) or not hasattr(value, "get_params"):
        return True
    return all(map(has_known_parts, value.get_params(deep=False).values()))


def _package(source: Any) -> str:
    return str(source.__module__).partition(".")[0]
