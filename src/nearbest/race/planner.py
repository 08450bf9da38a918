"""How much longer for which ε: what the rest of a race should take.

Where a forecast is to end the race, each rival costs its full run as often as it beats the
winner by more than ε in the forecast's worlds. Where a proof is, each costs the samples
until its upper bound has come down, or its full run if that is not to be expected.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from scipy.special import ndtr, ndtri

from nearbest.race.cost import Seconds
from nearbest.race.durations import about
from nearbest.race.race import Race
from nearbest.race.track import Track

#: Races took between these multiples of the time that was stated, four times in five, over
#: replays of the recorded tables (`make bench-plan`).
SOONEST, LATEST = 0.3, 3.8
#: All samples on the way to one cost so many times as much as it alone: sizes double.
LADDER = 2.0
#: Threats are kept within these where a normal tail stands for them.
SMALLEST_TAIL, LARGEST_TAIL = 1e-3, 0.45


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
        now = f"{self.gap:.2g} now" if math.isfinite(self.gap) else "no bound yet"
        return "; ".join([now, *map(str, self.milestones)])


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
    reached = min(gap, epsilon) if race.ending is not None else gap
    ahead, winner = sorted((e for e in wanted if e < reached), reverse=True), race.winner
    return Prospects(gap, tuple(_milestone(race, winner, e) for e in ahead))


def _gap(race: Race) -> float:
    """The gap that holds now."""
    proved = race.gap(race.winner)
    found = race.prediction() if race.rule.stop_at != "proved" else None
    return proved if found is None else min(found.gap, proved)


def _milestone(race: Race, winner: str, epsilon: float) -> Milestone:
    rivals = [
        track
        for name, track in race.tracks.items()
        if track.failure is None and name != winner and not race.exhausted(name)
    ]
    seconds = 0.0 if race.exhausted(winner) else _full_run(race, race.tracks[winner])
    needs = [_need(race, winner, rival, epsilon) for rival in rivals]
    seconds += sum(cost for cost, _ in needs)
    left = Seconds(seconds, SOONEST * seconds, LATEST * seconds)
    return Milestone(epsilon, left, round(sum(chance for _, chance in needs)))


def _need(race: Race, winner: str, rival: Track, epsilon: float) -> tuple[float, float]:
    """What a rival should cost, and the chance that it needs its full run."""
    verdict = race.forecast.verdict if race.forecaster is not None else None
    if verdict is None or race.rule.stop_at == "proved":
        return _need_to_prove(race, winner, rival, epsilon)
    i, w = race.plan.index[rival.name], race.plan.index[winner]
    apart = float(verdict.mean[w] - verdict.mean[i])
    spread = math.hypot(float(verdict.spread[i]), float(verdict.spread[w])) + 1e-9
    threat, known = float(verdict.threat[i]), race.forecast.tuning.epsilon
    if SMALLEST_TAIL < threat < LARGEST_TAIL:  # what candidates share makes it narrower
        spread = max(apart + known, 1e-4) / float(-ndtri(threat))
    chance = float(ndtr(-(apart + epsilon) / spread))
    return chance * _full_run(race, rival), chance


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
    in_full = _full_run(race, rival)
    if n_rows >= full or rival.cost is None:
        return in_full, 1.0
    size = next(s for s in race.plan.sizes[rival.name] if s >= n_rows)
    cost = LADDER * rival.cost.of_task(race.task(rival.name, size)).seconds
    return (in_full, 1.0) if cost >= in_full else (cost, 0.0)


def _full_run(race: Race, track: Track) -> float:
    model, full = track.cost, race.plan.full_size(track.name)
    return 0.0 if model is None else model.full_run(full, race.plan.n_test).seconds
