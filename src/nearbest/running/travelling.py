"""Candidates that cannot be sent to another process, and what becomes of them."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

import cloudpickle
from sklearn.base import BaseEstimator

from nearbest.candidates.configuration import Configuration
from nearbest.errors import NotSupported
from nearbest.probing.prober import Prober


@dataclass(frozen=True)
class Staying(Configuration):
    """Stands where a candidate was that cannot be pickled, and fails for it."""

    why: str = ""

    def build(self, seed: int | None = None, threads: int | None = None) -> Any:
        """Fail with the reason."""
        raise pickle.PicklingError(
            f"it cannot be sent to a worker process ({self.why}); leave `n_jobs` and limits "
            "on time and memory out"
        )


def without_unpicklable(prober: Prober, error: Exception) -> Prober:
    """The same prober with stand-ins for the candidates that cannot be pickled.

    Raises `NotSupported`, with the name of the first, where none can be; and with the
    `error` that led here where it is not the fault of any.
    """
    candidates = prober.configurations
    found = {name: _why_not(candidate) for name, candidate in candidates.items()}
    staying = {name: why for name, why in found.items() if why}
    if staying and len(staying) < len(candidates):
        return prober.with_stand_ins(
            {name: Staying(name, BaseEstimator(), why=why) for name, why in staying.items()}
        )
    name, why = next(iter(staying.items()), ("", _told(error)))
    who = f"the candidate {name!r}" if name else "what probes need"
    raise NotSupported(
        f"Worker processes cannot be sent {who} ({why}); leave `n_jobs`, `executor` and limits "
        "on time and memory out."
    ) from error


def first_that_cannot_be_opened(
    workers: Executor, candidates: Iterable[Configuration]
) -> str | None:
    """The name of the first candidate that a worker cannot unpickle, if there is one."""
    for candidate in candidates:
        if (
            not _why_not(candidate)
            and not workers.submit(_opens, cloudpickle.dumps(candidate)).result()
        ):
            return candidate.name
    return None


def _opens(packed: bytes) -> bool:
    try:
        cloudpickle.loads(packed)
    except Exception:
        return False
    return True


def _why_not(candidate: Configuration) -> str:
    """Why a candidate cannot be pickled; empty if it can."""
    try:
        cloudpickle.dumps(candidate)
    except Exception as error:
        return _told(error)
    return ""


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".partition("\n")[0]
