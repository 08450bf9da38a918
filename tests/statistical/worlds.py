"""Data, learners and splits for which the assumptions hold by construction.

A learner is a choice among models; a model is the vector of rows of D that it gets
right. With one model to choose from, the same model comes from every sample, so that
fitness and exploitativeness hold with equality. With several and the smallest
training error deciding, fitness holds exactly.
"""

import numpy as np

from nearbest.data.shuffle import stratified
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from nearbest.race.score import ACCURACY, Score

SIZES = (25, 100, 400, 1_600)
N_TEST = 800
N_ROWS = SIZES[-1] + N_TEST


def one_model_each(rng, accuracies, n_rows=N_ROWS):
    """A single model for each learner, right on an exact share of all rows."""
    ranks = rng.random((len(accuracies), n_rows)).argsort(axis=1)
    return (ranks < np.array(accuracies)[:, None] * n_rows)[:, None, :]


def several_models_each(rng, accuracies, n_models=8, n_rows=N_ROWS):
    """Models around each learner's accuracy, among which the training error decides."""
    shares = np.array(accuracies)[:, None] + rng.normal(0, 0.02, (len(accuracies), n_models))
    return rng.random((len(accuracies), n_models, n_rows)) < shares[:, :, None]


class World:
    """One random split of D: what every probe would observe, and the truth.

    `models` is right rows by learner, model and row; on another `scale` than that of
    accuracy, how far up each row's value lies. `classes`, if given, are the rows'
    classes, and split and shuffle are then stratified.
    """

    def __init__(
        self, models, rng, sizes=SIZES, n_test=N_TEST, classes=None, scale=ACCURACY, **options
    ):
        if classes is None:
            order = rng.permutation(models.shape[2])
            train, test, strata = order[n_test:], order[:n_test], None
        else:
            shuffle = stratified(classes, n_test, rng)
            train, test, strata = shuffle.train, shuffle.test, shuffle.strata
        names = [str(i) for i in range(len(models))]
        sizes = (*sizes[:-1], len(train))
        self.plan = Plan(
            dict.fromkeys(names, sizes), len(test), strata=strata, scale=scale, **options
        )
        on_training = models[:, :, train].cumsum(axis=2)[:, :, [s - 1 for s in sizes]]
        chosen = on_training.argmax(axis=1)
        learner = np.arange(len(models))[:, None]
        self._prefixes = on_training[learner, chosen]
        right = models[:, :, test].cumsum(axis=2)
        rows = np.array([self.plan.n_test_for("0", s) for s in sizes])
        self._sampled = right[learner, chosen, rows[None, :] - 1]
        self._known = scale.at(right[learner, chosen, -1] / len(test))

    @property
    def accuracies(self):
        """The accuracy of each learner's full run."""
        return self._known[:, -1]

    def accuracy(self, name, size):
        """The accuracy on all of D_te of the model from a sample."""
        return self._known[int(name), self.plan.sizes[name].index(size)]

    def observe(self, name, size):
        sizes = self.plan.sizes[name]
        i, k = int(name), sizes.index(size)
        totals = zip(self._prefixes[i, k], sizes[: k + 1], strict=False)
        prefixes = tuple(self._score(total, s) for total, s in totals)
        n_test = self.plan.n_test_for(name, size)
        scores = prefixes[-1], self._score(self._sampled[i, k], n_test), prefixes
        return Observation(name, size, n_test, *scores, fit_time=size / 1_000)

    def _score(self, total, n_rows):
        return Score(float(self.plan.scale.at(total / n_rows)), n_rows)


def play(world, bounds, scheduler):
    """Run a race to its end."""
    race = Race(world.plan, bounds)
    while not race.decided and (tasks := scheduler.ask(race, (), 1)):
        for task in tasks:
            race.tell(world.observe(task.configuration, task.n_train))
    return race
