"""A look ahead that takes little of the time it tells of."""

from __future__ import annotations

import time
from collections.abc import Callable

from nearbest.race.ahead.planner import Prospects, look_ahead
from nearbest.race.race import Race

#: After a look ahead so many times as long passes before the next one.
PAUSE = 30.0
#: Nobody needs to know how much longer a race takes that is over in so many seconds.
AT_FIRST = 5.0


class Lookout:
    """Looks ahead again once something was learned and the last look is long enough ago.

    Meanwhile the time that passes is taken off what was said.

    Parameters
    ----------
    clock : callable, optional
        Seconds; ``time.monotonic`` by default.
    """

    def __init__(self, clock: Callable[[], float] | None = None) -> None:
        self._clock = clock or time.monotonic
        self._said: Prospects | None = None
        self._seen: tuple[Race, int, bool] | None = None
        self._then, self._due = 0.0, self._clock() + AT_FIRST

    def __call__(self, race: Race) -> Prospects | None:
        """How much longer for which ε; None where nothing is known that still holds."""
        now, before = self._clock(), self._seen
        seen = race, len(race.history), race.ending is not None
        if seen != before and now >= self._due:
            self._said, self._seen, self._then = look_ahead(race), seen, now
            ready = self._clock()
            self._due = ready + PAUSE * (ready - now)
        elif before is not None and (before[0] is not race or before[2] != seen[2]):
            self._said = None
        return None if self._said is None else self._said.after(now - self._then)
