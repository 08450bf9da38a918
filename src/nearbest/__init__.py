"""Pick a machine-learning configuration within ε of the best, with confidence 1 − δ."""

from importlib.metadata import version

from nearbest import baselines, datasets, replay
from nearbest.candidates import space
from nearbest.candidates.configuration import Configuration
from nearbest.candidates.toml import read_candidates
from nearbest.data.files import TableSource, open_table
from nearbest.errors import NearBestError
from nearbest.race.bounds import Exact, Hoeffding
from nearbest.race.certificate import Certificate
from nearbest.race.interval import Interval
from nearbest.race.schedulers import UCB, GradientCI, RoundRobin, ThreatFirst
from nearbest.search import NearBestSearch
from nearbest.selection.result import Selection
from nearbest.selection.select import select

__version__ = version("nearbest")

__all__ = [
    "UCB",
    "Certificate",
    "Configuration",
    "Exact",
    "GradientCI",
    "Hoeffding",
    "Interval",
    "NearBestError",
    "NearBestSearch",
    "RoundRobin",
    "Selection",
    "TableSource",
    "ThreatFirst",
    "baselines",
    "datasets",
    "open_table",
    "read_candidates",
    "replay",
    "select",
    "space",
]
