"""The promise at the end of a race, with all that it rests on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from types import MappingProxyType
from typing import Any, Literal

from nearbest.json_values import json_values
from nearbest.printable import one_line
from nearbest.race import wording
from nearbest.race.bounds import Violation
from nearbest.race.claim import Claim
from nearbest.race.interval import Interval
from nearbest.race.prediction import Prediction, says_nothing
from nearbest.race.score import ACCURACY, Scale
from nearbest.race.stop_at import StopAt
from nearbest.race.stopping import Ending, StoppingRule, rule_named
from nearbest.race.wording import as_confidence, as_risk

TrainedOn = Literal["all training rows", "a sample", "every row"]
#: What excludes a rival: it has a bound, past curves, its own full run, or it failed.
Reason = Literal["proof", "past curves", "full run", "failure"]
#: Where one score was asked for.
NO_OTHERS: Mapping[str, Scale] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Pruning:
    """Which configuration was pruned, by whose lower bound, after how many probes."""

    configuration: str
    by: str
    n_probes: int
    elapsed: float


@dataclass(frozen=True, slots=True)
class Exclusion:
    """What says that a rival is not better by more than ε; None where nothing does yet.

    `upper` is what its score on the full data is at most, by proof or measured.
    """

    candidate: str
    by: Reason | None
    upper: float


@dataclass(frozen=True, slots=True)
class Delivery:
    """The model that the user gets, and what was measured of it.

    `trained_on` is "all training rows", "a sample" or "every row" (training and test
    data). `score` is its score on all of D_te; None where that was not measured.
    `full_score` is that of the choice trained on all training rows, where it is known.
    `others` are its further scores on D_te, where several were asked for. `candidate` is
    whose model it is, where that is not the one the race chose.
    """

    trained_on: TrainedOn
    n_train: int
    score: float | None
    reason: str
    full_score: float | None = None
    others: Mapping[str, float] = field(default_factory=dict)
    candidate: str | None = None

    def __str__(self) -> str:
        return self.told(replace(ACCURACY, name="score"))

    def told(self, scale: Scale, others: Mapping[str, Scale] = NO_OTHERS) -> str:
        """What it was trained on, what it reached by the names of the scores, and why it."""
        reached = ""
        if self.score is not None:
            reached = f", test {scale.name} {scale.text(self.score)}"
        for name, value in self.others.items():
            other = others.get(name, ACCURACY)
            reached += f", {other.label(name)} {other.text(value)}"
        return f"trained on {self.trained_on} ({self.n_train:,} rows){reached}: {self.reason}"

    @property
    def accuracy(self) -> float | None:
        """What `score` was called in earlier versions."""
        return self.score

    @property
    def full_accuracy(self) -> float | None:
        """What `full_score` was called in earlier versions."""
        return self.full_score


@dataclass(frozen=True, slots=True)
class Certificate:
    """No other candidate beats `winner` by more than `gap`, with `confidence`.

    The statement is about the score on the test data D_te: the score that each
    candidate would reach when trained on all of D_tr, against that of the model
    delivered (or, where that was not measured, of the winner trained on all of D_tr).

    Attributes
    ----------
    winner : str
    interval : Interval
        For the winner's score when trained on all training rows.
    gap : float
        Largest upper bound of the others minus the winner's lower bound, at least 0;
        at most `epsilon` where the race ended "proved".
    epsilon, confidence : float
    n_configurations, n_probes : int
    ending : {"proved", "forecast", "undone", "stopped"}
        "proved": every other candidate was excluded by proof, or the gap is within ε
        anyhow. "forecast": past learning curves ended the race. "undone": it
        had ended, and the model measured since is worse than was thought. "stopped": a
        timeout or Ctrl-C came first.
    bounds_prove : bool
        Whether bounds are proofs. False where the test set was given, is the last rows by
        time, or groups were kept together, and upper bounds are heuristic; and for scores
        that have approximate bounds alone.
    assumptions : tuple of str
        Those that this answer rests on.
    violations : tuple of Violation
        Assumptions seen to fail. None seen is no proof that they hold.
    pruned : tuple of Pruning
    failed : tuple of (str, str)
        Candidates about which nothing is said, each with its cause.
    delivery : Delivery or None
    stop_at : {"calibrated", "proved", "paper", "stated"}
        The rule by which the race was to stop.
    prediction : Prediction or None
        What past learning curves let us expect of the winner, or of the model delivered
        where that was measured. No part of the proof.
    notes : tuple of str
        What was done to the data, such as rows that were left out, and what makes the
        answer mean less than it seems.
    scale : Scale
        The scores that this is about.
    exchangeable : bool
        Whether the split is random over rows.
    exclusions : tuple of Exclusion
        What excludes each rival, in the order in which they were given.
    doubts : tuple of str
        What would make the answer false, in plain English; only what this race rests on.
    is_open : bool
        Whether candidates were proposed while the race ran, so that this is about those
        that were tried.
    others : mapping of str to Scale
        The other scores that were measured, by name.
    """

    winner: str
    interval: Interval
    gap: float
    epsilon: float
    confidence: float
    n_configurations: int
    n_probes: int
    ending: Ending
    bounds_prove: bool
    assumptions: tuple[str, ...]
    violations: tuple[Violation, ...] = ()
    pruned: tuple[Pruning, ...] = ()
    failed: tuple[tuple[str, str], ...] = ()
    delivery: Delivery | None = None
    stop_at: StopAt = "proved"
    prediction: Prediction | None = None
    notes: tuple[str, ...] = ()
    scale: Scale = ACCURACY
    exchangeable: bool = True
    exclusions: tuple[Exclusion, ...] = ()
    doubts: tuple[str, ...] = ()
    is_open: bool = False
    others: Mapping[str, Scale] = field(default_factory=dict)

    @property
    def rule(self) -> StoppingRule:
        """The rule by which the race was to stop."""
        return rule_named(self.stop_at)

    @property
    def claim(self) -> Claim:
        """Whether the gap is proved, approximate as the score is, or an estimate."""
        if self.bounds_prove:
            return "proved"
        approximate = self.scale.kind == "approximate" and self.exchangeable
        return "approximate" if approximate else "estimated"

    @property
    def proven(self) -> bool:
        """Whether the answer is proved: the bounds can prove it, and did."""
        return self.bounds_prove and self.decided

    @property
    def decided(self) -> bool:
        """Whether the bounds decided the race, so that there is no more to prove.

        A race that past curves ended has an answer, too, and is not decided: see `ending`.
        Whether what the bounds say is a proof or an estimate is in `claim`.
        """
        return self.ending == "proved"

    @property
    def is_alone(self) -> bool:
        """Whether there is no other candidate to compare with."""
        return self.n_configurations - len(self.failed) == 1

    @property
    def counts(self) -> dict[Reason | None, int]:
        """How many rivals each reason excludes; None for those that nothing does yet."""
        return dict(Counter(e.by for e in self.exclusions if e.by != "failure"))

    @property
    def has_forecast(self) -> bool:
        """Whether the forecast says more than what is proved."""
        found = self.prediction
        if found is None or self.is_alone or says_nothing(found):
            return False
        return found.gap < self.gap or not self.decided

    @property
    def sentence(self) -> str:
        """The answer in one sentence."""
        return one_line(wording.sentence(self))

    @property
    def proof(self) -> str:
        """What is proved, in a sentence that says so."""
        return one_line(wording.proof(self))

    @property
    def forecast(self) -> str:
        """What past curves say, in a sentence that nobody takes for a proof."""
        return one_line(wording.forecast(self))

    @property
    def stopped(self) -> str | None:
        """How the race ended, if not with the proof; None if there is no more to prove."""
        return wording.stopped(self)

    @property
    def within(self) -> str:
        """Whether the winner is within ε of the best, and by what."""
        return wording.within(self)

    @property
    def details(self) -> list[str]:
        """What stands behind the answer, line by line."""
        return [one_line(line) for line in wording.details(self)]

    @property
    def interval_text(self) -> str:
        """Where the winner's score lies, as the end of a sentence."""
        shown = self.scale.shown_interval(self.interval)
        lower, upper = self.scale.number(shown.lower), self.scale.number(shown.upper)
        return f"is {lower}" if lower == upper else f"lies between {lower} and {upper}"

    def __str__(self) -> str:
        stopped = [] if self.stopped is None else [self.stopped]
        return "\n".join([self.sentence, *stopped, *self.details])

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain values, for JSON; for every rival what excluded it.

        None stands for what has no bound, such as the end of an interval or a range.
        Names are as they were given, in the sentence, too.
        """
        plain = asdict(self)
        plain.pop("pruned")
        told: dict[str, Any] = {
            "sentence": wording.sentence(self),
            "decided": self.decided,
            **plain,
            "proven": self.proven,
            "claim": self.claim,
            "interval": [self.interval.lower, self.interval.upper],
            "failed": dict(self.failed),
        }
        return {name: json_values(value) for name, value in told.items()}


__all__ = [
    "Certificate",
    "Delivery",
    "Exclusion",
    "Pruning",
    "Reason",
    "TrainedOn",
    "as_confidence",
    "as_risk",
]
