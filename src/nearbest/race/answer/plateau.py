"""Whether candidates that arrive late still matter."""

from __future__ import annotations

from itertools import takewhile

from nearbest.race.credibility import FEWEST_SIZES
from nearbest.race.race import Race
from nearbest.race.stopping import excluded_by_proof
from nearbest.race.track import Track

#: So many in a row are worth a word.
WORTH_TELLING = 10


def excluded_at_once(race: Race) -> int:
    """How many of the last arrivals, in a row, were excluded by their first samples.

    These are as many as an upper bound needs, without a full run. Newcomers that have had
    fewer, and are not excluded, are passed over: nothing is known of them yet.
    """
    excluded = set(excluded_by_proof(race))

    def was_excluded_at_once(track: Track) -> bool:
        is_early = len(track.sizes) <= FEWEST_SIZES and not race.exhausted(track.name)
        return track.name in excluded and is_early

    judged = [track for track in race.tracks.values() if _is_judged(track, excluded)]
    return sum(1 for _ in takewhile(was_excluded_at_once, reversed(judged)))


def plateau(race: Race) -> str | None:
    """What to say of a search that finds nothing better any more; None if it does."""
    n = excluded_at_once(race) if race.plan.is_open else 0
    if n < WORTH_TELLING:
        return None
    excluded = set(excluded_by_proof(race))
    n_judged = sum(_is_judged(track, excluded) for track in race.tracks.values())
    judged = "" if n_judged == len(race.tracks) else " that were judged"
    return (
        f"the search is on a plateau: the last {n} of {n_judged} proposals{judged} were "
        "excluded on their first samples"
    )


def _is_judged(track: Track, excluded: set[str]) -> bool:
    """Whether a candidate is excluded, or had the samples that it takes to be."""
    return track.name in excluded or len(track.sizes) >= FEWEST_SIZES
