"""Where candidates come from: known beforehand, or proposed while the race runs."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from nearbest.candidates.configuration import Configuration
from nearbest.candidates.listing import configurations
from nearbest.candidates.streams import (
    CandidateStream,
    check_no_study,
    is_stream,
    stream_of,
)
from nearbest.errors import DifferentRun, NotSupported
from nearbest.race.bounds import Hoeffding
from nearbest.race.plan import Arriving, Plan
from nearbest.race.score import Scale
from nearbest.race.strategies import bounds_named
from nearbest.running.claim import SETTINGS
from nearbest.running.damage import naming_damage
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

    Calibrated levels are of candidates that were fixed beforehand, and say nothing about
    those that a search gathers: such a race is to be proved.
    """
    if settings.stop_at != "calibrated":
        return settings
    logger.info(
        "The race goes on until it is proved: levels were calibrated on candidates that were "
        "fixed beforehand, and these are proposed on the way."
    )
    return replace(settings, stop_at="proved")


def announce(sizes: tuple[int, ...], settings: Settings, stream: CandidateStream) -> Arriving:
    """What is said of candidates that arrive before any of them is known."""
    slots = min(settings.n_candidates or SLOTS, SLOTS)
    return Arriving(sizes, slots, stream.adaptive, seconds=settings.timeout)


def check_same_source(path: Path, before: Mapping[str, Any], plan: Plan) -> None:
    """Raise unless candidates are listed, or proposed, as they were when the run began."""
    if ("arriving" in before) == plan.is_open:
        return
    then, now = ("listed", "proposed") if plan.is_open else ("proposed", "listed")
    raise DifferentRun(
        f"`run_dir` {path} was made with candidates that were {then}, and now they "
        f"are {now}; use another folder."
    )


def sizes_of(plan: Plan) -> tuple[int, ...]:
    """The sizes that every candidate has."""
    return plan.sizes[plan.names[0]] if plan.arriving is None else plan.arriving.sizes


def batches_of(plan: Plan) -> list[int]:
    """How many candidates came at once; none where the journal says who came when."""
    return [] if plan.is_open else list(plan.batches) or [plan.n_configurations]


def announced(plan: Plan) -> dict[str, Any]:
    """What settings.json says of candidates that arrive, if any do."""
    said = plan.arriving
    if said is None:
        return {}
    found = {"slots": said.slots, "adaptive": said.adaptive, "lag": said.lag}
    limit = {} if said.seconds is None else {"seconds": said.seconds}
    return {"arriving": {**found, **limit}}


def read_announced(folder: Path, written: Mapping[str, Any]) -> Arriving | None:
    """What the run said when it began about candidates that arrive."""
    if "arriving" not in written:
        return None
    with naming_damage(folder / SETTINGS):
        return Arriving(tuple(written["sizes"]), **written["arriving"])
