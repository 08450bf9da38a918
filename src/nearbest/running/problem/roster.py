"""Who takes part in a race, and by which scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from nearbest.candidates.configuration import Configuration
from nearbest.candidates.estimator_type import EstimatorType, type_of_all
from nearbest.candidates.streams import is_stream
from nearbest.data.files import TableSource
from nearbest.data.samples import Samples
from nearbest.data.target import Classes, Target
from nearbest.errors import InvalidInput
from nearbest.probing.metric import Metric
from nearbest.probing.metrics.named import metrics_named
from nearbest.probing.metrics.suitable import check_suitable
from nearbest.probing.output import can_give
from nearbest.race.bounds import Bounds
from nearbest.race.sizes import smallest_size
from nearbest.running.problem.candidate_source import known_candidates
from nearbest.running.problem.weights import check_bounds_of_weights, with_weights
from nearbest.running.settings import Settings


@dataclass(frozen=True, slots=True)
class Roster:
    """The candidates that are known, and the scores of which the first decides.

    Where candidates are `proposed` while the race runs, none is known yet.
    """

    configurations: list[Configuration]
    metrics: Mapping[str, Metric]
    estimator_type: EstimatorType | None
    proposed: bool
    min_train_size: int | None = None

    @property
    def metric(self) -> Metric:
        """The metric that decides."""
        return next(iter(self.metrics.values()))

    @property
    def others(self) -> dict[str, Metric]:
        """Metrics that are recorded, and decide nothing."""
        _, *others = self.metrics.items()
        return dict(others)

    @property
    def predicts_numbers(self) -> bool:
        """Whether the target is one of numbers instead of classes."""
        return self.estimator_type == "regressor" or self.metric.needs == "numbers"

    @property
    def takes_missing_values(self) -> bool:
        """Whether some candidate can do with missing values."""
        return self.proposed or any(c.takes_missing_values for c in self.configurations)

    def smallest_sample(self, target: Target, n_train: int) -> int:
        """Rows of the smallest sample, of so many training rows with this target."""
        counts = target.counts if isinstance(target, Classes) else ()
        kind = self.metric.scale(target).kind
        return smallest_size(n_train, self.min_train_size, counts, kind)

    def weighted(self, samples: Samples, bounds: Bounds) -> tuple[Roster, tuple[str, ...]]:
        """The same by the weights of the rows, if they have any; and what does without."""
        metrics, notes = with_weights(self.metrics, self.configurations, samples)
        check_bounds_of_weights(metrics, bounds)
        return replace(self, metrics=metrics), notes


def read_roster(candidates: object, settings: Settings, seed: int, y: object = None) -> Roster:
    """List the candidates, and check them against the scores that are asked for.

    Of candidates that are proposed later, the target `y`, or the source of files that has
    it, tells what they must be.
    """
    found = known_candidates(candidates, settings, seed)
    estimator_type = type_of_all(found)
    if estimator_type is None and settings.scoring is None and is_stream(candidates):
        estimator_type = type_by_target(y)
    metrics = metrics_named(settings.scoring, estimator_type)
    check_suitable(estimator_type, metrics)
    _check_outputs(found, metrics)
    return Roster(
        found, metrics, estimator_type, is_stream(candidates), settings.min_train_size
    )


def type_by_target(y: object) -> EstimatorType | None:
    """What predicts such a target, where it cannot be classes; None where nobody can tell.

    Numbers with fractions are no labels, as scikit-learn has it. A source of files looks
    for them itself.

    Examples
    --------
    >>> type_by_target([0.5, 2.0]), type_by_target([0.0, 1.0]), type_by_target(None)
    ('regressor', None, None)
    """
    if isinstance(y, TableSource):
        return "regressor" if y.has_fractions() else None
    try:
        values = np.asarray(y)
    except (TypeError, ValueError):  # refused with its own sentence later
        return None
    if values.dtype.kind != "f":
        return None
    values = values[np.isfinite(values)]
    return "regressor" if bool((values != np.floor(values)).any()) else None


def _check_outputs(found: Sequence[Configuration], metrics: Mapping[str, Metric]) -> None:
    """Raise where a candidate cannot say what a metric needs, and name both."""
    for configuration, (name, metric) in product(found, metrics.items()):
        if not can_give(configuration.specimen, metric.needs):
            raise InvalidInput(
                f"`scoring` {name!r} needs {metric.needs}, and the candidate "
                f"{configuration.name!r} gives none; leave it out, or wrap it in "
                "CalibratedClassifierCV."
            )
