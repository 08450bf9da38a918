"""When a count of misses is too large to be chance."""

from scipy.stats import binom

#: A correct bound fails a check less often than this.
CHANCE = 1e-6


def most_misses(runs, probability):
    """Misses that `runs` trials of at most this probability exceed once in a million."""
    return int(binom.isf(CHANCE, runs, probability))


def assert_rare(misses, runs, probability):
    """Fail if so many misses cannot be chance at this probability."""
    allowed = most_misses(runs, probability)
    assert misses <= allowed, (
        f"{misses} misses in {runs} runs; at {probability} more than {allowed} happen less "
        "than once in a million"
    )
