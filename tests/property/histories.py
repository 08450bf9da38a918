"""Plans and histories to draw from."""

from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st

from nearbest.race.bounds import Estimate
from nearbest.race.interval import Interval
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from tests.doubles import Told


class BetweenScores:
    """Bounds from the lower to the higher score of the last probe: any interval at all."""

    def supports(self, scale, target):
        return True

    def estimator(self, plan):
        def estimate(probes):
            last = probes[-1]
            ends = sorted((last.train_score, last.test_score))
            return Estimate(Interval(*ends), last.n_train)

        return Told(estimate)

    def assumptions(self, plan):
        return ()

    def confidence(self, plan):
        return 1 - plan.delta


SIZES = ((10, 20, 40, 80), (10, 40, 80), (20, 60), (80,))


@st.composite
def plans(draw, min_configurations=1):
    """Plans of up to four configurations with sizes of their own."""
    sizes = draw(st.lists(st.sampled_from(SIZES), min_size=min_configurations, max_size=4))
    return Plan(
        dict(zip("abcd", sizes, strict=False)),
        n_test=draw(st.sampled_from((30, 100, 10_000))),
        epsilon=draw(st.sampled_from((0.0, 0.01, 0.1, 0.3))),
        delta=draw(st.sampled_from((0.05, 0.5))),
    )


@st.composite
def observations(draw, plan, name, size, failures=True):
    """Any outcome of a probe, likely or not, with paired counts or without."""
    n_test = plan.n_test_for(name, size)
    if failures and draw(st.integers(0, 9)) == 0:
        status = draw(st.sampled_from(("failed", "too small")))
        return Observation(name, size, n_test, status=status, message=f"at {size}")
    correct = draw(st.integers(0, size))
    prefixes = ()
    if draw(st.booleans()):
        smaller = [s for s in plan.sizes[name] if s < size]
        prefixes = (*(draw(st.integers(0, min(s, correct))) for s in smaller), correct)
    seconds = draw(st.floats(0, 10))
    right = draw(st.integers(0, n_test))
    return Observation.of_counts(
        name, size, n_test, correct, right, prefixes, plan.sizes[name], fit_time=seconds
    )


@st.composite
def histories(draw, failures=True):
    """A plan and the outcomes of some of its probes, in some order."""
    plan = draw(plans())
    probes = [(name, size) for name in plan.names for size in plan.sizes[name]]
    chosen = draw(st.permutations(probes))[: draw(st.integers(0, len(probes)))]
    return plan, [draw(observations(plan, *probe, failures)) for probe in chosen]


@st.composite
def fitted_histories(draw):
    """Histories of learners that minimise their training error, so that fitness holds."""
    plan = draw(plans())
    seed, n_models = draw(st.integers(0, 2**32 - 1)), draw(st.integers(1, 6))
    rng = np.random.default_rng(seed)
    told = []
    for name in plan.names:
        full = plan.full_size(name)
        skill = rng.random((n_models, 1))
        on_training = (rng.random((n_models, full)) < skill).cumsum(axis=1)
        on_test = (rng.random((n_models, plan.n_test)) < skill).cumsum(axis=1)
        for size in plan.sizes[name]:
            best = int(np.argmax(on_training[:, size - 1]))
            counts = tuple(int(on_training[best, s - 1]) for s in plan.sizes[name] if s <= size)
            n_test = plan.n_test_for(name, size)
            right = int(on_test[best, n_test - 1])
            told.append(
                Observation.of_counts(
                    name, size, n_test, counts[-1], right, counts, plan.sizes[name]
                )
            )
    return plan, draw(st.permutations(told))


@dataclass(frozen=True)
class State:
    """All that a race says at one moment."""

    intervals: dict
    standings: dict
    gaps: dict
    incumbent: str | None
    contenders: list
    decided: bool
    failures: dict
    n_probes: int


def state_of(race):
    names = race.plan.names
    return State(
        {name: race.tracks[name].estimate for name in names},
        {name: race.role(name) for name in names},
        {name: race.gap(name) for name in names},
        race.incumbent,
        race.contenders,
        race.decided,
        {name: race.tracks[name].failure for name in names},
        len(race.history),
    )


def state_after(plan, bounds, told):
    race = Race(plan, bounds)
    for observation in told:
        race.tell(observation)
    return state_of(race)
