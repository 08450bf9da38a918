"""Which stream what a user passes stands for, if it stands for one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import isgeneratorfunction, signature
from typing import Any

from nearbest.candidates.listing import CandidateSource
from nearbest.candidates.streams.asked import AskTell
from nearbest.candidates.streams.base import CandidateStream
from nearbest.candidates.streams.listed import Generated
from nearbest.errors import InvalidInput, MissingExtra

#: What tells a stream from everything else with `ask` and `tell`.
STREAM = ("ask", "tell", "exhausted", "note", "recall", "finish", "adaptive")


def is_stream(candidates: object) -> bool:
    """Whether candidates arrive one by one instead of being known beforehand.

    Examples
    --------
    >>> is_stream(lambda trial: None), is_stream(iter([])), is_stream([])
    (True, True, False)
    """
    if isinstance(candidates, type | CandidateSource):
        return False
    asks = hasattr(candidates, "ask") and hasattr(candidates, "tell")
    return asks or isinstance(candidates, Iterator) or _is_function(candidates)


def stream_of(
    candidates: object,
    *,
    seed: int,
    sampler: Any = None,
    study: Any = None,
    is_loss: bool = False,
    few: bool = False,
) -> CandidateStream:
    """The stream that `candidates` stands for, which `is_stream` has found to be one.

    `few` says that there is time for few of them only.
    """
    if _is_function(candidates):
        _check_takes_a_trial(candidates)  # type: ignore[arg-type]
        more = {"sampler": sampler, "study": study, "is_loss": is_loss, "few": few}
        return _suggested(candidates, seed, more)  # type: ignore[arg-type]
    check_no_study(sampler, study)
    if isinstance(candidates, Iterator):
        return Generated(candidates)
    if all(hasattr(candidates, name) for name in STREAM):
        return candidates  # type: ignore[return-value]
    if hasattr(candidates, "get_trials"):
        raise InvalidInput(
            "`candidates` must be a function of a trial that returns an estimator; pass the "
            "study as `study`."
        )
    return AskTell(candidates)


def check_no_study(sampler: object, study: object) -> None:
    """Raise unless neither a sampler nor a study was given: nobody would ask them."""
    for name, value in (("sampler", sampler), ("study", study)):
        if value is not None:
            raise InvalidInput(
                f"`{name}` must be left out unless `candidates` is a function of a trial; "
                f"got {value!r}."
            )


def _is_function(candidates: object) -> bool:
    is_estimator = hasattr(candidates, "get_params") or isinstance(candidates, type)
    return callable(candidates) and not is_estimator


def _check_takes_a_trial(function: Callable[..., object]) -> None:
    """Raise unless a function makes an estimator of one trial, as far as can be seen."""
    name = getattr(function, "__name__", type(function).__name__)
    if isgeneratorfunction(function):
        raise InvalidInput(
            f"`candidates` must be a generator itself, not the function that makes it; call "
            f"it: {name}(…)."
        )
    try:
        taken = signature(function)
    except (TypeError, ValueError):  # as of some functions that are not written in Python
        return
    try:
        taken.bind(None)
    except TypeError as error:
        raise InvalidInput(
            f"`candidates` must be a function of one argument, a trial, that returns an "
            f"estimator; got {name}{taken}."
        ) from error


def _suggested(
    suggest: Callable[[Any], object], seed: int, more: dict[str, Any]
) -> CandidateStream:
    try:
        from nearbest.candidates.streams.suggested import Suggested
    except ImportError as error:
        need = "`candidates` needs Optuna to be proposed by a function"
        raise MissingExtra.of(need, "optuna") from error
    return Suggested(suggest, seed=seed, **more)
