"""Races whose intervals and times are written down."""

from nearbest.race.bounds import Estimate
from nearbest.race.interval import Interval
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from tests.doubles import Told

SIZES = (100, 200, 400, 800, 1_600)
N_TEST = 4_000


class Scripted:
    """Bounds that look up the interval of a configuration's last probe."""

    def __init__(self):
        self.intervals = {}

    def estimator(self, plan):
        def estimate(probes):
            last = probes[-1]
            return Estimate(self.intervals[last.configuration, last.n_train], last.n_train)

        return Told(estimate)

    def assumptions(self, plan):
        return ()

    def confidence(self, plan):
        return 1 - plan.delta


def race_of(names, growth=2.0, sizes=SIZES, cost="seconds"):
    plan = Plan(dict.fromkeys(names, sizes), n_test=N_TEST, growth=growth)
    return Race(plan, Scripted(), cost)


def tell(race, name, *probes, size=None):
    """Tell (lower, upper, seconds) of the next sizes in turn, or of `size`."""
    for lower, upper, seconds in probes:
        n_train = size or race.next_sizes(name)[0]
        n_test = race.plan.n_test_for(name, n_train)
        race.bounds.intervals[name, n_train] = Interval(lower, upper)
        counts = (round(upper * n_train), round(lower * n_test))
        race.tell(Observation.of_counts(name, n_train, n_test, *counts, fit_time=seconds))


def asked(scheduler, race, running=(), free=1):
    """Names and sizes that the scheduler asks for."""
    return [(task.configuration, task.n_train) for task in scheduler.ask(race, running, free)]
