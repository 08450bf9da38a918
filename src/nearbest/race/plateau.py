"""Whether candidates that arrive late still matter."""

from __future__ import annotations

from itertools import takewhile

from nearbest.race.race import Race
from nearbest.race.track import Track

#: The first upper bound comes with the second sample.
FIRST_SAMPLES = 2
#: So many in a row are worth a word.
WORTH_TELLING = 10


def excluded_at_once(race: Race) -> int:
    """How many of the last arrivals, in a row, were excluded by their first samples."""
    excluded = set(race.rule.excluded(race))

    def was_excluded_at_once(track: Track) -> bool:
        return track.name in excluded and len(track.sizes) <= FIRST_SAMPLES

    return sum(1 for _ in takewhile(was_excluded_at_once, reversed(race.tracks.values())))


def plateau(race: Race) -> str | None:
    """What to say of a search that finds nothing better any more; None if it may."""
    n = excluded_at_once(race) if race.plan.is_open else 0
    if n < WORTH_TELLING:
        return None
    return (
        f"the last {n} of {race.plan.n_configurations} proposals were excluded on their first "
        "samples: the search finds nothing better any more"
    )
