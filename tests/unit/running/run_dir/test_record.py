"""What settings.json says of a run: what is written is read, by this version and later ones."""

import json
from dataclasses import replace

import pytest

from nearbest.data.drawn import Drawn
from nearbest.race.plan import Arriving, Plan
from nearbest.race.score import Scale
from nearbest.running.run_dir.admission import Admission
from nearbest.running.run_dir.proposal import Proposal
from nearbest.running.run_dir.record import RunRecord
from tests.doubles import BEGUN

SIZES = (500, 1_000)
PLAN = Plan(
    {"a": SIZES, "b": SIZES},
    n_test=400,
    epsilon=0.02,
    batches=(2,),
    drawn=Drawn("time"),
    scale=Scale("RMSE", 0.0, 9.0, "approximate", shown_negated=True),
    scores={"RMSE": Scale("RMSE", 0.0, 9.0, "approximate", shown_negated=True)},
    kinds={"a": "forest"},
    large_leaves=frozenset({"a"}),
    class_counts=(300, 700),
    thrifty=True,
    constant=0.5,
)
RECORD = replace(
    BEGUN,
    settings={**BEGUN.settings, "epsilon": 0.02, "random_state": 7},
    plan=PLAN,
    data="9f",
    candidates={"a": "1", "b": "2"},
    parameters={"a": {}, "b": {"depth": 3}},
    notes=("Rows were dropped.",),
    versions={"nearbest": "0.2.0"},
)
SECOND = Admission(2, {"c": "3"}, {"c": {"depth": 4}}, {"c": "tree"})
THIRD = Admission(3, {"d": "4", "e": "5"}, {"d": {}, "e": {}}, {})


def through_file(record):
    return RunRecord.from_json(json.loads(json.dumps(record.to_json())))


def test_it_comes_back_as_it_was():
    """Every field, through JSON."""
    assert through_file(RECORD) == RECORD
    assert (RECORD.seed, RECORD.rule) == (7, "calibrated")


@pytest.mark.parametrize("seconds", [None, 60.0])
def test_what_was_said_of_arrivals_comes_back(seconds):
    """Before anybody has arrived, too."""
    arriving = Arriving(SIZES, slots=10, adaptive=True, lag=2, seconds=seconds)
    plan = replace(PLAN, sizes={}, batches=(), arriving=arriving, kinds={})
    record = replace(RECORD, plan=plan, candidates={}, parameters={})
    assert through_file(record) == record
    proposed = record.with_proposed(Proposal("new", "8f", "tree", {"depth": 1}))
    assert proposed.plan.sizes == {"new": SIZES}
    assert (proposed.candidates, proposed.parameters) == ({"new": "8f"}, {"new": {"depth": 1}})


def test_it_learns_who_was_admitted():
    """Batches in order, with all that it tells of a candidate."""
    known = RECORD.with_admitted([SECOND, THIRD])
    assert known.plan.batches == (2, 1, 2)
    assert list(known.candidates) == list(known.plan.names) == ["a", "b", "c", "d", "e"]
    assert known.parameters["c"] == {"depth": 4}
    assert known.plan.kinds == {"a": "forest", "c": "tree"}
    assert known.plan.sizes["e"] == SIZES
    assert RECORD.plan.batches == (2,)


def test_who_is_known_is_not_admitted_again():
    """A file that was written after the journal has them already."""
    known = RECORD.with_admitted([SECOND])
    assert known.with_admitted([SECOND]) == known
    assert known.with_admitted([SECOND, THIRD]) == RECORD.with_admitted([SECOND, THIRD])


def test_a_batch_that_is_missing_is_noticed():
    """Somebody removed a line: δ would be divided wrongly."""
    with pytest.raises(ValueError, match="batch 2 of its candidates is missing"):
        RECORD.with_admitted([THIRD])


def test_the_last_batch_is_what_the_journal_tells():
    """The event says what settings.json is going to say."""
    assert RECORD.with_admitted([SECOND]).last_batch(["c"]) == SECOND
    assert RECORD.with_admitted([SECOND, THIRD]).last_batch(["d", "e"]) == THIRD


def test_large_leaves_of_those_who_were_admitted():
    """A run that was killed between journal and settings knows of them all the same."""
    admitted = replace(SECOND, kinds={"c": "forest"}, large_leaves=("c",))
    known = RECORD.with_admitted([admitted])
    assert known.plan.large_leaves == RECORD.plan.large_leaves | {"c"}
    assert known.last_batch(["c"]) == admitted


@pytest.mark.parametrize(
    ("written", "rule"),
    [({}, "paper"), ({"stop_at": "predicted"}, "stated"), ({"stop_at": "proved"}, "paper")],
)
def test_rules_that_had_other_names(written, rule):
    """Version 0.1.0 had but one, and then called them otherwise."""
    values = RECORD.to_json()
    del values["rule"]
    assert RunRecord.from_json(values | written).rule == rule


def test_settings_that_an_earlier_version_did_not_have_are_left_out():
    """Nobody set them; whoever compares takes their defaults."""
    assert "scheduler" not in through_file(RECORD).settings
    assert "stratify" not in through_file(RECORD).settings
