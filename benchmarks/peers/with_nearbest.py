"""nearbest, and what one does without any tool: training everything."""

from __future__ import annotations

from nearbest import Selection, select, space
from peers.rows import Found
from peers.task import Clock, Task


def full_runs(task: Task) -> Found:
    """Train every candidate on all training rows and score it on the test rows."""
    prober, samples = task.problem.prober, task.problem.samples
    samples.train(samples.n_train)  # drawing rows is not the learners' time
    samples.test(samples.n_test)
    clock, details = Clock(), {}
    for name in task.problem.plan.names:
        fitting = Clock()
        model = prober.fit(name, samples.n_train)
        fit_seconds = fitting.seconds
        score = prober.score(model, samples.n_test).value
        details[name] = {"score": score, "fit seconds": fit_seconds}
    seconds = clock.seconds
    best = max(details, key=lambda name: details[name]["score"])
    return Found(
        best,
        "the best of the 20, as all are trained",
        seconds,
        total=seconds,
        score=details[best]["score"],
        details=details,
    )


def selecting(task: Task) -> Found:
    """Select only."""
    clock = Clock()
    found = select(space.paper(), task.X, task.y, refit=False, stop_at="paper", **task.settings)
    return Found(found.best, _promise(found), clock.seconds, details=_details(found))


def predicting(task: Task) -> Found:
    """Select only, and stop by forecast."""
    clock = Clock()
    found = select(
        space.paper(), task.X, task.y, refit=False, stop_at="stated", **task.settings
    )
    return Found(found.best, _promise(found), clock.seconds, details=_details(found))


def by_default(task: Task) -> Found:
    """Select by the default rule, which trains its choice before it ends."""
    return _delivered(task, "calibrated")


def delivering(task: Task) -> Found:
    """Select by the paper's rule, train the choice and deliver the model."""
    return _delivered(task, "paper")


def _delivered(task: Task, rule: str) -> Found:
    clock = Clock()
    found = select(space.paper(), task.X, task.y, refit=True, stop_at=rule, **task.settings)
    total = clock.seconds
    delivery = found.certificate.delivery
    return Found(
        found.best,
        _promise(found),
        seconds=None,
        total=total,
        score=None if delivery is None else delivery.score,
        details={**_details(found), "delivery": str(delivery)},
    )


def _promise(found: Selection) -> str:
    return found.certificate.sentence.removeprefix(f"{found.best} is ").removesuffix(".")


def _details(found: Selection) -> dict[str, object]:
    return {
        "certificate": found.certificate.sentence,
        "probes": len(found.history),
        "largest sample": int(found.history["n_train"].max()),
        "violations": [str(violation) for violation in found.certificate.violations],
    }
