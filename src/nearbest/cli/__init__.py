"""The command line."""

from nearbest.cli.app import app

__all__ = ["app"]
