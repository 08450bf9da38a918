"""What went wrong in a probe, in a line."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from dataclasses import replace

from nearbest.data.samples import Samples
from nearbest.race.observation import Observation

#: No more than this many different warnings of one probe are kept.
MOST_WARNINGS = 5
#: Of an error's message, the first line is kept, up to so many characters.
MESSAGE_LENGTH = 300


def failure(
    blank: Observation, error: BaseException, samples: Samples, is_full: bool
) -> Observation:
    """A failure, unless a class is missing and a larger sample may bring it."""
    said = str(error).strip().splitlines() or [""]
    message = f"{type(error).__name__}: {said[0][:MESSAGE_LENGTH]}".strip(": ")
    _, y = samples.train(blank.n_train)
    worse_with_more = not isinstance(error, Exception) or isinstance(error, MemoryError)
    lacks_a_class = samples.target.lacks_some_in(y)
    if lacks_a_class and not is_full and not worse_with_more:
        return replace(blank, status="too small", message=message)
    return replace(blank, status="failed", message=message)


def worth_keeping(caught: Iterable[warnings.WarningMessage]) -> tuple[str, ...]:
    """The different warnings, a line each."""
    lines = (f"{w.category.__name__}: {str(w.message).strip()}".splitlines()[0] for w in caught)
    return tuple(dict.fromkeys(lines))[:MOST_WARNINGS]
