"""Every argument of `select` but candidates and data, each in one place.

`select`, the estimator, run directories, reports and the command line are derived from
the fields of `Settings`, which come from one file for each concern. They import little,
so that ``nearbest --help`` is quick.
"""

from nearbest.running.settings.settings import (
    ABOUT,
    DEFAULTS,
    FIXED,
    KEPT,
    OF_A_CALL,
    SHOWN,
    Arguments,
    Settings,
)

__all__ = [
    "ABOUT",
    "DEFAULTS",
    "FIXED",
    "KEPT",
    "OF_A_CALL",
    "SHOWN",
    "Arguments",
    "Settings",
]
