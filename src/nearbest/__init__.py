"""Pick a machine-learning configuration within ε of the best, with confidence 1 − δ."""

from importlib.metadata import version

from nearbest import baselines, datasets, replay, space
from nearbest.bounds import Exact, Hoeffding
from nearbest.certificate import Certificate
from nearbest.configuration import Configuration
from nearbest.errors import NearBestError
from nearbest.interval import Interval
from nearbest.schedulers import UCB, GradientCI, RoundRobin, ThreatFirst
from nearbest.search import NearBestSearch
from nearbest.selecting import select
from nearbest.selection import Selection
from nearbest.sources import TableSource, open_table
from nearbest.specification import read_candidates

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
