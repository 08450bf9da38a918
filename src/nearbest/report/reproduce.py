"""What it takes to repeat a run, as settings and as code."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from nearbest.data.drawn import AT_RANDOM, Drawn
from nearbest.running.settings import SHOWN

#: Packages whose version may change what a run finds.
PACKAGES = ("nearbest", "scikit-learn", "numpy", "scipy", "lightgbm")
#: Settings that a splitter of the user's own takes the place of.
OF_THE_SPLIT = ("test_size", "stratify")
#: Settings whose value may be an object of nearbest's own, to be imported.
NAMED = ("bounds", "scheduler")


def installed() -> dict[str, str]:
    """The versions of Python and `PACKAGES` that are in use."""
    used = {package: version(package) for package in PACKAGES}
    return {"python": platform.python_version(), **used}


def shown(settings: Mapping[str, Any]) -> dict[str, str]:
    """The settings that a report shows, as Python writes them.

    Examples
    --------
    >>> shown({"random_state": 7, "epsilon": 0.01, "timeout": None, "data": "9f…"})
    {'epsilon': '0.01', 'random_state': '7'}
    """
    return {
        key: repr(settings[key])
        for key in SHOWN
        if key in settings and settings[key] is not None
    }


def as_code(settings: Mapping[str, Any], drawn: Drawn = AT_RANDOM) -> str:
    """The call that repeats the run on the same data and candidates.

    Examples
    --------
    >>> print(as_code({"random_state": 7, "epsilon": 0.01}))
    from nearbest import select
    <BLANKLINE>
    found = select(
        candidates,
        X,
        y,
        epsilon=0.01,
        random_state=7,
    )
    """
    told = shown(settings)
    if drawn.by_cv:  # which takes their place
        told = {key: value for key, value in told.items() if key not in OF_THE_SPLIT}
    arguments = [f"{key}={value}" for key, value in told.items()]
    split = [f"{name}={name}" for name in drawn.arguments]
    lines = ["candidates", "X", "y", *split, *arguments]
    called = {value.split("(")[0] for key, value in shown(settings).items() if key in NAMED}
    names = ["select", *sorted(name for name in called if name.isidentifier())]
    return "\n".join(
        [
            f"from nearbest import {', '.join(names)}",
            "",
            "found = select(",
            *(f"    {line}," for line in lines),
            ")",
        ]
    )
