"""Convert a downloaded file to Parquet for `nearbest select`.

python -m nearbest.datasets higgs HIGGS.csv.gz higgs.parquet
nearbest select higgs.parquet --target signal --space paper --n 40
"""

from __future__ import annotations

import sys

from nearbest.datasets import PAPER
from nearbest.errors import NearBestError


def main(arguments: list[str]) -> str:
    """Convert as asked; what to do next, or what went wrong."""
    if len(arguments) < 3 or arguments[0] not in PAPER:
        names = "|".join(PAPER)
        sys.exit(f"Usage: python -m nearbest.datasets {names} FILE [FILE …] OUTPUT.parquet")
    name, *paths, to = arguments
    try:
        PAPER[name].convert(paths, to)
    except NearBestError as error:
        sys.exit(str(error))
    return f"Next: nearbest select {to} --target {PAPER[name].target}"


if __name__ == "__main__":
    print(main(sys.argv[1:]))
