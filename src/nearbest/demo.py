"""``python -m nearbest.demo`` is ``nearbest demo``."""

from __future__ import annotations

import sys

from nearbest.cli import app


def main(arguments: list[str] | None = None) -> None:
    """Run the demo with these arguments of the command line."""
    app(["demo", *(sys.argv[1:] if arguments is None else arguments)])


if __name__ == "__main__":
    main()
