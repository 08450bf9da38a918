"""What starting costs, in seconds of processor time, beside scikit-learn's own import.

    python benchmarks/startup.py

Each command runs in a fresh interpreter, in turn with the others, so that whatever else the
machine does disturbs all of them alike; the median of the repeats is printed.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys

REPEATS = 7
BASE = "import sklearn"
#: What is run, and how many seconds it may take: alone, or beyond scikit-learn's import.
COMMANDS = {
    BASE: (["-c", BASE], None),
    "import nearbest": (["-c", "import nearbest"], "sklearn + 0.2"),
    "from nearbest import select": (["-c", "from nearbest import select"], None),
    "import nearbest.datasets": (["-c", "import nearbest.datasets"], None),
    "nearbest --version": (["-m", "nearbest", "--version"], "0.3"),
    "nearbest --help": (["-m", "nearbest", "--help"], "0.7"),
    "nearbest select --help": (["-m", "nearbest", "select", "--help"], None),
}


def processor_seconds(arguments: list[str]) -> float:
    """Time that one interpreter spent computing, in user and system mode."""
    process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)  # it has been waited for
    if process.returncode:
        raise RuntimeError(f"{arguments} ended with exit code {process.returncode}.")
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    """Print the table."""
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for repeat in range(REPEATS + 1):
        for name, (arguments, _) in COMMANDS.items():
            seconds = processor_seconds(arguments)
            if repeat:  # the first reads files from the disk and compiles them
                times[name].append(seconds)
    base = statistics.median(times[BASE])
    print(f"{'processor seconds':<28} median  beyond sklearn  wanted")
    for name, (_, wanted) in COMMANDS.items():
        median = statistics.median(times[name])
        print(f"{name:<28} {median:6.2f}  {median - base:+14.2f}  {wanted or ''}")


if __name__ == "__main__":
    main()
