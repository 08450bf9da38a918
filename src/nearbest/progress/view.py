"""What there is to show of a race at one moment, as plain values.

Taken in the thread that runs the race, so that whoever draws it later sees one state.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from nearbest.progress.failures import failures_of
from nearbest.race.ahead.planner import Prospects, full_runs_ahead, look_ahead
from nearbest.race.ahead.times import own_full_run
from nearbest.race.answer.full_runs import full_runs_note
from nearbest.race.answer.plateau import plateau
from nearbest.race.answer.row import Row
from nearbest.race.answer.standings import full_run_time, standings
from nearbest.race.claim import Claim, gap_name
from nearbest.race.cost import Seconds
from nearbest.race.durations import about
from nearbest.race.interval import Interval, finite_span
from nearbest.race.observation import Task
from nearbest.race.prediction import Prediction, is_empty, percent
from nearbest.race.race import Race
from nearbest.race.score import ACCURACY, Scale, as_tolerated
from nearbest.race.stop_at import StopAt
from nearbest.race.stopping import rule_named


@dataclass(frozen=True, slots=True)
class Training:
    """The training of the winner on all rows, when the race is over."""

    name: str
    n_train: int
    expected: Seconds | None

    def __str__(self) -> str:
        time = "" if self.expected is None else f", {about(self.expected)}"
        return f"training the winner, {self.name}, on {self.n_train:,} rows{time}"

    def share(self, left: Seconds | None) -> float | None:
        """How much of it should be done, with so much left; None where nobody knows."""
        if self.expected is None or left is None or self.expected.seconds <= 0:
            return None
        return min(max(1 - left.seconds / self.expected.seconds, 0.0), 1.0)


@dataclass(frozen=True, slots=True)
class View:
    """How a race stands.

    Attributes
    ----------
    rows : tuple of Row
        Those in the race and those that wait, the current winner first, then by falling
        upper bound.
    probing : mapping of str to int
        Rows on which candidates are being trained now.
    span : Interval
        From the lowest lower to the highest upper bound of those probed.
    threshold : float or None
        The largest lower bound + ε: who falls below it is excluded.
    gap, widest_gap : float
        The gap certified for the current winner, and the one before anything is known.
    epsilon : float
    claim : {"proved", "approximate", "estimated"}
        How sure the gap is.
    n_candidates, n_excluded, n_failed, n_probes : int
    left : Seconds or None
        The time that is left, where anything can be said.
    stop_at : {"calibrated", "proved", "paper", "stated"}
        The rule by which the race is to stop.
    prediction : Prediction or None
        The forecast for the current winner, once all were probed and if it was asked for.
    training : Training or None
        What is trained for the user, once the race is over.
    note : str or None
        That a search finds nothing better any more, or that full runs are the better way.
    scores : Scale
        By what candidates are compared, and how its values are written.
    prospects : Prospects or None
        How much longer for which ε, one probe after another, where anything can be said.
    asks_forecast : bool
        Whether past curves are asked at all; a proof can do without.
    no_forecast : str or None
        Why there is no forecast, nor will be; None where there may be one.
    failures : tuple of str
        A sentence for each different error with which candidates failed.
    """

    rows: tuple[Row, ...]
    probing: Mapping[str, int]
    span: Interval
    threshold: float | None
    gap: float
    epsilon: float
    widest_gap: float
    claim: Claim
    n_candidates: int
    n_excluded: int
    n_failed: int
    n_probes: int
    left: Seconds | None = None
    stop_at: StopAt = "proved"
    prediction: Prediction | None = None
    training: Training | None = None
    note: str | None = None
    scores: Scale = ACCURACY
    prospects: Prospects | None = None
    asks_forecast: bool = True
    no_forecast: str | None = None
    failures: tuple[str, ...] = ()

    @property
    def winner(self) -> Row | None:
        """The current winner, if anything was probed."""
        return self.rows[0] if self.rows and self.rows[0].standing == "winner" else None

    @property
    def winner_text(self) -> str:
        """The current winner, and where its score lies."""
        row = self.winner
        if row is None:
            return ""
        return (
            f"current winner {row.name}: {self.scores.name} in "
            f"{self.scores.interval_text(row.interval)}"
        )

    @property
    def counts(self) -> str:
        """How many are in the race, and how many no longer are."""
        parts = [f"{len(self.rows)} of {self.n_candidates} in the race"]
        parts.append(f"{self.n_excluded} excluded")
        if self.n_failed:
            parts.append(f"{self.n_failed} failed")
        parts.append(f"{self.n_probes} probes")
        if self.probing:
            parts.append(f"{len(self.probing)} running")
        return " · ".join(parts)

    @property
    def gap_text(self) -> str:
        """The gap so far, and the one wanted if it is to end the race."""
        wanted = "" if self.by_forecast else f", wanted {as_tolerated(self.epsilon)}"
        return f"{gap_name(self.claim)} {self.scores.at_most(self.gap)}{wanted}"

    @property
    def forecast_text(self) -> str:
        """The forecast so far, and the probability wanted if it is to end the race."""
        if self.no_forecast is not None:
            means = "proof decides" if self.claim == "proved" else "bounds decide"
            instead = f", {means}" if rule_named(self.stop_at).needs_forecast else ""
            return f"no forecast{instead}: {self.no_forecast}"
        if self.prediction is None:
            return "no forecast until all are probed"
        if self.prediction.n_to_follow:
            n = self.prediction.n_to_follow
            return f"forecast: {n} candidate{'s' if n > 1 else ''} to be probed further first"
        if self.prediction.is_too_early:
            return "forecast: not sure enough to end so early"
        needed = self.prediction.needed or self.prediction.level
        likely, epsilon = percent(self.prediction.probability), as_tolerated(self.epsilon)
        if not self.by_forecast:
            return f"forecast: {likely} likely to be within {epsilon}"
        if self.prediction.needed is None:
            return f"forecast: {likely} likely to be within {epsilon}, wanted {percent(needed)}"
        # a calibrated level is no confidence: from there on past races were right often enough
        enough = f"{percent(needed)} is enough, by past races"
        return f"forecast: {likely} likely to be within {epsilon}; {enough}"

    @property
    def lacks_forecast(self) -> bool:
        """Whether past curves have nothing to say of this race."""
        if self.no_forecast is not None or not self.asks_forecast:
            return True
        return self.prediction is not None and is_empty(self.prediction)

    @property
    def by_forecast(self) -> bool:
        """Whether the forecast is to end the race."""
        return rule_named(self.stop_at).needs_forecast and not self.lacks_forecast

    @property
    def answers(self) -> tuple[str, ...]:
        """What is proved and what is forecast, the one that is to end the race first."""
        if self.lacks_forecast and self.no_forecast is None:
            return (self.gap_text,)
        both = (self.gap_text, self.forecast_text)
        return both[::-1] if self.by_forecast else both

    def doing(self, row: Row) -> str:
        """What a candidate is doing now."""
        if row.name in self.probing:
            return f"probing {self.probing[row.name]:,}"
        if row.ran_in_full and row.standing != "winner":
            return "all rows"
        return "current winner" if row.standing == "winner" else row.standing


def view_of(
    race: Race,
    running: Collection[Task],
    forecast: bool = True,
    look: Callable[[Race], Prospects | None] = look_ahead,
) -> View:
    """How `race` stands with these probes running; a forecast takes a little time."""
    contenders, incumbent = race.contenders, race.incumbent
    if incumbent is not None:  # a forecast may choose whom a proof excludes
        contenders = list(dict.fromkeys([*contenders, race.winner]))
    rows = sorted(
        standings(race, names=contenders, forecast=False),
        key=lambda row: (row.standing != "winner", -row.interval.upper, -row.interval.lower),
    )
    known = [row.interval for row in rows if row.n_probes]
    training = training_of(race, running)
    ahead = look(race) if forecast and training is None else None
    n_failed = sum(track.failure is not None for track in race.tracks.values())
    return View(
        rows=tuple(rows),
        probing={task.configuration: task.n_train for task in running},
        span=finite_span(known or [race.plan.scale.unknown]),
        threshold=(
            race.tracks[incumbent].interval.lower + race.plan.epsilon if incumbent else None
        ),
        gap=race.gap(race.winner if incumbent else None),
        epsilon=race.plan.epsilon,
        widest_gap=race.gap(None),
        claim=race.plan.claim,
        n_candidates=race.plan.n_configurations,
        n_excluded=race.plan.n_configurations - len(contenders) - n_failed,
        n_failed=n_failed,
        n_probes=len(race.history),
        left=training.expected if training is not None else _left(race, running, ahead),
        stop_at=race.rule.stop_at,
        prediction=race.prediction() if forecast and race.all_probed else None,
        training=training,
        note=_note(race, running, full_runs_ahead(race, lambda _: ahead)),
        scores=race.plan.scale,
        prospects=ahead,
        asks_forecast=race.has_forecaster,
        no_forecast=race.no_forecast,
        failures=failures_of(race) if n_failed else (),
    )


def _note(race: Race, running: Collection[Task], n_ahead: int) -> str | None:
    notes = (plateau(race), full_runs_note(race, running, n_ahead))
    return " · ".join(filter(None, notes)) or None


def training_of(race: Race, running: Collection[Task]) -> Training | None:
    """What is trained for delivery, if anything is."""
    for task in running:
        if task.for_delivery:
            expected = full_run_time(race, race.tracks[task.configuration])
            return Training(task.configuration, task.n_train, expected)
    return None


def _left(race: Race, running: Collection[Task], ahead: Prospects | None) -> Seconds | None:
    """What the race should still take, and no less than the probes that are running."""
    own = None if ahead is None else ahead.of(race.plan.epsilon)
    if own is None:
        return None
    found = _shared(own.left, len(running), own_full_run(race, race.winner))
    for task in running:
        model = race.tracks[task.configuration].cost
        found = found if model is None else found.at_least(model.of_task(task))
    return found


def _shared(left: Seconds, n_workers: int, full: float) -> Seconds:
    """Several workers share what is left, but for the winner's full run."""
    if n_workers < 2:
        return left
    return (left * (1 / n_workers)).at_least(Seconds(full, full, full))
