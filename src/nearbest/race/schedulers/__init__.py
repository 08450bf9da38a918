"""Schedulers: which configuration to probe next, and on how many rows."""

from nearbest.race.schedulers.base import Scheduler, needs_forecast
from nearbest.race.schedulers.frugal import Frugal
from nearbest.race.schedulers.gradient import GradientCI
from nearbest.race.schedulers.prover import Prover
from nearbest.race.schedulers.round_robin import RoundRobin
from nearbest.race.schedulers.threat import ThreatFirst
from nearbest.race.schedulers.ucb import UCB

__all__ = [
    "UCB",
    "Frugal",
    "GradientCI",
    "Prover",
    "RoundRobin",
    "Scheduler",
    "ThreatFirst",
    "needs_forecast",
]
