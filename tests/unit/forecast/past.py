"""Past curves that rise in straight lines, and probes of present ones.

A line that gains g with every doubling has an exact forecast: g times the doublings left.
"""

import math

import pandas as pd

from nearbest.forecast import COLUMNS, Analogs, Library, Outlook
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan

#: Gains per doubling of the past curves, far apart for the scales of distance.
GAINS = (0.0, 0.02, 0.04)
PAST_SIZES = tuple(2**k for k in range(5, 14))  # 128 is the first to be compared with
#: Every probe scores on all test rows, so that no noise blurs the forecast.
SIZES, N_TEST = (500, 1_000, 2_000, 4_000), 1_000


def line(gain, start=0.5):
    """Test accuracy by size: `start` at 32 rows."""
    return lambda size: start + gain * math.log2(size / 32)


def lines(n_datasets=12, sizes=PAST_SIZES, gains=GAINS, n_alike=12):
    """A library of `n_alike` equal curves for each gain on each dataset."""
    return Library(
        pd.DataFrame(
            [
                (f"past {d}", "0", f"{gain} {k}", size, 1.0, line(gain)(size))
                for d in range(n_datasets)
                for gain in gains
                for k in range(n_alike)
                for size in sizes
            ],
            columns=COLUMNS,
        )
    )


LINES = Analogs(lines())


def plan_of(names, sizes=SIZES, n_test=N_TEST, **options):
    return Plan(dict.fromkeys(names, sizes), n_test, **options)


def probe(name, size, accuracy, n_test=N_TEST, seconds=0.0):
    """A probe with everything right on its training rows."""
    return Observation.of_counts(
        name, size, n_test, size, round(accuracy * n_test), fit_time=seconds
    )


def probes(name, *accuracies, sizes=SIZES):
    return [probe(name, size, a) for size, a in zip(sizes, accuracies, strict=False)]


def outlook_of(names, analogs=LINES, **options):
    return Outlook(plan_of(names, **options), analogs)
