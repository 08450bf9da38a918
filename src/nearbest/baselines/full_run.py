"""Training every configuration on everything."""

from __future__ import annotations

from nearbest.baselines.outcome import Outcome, ranked
from nearbest.race.observation import Probe, Task
from nearbest.race.plan import Plan


def full_run(plan: Plan, probe: Probe) -> Outcome:
    """Probe every configuration at its full size; exact and slow.

    Parameters
    ----------
    plan : Plan
    probe : callable
        A `Prober`, or recorded curves.

    Examples
    --------
    >>> from sklearn.datasets import make_classification
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from nearbest.baselines import full_run
    >>> from nearbest.running.prepare import prepare
    >>> X, y = make_classification(2_000, class_sep=0.5, random_state=0)
    >>> trees = (DecisionTreeClassifier(), {"max_depth": [1, 4]})
    >>> problem = prepare(trees, X, y, random_state=0)
    >>> full_run(problem.plan, problem.prober).best
    'DecisionTreeClassifier(max_depth=4)'
    """
    history = [probe(Task(name, plan.full_size(name), plan.n_test))[0] for name in plan.names]
    return Outcome(ranked(history)[0].configuration, tuple(history))
