"""The strings that stand for bounds and schedulers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from nearbest.errors import InvalidInput, NotSupported
from nearbest.race.bounds import Bounds, Exact, Hoeffding
from nearbest.race.schedulers import (
    UCB,
    Frugal,
    GradientCI,
    Prover,
    RoundRobin,
    Scheduler,
    ThreatFirst,
)
from nearbest.race.stop_at import StopAt
from nearbest.race.stopping import rule_named

BOUNDS: Mapping[str, type[Any]] = {"exact": Exact, "hoeffding": Hoeffding}
SCHEDULERS: Mapping[str, type[Any]] = {
    "gradient": GradientCI,
    "ucb": UCB,
    "round robin": RoundRobin,
    "threat": ThreatFirst,
    "frugal": Frugal,
    "prover": Prover,
}
#: Names of their classes, where these are longer.
LONGER_NAMES = {"gradient ci": "gradient", "threat first": "threat"}
#: The scheduler that suits each rule.
AUTO: Mapping[StopAt, type[Any]] = {
    "calibrated": Frugal,
    "proved": Prover,
    "paper": GradientCI,
    "stated": ThreatFirst,
}

#: A search has many candidates: small steps would be spent on those that hardly win.
LEAP = 2.5


def bounds_named(bounds: str | Bounds | type[Any]) -> Bounds:
    """The bounds that a name, a class or an object stands for."""
    found: Bounds = _resolve("bounds", bounds, BOUNDS, "estimator")
    return found


def describe_bounds(bounds: Bounds) -> dict[str, Any]:
    """Bounds as plain values, for a run directory.

    Examples
    --------
    >>> described_bounds(describe_bounds(Exact(self_check=False)))
    Exact(self_check=False, two_steps=None)
    """
    options = asdict(bounds) if isinstance(bounds, Exact) else {}
    return {"name": type(bounds).__name__, **options}


def described_bounds(description: Mapping[str, Any]) -> Bounds:
    """The inverse of `describe_bounds`; refuses bounds that are not nearbest's own."""
    options = dict(description)
    name = str(options.pop("name"))
    if name.lower() not in BOUNDS:
        raise InvalidInput(
            f"`run_dir` was made with custom bounds, {name}; it can be read with them only."
        )
    found: Bounds = BOUNDS[name.lower()](**options)
    return found


def scheduler_named(
    scheduler: str | Scheduler | type[Any],
    stop_at: StopAt = "paper",
    arriving: bool = False,
    hurried: bool = False,
) -> Scheduler:
    """The scheduler that a name, a class or an object stands for.

    "auto" is the one that suits the rule by which the race stops. Where candidates are
    `arriving`, and a race runs beside them, it is the one that leaves those alone that will
    hardly win. `hurried` says
    that time is limited, which one by name makes the most of; an object is taken as it is.

    Examples
    --------
    >>> scheduler_named("RoundRobin"), scheduler_named("round_robin")
    (RoundRobin(), RoundRobin())
    >>> scheduler_named("auto", "proved"), scheduler_named("auto", "paper")
    (Prover(), GradientCI())
    """
    if isinstance(scheduler, str) and scheduler == "auto":
        by_threat = arriving and not rule_named(stop_at).is_calibrated
        own: Scheduler = ThreatFirst(leap=LEAP) if by_threat else AUTO[stop_at]()
        return _pressed(own) if hurried else own
    found: Scheduler = _resolve("scheduler", scheduler, SCHEDULERS, "ask")
    if rule_named(stop_at).is_calibrated and not isinstance(found, Frugal):
        raise NotSupported(
            "`scheduler` must be 'auto' or 'frugal' where `stop_at` is 'calibrated', as the "
            f"level was calibrated under it; got {scheduler!r}. With `stop_at='proved'` it "
            "may be any."
        )
    return _pressed(found) if hurried and isinstance(scheduler, str) else found


def _pressed(scheduler: Scheduler) -> Scheduler:
    """The same scheduler where time is limited; most do with it as without."""
    return Frugal(hurried=True) if isinstance(scheduler, Frugal) else scheduler


def _resolve(argument: str, value: Any, table: Mapping[str, type[Any]], method: str) -> Any:
    names = ["auto", *table] if table is SCHEDULERS else [*table]
    if isinstance(value, str):
        known = {**{name: name for name in table}, **LONGER_NAMES}
        for name, own in known.items():
            if own in table and _squeezed(name) == _squeezed(value):
                return table[own]()
    elif hasattr(value, method):
        return value() if isinstance(value, type) else value
    raise InvalidInput(
        f"`{argument}` must be one of {names} or an object with a method "
        f"`{method}`; got {value!r}."
    )


def _squeezed(name: str) -> str:
    return "".join(c for c in name.lower() if c.isalnum())
