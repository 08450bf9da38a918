"""The loop's own time and memory per probe, and the share of a run that is not learning.

    python benchmarks/overhead.py

Curves are made up and cost nothing to look up, so that what is left is the race:
bounds, pruning, scheduling and, with `ThreatFirst`, the forecast. The wanted ceiling is 5 ms
per probe with 2,000 configurations. Races of many are cut short when everybody was probed
twice and some hundred probes were chosen. What a probe itself adds to a fit is measured
apart, on a learner that does nothing.
"""

from __future__ import annotations

import resource
import time
import tracemalloc
from collections.abc import Callable, Collection
from pathlib import Path

import numpy as np
import pandas as pd
from lightgbm import LGBMClassifier
from sklearn.dummy import DummyClassifier

from nearbest.forecast.named import forecaster_named
from nearbest.race.bounds import Bounds, Exact, Hoeffding
from nearbest.race.observation import Observation, Task
from nearbest.race.race import Race
from nearbest.race.schedulers import UCB, GradientCI, RoundRobin, Scheduler, ThreatFirst
from nearbest.race.stop_at import StopAt
from nearbest.race.stopping import rule_named
from nearbest.race.strategies import scheduler_named
from nearbest.replay import Curves, RecordedProbe
from nearbest.running.executors import Serial
from nearbest.running.loop import run
from nearbest.running.prepare import prepare
from nearbest.running.workers.execution import Execution
from nearbest.running.workers.kept_models import Keeper

N_CONFIGURATIONS, N_SIZES, SMALLEST = 1_000, 13, 1_000


#: Where Linux tells how much memory a process has.
STATM = Path("/proc/self/statm")
#: Races of so many configurations are compared.
NUMBERS = 20, 200, 2_000
#: Probes of a race beyond two for each configuration.
PROBES_BEYOND = 300


def made_up_curves(n_configurations: int = N_CONFIGURATIONS, seed: int = 0) -> Curves:
    """Curves that approach each other closely, so that the race is long."""
    rng = np.random.default_rng(seed)
    sizes = SMALLEST * 2 ** np.arange(N_SIZES)
    rows = []
    for i, final in enumerate(rng.uniform(0.7, 0.8, n_configurations)):
        overfit = rng.uniform(0.02, 0.1) * (SMALLEST / sizes) ** 0.4
        for k, (size, gap) in enumerate(zip(sizes, overfit, strict=True)):
            # Models of larger samples fit each smaller sample slightly worse.
            fits = [int(s * (final + overfit[j] - 1e-4 * (k - j))) for j, s in enumerate(sizes)]
            prefix = fits[: k + 1]
            scores = (prefix[-1] / size, final - gap)
            rows.append((f"c{i}", size, *scores, size * 1e-4, list(sizes[: k + 1]), prefix))
    columns = ["configuration", "n_train", "train_score", "test_score", "fit_time"]
    columns += ["prefix_sizes", "prefix_correct"]
    return Curves.from_frame(pd.DataFrame(rows, columns=columns))


class Timed:
    """A probe that notes when each ends, by a clock that stands still while it looks up."""

    def __init__(self, probe: RecordedProbe, clock: Callable[[], float]) -> None:
        self.probe, self.clock = probe, clock
        self.looking_up = 0.0
        self.stamps: list[float] = []

    def __call__(self, task: Task) -> tuple[Observation, object]:
        """What was recorded for `task`."""
        start = self.clock()
        outcome = self.probe(task)
        self.looking_up += self.clock() - start
        self.stamps.append(self.clock() - self.looking_up)
        return outcome

    def run(self, race: Race, scheduler: Scheduler) -> float:
        """Run the race, and say what it took beside the probes."""
        begin = self.clock()
        run(race, scheduler, Execution(self, Serial(), 1, Keeper()), clock=self.probe.clock)
        return self.clock() - begin - self.looking_up


def measure(curves: Curves, bounds: Bounds, scheduler: Scheduler) -> dict[str, object]:
    """Milliseconds per probe over the run, at its start and its end, and memory."""
    race, probe = Race(curves.plan(epsilon=0.0), bounds), RecordedProbe(curves, 0)
    timed = Timed(probe, time.perf_counter)
    own = timed.run(race, scheduler)
    steps = 1e3 * np.diff(timed.stamps)
    tenth = max(1, len(steps) // 10)
    return {
        "bounds": repr(bounds),
        "scheduler": repr(scheduler),
        "probes": len(timed.stamps),
        "ms per probe": round(1e3 * own / len(timed.stamps), 2),
        "first tenth": round(float(steps[:tenth].mean()), 2),
        "last tenth": round(float(steps[-tenth:].mean()), 2),
        "99th percentile": round(float(np.percentile(steps, 99)), 2),
    }


class CutShort:
    """A scheduler that asks for no more than so many probes."""

    def __init__(self, scheduler: Scheduler, most: int) -> None:
        self.scheduler, self.most = scheduler, most

    def ask(self, race: Race, running: Collection[Task], free: int) -> list[Task]:
        """What the scheduler asks for, until it is enough."""
        return [] if len(race.history) >= self.most else self.scheduler.ask(race, running, free)


def of_many(n_configurations: int, stop_at: StopAt) -> dict[str, object]:
    """Milliseconds of processor time per probe of a race between so many, at the default ε."""
    curves = made_up_curves(n_configurations)
    plan, probe = curves.plan(epsilon=0.01), RecordedProbe(curves, 0)
    forecaster = None if stop_at == "proved" else forecaster_named(stop_at, plan)
    race = Race(plan, Exact(), rule=rule_named(stop_at), forecaster=forecaster)
    most = 2 * n_configurations + PROBES_BEYOND
    scheduler = CutShort(scheduler_named("auto", stop_at), most)
    timed = Timed(probe, time.process_time)
    own = timed.run(race, scheduler)
    last = 1e3 * np.diff(timed.stamps)[-PROBES_BEYOND:]
    return {
        "configurations": n_configurations,
        "stop_at": stop_at,
        "probes": len(timed.stamps),
        "ms per probe": round(1e3 * own / len(timed.stamps), 2),
        f"last {PROBES_BEYOND}": round(float(last.mean()), 2),
        "ended": race.ending or "cut short",
    }


def beside_learning(n_rows: int = 100_000) -> float:
    """The share of a race's processor time that is neither in `fit` nor in predictions."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n_rows, 20))
    y = X[:, 0] + rng.normal(size=n_rows) > 0
    sizes = (5, 15, 31, 63)
    candidates = {f"{n} leaves": LGBMClassifier(num_leaves=n, verbose=-1) for n in sizes}
    problem = prepare(candidates, X, y, random_state=0)
    prober = problem.prober.timed_by(time.process_time)
    race, begin = Race(problem.plan, Exact()), time.process_time()
    run(race, GradientCI(), Execution(prober, Serial(), 1, Keeper()))
    learning = sum(observation.seconds for observation, _ in race.history)
    return 1 - learning / (time.process_time() - begin)


def memory(curves: Curves) -> list[float]:
    """MiB held by the race after each quarter of its probes."""
    race, probe = Race(curves.plan(epsilon=0.0), Exact()), RecordedProbe(curves, 0)
    held: list[float] = []
    tracemalloc.start()

    def watch(race: Race, running: object) -> None:
        if len(race.history) % 1_000 == 0:
            held.append(tracemalloc.get_traced_memory()[0] / 2**20)

    where = Execution(probe, Serial(), 1, Keeper())
    run(race, GradientCI(), where, clock=probe.clock, watch=watch)
    tracemalloc.stop()
    return held[:: max(1, len(held) // 4)]


def resident(n_configurations: int = 2_000, n_probes: int = 5_000) -> list[float] | None:
    """MiB of the process over the probes after the opening; None where nobody tells."""
    if not STATM.exists():
        return None
    curves = made_up_curves(n_configurations)
    plan, probe = curves.plan(epsilon=0.01), RecordedProbe(curves, 0)
    forecaster = forecaster_named("calibrated", plan)
    race = Race(plan, Exact(), rule=rule_named("calibrated"), forecaster=forecaster)
    opening, held = 2 * n_configurations + 100, list[float]()

    def watch(race: Race, running: object) -> None:
        n_told = len(race.history)
        if not running and n_told >= opening and (n_told - opening) % 1_000 == 0:
            held.append(int(STATM.read_text().split()[1]) * resource.getpagesize() / 2**20)

    scheduler = CutShort(scheduler_named("auto", "calibrated"), opening + n_probes)
    where = Execution(probe, Serial(), 1, Keeper())
    run(race, scheduler, where, clock=probe.clock, watch=watch)
    return held


def around_a_fit(repeats: int = 300) -> tuple[float, float]:
    """Milliseconds of processor time of a fit and two scorings: bare, and as a probe."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(4_000, 5)), rng.integers(0, 2, 4_000)
    candidates = {"nothing": DummyClassifier(), "loads OpenMP": LGBMClassifier()}
    problem = prepare(candidates, X, y, random_state=0)
    n_train, n_test = min(problem.plan.sizes["nothing"]), problem.plan.n_test
    (X, y), (X_test, y_test) = problem.samples.train(n_train), problem.samples.test(n_test)

    def bare() -> None:
        model = DummyClassifier().fit(X, y)
        _ = (model.predict(X) == y).sum(), (model.predict(X_test) == y_test).sum()

    def probe() -> None:
        problem.prober(Task("nothing", n_train, n_test))

    return tuple(_milliseconds(what, repeats) for what in (bare, probe))


def _milliseconds(what: Callable[[], None], repeats: int) -> float:
    what()  # the first time loads what is loaded once
    start = time.process_time()
    for _ in range(repeats):
        what()
    return 1e3 * (time.process_time() - start) / repeats


def main() -> None:
    """Print the tables."""
    bare, probe = around_a_fit()
    print(f"a fit and its scores: {bare:.2f} ms; as a probe: {probe:.2f} ms of processor time")
    print(f"neither fit nor predict: {beside_learning():.1%} of a race of LightGBM's")
    many = [of_many(n, stop_at) for n in NUMBERS for stop_at in ("proved", "calibrated")]
    print("the loop's own processor time by the number of configurations")
    print(pd.DataFrame(many).to_string(index=False))
    curves = made_up_curves()
    results = [
        measure(curves, bounds, scheduler)
        for bounds in (Exact(), Hoeffding())
        for scheduler in (GradientCI(), UCB(), RoundRobin(), ThreatFirst())
    ]
    print(f"{N_CONFIGURATIONS:,} configurations, {N_SIZES} sizes, the loop's own time")
    print(pd.DataFrame(results).to_string(index=False))
    megabytes = " → ".join(f"{value:.1f}" for value in memory(curves))
    print(f"memory of the race with its history, over the run: {megabytes} MiB")
    held = resident()
    if held is not None:
        shown = " → ".join(f"{value:.0f}" for value in held)
        print(f"the process, each thousand probes of 2,000 configurations: {shown} MiB")


if __name__ == "__main__":
    main()
