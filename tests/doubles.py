"""Stand-ins that several suites use."""

from nearbest.race.plan import Plan
from nearbest.running.run_dir.record import RunRecord

#: What a run that has begun wrote down, where nobody looks at what it says.
BEGUN = RunRecord(
    settings={
        "epsilon": 0.01,
        "delta": 0.05,
        "growth": 2.0,
        "bounds": {"name": "Exact"},
        "cost": "rows",
        "stop_at": "calibrated",
        "random_state": 0,
    },
    plan=Plan({"a": (500, 1_000)}, n_test=400, batches=(1,)),
    data=None,
    candidates={"a": "1"},
    parameters={"a": {}},
    notes=(),
    versions={},
)


class Told:
    """An estimator that asks a plain function of the probes, and counts the prunings."""

    def __init__(self, estimate):
        self._estimate = estimate
        self.n_prunings = 0

    def __call__(self, probes):
        return self._estimate(probes)

    def note_pruning(self):
        self.n_prunings += 1
