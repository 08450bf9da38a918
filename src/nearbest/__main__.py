"""``python -m nearbest`` is ``nearbest``."""

from nearbest.cli import app

if __name__ == "__main__":
    app(prog_name="nearbest")
