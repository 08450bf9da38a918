"""The names of stopping rules: what users write, and what earlier versions wrote."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Literal, get_args

from nearbest.arguments import check_choice, is_number
from nearbest.errors import NotSupported
from nearbest.race.prediction import RAREST

logger = logging.getLogger("nearbest")

StopAt = Literal["calibrated", "proved", "paper", "stated"]
STOP_AT: tuple[StopAt, ...] = get_args(StopAt)

#: Names that rules had before, and what they mean in a new run.
FORMER_NAMES: Mapping[str, StopAt] = {"predicted": "calibrated"}
#: What run directories called rules that still go on as they began.
FORMER_RULES: Mapping[str, StopAt] = {"proved": "paper", "predicted": "stated"}


def present_name(stop_at: StopAt) -> StopAt:
    """The name that a rule has now; where it had another, that is said."""
    name = FORMER_NAMES.get(stop_at) if isinstance(stop_at, str) else None
    if name is None:
        return stop_at
    logger.warning("`stop_at=%r` is another name of %r now; write that.", stop_at, name)
    return name


def check_stop_at(stop_at: StopAt, delta: float) -> None:
    """Raise unless there is such a rule, and forecasts can tell so small a δ from 0."""
    check_choice("stop_at", stop_at, STOP_AT)
    if stop_at == "stated" and is_number(delta) and delta < RAREST:
        raise NotSupported(
            f"`delta` must be at least {RAREST:g} where `stop_at` is 'stated', as "
            f"past learning curves tell of nothing rarer; got {delta!r}."
        )
