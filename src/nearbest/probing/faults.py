"""What went wrong in a probe, and whose fault it is."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from dataclasses import replace

from nearbest.data.samples import Samples
from nearbest.errors import CannotRead
from nearbest.printable import clause
from nearbest.race.observation import Observation, Task

#: No more than this many different warnings of one probe are kept.
MOST_WARNINGS = 5
#: Of an error's message, the first line is kept, up to so many characters.
MESSAGE_LENGTH = 300

#: What to do about errors that many meet, by what they say.
NUMBERS_ONLY = (
    "; it takes numbers only, so put nearbest.Encoder() before it (in a file of "
    'candidates: `preprocessing = "scaled"`)'
)
HINTS = {
    "could not convert string to float": NUMBERS_ONLY,
    "DateTime64DType": NUMBERS_ONLY,
    "not 'Timestamp'": NUMBERS_ONLY,
}


def failure(
    blank: Observation, error: BaseException, samples: Samples, is_full: bool
) -> Observation:
    """A failure, unless a class is missing and a larger sample may bring it."""
    said = str(error).strip().splitlines() or [""]
    message = f"{type(error).__name__}: {said[0][:MESSAGE_LENGTH]}".strip(": ")
    message += next((hint for sign, hint in HINTS.items() if sign in message), "")
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


def draw_samples(samples: Samples, task: Task) -> None:
    """Have the samples at hand: drawing them is neither the learner's time nor its fault.

    But for memory, which a sample takes from what the probe may use.
    """
    try:
        if task.scored == "nothing":
            return  # every row is drawn where it is trained on
        samples.train(task.n_train)
        samples.test(task.n_test)
        if samples.n_search:
            samples.search()
    except (MemoryError, CannotRead):
        raise
    except Exception as error:
        raise CannotRead(
            f"The sample of {task.n_train:,} rows cannot be drawn from `X` and `y`: "
            f"{type(error).__name__}: {clause(error)}."
        ) from error
