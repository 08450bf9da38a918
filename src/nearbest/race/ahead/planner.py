"""How much longer for which ε: what the rest of a race should take.

The one place that answers it, for the live view, the report, `plan()` and the command line.
Where a calibrated forecast is to end the race, the rest of it is played in worlds that the
forecast holds possible (`worlds.py`). Where a proof is to end it, each rival costs the samples
until its upper bound has come down, or its full run if that is not to be expected.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.special import ndtr

from nearbest.race.ahead.times import own_full_run, seconds_of, seconds_of_full_run
from nearbest.race.ahead.worlds import MOST_CANDIDATES, Rest, rests
from nearbest.race.cost import Seconds
from nearbest.race.durations import about
from nearbest.race.race import Race
from nearbest.race.score import as_tolerated
from nearbest.race.track import Track
from nearbest.race.verdict import Verdict

#: What is stated is this quantile of the worlds: it was within a factor of 2 most often.
STATED = 0.45
#: Four of five races took as long as in the middle four fifths of the worlds, or up to so
#: many times less or more (`make bench-plan`).
BEYOND = 1.5
#: Between these multiples of the time that is stated lies what four of five races took: on
#: the way to a proof, and where threats alone tell.
TO_PROVE, BY_THREATS = (0.5, 3.5), (0.4, 10.0)
#: All samples on the way to one cost so many times as much as it alone: sizes double.
LADDER = 2.0


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

    def no_sooner_than(self, other: Milestone) -> Milestone:
        """The same, where what a larger ε needs is on the way."""
        n_full_runs = max(self.n_full_runs, other.n_full_runs)
        return replace(self, left=self.left.at_least(other.left), n_full_runs=n_full_runs)

    def __str__(self) -> str:
        time = about(self.left)
        if not self.n_full_runs:
            return f"{as_tolerated(self.epsilon)} in {time}"
        runs = f"{self.n_full_runs} full run{'s' if self.n_full_runs > 1 else ''}"
        return f"{as_tolerated(self.epsilon)} needs {runs}, {time}"


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

    def beside(self, epsilon: float) -> str:
        """The same where the time of one ε stands beside it."""
        others = (str(each) for each in self.milestones if each.epsilon != epsilon)
        return "; ".join([self.now, *others])

    def after(self, seconds: float) -> Prospects:
        """The same so many seconds later, if nothing else was learned meanwhile."""
        later = (replace(each, left=each.left.after(seconds)) for each in self.milestones)
        return replace(self, milestones=tuple(later))

    def of(self, epsilon: float) -> Milestone | None:
        """The milestone of this ε; None if it is reached, or was not asked for."""
        return next((each for each in self.milestones if each.epsilon == epsilon), None)

    @property
    def now(self) -> str:
        """What holds now, in words."""
        if not math.isfinite(self.gap):
            return "no bound yet"
        # a forecast may see the gap before it is as sure as it must be
        confirmed = all(milestone.epsilon < self.gap for milestone in self.milestones)
        return f"{_rounded_up(self.gap)} now" + ("" if confirmed else ", not sure enough yet")


def _rounded_up(gap: float) -> str:
    """A gap with two digits that do not promise more than is so."""
    if gap <= 0:
        return "0"
    step = 10 ** (math.floor(math.log10(gap)) - 1)
    return f"{math.ceil(gap / step - 1e-6) * step:.2g}"


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
    0.02 now; 0.01 in about 30 h (15 to 100)
    """
    if race.incumbent is None or not race.all_probed:
        return None
    epsilon, gap = race.plan.epsilon, _gap(race)
    usual = dict.fromkeys((2 * epsilon, epsilon, epsilon / 2))  # all the same where it is 0
    wanted = list(usual) if epsilons is None else epsilons
    is_over, winner = race.ending is not None, race.winner
    ahead = [e for e in wanted if (not is_over if e == epsilon else e < gap)]
    if is_over:
        ahead = [e for e in ahead if e < epsilon]
    found: list[Milestone] = []
    for wanted_next in sorted(ahead, reverse=True):
        milestone = _milestone(race, winner, wanted_next)
        found.append(milestone.no_sooner_than(found[-1]) if found else milestone)
    return Prospects(gap, tuple(found))


def full_runs_ahead(race: Race, look: Callable[[Race], Prospects | None] | None = None) -> int:
    """Full runs that the rest of the race should need, the winner's among them.

    None are foreseen before everybody was probed twice, or on all rows: one probe says
    too little. Nor are they where others may come, or by rules of the first version.
    `look` looks ahead, `look_ahead` unless somebody has looked already.
    """
    # In 87 of 98 replays of the calibrated rule in which it was foreseen that most candidates
    # need one, most had one; races to a proof came to full runs in all of 120, foreseen or not.
    if race.plan.is_open or race.rule.trusts_bounds:
        return 0
    tracks = (race.tracks[name] for name in race.rule.in_play(race))
    if any(len(track.probes) < 2 and not race.exhausted(track.name) for track in tracks):
        return 0
    epsilon = race.plan.epsilon
    ahead = look(race) if look is not None else look_ahead(race, (epsilon,))
    own = None if ahead is None else ahead.of(epsilon)
    return 0 if own is None else own.n_full_runs + (not race.exhausted(race.winner))


def _gap(race: Race) -> float:
    """The gap that holds now."""
    proved = race.gap(race.winner)
    found = race.prediction() if race.rule.needs_forecast else None
    return proved if found is None else min(found.gap, proved)


def _milestone(race: Race, winner: str, epsilon: float) -> Milestone:
    if not race.rule.needs_forecast or not race.has_forecaster:
        return _by_proof(race, winner, epsilon)
    if race.rule.is_calibrated and race.plan.n_configurations <= MOST_CANDIDATES:
        played = rests(race, epsilon)
        return _in_worlds(played, epsilon) if played else _by_proof(race, winner, epsilon)
    verdict = race.forecast.verdict
    if verdict is None:
        return _by_proof(race, winner, epsilon)
    return _by_threats(race, verdict, epsilon)


def _in_worlds(played: Sequence[Rest], epsilon: float) -> Milestone:
    seconds = [rest.seconds for rest in played]
    soonest, stated, latest = np.quantile(seconds, (0.1, STATED, 0.9))
    left = Seconds(float(stated), float(soonest / BEYOND), float(latest * BEYOND))
    return Milestone(epsilon, left, round(float(np.median([r.n_full_runs for r in played]))))


def _rivals(race: Race, winner: str) -> list[Track]:
    """Those that may still need a full run."""
    return [
        track
        for name, track in race.tracks.items()
        if track.failure is None and name != winner and not race.exhausted(name)
    ]


def _by_threats(race: Race, verdict: Verdict, epsilon: float) -> Milestone:
    """Rivals need full runs as often as they beat the winner by more than ε in the draws."""
    winner = race.plan.names[verdict.winner]
    rivals = _rivals(race, winner)
    threats = [_threat(race, verdict, rival, epsilon) for rival in rivals]
    each = (
        p * seconds_of_full_run(race, rival) for p, rival in zip(threats, rivals, strict=True)
    )
    seconds = own_full_run(race, winner) + sum(each)
    return Milestone(epsilon, _around(seconds, BY_THREATS), round(sum(threats)))


def _threat(race: Race, verdict: Verdict, rival: Track, epsilon: float) -> float:
    """How probably a rival beats the winner by more than ε; normally so, by the spreads."""
    i, w = race.plan.index[rival.name], verdict.winner
    threat, known = float(verdict.threat[i]), race.forecast.tuning.epsilon
    epsilon /= verdict.unit
    if epsilon == known:
        return threat
    apart = float(verdict.mean[w] - verdict.mean[i])
    spread = math.hypot(float(verdict.spread[i]), float(verdict.spread[w])) + 1e-9
    found = float(ndtr(-(apart + epsilon) / spread))
    return max(found, threat) if epsilon < known else min(found, threat)


def _by_proof(race: Race, winner: str, epsilon: float) -> Milestone:
    needs = [_need_to_prove(race, winner, rival, epsilon) for rival in _rivals(race, winner)]
    seconds = own_full_run(race, winner) + sum(cost for cost, _ in needs)
    return Milestone(epsilon, _around(seconds, TO_PROVE), sum(in_full for _, in_full in needs))


def _around(seconds: float, ends: tuple[float, float]) -> Seconds:
    return Seconds(seconds, ends[0] * seconds, ends[1] * seconds)


def _need_to_prove(race: Race, winner: str, rival: Track, epsilon: float) -> tuple[float, bool]:
    """Samples until the bound should have come down with the root of the rows, or all."""
    last, full = rival.probes[-1], race.plan.full_size(rival.name)
    room = race.tracks[winner].probes[-1].test_score + epsilon - last.test_score
    margin = max(rival.interval.upper - last.test_score, 0.0)
    if margin <= room:
        return 0.0, False
    n_rows = last.n_train * (margin / room) ** 2 if room > 0 else math.inf
    in_full = seconds_of_full_run(race, rival)
    if n_rows >= full:
        return in_full, True
    size = next(s for s in race.plan.sizes[rival.name] if s >= n_rows)
    cost = LADDER * seconds_of(race, race.task(rival.name, size))
    return (in_full, True) if cost >= in_full else (cost, False)
