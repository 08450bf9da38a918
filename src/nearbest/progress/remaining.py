"""How long a race should still take: an expected time with its spread, or nothing."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass
from statistics import NormalDist

from nearbest.race.cost import NO_TIME, Seconds
from nearbest.race.race import Race
from nearbest.race.schedulers.base import steps_ahead
from nearbest.race.standings import chances, full_run
from nearbest.race.stop_at import BY_FORECAST
from nearbest.race.track import Track

#: Margins of sampling error shrink with the square root of the rows.
USUAL_PACE = 0.5
#: However they shrank so far, they are taken to shrink by a power within these limits.
SLOWEST, FASTEST = 0.3, 1.0
#: Races end sooner than margins alone would have it, as rivals are also excluded by a
#: winner that gets better: multiples of the power, for a slow, a usual and a fast end.
#: Found on replays of recorded trainings.
PACES = (0.7, 1.5, 2.5)
#: A range wider than this factor says nothing.
WIDEST = 10.0
#: The winner is probed on so many times the rows of its rivals before they are.
AHEAD = 64.0
#: Chances of exactly 0 or 1 are shares of draws, and have no quantile.
SUREST = 0.999


def time_left(race: Race, running: Collection[object]) -> Seconds | None:
    """What the race and training its winner should still take.

    Those in the race are taken through their sizes round by round, with intervals that
    narrow as they did so far, until what is to end the race ends it. None while somebody
    was not probed yet, as nothing can be said of it, or where the range says nothing.
    """
    if race.incumbent is None or not all(race.tracks[n].probes for n in race.contenders):
        return None
    slow, usual, fast = (_total(race, pace) for pace in PACES)
    if usual.seconds <= 0:
        return None
    below = math.hypot(_log(usual.seconds, fast.seconds), _log(usual.seconds, usual.low))
    above = math.hypot(_log(slow.seconds, usual.seconds), _log(usual.high, usual.seconds))
    if below + above > math.log(WIDEST):
        return None
    low, high = usual.seconds / math.exp(below), usual.seconds * math.exp(above)
    return Seconds(usual.seconds, low, high) * (1 / max(len(running), 1))


def _log(larger: float, smaller: float) -> float:
    """By which factor two times differ, as a logarithm; nothing if the wrong way round."""
    return max(math.log(larger / smaller), 0.0) if smaller > 0 else math.inf


def _total(race: Race, pace: float) -> Seconds:
    """All probes until the end, if margins shrink by `pace` times the usual exponent."""
    winner = race.tracks[race.winner]
    total = NO_TIME if race.exhausted(winner.name) else full_run(race, winner) or NO_TIME
    if race.ending is not None:
        return total
    names = {*race.contenders, winner.name}  # a forecast may choose whom a proof excludes
    ahead = {name: list(steps_ahead(race, race.tracks[name])) for name in names}
    wanted, factor = _who_is_wanted(race, winner, pace), 1.0
    while True:
        probed = [name for name in wanted(factor) if ahead[name]]
        if not probed:
            return total
        total = sum((_probe(race, name, ahead[name].pop(0)) for name in probed), start=total)
        factor *= 2


def _probe(race: Race, name: str, n_train: int) -> Seconds:
    model = race.tracks[name].cost
    return NO_TIME if model is None else model.of_task(race.task(name, n_train))


def _who_is_wanted(
    race: Race, winner: Track, pace: float
) -> Callable[[float], Collection[str]]:
    """A function from the growth of all samples to those that are still probed then."""
    rivals = [race.tracks[name] for name in race.contenders if name != winner.name]
    if race.rule.stop_at in BY_FORECAST:
        found = chances(race)
        if all(rival.name in found for rival in rivals):
            return _ByForecast(winner.name, _distances(rivals, found), race.plan.delta, pace)
    return _ByProof(winner, rivals, race.plan.epsilon, pace)


@dataclass(frozen=True)
class _ByProof:
    """Rivals are probed until their upper bound is within ε of the winner's lower one."""

    winner: Track
    rivals: list[Track]
    epsilon: float
    pace: float

    def __call__(self, factor: float) -> Collection[str]:
        score = _score_to_come(self.winner)
        margin = max(score - self.winner.interval.lower, 0.0)
        lower = score - margin * math.pow(AHEAD * factor, -USUAL_PACE * self.pace)
        left = [r.name for r in self.rivals if self._upper(r, factor) - lower > self.epsilon]
        return [self.winner.name, *left] if left else []

    def _upper(self, rival: Track, factor: float) -> float:
        score = _score_to_come(rival)
        shrunk = math.pow(factor, -min(_pace_so_far(rival) * self.pace, FASTEST))
        return score + (rival.interval.upper - score) * shrunk


def _score_to_come(track: Track) -> float:
    """Its test score on the full data, if gains go on to halve with every step."""
    tested = [probe.test_score for probe in track.probes[-2:]]
    gain = max(tested[-1] - tested[0], 0.0)
    return min(tested[-1] + gain, track.interval.upper)


def _pace_so_far(track: Track) -> float:
    """The power of the rows with which the margin above its test score shrank."""
    if len(track.probes) < 2:
        return USUAL_PACE
    before, last = track.probes[-2:]
    margin = track.interval.upper - last.test_score
    earlier = track.before.upper - before.test_score
    if min(margin, earlier) <= 0:
        return USUAL_PACE
    found = math.log(earlier / margin) / math.log(last.n_train / before.n_train)
    return min(max(found, SLOWEST), FASTEST)


@dataclass(frozen=True)
class _ByForecast:
    """Rivals are probed until the chances that any beats the winner add up to δ."""

    winner: str
    distances: dict[str, float]
    delta: float
    pace: float

    def __call__(self, factor: float) -> Collection[str]:
        shrunk = math.pow(factor, USUAL_PACE * self.pace)
        chances = {n: NormalDist().cdf(-d * shrunk) for n, d in self.distances.items()}
        if sum(chances.values()) <= self.delta:
            return []
        share = self.delta / len(chances)
        return [self.winner, *(name for name, chance in chances.items() if chance > share)]


def _distances(rivals: list[Track], chances: dict[str, float]) -> dict[str, float]:
    """How many standard errors each rival is away from beating the winner, or from not."""
    return {
        rival.name: abs(NormalDist().inv_cdf(min(max(chances[rival.name], 1 - SUREST), SUREST)))
        for rival in rivals
    }
