from nearbest.baselines import asha
from tests.unit.baselines.test_halving import plan_of, probe
from tests.unit.baselines.test_hyperband import later_is_better
from tests.unit.baselines.test_hyperband import plan_of as plan_of_nine


def test_promotes_before_the_rung_is_full():
    """With η = 2 the better of the first two goes on before the third begins."""
    outcome = asha(plan_of(), probe, factor=2)
    assert [(o.configuration, o.n_train) for o in outcome.history][:4] == [
        ("a", 1_000),
        ("b", 1_000),
        ("a", 2_000),
        ("c", 1_000),
    ]


def test_the_best_of_the_highest_rung():
    """Later ones are better, and are promoted when their turn comes."""
    outcome = asha(plan_of_nine(), later_is_better, factor=3)
    assert outcome.best == "c8"
    assert {o.n_train for o in outcome.history} == {1_000, 3_000, 9_000}


def test_one_configuration():
    """Nobody is in the top of a rung of one."""
    outcome = asha(plan_of("c"), probe)
    assert (outcome.best, len(outcome.history)) == ("c", 1)
