"""Worker processes start before a run, and no more of them than are of use."""

import pytest

from nearbest.running.executors import Serial
from nearbest.running.workers.resources import Resources, starting_workers


@pytest.mark.parametrize(
    ("resources", "needed"),
    [
        (Resources(), False),
        (Resources(n_jobs=1), False),
        (Resources(killable=True), True),
        (Resources(n_jobs=2), True),
    ],
)
def test_workers_start_early_where_they_are_needed(resources, needed):
    """Probes in this process need none."""
    with starting_workers(resources) as workers:
        assert (workers is not None) == needed
        if workers is not None:
            assert workers.submit(max, 1, 2).result() == 2


def test_no_more_processes_than_cores_can_serve(monkeypatch):
    """A thousand would take all memory; a cluster of the user's own may have as many."""
    monkeypatch.setattr("nearbest.running.workers.resources.n_cores", lambda: 2)
    monkeypatch.setattr("nearbest.running.workers.resources.most_workers", lambda: 8)
    assert Resources(n_jobs=1_000).n_workers == 8
    assert Resources(n_jobs=8).n_workers == 8
    assert Resources(n_jobs=-1).n_workers == 2
    assert Resources(n_jobs=1_000, executor=Serial()).n_workers == 1_000
    warned = pytest.warns(UserWarning, match="is 1,000, and 2 cores serve no more than 8")
    with warned, starting_workers(Resources(n_jobs=1_000)) as workers:
        assert workers.n_workers == 8
