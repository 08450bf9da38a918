"""The promise at the end of a race, with all that it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from nearbest.bounds import Violation
from nearbest.forecast import Prediction
from nearbest.interval import Interval

#: How many violations or failures a printed certificate lists before it counts.
MOST_LISTED = 5


@dataclass(frozen=True, slots=True)
class Pruning:
    """Which configuration was pruned, by whose lower bound, after how many probes."""

    configuration: str
    by: str
    n_probes: int
    elapsed: float


@dataclass(frozen=True, slots=True)
class Delivery:
    """The model that the user gets, and what was measured of it.

    `trained_on` is "all training rows", "a sample" or "every row" (training and test
    data). `accuracy` is its accuracy on all of D_te; None where that was not measured.
    `full_accuracy` is that of the choice trained on all training rows, where it is known.
    """

    trained_on: Literal["all training rows", "a sample", "every row"]
    n_train: int
    accuracy: float | None
    reason: str
    full_accuracy: float | None = None

    def __str__(self) -> str:
        score = "" if self.accuracy is None else f", test accuracy {self.accuracy:.4f}"
        return f"trained on {self.trained_on} ({self.n_train:,} rows){score}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Certificate:
    """No other candidate beats `winner` by more than `gap`, with `confidence`.

    The statement is about accuracy on the test data D_te: the accuracy that each
    candidate would reach when trained on all of D_tr, against that of the model
    delivered (or, where that was not measured, of the winner trained on all of D_tr).

    Attributes
    ----------
    winner : str
    interval : Interval
        For the winner's accuracy when trained on all training rows.
    gap : float
        Largest upper bound of the others minus the winner's lower bound, at least 0;
        at most `epsilon` when `decided`.
    epsilon, confidence : float
    n_configurations, n_probes : int
    decided : bool
        Whether every other candidate was pruned; False after a timeout.
    proven : bool
        False where the test set was given, or groups were kept together, and upper
        bounds are heuristic.
    assumptions : tuple of str
    violations : tuple of Violation
        Assumptions seen to fail. None seen is no proof that they hold.
    pruned : tuple of Pruning
    failed : tuple of (str, str)
        Candidates about which nothing is said, each with its cause.
    delivery : Delivery or None
    stop_at : {"proved", "predicted"}
        The rule by which the race was to stop.
    prediction : Prediction or None
        What past learning curves let us expect of the winner. No part of the proof.
    notes : tuple of str
        What was done to the data, such as rows that were left out.
    """

    winner: str
    interval: Interval
    gap: float
    epsilon: float
    confidence: float
    n_configurations: int
    n_probes: int
    decided: bool
    proven: bool
    assumptions: tuple[str, ...]
    violations: tuple[Violation, ...] = ()
    pruned: tuple[Pruning, ...] = ()
    failed: tuple[tuple[str, str], ...] = ()
    delivery: Delivery | None = None
    stop_at: Literal["proved", "predicted"] = "proved"
    prediction: Prediction | None = None
    notes: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """The answer in one sentence."""
        n = self.n_configurations - len(self.failed)
        if self.n_configurations == 1:
            return f"{self.winner} is the only candidate."
        if n == 1:
            return f"{self.winner} is the only candidate that could be fitted."
        bound = self.epsilon if self.decided and self.gap <= self.epsilon else self.gap
        failed = f" ({len(self.failed)} failed)" if self.failed else ""
        within = f"within {bound:.4g} of the best of {n} candidates{failed}"
        if not self.proven:
            return f"{self.winner} is estimated to be {within}; estimated gap {self.gap:.4f}."
        return (
            f"{self.winner} is {within} with confidence {self.confidence:.4g}; certified "
            f"gap {self.gap:.4f}."
        )

    def __str__(self) -> str:
        lines = [self.sentence]
        if not self.decided:
            lines.append(f"Stopped before {self.epsilon:g} was certified.")
        lines.append(f"Its accuracy on the full data lies in {self.interval}.")
        if self.delivery is not None:
            lines.append(f"Model delivered: {self.delivery}.")
        lines += ["Assumptions:", *(f"  - {sentence}" for sentence in self.assumptions)]
        lines += _listing("Assumptions seen to fail", [str(v) for v in self.violations])
        lines += _listing("Failed, and not covered", [f"{n}: {why}" for n, why in self.failed])
        lines += _listing("Notes", list(self.notes)) if self.notes else []
        return "\n".join(lines)


def _listing(title: str, items: list[str]) -> list[str]:
    if not items:
        return [f"{title}: none."]
    shown = [f"  - {item}" for item in items[:MOST_LISTED]]
    if len(items) > MOST_LISTED:
        shown.append(f"  - and {len(items) - MOST_LISTED} more")
    return [f"{title}:", *shown]
