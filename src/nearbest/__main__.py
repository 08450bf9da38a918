"""``python -m nearbest`` is ``nearbest``."""

from nearbest.cli import app

app(prog_name="nearbest")
