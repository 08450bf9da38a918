from nearbest.progress.view import view_of
from nearbest.race.answer.certify import certify
from nearbest.race.answer.plateau import excluded_at_once, plateau
from nearbest.race.bounds import Exact
from nearbest.race.observation import Observation
from nearbest.race.plan import Arriving, Plan
from nearbest.race.race import Race
from nearbest.race.stopping import UntilProved

SIZES = (1_000, 2_000, 4_000, 8_000)


def tell(race, name, accuracy, sizes):
    for size in sizes:
        n_test = race.plan.n_test_for(name, size)
        race.tell(
            Observation.of_counts(
                name, size, n_test, int(accuracy * size), int(accuracy * n_test)
            )
        )


def searched(n_bad):
    """A good candidate, and then so many that are excluded on their first samples.

    By the rule of a real search, which needs three of them.
    """
    plan = Plan({}, 8_000, arriving=Arriving(SIZES, slots=50))
    race = Race(plan, Exact(), rule=UntilProved())
    admit(race, "good")
    tell(race, "good", 0.9, SIZES)
    for k in range(n_bad):
        admit(race, f"bad-{k}")
        tell(race, f"bad-{k}", 0.6, SIZES[:3])
    return race


def admit(race, name):
    race.admit({name: SIZES}, {name: "linear"})


def test_a_plateau_is_told():
    """In the certificate, which is about all that were tried."""
    race = searched(12)
    assert excluded_at_once(race) == 12
    certificate = certify(race)
    assert any("the last 12 of 13 proposals" in note for note in certificate.notes)
    assert "the best of all 13 candidates that were tried (12 excluded)" in certificate.sentence


def test_a_plateau_is_seen_while_it_lasts():
    """So that a user may press Ctrl-C, and does not wait for nothing."""
    race = searched(12)
    race.more_to_come = True
    note = view_of(race, [], forecast=False).note
    assert note is not None
    assert "on a plateau: the last 12 of 13 proposals were excluded" in note


def test_a_few_are_not_worth_a_word():
    assert plateau(searched(3)) is None


def test_one_that_lasted_breaks_it():
    race = searched(12)
    admit(race, "other")
    tell(race, "other", 0.89, SIZES[:3])
    assert excluded_at_once(race) == 0


def test_a_full_run_breaks_it():
    """It was not excluded at once."""
    race = searched(12)
    admit(race, "slow")
    tell(race, "slow", 0.6, (SIZES[0], SIZES[-1]))
    assert excluded_at_once(race) == 0


def test_newcomers_do_not():
    """While a search runs there is always one of whom little is known."""
    race = searched(12)
    admit(race, "waiting")
    admit(race, "new")
    tell(race, "new", 0.6, SIZES[:2])
    assert excluded_at_once(race) == 12
    told = plateau(race)
    assert told is not None
    assert "the last 12 of 13 proposals that were judged were excluded on" in told
