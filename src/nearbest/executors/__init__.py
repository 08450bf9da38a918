"""Where probes run; each one a `concurrent.futures.Executor`.

`nearbest.executors.ray` is imported only by those who have Ray.
"""

from nearbest.executors.processes import Processes, reason
from nearbest.executors.serial import Serial

__all__ = ["Processes", "Serial", "reason"]
