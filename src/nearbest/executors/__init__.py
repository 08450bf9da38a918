"""Where probes run; each one a `concurrent.futures.Executor`."""

from nearbest.executors.serial import Serial

__all__ = ["Serial"]
