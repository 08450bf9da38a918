"""What one would do without nearbest, on the same samples and probes."""

from nearbest.baselines.full_run import full_run
from nearbest.baselines.halving import successive_halving
from nearbest.baselines.outcome import Outcome

__all__ = ["Outcome", "full_run", "successive_halving"]
