"""Schedulers: which configuration to probe next, and on how many rows."""

from nearbest.schedulers.base import Scheduler
from nearbest.schedulers.gradient import GradientCI
from nearbest.schedulers.round_robin import RoundRobin
from nearbest.schedulers.threat import ThreatFirst
from nearbest.schedulers.ucb import UCB

__all__ = ["UCB", "GradientCI", "RoundRobin", "Scheduler", "ThreatFirst"]
