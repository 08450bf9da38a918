"""The promise at the end of a race, with all that it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from nearbest.printable import one_line
from nearbest.race import prediction as words
from nearbest.race.bounds import Violation
from nearbest.race.interval import Interval
from nearbest.race.prediction import Prediction
from nearbest.race.score import ACCURACY, Scale
from nearbest.race.stopping import Ending, StopAt

#: 1 minus less than this is 1 in floating point.
LEAST_RISK = 1e-16
#: How sure a gap is, besides its confidence.
Claim = Literal["proved", "approximate", "estimated"]
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
    `others` are its further scores on D_te, where several were asked for.
    """

    trained_on: Literal["all training rows", "a sample", "every row"]
    n_train: int
    accuracy: float | None
    reason: str
    full_accuracy: float | None = None
    others: Mapping[str, float] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.told(ACCURACY)

    def told(self, scale: Scale) -> str:
        """What it was trained on, what it reached by the name of the score, and why it."""
        score = ""
        if self.accuracy is not None:
            score = f", test {scale.name} {scale.text(self.accuracy)}"
        score += "".join(f", {name} {value:.4f}" for name, value in self.others.items())
        return f"trained on {self.trained_on} ({self.n_train:,} rows){score}: {self.reason}"


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
        anyhow. "forecast": past learning curves ended the race, as asked. "undone": they
        did, and the model measured since is worse than they said. "stopped": a timeout
        or Ctrl-C came first.
    proven : bool
        False where the test set was given, is the last rows by time, or groups were kept
        together, and upper bounds are heuristic; and for scores that have approximate
        bounds alone.
    assumptions : tuple of str
    violations : tuple of Violation
        Assumptions seen to fail. None seen is no proof that they hold.
    pruned : tuple of Pruning
    failed : tuple of (str, str)
        Candidates about which nothing is said, each with its cause.
    delivery : Delivery or None
    stop_at : {"proved", "predicted", "calibrated"}
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
    n_excluded : int
        Rivals that are excluded by proof, as far as the rule relies on it.
    is_open : bool
        Whether candidates were proposed while the race ran, so that this is about those
        that were tried.
    """

    winner: str
    interval: Interval
    gap: float
    epsilon: float
    confidence: float
    n_configurations: int
    n_probes: int
    ending: Ending
    proven: bool
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
    n_excluded: int = 0
    is_open: bool = False

    @property
    def claim(self) -> Claim:
        """Whether the gap is proved, approximate as the score is, or an estimate."""
        if self.proven:
            return "proved"
        approximate = self.scale.kind == "approximate" and self.exchangeable
        return "approximate" if approximate else "estimated"

    @property
    def sentence(self) -> str:
        """The answer in one sentence."""
        if self.n_configurations == 1:
            return f"{self.winner} is the only candidate."
        if self._is_alone:
            return f"{self.winner} is the only candidate that could be fitted."
        if self.stop_at == "predicted" and not self.decided:
            return self._forecast_sentence
        if self.stop_at == "calibrated" and not self.decided:
            return self._calibrated_sentence
        bound = max(self.epsilon, self.gap)
        within = f"within {bound:.4g} of the best of {self._field}{self._by_score}"
        if self.claim == "approximate":
            return (
                f"{self.winner} is {within} with confidence "
                f"{as_confidence(self.confidence)}, approximately; approximate gap "
                f"{self._gap_text}."
            )
        if self.claim == "estimated":
            return f"{self.winner} is estimated to be {within}; estimated gap {self._gap_text}."
        return (
            f"{self.winner} is {within} with confidence {as_confidence(self.confidence)}; "
            f"certified gap {self._gap_text}."
        )

    @property
    def decided(self) -> bool:
        """Whether there is no more to prove."""
        return self.ending == "proved"

    @property
    def proof(self) -> str:
        """What is proved, in a sentence that says so."""
        if self._is_alone:
            return "Proved: nothing, as there is no other candidate to compare with."
        if self.claim == "approximate":
            return (
                f"Approximate, not proved: within {self._gap_text} of the best with confidence "
                f"{as_confidence(self.confidence)}, if the assumptions below hold."
            )
        if self.claim == "estimated":
            return f"Estimated, not proved: within {self._gap_text} of the best."
        return (
            f"Proved: within {self._gap_text} of the best with confidence "
            f"{as_confidence(self.confidence)}, if the assumptions below hold."
        )

    @property
    def has_forecast(self) -> bool:
        """Whether the forecast says more than what is proved."""
        found = self.prediction
        if found is None or self._is_alone:
            return False
        if self.decided:
            return found.gap <= self.gap
        return not words.says_nothing(found)

    @property
    def forecast(self) -> str:
        """What is predicted, in a sentence that nobody takes for a proof."""
        found = self.prediction
        if found is None or self._is_alone:
            return f"Forecast: none was {'needed' if self._is_alone else 'made'}."
        missing = f"{found.n_missing} of {self.n_configurations} candidates have no forecast"
        if not self.has_forecast:
            why = "it comes no closer than that" if self.decided else f"none, as {missing}"
            return f"Forecast: {why}."
        if self.decided:
            return f"Forecast, not proved: {words.margin(found)}."
        if found.needed is not None:
            return words.calibration(found)
        likely = words.probability(found)
        return (
            f"Forecast, not proved: past learning curves give it {likely} to be within "
            f"{self.epsilon:g} of the best; {words.margin(found)}."
            + (f" {missing} and count against it." if found.n_missing else "")
        )

    @property
    def stopped(self) -> str | None:
        """How the race ended, if not with the proof; None if there is no more to prove."""
        match self.ending:
            case "proved":
                return None
            case "forecast":
                return f"Stopped by the forecast, as asked, before {self.epsilon:g} was proved."
            case "undone":
                return (
                    "Stopped by the forecast; the model measured since is worse than it said."
                )
        if self.stop_at == "proved":
            return f"Stopped before {self.epsilon:g} was certified."
        return f"Stopped before {self.epsilon:g} was forecast or proved."

    def __str__(self) -> str:
        stopped = [] if self.stopped is None else [self.stopped]
        return "\n".join([one_line(self.sentence), *stopped, *self.details])

    @property
    def details(self) -> list[str]:
        """What stands behind the answer, line by line."""
        lines = [self.proof, self.forecast]
        if self.prediction is not None and self.prediction.notes:
            lines += _listing("Forecasts do without", list(self.prediction.notes))
        lines.append(f"Its {self.scale.name} on the full data {self.interval_text}.")
        if self.delivery is not None:
            lines.append(f"Model delivered: {self.delivery.told(self.scale)}.")
        lines += ["Assumptions:", *(f"  - {sentence}" for sentence in self.assumptions)]
        lines += _listing("Assumptions seen to fail", [str(v) for v in self.violations])
        failed = [f"{name}: {why}" for name, why in self.failed]
        lines += _listing("Failed candidates, about which nothing is said", failed)
        lines += _listing("Notes", list(self.notes)) if self.notes else []
        return [one_line(line) for line in lines]

    @property
    def interval_text(self) -> str:
        """Where the winner's score lies, as the end of a sentence."""
        shown = self.scale.shown_interval(self.interval)
        lower, upper = self.scale.number(shown.lower), self.scale.number(shown.upper)
        return f"is {lower}" if lower == upper else f"lies between {lower} and {upper}"

    @property
    def _gap_text(self) -> str:
        return self.scale.number(self.gap)

    @property
    def _is_alone(self) -> bool:
        return self.n_configurations - len(self.failed) == 1

    @property
    def _field(self) -> str:
        """Those that the winner was compared with, itself included."""
        n, n_failed = self.n_configurations - len(self.failed), len(self.failed)
        failed = [f"{n_failed} failed"] if n_failed else []
        if self.is_open:
            became = ", ".join([f"{self.n_excluded} excluded", *failed])
            return f"all {n} candidates that were tried ({became})"
        return f"{n} candidates" + "".join(f" ({each})" for each in failed)

    @property
    def _by_score(self) -> str:
        """By which score, where it is not accuracy."""
        return "" if self.scale == ACCURACY else f" by {self.scale.name}"

    @property
    def _is_forecast(self) -> bool:
        """Whether ε is predicted with the probability asked for."""
        found = self.prediction
        return found is not None and found.suffices

    @property
    def _calibrated_sentence(self) -> str:
        """The answer where the calibrated forecast was to decide, and what excludes whom."""
        found = self.prediction
        if self.ending != "forecast" or found is None:
            return f"{self.winner} is the best guess of {self._field} so far."
        n_rivals = self.n_configurations - len(self.failed) - 1
        proved = f"proved against {self.n_excluded}, " if self.n_excluded else ""
        return (
            f"{self.winner} is within {self.epsilon:g} {self.scale.name} of the best of "
            f"{self._field} with confidence {as_confidence(found.level)}: {proved}by past "
            f"learning curves against {n_rivals - self.n_excluded}."
        )

    @property
    def _forecast_sentence(self) -> str:
        """The answer where the forecast was to decide: it leads, and is no proof."""
        found, so_far = self.prediction, f"within {self.gap:.4g}"
        if self.proven:
            so_far = f"proved so far: {so_far} with confidence {as_confidence(self.confidence)}"
        else:
            so_far = f"{self.claim} so far: {so_far}"
        if found is None or words.says_nothing(found) or found.gap >= self.gap:
            return f"{self.winner} is the winner so far of {self._field}; {so_far}."
        bound, likely = words.rounded_up(found.gap), words.chance(found.level)
        if self._is_forecast:
            bound, likely = f"{self.epsilon:g}", words.chance(found.probability)
        return (
            f"{self.winner} is forecast, not proved, to be within {bound} of the best of "
            f"{self._field} (probability {likely}); {so_far}."
        )


def as_confidence(confidence: float) -> str:
    """A confidence with four digits, or as 1 minus its risk where they would say 1.

    Examples
    --------
    >>> as_confidence(0.95), as_confidence(0.9999), as_confidence(1 - 1e-6)
    ('0.95', '0.9999', '1 − 1e-06')
    """
    shown = f"{confidence:.4g}"
    return f"1 − {as_risk(confidence)}" if shown == "1" else shown


def as_risk(confidence: float) -> str:
    """How probably a promise fails, never 0.

    Examples
    --------
    >>> as_risk(0.95), as_risk(1.0)
    ('0.05', '1e-16')
    """
    return f"{max(1 - confidence, LEAST_RISK):.4g}"


def _listing(title: str, items: list[str]) -> list[str]:
    if not items:
        return [f"{title}: none."]
    shown = [f"  - {item}" for item in items[:MOST_LISTED]]
    if len(items) > MOST_LISTED:
        shown.append(f"  - and {len(items) - MOST_LISTED} more")
    return [f"{title}:", *shown]
