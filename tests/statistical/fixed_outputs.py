"""Splits of rows to which each learner gives the same output from any sample.

So fitness and exploitativeness hold with equality, and all misses are the bound's.
"""

import numpy as np

from nearbest.race.observation import Observation
from nearbest.race.race import Race
from nearbest.race.schedulers import RoundRobin


class FixedOutputs:
    """One random split, what probes of it observe, and the truth.

    `outputs` are those of each learner for each row, which `metric` scores against `y`.
    What derives from it makes the `plan`.
    """

    def __init__(self, outputs, y, rng, metric, n_test, target_of):
        order = rng.permutation(len(y))
        self._train, self._test = order[n_test:], order[:n_test]
        self._metric, self._y, self._outputs = metric, y, outputs
        self.target = target_of(y, y[self._test])
        self.truth = np.array(
            [self._scores(i, self._test, (n_test,))[0].value for i in range(len(outputs))]
        )

    def _scores(self, i, rows, sizes):
        return self._metric.measure(self._y[rows], self._outputs[i, rows], sizes, self.target)

    def observe(self, name, size):
        n_test = self.plan.n_test_for(name, size)
        known = [s for s in self.plan.sizes[name] if s <= size]
        prefixes = self._scores(int(name), self._train[:size], known)
        (tested,) = self._scores(int(name), self._test[:n_test], (n_test,))
        return Observation(name, size, n_test, prefixes[-1], tested, prefixes, fit_time=size)

    def is_missed(self, bounds):
        """Whether any learner's score lies outside its interval."""
        estimate = bounds.estimator(self.plan)
        for name, truth in zip(self.plan.names, self.truth, strict=True):
            sizes = self.plan.sizes[name][:-1]
            found = estimate([self.observe(name, s) for s in sizes]).interval
            rounding = self.rounding(truth)
            if not found.lower - rounding <= truth <= found.upper + rounding:
                return True
        return False

    def rounding(self, truth):
        """By how much an interval may miss a score by rounding alone."""
        return 1e-12

    def play(self, bounds):
        race, scheduler = Race(self.plan, bounds), RoundRobin()
        while not race.decided and (tasks := scheduler.ask(race, (), 1)):
            for task in tasks:
                race.tell(self.observe(task.configuration, task.n_train))
        return race
