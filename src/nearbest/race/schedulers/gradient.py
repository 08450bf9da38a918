"""The paper's scheduler."""

from __future__ import annotations

from collections.abc import Collection

from nearbest.race.observation import Task
from nearbest.race.race import Race
from nearbest.race.schedulers.base import by_promise, candidates, next_task
from nearbest.race.track import Track


class GradientCI:
    """Algorithm 2 of the paper: spend time where it moves the intervals most.

    Let Ω₁, Ω₂, … be the contenders by falling upper bound. Probe Ω₁, the guess for
    the best, if raising its lower bound is cheaper than lowering the upper bounds of
    all others, ΔT₁/Δl₁ ≤ Σ ΔTᵢ/|Δuᵢ|; otherwise probe Ω₂.

    Where the paper is silent:

    - A contender with fewer than two probes has no gradient. If it is Ω₁ it is
      probed; in the sum it does not count.
    - A bound that did not move has no finite gradient. One that stands still in the
      sum (a memorizer's upper bound) does not count there, or it would always send
      the next probe to Ω₁. If Ω₁'s own lower bound did not move, or no other has a
      gradient, the cheaper of the two next probes is made.

    Examples
    --------
    >>> from nearbest.race.schedulers import GradientCI
    >>> GradientCI()
    GradientCI()
    """

    def __repr__(self) -> str:
        return "GradientCI()"

    def ask(self, race: Race, running: Collection[Task], free: int) -> list[Task]:
        """Apply Algorithm 2 `free` times to those that are not running."""
        waiting = sorted(candidates(race, running), key=by_promise)
        tasks: list[Task] = []
        while waiting and len(tasks) < free:
            chosen = _choose(race, waiting)
            waiting.remove(chosen)
            tasks.append(next_task(race, chosen))
        return tasks


def _choose(race: Race, ranked: list[Track]) -> Track:
    """Ω₁ or Ω₂."""
    if len(ranked) == 1 or len(ranked[0].probes) < 2:
        return ranked[0]
    guess, challenger = ranked[:2]
    raising = _cost_per_rise(race, guess)
    lowering = [
        cost for track in ranked[1:] if (cost := _cost_per_fall(race, track)) is not None
    ]
    if raising is None or not lowering:
        return min(guess, challenger, key=lambda track: _next_cost(race, track))
    return guess if raising <= sum(lowering) else challenger


def _cost_per_rise(race: Race, track: Track) -> float | None:
    """ΔT/Δl of the last two probes; None where the lower bound did not rise."""
    moved = track.interval.lower - track.before.lower
    return _extra_cost(race, track) / moved if moved > 0 else None


def _cost_per_fall(race: Race, track: Track) -> float | None:
    """ΔT/|Δu| of the last two probes; None where the upper bound did not fall."""
    moved = track.before.upper - track.interval.upper
    return _extra_cost(race, track) / moved if moved > 0 and len(track.probes) > 1 else None


def _extra_cost(race: Race, track: Track) -> float:
    """ΔT, the cost by which the last probe exceeded the one before."""
    earlier, last = track.probes[-2:]
    return max(race.cost(last) - race.cost(earlier), 0.0)


def _next_cost(race: Race, track: Track) -> float:
    """Expected cost of the next probe; nothing is known of one before the first."""
    return race.expected_cost(next_task(race, track)) if track.probes else 0.0
