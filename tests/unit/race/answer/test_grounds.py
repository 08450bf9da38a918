"""What would make an answer false, in words that users understand."""

import importlib
import pkgutil

import pytest

from nearbest.data.drawn import Drawn
from nearbest.race import bounds
from nearbest.race.answer import grounds
from nearbest.race.answer.certify import certify
from nearbest.race.answer.grounds import DOUBTS
from nearbest.race.bounds import Exact, Hoeffding, Normal
from nearbest.race.bounds.base import ADDED_BLINDLY, LAST_ROWS
from nearbest.race.certificate import Exclusion
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.prediction import Prediction
from nearbest.race.race import Race

SIZES = (100, 200, 400)


def constants():
    """Every sentence that a module of bounds has as a constant."""
    for module in pkgutil.iter_modules(bounds.__path__):
        found = importlib.import_module(f"{bounds.__name__}.{module.name}")
        for name, value in vars(found).items():
            if name.isupper() and isinstance(value, str):
                yield pytest.param(value, id=f"{module.name}-{name}")


def doubts(plan, by=None):
    race = Race(plan, by or Exact())
    race.tell(Observation.of_counts("a", 100, 200, 95, 180, (95,)))
    race.tell(Observation.of_counts("b", 100, 200, 60, 110, (60,)))
    return certify(race).doubts


@pytest.mark.parametrize("assumption", list(constants()))
def test_every_assumption_has_its_doubt(assumption):
    """One that has none would come out as its own negation, which nobody can read."""
    assert assumption in DOUBTS


@pytest.mark.parametrize(
    ("plan", "assumption"),
    [
        (Plan(dict.fromkeys("ab", SIZES), 1_000, drawn=Drawn("time")), LAST_ROWS),
        (Plan({"a": SIZES}, 1_000).extended({"b": SIZES}), ADDED_BLINDLY),
    ],
)
def test_a_doubt_is_told_in_its_own_words(plan, assumption):
    """Not as the assumption with a "not" before it."""
    found = doubts(plan)
    assert DOUBTS[assumption] in found
    assert not any(assumption in doubt for doubt in found)


def test_a_remark_leaves_no_doubt():
    """That the paper's own confidence does not hold makes nothing false."""
    plan = Plan({"a": SIZES, "b": SIZES}, 1_000)
    assert len(Hoeffding().assumptions(plan)) > len(Exact().assumptions(plan))
    assert doubts(plan, Hoeffding()) == doubts(plan)


def test_bounds_of_others_are_doubted_word_by_word():
    """What we know no better words for is quoted."""

    class OnTuesdays(Normal):
        def assumptions(self, plan):
            return (*super().assumptions(plan)[:3], "today is Tuesday")

    found = doubts(Plan({"a": SIZES, "b": SIZES}, 1_000), OnTuesdays())
    assert "this does not hold: today is Tuesday" in found


@pytest.mark.parametrize(("n", "told"), [(1, "the candidate excluded"), (3, "the 3 excluded")])
def test_one_candidate_is_not_counted(n, told):
    """Past curves stand behind "the candidate", and not behind "the 1"."""
    race = Race(Plan(dict.fromkeys("ab", SIZES), 1_000), Exact())
    excluded = [Exclusion(f"c{k}", "past curves", 0.9) for k in range(n)]
    (found, _) = grounds.doubts(race, "a", (), excluded, Prediction(0.99, 0.0, n_datasets=56))
    assert found.endswith(f"stand behind {told} by past curves")


@pytest.mark.parametrize(("constant", "is_told"), [(None, False), (0.4, False), (0.54, True)])
def test_who_has_not_begun_to_learn_is_told(constant, is_told):
    """On samples "b" is right on 55 % of the rows, as a constant prediction may be."""
    race = Race(
        Plan(dict.fromkeys("ab", SIZES), 1_000, epsilon=0.01, constant=constant), Exact()
    )
    race.tell(Observation.of_counts("a", 100, 200, 95, 180, (95,)))
    race.tell(Observation.of_counts("b", 100, 200, 60, 110, (60,)))
    excluded = [Exclusion("b", "past curves", 0.9)]
    found = grounds.doubts(race, "a", (), excluded, Prediction(0.99, 0.0, n_datasets=56))
    said = (
        "one candidate excluded by past curves had hardly beaten the best constant prediction"
    )
    assert any(doubt.startswith(said) for doubt in found) is is_told
