"""The contract of a set of bounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from nearbest.data.target import Target
from nearbest.errors import NotSupported
from nearbest.race.interval import UNKNOWN, Interval
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.score import ACCURACY, Scale


@dataclass(frozen=True, slots=True)
class Violation:
    """An assumption that was seen to fail for one configuration, and by how much."""

    configuration: str
    assumption: str
    magnitude: float
    message: str

    def __str__(self) -> str:
        return f"{self.configuration}: {self.message}"


@dataclass(frozen=True, slots=True)
class Estimate:
    """An interval for the score on the full data, and what was seen on the way.

    `attained_at` is the training size of the sample whose model attained the lower
    end, so that it holds for that model without any assumption; after a full run, of
    the one that did before; the full size if there was none.
    """

    interval: Interval = UNKNOWN
    attained_at: int | None = None
    violations: tuple[Violation, ...] = ()

    def without_upper(self, scale: Scale) -> Estimate:
        """The same, where the upper end is not relied on."""
        return replace(self, interval=Interval(self.interval.lower, scale.high))


class IntervalEstimator(Protocol):
    """The paper's CIEstimator: bounds made ready for one plan."""

    def __call__(self, probes: Sequence[Observation]) -> Estimate:
        """Where one configuration's score lies, by its successful probes, sizes rising."""

    def note_pruning(self) -> None:
        """A configuration was pruned just now; the paper's bounds look back at this."""


class Bounds(Protocol):
    """A strategy that turns observations into intervals."""

    def supports(self, scale: Scale, target: Target) -> bool:
        """Whether scores of this kind, on a target like this, can be bounded."""

    def estimator(self, plan: Plan) -> IntervalEstimator:
        """The estimator for this plan; all of δ is spent here, before any probe."""

    def assumptions(self, plan: Plan) -> tuple[str, ...]:
        """What must be true for the intervals to hold, a sentence each."""

    def confidence(self, plan: Plan) -> float:
        """The probability with which the certificate holds under the assumptions."""


def check_supported(bounds: Bounds, scale: Scale, target: Target) -> None:
    """Raise unless `bounds` can bound these scores."""
    if not bounds.supports(scale, target):
        raise NotSupported(
            f"`bounds` must be able to bound `scoring`; {bounds!r} cannot bound {scale.name}, "
            f"whose scores are of the kind {scale.kind!r} and lie in {scale.unknown}; take "
            "`bounds='exact'`."
        )


FITNESS = (
    "training scores are optimistic (fitness): on the rows it was trained on, a candidate's "
    "model scores at least as well as the model the same candidate gets from other rows"
)
EXPLOITATIVENESS = (
    "more data does not hurt (exploitativeness): a candidate's model trained on all training "
    "rows scores at least as well on the test data as its model trained on a sample (for the "
    "intervals; the gap of a delivered model that was measured does not need it)"
)
RANDOM_SPLIT = "the test rows are a uniform random sample of all rows"
GIVEN_TEST_SET = (
    "the test set was given, not drawn at random: upper bounds are heuristic and the "
    "gap is an estimate, not a proof; lower bounds hold"
)
KEPT_GROUPS = (
    "the rows of each group stayed on one side of the split, which is random over groups "
    "and not over rows: upper bounds are heuristic and the gap is an estimate, not a "
    "proof; lower bounds hold"
)

LAST_ROWS = (
    "the test rows are the last by time, not drawn at random: what was measured on them, and "
    "lower bounds, hold for these rows; that no other candidate would do better on them is an "
    "estimate, not a proof, as upper bounds take the past to be like them"
)

CHOSEN_ROWS = (
    "the test rows were chosen by `cv`, not drawn at random: upper bounds are heuristic and "
    "the gap is an estimate, not a proof; lower bounds hold"
)

EVEN_CLASSES = "the test rows and the samples are uniform random samples of each class's rows"
ADDED_BLINDLY = (
    "how many candidates were added later, and which, was not decided after seeing "
    "scores on these rows; certificates given before stand on their own"
)
PROPOSED = (
    "the search heard scores on rows of its own, which serve the search alone; no proposal was "
    "fitted, by way of these scores, to the training rows in its samples (upper bounds rest on "
    "it, lower bounds do not)"
)


def shared_assumptions(plan: Plan) -> tuple[str, ...]:
    """The assumptions that both sets of bounds make."""
    later = (ADDED_BLINDLY,) if len(plan.batches) > 1 else ()
    proposed = (PROPOSED,) if plan.arriving is not None and plan.arriving.adaptive else ()
    return (_of_split(plan), FITNESS, EXPLOITATIVENESS, *later, *proposed)


def _of_split(plan: Plan) -> str:
    """What is assumed of the test rows, by how they came about."""
    match plan.drawn.by:
        case "rows":
            return RANDOM_SPLIT if plan.strata is None else EVEN_CLASSES
        case "groups":
            return KEPT_GROUPS
        case "time":
            return LAST_ROWS
        case "choice":
            return CHOSEN_ROWS if plan.drawn.by_cv else GIVEN_TEST_SET


def is_measured(probe: Observation, plan: Plan) -> bool:
    """Whether the probe was a full run scored on all test rows, so that it is known exactly."""
    return plan.is_full(probe) and probe.n_test == plan.n_test


def contradictions(
    name: str, score: float, before: Interval, scale: Scale = ACCURACY
) -> tuple[Violation, ...]:
    """What a full run's score says about the interval that was held before it."""
    reached = f"its full run reached {scale.text(score)}"
    if score > before.upper:
        return (
            Violation(
                name,
                "fitness",
                score - before.upper,
                f"{reached}, {scale.above} its earlier {scale.better_bound} "
                f"{scale.text(before.upper)}",
            ),
        )
    if score < before.lower:
        return (
            Violation(
                name,
                "exploitativeness",
                before.lower - score,
                f"{reached}, {scale.below} the {scale.text(before.lower)} "
                "that a model from a sample is sure of",
            ),
        )
    return ()


def without_empty(
    name: str, interval: Interval, scale: Scale = ACCURACY
) -> tuple[Interval, tuple[Violation, ...]]:
    """Give up the upper end of an empty interval, for the highest score, and report it.

    An empty interval rejects fitness and exploitativeness together, without telling
    which: the lower end holds for a model that exists, so that one is kept.
    """
    if not interval.is_empty:
        return interval, ()
    shown = scale.shown_interval(interval)
    return Interval(interval.lower, scale.high), (
        Violation(
            name,
            "fitness or exploitativeness",
            -interval.width,
            f"its bounds contradict each other (lower {scale.number(shown.lower)}, upper "
            f"{scale.number(shown.upper)}); it goes on without {_a(scale.better_bound)}",
        ),
    )


def _a(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
