"""Where probes run; each one a `concurrent.futures.Executor`.

`nearbest.running.executors.ray` is imported only by those who have Ray.
"""

from nearbest.running.executors.processes import Processes, is_fault_of_pool, reason, was_killed
from nearbest.running.executors.serial import Serial

__all__ = ["Processes", "Serial", "is_fault_of_pool", "reason", "was_killed"]
