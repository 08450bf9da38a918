"""What there is to show of a race at one moment, as plain values.

Taken in the thread that runs the race, so that whoever draws it later sees one state.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from nearbest.progress.remaining import seconds_left
from nearbest.race.interval import Interval
from nearbest.race.observation import Task
from nearbest.race.prediction import Prediction, chance
from nearbest.race.race import Race
from nearbest.race.stopping import StopAt
from nearbest.race.track import Track


@dataclass(frozen=True, slots=True)
class Row:
    """One contender."""

    name: str
    interval: Interval
    n_train: int
    state: str
    leads: bool

    @property
    def rows(self) -> str:
        """The rows of its last probe."""
        return f"{self.n_train:,}" if self.n_train else "–"


@dataclass(frozen=True, slots=True)
class Standings:
    """How a race stands.

    Attributes
    ----------
    rows : tuple of Row
        Contenders, the incumbent first, then by falling upper bound.
    scale : Interval
        From the lowest lower to the highest upper bound of those probed.
    threshold : float or None
        The incumbent's lower bound + ε: who falls below it is pruned.
    best : str or None
        The best guess, with `interval` and the `gap` certified for it; `widest_gap` is
        the one before anything is known.
    n_candidates, n_pruned, n_failed, n_probes, n_running : int
    seconds_left : float or None
        At most about so many, where anything can be said.
    stop_at : {"proved", "predicted", "calibrated"}
        The rule by which the race is to stop.
    prediction : Prediction or None
        The forecast for the best guess, once all were probed and if it was asked for.
    """

    rows: tuple[Row, ...]
    scale: Interval
    threshold: float | None
    best: str | None
    interval: Interval
    gap: float
    epsilon: float
    widest_gap: float
    proven: bool
    decided: bool
    n_candidates: int
    n_pruned: int
    n_failed: int
    n_probes: int
    n_running: int
    seconds_left: float | None
    stop_at: StopAt = "proved"
    prediction: Prediction | None = None

    @property
    def counts(self) -> str:
        """How many are in the race, and how many no longer are."""
        parts = [f"{len(self.rows)} of {self.n_candidates} contend", f"{self.n_pruned} pruned"]
        if self.n_failed:
            parts.append(f"{self.n_failed} failed")
        parts.append(f"{self.n_probes} probes")
        if self.n_running:
            parts.append(f"{self.n_running} in flight")
        return " · ".join(parts)

    @property
    def gap_text(self) -> str:
        """The gap so far, and the one wanted if it is to end the race."""
        kind = "certified gap" if self.proven else "estimated gap"
        wanted = "" if self.by_forecast else f", wanted {self.epsilon:g}"
        return f"{kind} {self.gap:.4f}{wanted}"

    @property
    def forecast_text(self) -> str:
        """The forecast so far, and the probability wanted if it is to end the race."""
        if self.prediction is None:
            return "no forecast before all are probed"
        needed = self.prediction.needed or self.prediction.level
        wanted = f", wanted {chance(needed)}" if self.by_forecast else ""
        likely = chance(self.prediction.probability)
        return f"forecast: {likely} probable to be within {self.epsilon:g}{wanted}"

    @property
    def by_forecast(self) -> bool:
        """Whether the forecast is to end the race."""
        return self.stop_at != "proved"

    @property
    def answers(self) -> tuple[str, str]:
        """What is proved and what is forecast, the one that is to end the race first."""
        both = (self.gap_text, self.forecast_text)
        return both[::-1] if self.by_forecast else both


def standings(race: Race, running: Collection[Task], forecast: bool = True) -> Standings:
    """How `race` stands with these probes in flight; a forecast takes a little time."""
    probing = {task.configuration: task.n_train for task in running}
    contenders = race.contenders
    rows = [_row(race, race.tracks[name], probing) for name in contenders]
    rows.sort(key=lambda row: (not row.leads, -row.interval.upper, -row.interval.lower))
    known = [row.interval for row in rows if row.n_train]
    n_failed = sum(track.failure is not None for track in race.tracks.values())
    incumbent = race.incumbent
    best = race.winner if incumbent is not None else None
    return Standings(
        rows=tuple(rows),
        scale=Interval(
            min((interval.lower for interval in known), default=race.plan.scale.low),
            max((interval.upper for interval in known), default=race.plan.scale.high),
        ),
        threshold=(
            race.tracks[incumbent].interval.lower + race.plan.epsilon if incumbent else None
        ),
        best=best,
        interval=race.tracks[best].interval if best else race.plan.scale.unknown,
        gap=race.gap(best),
        epsilon=race.plan.epsilon,
        widest_gap=race.gap(None),
        proven=race.plan.exchangeable,
        decided=race.decided,
        n_candidates=race.plan.n_configurations,
        n_pruned=race.plan.n_configurations - len(contenders) - n_failed,
        n_failed=n_failed,
        n_probes=len(race.history),
        n_running=len(probing),
        seconds_left=seconds_left(race, running) if best else None,
        stop_at=race.rule.stop_at,
        prediction=race.prediction() if forecast and race.all_probed else None,
    )


def _row(race: Race, track: Track, probing: dict[str, int]) -> Row:
    leads = track.name == race.incumbent
    n_train = track.probes[-1].n_train if track.probes else 0
    if track.name in probing:
        state = f"probing {probing[track.name]:,}"
    elif race.exhausted(track.name):
        state = "all rows"
    else:
        state = "leads" if leads else "waits"
    return Row(track.name, track.interval, n_train, state, leads)
