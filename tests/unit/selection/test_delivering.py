"""The winner trained, and a race that goes on where its model is worse than was thought."""

from dataclasses import replace

import pytest

from nearbest.race.certificate import Delivery
from nearbest.running.prepare import Tables
from nearbest.running.settings import Settings
from nearbest.selection import steps
from nearbest.selection.delivering import is_undone, race_on
from nearbest.selection.stages import Delivered

FULL = 3_200


@pytest.fixture
def ended(stub, coins, tmp_path):
    """An open run whose race has ended by proof before the winner's full run."""
    tables = Tables(*coins(4_000))
    settings = Settings(
        stop_at="paper",
        epsilon=0.1,
        min_train_size=400,
        cost="rows",
        random_state=0,
        run_dir=tmp_path / "run",
    )
    with steps.open_run(settings, tables, None) as run:
        problem = steps.prepare_candidates(run, {"a": stub(0.9), "b": stub(0.5)}, tables)
        yield run, problem, steps.run_race(run, problem)


def delivered(raced, accuracy):
    return Delivered(raced, None, Delivery("all training rows", FULL, accuracy, "trained"))


def test_a_model_far_below_its_race_undoes_the_end(ended):
    """As good as was thought it does not, nor where it was not measured."""
    _, _, raced = ended
    assert raced.race.ending == "proved"
    assert not raced.race.exhausted("a")
    assert is_undone(delivered(raced, 0.3))
    assert not is_undone(delivered(raced, 0.9))
    assert not is_undone(delivered(raced, None))
    assert not is_undone(Delivered(raced))


def test_ctrl_c_leaves_the_end_as_it_is(ended):
    """Whoever pressed it wants no more probes."""
    _, _, raced = ended
    assert not is_undone(delivered(replace(raced, interrupted=True), 0.3))


def test_the_full_run_becomes_a_probe(ended):
    """It is in the race and in the journal, takes time, and cannot undo the end again."""
    run, problem, raced = ended
    before = len(raced.race.history)
    on = race_on(run, problem, raced)
    assert on.race.exhausted("a")
    assert on.seconds > raced.seconds
    observed = list(run.folder.observations(problem.plan))
    assert len(observed) == len(on.race.history) > before
    assert (observed[before].configuration, observed[before].n_train) == ("a", FULL)
    assert not is_undone(delivered(on, 0.3))


def test_whoever_wins_then_is_trained(ended, monkeypatch):
    """The model of the first winner is let go, and the race that ended last is certified."""
    run, problem, raced = ended
    made = []

    def train(run, problem, raced):
        made.append(raced)
        return delivered(raced, 0.3)

    monkeypatch.setattr(steps, "train_winner", train)
    found = steps.deliver_model(run, problem, raced)
    assert [each.seconds for each in made] == [raced.seconds, found.raced.seconds]
    assert found.raced.seconds > raced.seconds
