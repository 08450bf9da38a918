"""What outcome.json says of the end of a run: what is written is read."""

import json

import pytest

from nearbest.race.certificate import Delivery
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.prediction import Prediction
from nearbest.race.stopping import Calibrated, Concluded
from nearbest.running.run_dir.outcome import RunOutcome

RULE = Calibrated()
PLAN = Plan({"a": (500, 1_000)}, n_test=400)
OUTCOME = RunOutcome(
    winner="a",
    prediction=Prediction(0.97, 0.003, notes=("few curves",)),
    settled=True,
    delivery=Delivery("all training rows", 1_000, 0.9, "it was trained.", 0.9),
    trained=(Observation.of_counts("a", 1_000, 400, 900, 360, fit_time=1.5),),
    seconds=2.5,
    notes=("Time was up.",),
    settings={"n_jobs": 2, "scheduler": "Frugal()"},
)


def test_it_comes_back_as_it_was():
    """Every field, through JSON."""
    read = RunOutcome.from_json(json.loads(json.dumps(OUTCOME.to_json())))
    assert read == OUTCOME
    assert read.repeated(RULE, PLAN) == Concluded(RULE, "a", OUTCOME.prediction, True)


def test_a_run_that_delivered_nothing():
    """No model, no forecast: nothing to repeat."""
    bare = RunOutcome(winner="a", seconds=1.0)
    assert RunOutcome.from_json(bare.to_json()) == bare
    assert bare.repeated(RULE, PLAN) is RULE


def test_what_version_0_1_0_called_scores():
    """There was accuracy alone, and it wrote neither winner nor notes."""
    values = {"delivery": OUTCOME.to_json()["delivery"], "seconds": 1}
    values["delivery"]["accuracy"] = values["delivery"].pop("score")
    values["delivery"]["full_accuracy"] = values["delivery"].pop("full_score")
    read = RunOutcome.from_json(values)
    assert (read.delivery, read.winner) == (OUTCOME.delivery, None)


def test_a_winner_that_takes_no_part():
    """Somebody changed a name."""
    values = OUTCOME.to_json() | {"winner": "b"}
    with pytest.raises(ValueError, match="'winner' cannot be 'b'"):
        RunOutcome.from_json(values).repeated(RULE, PLAN)
