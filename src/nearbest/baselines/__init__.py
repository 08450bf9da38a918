"""What one would do without nearbest, on the same samples and probes."""

from nearbest.baselines.asha import asha
from nearbest.baselines.daub import daub
from nearbest.baselines.full_run import full_run
from nearbest.baselines.halving import successive_halving
from nearbest.baselines.hyperband import hyperband, raced_hyperband
from nearbest.baselines.outcome import Outcome

__all__ = [
    "Outcome",
    "asha",
    "daub",
    "full_run",
    "hyperband",
    "raced_hyperband",
    "successive_halving",
]
