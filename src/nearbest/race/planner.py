"""How much longer for which ε: what the rest of a race should take.

Where a forecast is to end the race, each rival needs its full run as often as it beats the
winner by more than ε in the forecast's worlds, and past races tell what the rest took where
so much was needed (`rest.py`). Where a proof is to end it, each rival costs the samples until
its upper bound has come down, or its full run if that is not to be expected.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from scipy.special import ndtr, ndtri

from nearbest.race.cost import Seconds
from nearbest.race.durations import about
from nearbest.race.race import Race
from nearbest.race.rest import Rest, full_run, own_full_run
from nearbest.race.stop_at import BY_FORECAST
from nearbest.race.track import Track
from nearbest.race.verdict import Verdict

#: On the way to a proof races took between these multiples of the time that was stated, four
#: times in five, over replays of the recorded tables (`make bench-plan`).
SOONEST, LATEST = 0.3, 3.8
#: All samples on the way to one cost so many times as much as it alone: sizes double.
LADDER = 2.0
#: Threats are kept within these where a normal tail stands for them.
SMALLEST_TAIL, LARGEST_TAIL = 1e-3, 0.45
#: Rules by which full runs are foreseen. In 126 replays of the calibrated rule, on tables that
#: its forecast was made from, most candidates had one whenever that was foreseen (22 times);
#: races to a proof came to full runs in all of 120, foreseen or not.
FORESEEN = ("calibrated", "proved")


@dataclass(frozen=True, slots=True)
class Milestone:
    """What it takes until no other candidate should be better by more than ε.

    Attributes
    ----------
    epsilon : float
    left : Seconds
        From now until then, one probe after another, the winner trained on all rows; in
        four of five races it took no less and no more than the range says.
    n_full_runs : int
        Rivals that should need a full run on the way.
    """

    epsilon: float
    left: Seconds
    n_full_runs: int

    def __str__(self) -> str:
        time = about(self.left)
        if not self.n_full_runs:
            return f"{self.epsilon:g} in {time}"
        runs = f"{self.n_full_runs} full run{'s' if self.n_full_runs > 1 else ''}"
        return f"{self.epsilon:g} needs {runs}, {time}"


@dataclass(frozen=True, slots=True)
class Prospects:
    """How a race stands, and what more time would bring.

    Attributes
    ----------
    gap : float
        What holds now: by proof, or by forecast where that is to end the race.
    milestones : tuple of Milestone
        By falling ε, those that are not reached yet.
    """

    gap: float
    milestones: tuple[Milestone, ...]

    def __str__(self) -> str:
        return "; ".join([self.now, *map(str, self.milestones)])

    @property
    def now(self) -> str:
        """What holds now, in words."""
        if not math.isfinite(self.gap):
            return "no bound yet"
        # a forecast may see the gap before it is as sure as it must be
        confirmed = all(milestone.epsilon < self.gap for milestone in self.milestones)
        return f"{self.gap:.2g} now" + ("" if confirmed else ", not sure enough yet")


def look_ahead(race: Race, epsilons: Sequence[float] | None = None) -> Prospects | None:
    """How much longer for which ε; None while somebody was not probed yet.

    Parameters
    ----------
    race : Race
    epsilons : sequence of float, optional
        By default that of the race, its double and its half.

    Examples
    --------
    >>> from nearbest.race.bounds import Exact
    >>> from nearbest.race.observation import Observation
    >>> from nearbest.race.plan import Plan
    >>> sizes = tuple(1_000 * 2**k for k in range(8))
    >>> race = Race(Plan({"tree": sizes, "svm": sizes}, n_test=32_000), Exact())
    >>> for name, right in (("tree", 0.80), ("svm", 0.79)):
    ...     for size in sizes[:3]:
    ...         counts = round(right * size), round(right * 2 * size)
    ...         race.tell(Observation.of_counts(name, size, 2 * size, *counts, fit_time=size))
    >>> print(look_ahead(race, (0.05, 0.01)))
    0.02 now; 0.01 in about 36 h (11 to 140)
    """
    if race.incumbent is None or not race.all_probed:
        return None
    epsilon, gap = race.plan.epsilon, _gap(race)
    wanted = (2 * epsilon, epsilon, epsilon / 2) if epsilons is None else epsilons
    is_over, winner = race.ending is not None, race.winner
    ahead = [e for e in wanted if (not is_over if e == epsilon else e < gap)]
    if is_over:
        ahead = [e for e in ahead if e < epsilon]
    found = (_milestone(race, winner, e) for e in sorted(ahead, reverse=True))
    return Prospects(gap, tuple(found))


def full_runs_ahead(race: Race) -> int:
    """Full runs that the rest of the race should need, the winner's among them.

    None are foreseen before everybody was probed twice, or on all rows: one probe says
    too little. Nor are they where others may come, or by rules of the first version.
    """
    if race.plan.is_open or race.rule.stop_at not in FORESEEN:
        return 0
    tracks = (race.tracks[name] for name in race.rule.in_play(race))
    if any(len(track.probes) < 2 and not race.exhausted(track.name) for track in tracks):
        return 0
    ahead = look_ahead(race, (race.plan.epsilon,))
    if ahead is None or not ahead.milestones:
        return 0
    return ahead.milestones[0].n_full_runs + (not race.exhausted(race.winner))


def _gap(race: Race) -> float:
    """The gap that holds now."""
    proved = race.gap(race.winner)
    found = race.prediction() if race.rule.stop_at in BY_FORECAST else None
    return proved if found is None else min(found.gap, proved)


def _rivals(race: Race, winner: str) -> list[Track]:
    """Those that may still need a full run."""
    return [
        track
        for name, track in race.tracks.items()
        if track.failure is None and name != winner and not race.exhausted(name)
    ]


def _milestone(race: Race, winner: str, epsilon: float) -> Milestone:
    by_forecast = race.rule.stop_at in BY_FORECAST and race.forecaster is not None
    verdict = race.forecast.verdict if by_forecast else None
    if verdict is not None:
        return _by_forecast(race, verdict, epsilon)
    needs = [_need_to_prove(race, winner, rival, epsilon) for rival in _rivals(race, winner)]
    seconds = own_full_run(race, winner) + sum(cost for cost, _ in needs)
    left = Seconds(seconds, SOONEST * seconds, LATEST * seconds)
    return Milestone(epsilon, left, round(sum(chance for _, chance in needs)))


def _by_forecast(race: Race, verdict: Verdict, epsilon: float) -> Milestone:
    """What past races took for the race's own ε; for another, as much as more is needed."""
    winner, own = race.plan.names[verdict.winner], race.plan.epsilon
    needed = needed_by_forecast(race, verdict, own)
    left = Rest.of(race, winner, needed).left
    if epsilon != own and needed > 0:
        left *= needed_by_forecast(race, verdict, epsilon) / needed
    threats = (_threat(race, verdict, rival, epsilon) for rival in _rivals(race, winner))
    return Milestone(epsilon, left, round(sum(threats)))


def needed_by_forecast(race: Race, verdict: Verdict, epsilon: float) -> float:
    """Seconds of the winner's full run, and of its rivals' as often as they are better."""
    winner = race.plan.names[verdict.winner]
    return own_full_run(race, winner) + sum(
        _threat(race, verdict, rival, epsilon) * full_run(race, rival)
        for rival in _rivals(race, winner)
    )


def _threat(race: Race, verdict: Verdict, rival: Track, epsilon: float) -> float:
    """How probably a rival beats the winner by more than ε."""
    i, w = race.plan.index[rival.name], verdict.winner
    threat, known = float(verdict.threat[i]), race.forecast.tuning.epsilon
    if epsilon == known:
        return threat
    apart = float(verdict.mean[w] - verdict.mean[i])
    spread = math.hypot(float(verdict.spread[i]), float(verdict.spread[w])) + 1e-9
    if SMALLEST_TAIL < threat < LARGEST_TAIL:  # what candidates share makes it narrower
        spread = max(apart + known, 1e-4) / float(-ndtri(threat))
    found = float(ndtr(-(apart + epsilon) / spread))
    return max(found, threat) if epsilon < known else min(found, threat)


def _need_to_prove(
    race: Race, winner: str, rival: Track, epsilon: float
) -> tuple[float, float]:
    """Samples until the bound should have come down with the root of the rows, or all."""
    last, full = rival.probes[-1], race.plan.full_size(rival.name)
    room = race.tracks[winner].probes[-1].test_score + epsilon - last.test_score
    margin = max(rival.interval.upper - last.test_score, 0.0)
    if margin <= room:
        return 0.0, 0.0
    n_rows = last.n_train * (margin / room) ** 2 if room > 0 else math.inf
    in_full = full_run(race, rival)
    if n_rows >= full or rival.cost is None:
        return in_full, 1.0
    size = next(s for s in race.plan.sizes[rival.name] if s >= n_rows)
    cost = LADDER * rival.cost.of_task(race.task(rival.name, size)).seconds
    return (in_full, 1.0) if cost >= in_full else (cost, 0.0)
