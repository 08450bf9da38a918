"""Where candidates come from: known beforehand, or proposed while the race runs."""

from __future__ import annotations

import logging
from dataclasses import replace

from nearbest.candidates.configuration import Configuration
from nearbest.candidates.listing import configurations
from nearbest.candidates.streams import (
    CandidateStream,
    check_no_study,
    is_stream,
    stream_of,
)
from nearbest.errors import NotSupported
from nearbest.race.bounds import Hoeffding
from nearbest.race.plan import Arriving
from nearbest.race.score import Scale
from nearbest.race.stopping import rule_named
from nearbest.race.strategies import bounds_named
from nearbest.running.settings import Settings

logger = logging.getLogger("nearbest")

#: δ is spent in batches of at most so many: of a search that is cut short, few are tried.
SLOTS = 100


def known_candidates(candidates: object, settings: Settings, seed: int) -> list[Configuration]:
    """The candidates that are known beforehand."""
    if is_stream(candidates):
        return []
    check_no_study(settings.sampler, settings.study)
    return configurations(candidates, settings.n_candidates, seed)


def stream_for(
    candidates: object, settings: Settings, seed: int, scale: Scale
) -> CandidateStream | None:
    """Where further candidates come from; None if all are known."""
    if not is_stream(candidates):
        return None
    check_may_arrive(settings)
    return stream_of(
        candidates,
        seed=seed,
        sampler=settings.sampler,
        study=settings.study,
        is_loss=scale.shown_negated,
        few=settings.timeout is not None,
    )


def check_may_arrive(settings: Settings) -> None:
    """Refuse what knows no candidates that arrive while the race runs."""
    if isinstance(bounds_named(settings.bounds), Hoeffding):
        raise NotSupported(
            "`bounds` must be 'exact' where candidates are proposed while the race runs: the "
            "paper's bounds depend on how many there are."
        )


def for_proposals(settings: Settings) -> Settings:
    """The settings of a race whose candidates are proposed while it runs.

    Within a time limit the search takes all of it: there is no race that a forecast could
    end, and what was measured tells who wins.
    """
    if settings.timeout is None or not rule_named(settings.stop_at).is_calibrated:
        return settings
    logger.info("With a timeout a search takes all the time, and only a proof ends it sooner.")
    return replace(settings, stop_at="proved")


def announce(sizes: tuple[int, ...], settings: Settings, stream: CandidateStream) -> Arriving:
    """What is said of candidates that arrive before any of them is known."""
    slots = min(settings.n_candidates or SLOTS, SLOTS)
    return Arriving(sizes, slots, stream.adaptive, seconds=settings.timeout)
