"""What is asked of a probe and what it brings back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Literal

Status = Literal["ok", "failed", "too small"]
#: The name of a limit and its value, such as ("probe_timeout", 60.0).
Limit = tuple[str, float]


@dataclass(frozen=True, slots=True)
class Task:
    """Fit `configuration` on the first `n_train` rows, score on the first `n_test`.

    `keep_from` is the test accuracy from which the fitted model may be wanted later.
    It decides what is saved, never what is fitted.
    """

    configuration: str
    n_train: int
    n_test: int
    keep_from: float = 0.0


@dataclass(frozen=True, slots=True)
class Observation:
    """The outcome of one probe; what the race decides on and the journal stores.

    `prefix_correct` counts the rows that the model gets right among the first rows
    of its training sample, one count for each planned size up to `n_train`. It is
    empty where only the total is known (recorded curves of others).

    `elapsed` is when in the run the probe finished; the loop sets it.

    `status` is "too small" when a class that the learner needs is missing from the
    sample: not a failure, the configuration moves on to its next size.

    `broke` is the limit that a failed probe went beyond. With a higher one the probe
    may be made again, and then the later observation counts.
    """

    configuration: str
    n_train: int
    n_test: int
    train_correct: int = 0
    test_correct: int = 0
    prefix_correct: tuple[int, ...] = ()
    fit_time: float = 0.0
    score_time: float = 0.0
    elapsed: float = 0.0
    status: Status = "ok"
    message: str = ""
    warnings: tuple[str, ...] = ()
    broke: Limit | None = None

    @property
    def train_accuracy(self) -> float:
        """Share of its own training rows that the model gets right."""
        return self.train_correct / self.n_train

    @property
    def test_accuracy(self) -> float:
        """Share of the sampled test rows that the model gets right."""
        return self.test_correct / self.n_test

    @property
    def seconds(self) -> float:
        """Time spent on the probe."""
        return self.fit_time + self.score_time

    def to_json(self) -> dict[str, object]:
        """A mapping of plain values, for the journal."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: Mapping[str, object]) -> Observation:
        """The inverse of `to_json`; ``TypeError`` if a key is missing, others are ignored."""
        known = {f.name for f in fields(cls)}
        plain = {
            key: tuple(value) if isinstance(value, list) else value
            for key, value in values.items()
            if key in known
        }
        return cls(**plain)  # type: ignore[arg-type]


#: Carries out a task. The second value is the fitted model, or None.
Probe = Callable[[Task], tuple[Observation, object]]


def latest(
    observations: Iterable[Observation], limits: Mapping[str, float | None] | None = None
) -> list[Observation]:
    """What counts of a journal: of a probe that was made again, the last observation.

    With `limits`, those that hold now, probes that broke a lower one are left out, so
    that they are made again.

    Examples
    --------
    >>> slow = Observation("svm", 1_000, 500, status="failed", broke=("probe_timeout", 60))
    >>> len(latest([slow], {"probe_timeout": 60})), len(latest([slow], {"probe_timeout": 90}))
    (1, 0)
    """
    found: dict[tuple[str, int], Observation] = {}
    for observation in observations:
        probe = observation.configuration, observation.n_train
        if probe in found and found[probe].broke is None:
            continue  # it is known, and was not made again
        found.pop(probe, None)  # so that it takes its place in the order of time
        found[probe] = observation
    return [o for o in found.values() if limits is None or not _is_lifted(o.broke, limits)]


def _is_lifted(broke: Limit | None, limits: Mapping[str, float | None]) -> bool:
    """Whether a limit that was broken is higher now, or gone."""
    if broke is None:
        return False
    name, value = broke
    now = limits.get(name)
    return now is None or now > value
