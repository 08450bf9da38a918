"""Towards a proof that relies on credible bounds alone."""

from nearbest.race.bounds import Exact
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from nearbest.race.schedulers import Prover
from nearbest.race.stopping import UntilProved
from tests.unit.race.schedulers.scripted import asked

SIZES = tuple(1_000 * 2**k for k in range(10))  # to 512,000
FULL = SIZES[-1]


def race_of(*names, sizes=SIZES, **kinds):
    known = {name: kinds.get(name, "boosting") for name in names}
    plan = Plan(dict.fromkeys(names, sizes), 100_000, kinds=known)
    return Race(plan, Exact(), rule=UntilProved())


def tell(race, name, curve, train=0.95, seconds=1e-3):
    """Test accuracy by training rows; fitting takes `seconds` per row."""
    for size, accuracy in curve.items():
        n_test = race.plan.n_test_for(name, size)
        counts = round(train * size), round(accuracy * n_test)
        race.tell(Observation.of_counts(name, size, n_test, *counts, fit_time=seconds * size))


def three(accuracy):
    return dict.fromkeys(SIZES[:3], accuracy)


def test_everybody_first():
    """One small probe for all, whatever they are."""
    race = race_of("a", "b", b="network")
    assert asked(Prover(), race, free=3) == [("a", 1_000), ("b", 1_000)]


def test_three_sizes_where_they_lead_to_a_bound():
    """A network gets one probe and waits for its full run, others get three sizes."""
    race = race_of("a", "net", net="network")
    tell(race, "net", {1_000: 0.7})
    tell(race, "a", {1_000: 0.8})
    assert asked(Prover(), race) == [("a", 2_000)]
    tell(race, "a", {2_000: 0.8})
    assert asked(Prover(), race) == [("a", 4_000)]


def test_the_winner_is_trained_on_all_rows():
    """It is in the end anyway, and its score excludes others."""
    race = race_of("good", "low", "net", net="network")
    tell(race, "good", three(0.9))
    tell(race, "low", three(0.7), train=0.99)
    tell(race, "net", {1_000: 0.7})
    assert asked(Prover(), race) == [("good", FULL)]


def test_a_rival_climbs_where_that_should_exclude_it():
    """Training and test score close in on each other far below the winner's."""
    race = race_of("good", "low")
    tell(race, "good", {**three(0.9), FULL: 0.92})
    tell(race, "low", {1_000: 0.70})
    tell(race, "low", {2_000: 0.72}, train=0.97)
    tell(race, "low", {4_000: 0.74}, train=0.93)
    assert asked(Prover(), race) == [("low", 8_000)]


def test_no_climb_where_it_leads_nowhere():
    """A memorizer's training score stays at 1, so its full run comes at once."""
    race = race_of("good", "memory")
    tell(race, "good", {**three(0.9), FULL: 0.92})
    tell(race, "memory", three(0.8), train=1.0)
    assert asked(Prover(), race) == [("memory", FULL)]


def test_few_sizes_go_to_the_full_run():
    """Where three sizes would cost nearly as much as all rows, they are left out."""
    race = race_of("a", "b", sizes=SIZES[:3])
    for name, accuracy in (("a", 0.8), ("b", 0.7)):
        tell(race, name, {1_000: accuracy})
    assert asked(Prover(), race, free=2) == [("a", 4_000), ("b", 4_000)]


def test_full_runs_of_late_learners_cheapest_first():
    """Nothing can replace them; the sooner one is known, the better."""
    race = race_of("good", "slow", "quick", slow="network", quick="network")
    tell(race, "good", {**three(0.9), FULL: 0.92})
    tell(race, "slow", {1_000: 0.7}, seconds=1e-2)
    tell(race, "quick", {1_000: 0.7})
    assert asked(Prover(), race, free=2) == [("quick", FULL), ("slow", FULL)]


def test_every_race_ends():
    """Whatever the kinds, nothing is left to ask for only when the race is decided."""
    race = race_of(*"abcd", a="network", b="unknown", c="linear")
    scores = {"a": 0.82, "b": 0.80, "c": 0.81, "d": 0.60}
    for _ in range(60):
        if race.ending is not None:
            break
        for task in Prover().ask(race, [], 2):
            tell(race, task.configuration, {task.n_train: scores[task.configuration]})
    assert (race.ending, race.winner) == ("proved", "a")


def test_samples_cost_a_small_part_of_full_runs():
    """Who should climb is trained on all rows where samples have cost enough already."""
    race = race_of("good", "low", "dear")
    tell(race, "good", {**three(0.9), FULL: 0.92})
    tell(race, "low", {1_000: 0.70})
    tell(race, "low", {2_000: 0.72}, train=0.97)
    tell(race, "low", {4_000: 0.74}, train=0.93)
    tell(race, "dear", dict.fromkeys(SIZES[:8], 0.8), train=1.0)
    assert asked(Prover(), race, free=2) == [("dear", FULL), ("low", FULL)]
