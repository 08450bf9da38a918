"""A configuration: a named estimator with parameters of its own."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, get_args

import numpy as np
from sklearn.base import BaseEstimator, clone
from sklearn.utils import get_tags

from nearbest.arguments import check_choice
from nearbest.candidates.kinds import has_large_leaves, kind_of, learns_late
from nearbest.errors import InvalidInput
from nearbest.printable import clause
from nearbest.race.kinds import LearnerKind

#: Parameters that tell that an estimator is made of others, or of a function.
COMPOSED = {"estimator", "estimators", "transformers", "transformer_list", "func"}


@dataclass(frozen=True)
class Configuration:
    """A named estimator or pipeline, and the parameters that set it apart.

    `kind` says what kind of learner it is where nearbest cannot tell: "late" of one whose
    score on small samples says nothing, so that it is trained on all rows at once.

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> deep = Configuration("deep", DecisionTreeClassifier(), {"max_depth": 12})
    >>> deep.build().max_depth
    12
    >>> print(deep)
    deep: max_depth=12
    """

    name: str
    estimator: BaseEstimator
    parameters: Mapping[str, Any] = field(default_factory=dict)
    kind: LearnerKind | None = None

    def __post_init__(self) -> None:
        if self.kind is not None:
            check_choice("kind", self.kind, get_args(LearnerKind))

    @property
    def learner_kind(self) -> LearnerKind:
        """What kind of learner it is, as given or as recognised."""
        return self.kind or kind_of(self.specimen)

    def kind_among(self, n_train: int) -> LearnerKind:
        """The same where there are so many training rows, of which small samples are taken."""
        if self.kind is not None:
            return self.kind
        return "late" if learns_late(self.specimen, n_train) else kind_of(self.specimen)

    @property
    def has_large_leaves(self) -> bool:
        """Whether it has trees whose leaves must hold many rows."""
        return has_large_leaves(self.specimen)

    @cached_property
    def specimen(self) -> Any:
        """An estimator to look at, never to be fitted; copying takes long where many race."""
        return self.build()

    def __getstate__(self) -> dict[str, Any]:
        """What workers get: whatever was only looked at stays here."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def build(self, seed: int | None = None, threads: int | None = None) -> Any:
        """A fresh, unfitted estimator.

        `seed` fills in every open `random_state`; `threads` replaces every `n_jobs`
        that is open or asks for all cores, so that probes in parallel do not fight.
        """
        estimator = self._copy()
        if seed is None and threads is None:
            return estimator
        parameters, filled = estimator.get_params(), {}
        for key, value in parameters.items():
            owner, _, parameter = key.rpartition("__")
            if parameter == "random_state" and value is None and seed is not None:
                filled[key] = seed
            if parameter == "n_jobs" and threads is not None:
                learner = parameters[owner] if owner else estimator
                if _takes_all_cores(learner, value):
                    filled[key] = threads
        return estimator.set_params(**filled)

    def _copy(self) -> Any:
        try:
            return clone(self.estimator).set_params(**clone_values(self.parameters))
        except Exception as error:  # whatever copying a user's parameters raises
            reason = clause(str(error).partition("\n")[0])
            raise InvalidInput(
                f"Candidate {self.name!r} cannot be copied, and each probe needs a fresh copy: "
                f"{type(error).__name__}: {reason}."
            ) from error

    @property
    def takes_missing_values(self) -> bool:
        """Whether the estimator, or a pipeline's first step, may accept NaN.

        Only scikit-learn's plain estimators are taken at their word. What is made of
        other estimators, and what other people wrote, may fill in what is missing.
        """
        steps = getattr(self.estimator, "steps", None)
        first = steps[0][1] if steps else self.estimator
        if not type(first).__module__.startswith("sklearn."):
            return True
        if COMPOSED & first.get_params(deep=False).keys():
            return True
        return bool(get_tags(first).input_tags.allow_nan)

    def __str__(self) -> str:
        return f"{self.name}: {as_written(self.parameters)}" if self.parameters else self.name


def clone_values(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Copies, so that estimators given as parameter values are not shared."""
    return {key: clone(value, safe=False) for key, value in parameters.items()}


def as_written(parameters: Mapping[str, Any]) -> str:
    """Parameters the way a user would write them.

    Examples
    --------
    >>> as_written({"C": 0.123456789, "penalty": "l2"})
    "C=0.1235, penalty='l2'"
    """
    return ", ".join(f"{key}={_short(value)}" for key, value in parameters.items())


def by_short_names(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The same by names without the steps that they belong to, where that is unambiguous.

    Examples
    --------
    >>> by_short_names({"learn__estimator__depth": 3, "encode__kind": "a", "learn__kind": "b"})
    {'depth': 3, 'encode__kind': 'a', 'learn__kind': 'b'}
    """
    return {_shortest(key, parameters): value for key, value in parameters.items()}


def _shortest(key: str, keys: Collection[str]) -> str:
    """The shortest end of a name that no other ends with."""
    parts = key.split("__")
    ends = ("__".join(parts[-n:]) for n in range(1, len(parts)))
    return next((e for e in ends if sum(f"__{k}".endswith(f"__{e}") for k in keys) == 1), key)


def _takes_all_cores(learner: object, n_jobs: int | None) -> bool:
    """Whether this `n_jobs` means every core: None does outside scikit-learn."""
    if n_jobs is None:
        return not type(learner).__module__.startswith("sklearn.")
    return n_jobs < 0


def _short(value: object) -> str:
    if isinstance(value, float | np.floating):
        return f"{value:.4g}"
    if isinstance(value, BaseEstimator):
        return type(value).__name__
    return repr(value)
