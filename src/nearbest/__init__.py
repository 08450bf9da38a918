"""Pick a machine-learning configuration within ε of the best, with confidence 1 − δ."""

import logging
from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from nearbest import moved
from nearbest.printable import PrintableMessages

if TYPE_CHECKING:
    from nearbest import baselines, datasets, replay
    from nearbest.candidates import space
    from nearbest.candidates.configuration import Configuration
    from nearbest.candidates.early_stopping import EarlyStopping
    from nearbest.candidates.encoder import Encoder
    from nearbest.candidates.toml import read_candidates
    from nearbest.data.files import TableSource, open_table
    from nearbest.errors import NearBestError
    from nearbest.probing.metrics import RowScore
    from nearbest.probing.model_files import load_model, save_model
    from nearbest.race.bounds import Exact, Hoeffding
    from nearbest.race.certificate import Certificate
    from nearbest.race.interval import Interval
    from nearbest.race.schedulers import (
        UCB,
        Frugal,
        GradientCI,
        Prover,
        RoundRobin,
        ThreatFirst,
    )
    from nearbest.running.callbacks import Callback
    from nearbest.running.resume import read_past_run, read_run
    from nearbest.search import NearBestSearch
    from nearbest.selection.result import Selection
    from nearbest.selection.select import select

__version__ = version("nearbest")

#: Where each public name is found. Importing waits until a name is used: the command
#: line's ``--version`` needs none of them.
_PLACES = {
    "Callback": "running.callbacks",
    "Certificate": "race.certificate",
    "Configuration": "candidates.configuration",
    "EarlyStopping": "candidates.early_stopping",
    "Encoder": "candidates.encoder",
    "Exact": "race.bounds",
    "Frugal": "race.schedulers",
    "GradientCI": "race.schedulers",
    "Hoeffding": "race.bounds",
    "Interval": "race.interval",
    "NearBestError": "errors",
    "NearBestSearch": "search",
    "Prover": "race.schedulers",
    "RoundRobin": "race.schedulers",
    "RowScore": "probing.metrics",
    "Selection": "selection.result",
    "TableSource": "data.files",
    "ThreatFirst": "race.schedulers",
    "UCB": "race.schedulers",
    "baselines": "baselines",
    "datasets": "datasets",
    "load_model": "probing.model_files",
    "open_table": "data.files",
    "read_candidates": "candidates.toml",
    "read_past_run": "running.resume",
    "read_run": "running.resume",
    "replay": "replay",
    "save_model": "probing.model_files",
    "select": "selection.select",
    "space": "candidates.space",
}

__all__ = [
    "UCB",
    "Callback",
    "Certificate",
    "Configuration",
    "EarlyStopping",
    "Encoder",
    "Exact",
    "Frugal",
    "GradientCI",
    "Hoeffding",
    "Interval",
    "NearBestError",
    "NearBestSearch",
    "Prover",
    "RoundRobin",
    "RowScore",
    "Selection",
    "TableSource",
    "ThreatFirst",
    "baselines",
    "datasets",
    "load_model",
    "open_table",
    "read_candidates",
    "read_past_run",
    "read_run",
    "replay",
    "save_model",
    "select",
    "space",
]

moved.install()
logging.getLogger("nearbest").addFilter(PrintableMessages())


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f"{__name__}.{_PLACES[name]}")
    value = getattr(module, name, module)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
