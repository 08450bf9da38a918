"""After a delivery the race goes on where it was undone, or where time is left."""

import os
import signal
from concurrent.futures import ThreadPoolExecutor

import pytest

from nearbest import select
from nearbest.running.time_limit import TimeLimit

FULL = 16_000
RULE = {"stop_at": "paper", "random_state": 0}


@pytest.fixture
def data(coins):
    return coins(20_000)


def sizes_of(race, name):
    return [o.n_train for o, _ in race.history if o.configuration == name]


def test_a_winner_is_trained_once(stub, data, fits, monkeypatch):
    """Its training that undoes the decision is the probe by which the race goes on."""
    monkeypatch.setattr("nearbest.running.workers.kept_models.Keeper.get", lambda *probe: None)
    seen = set()

    def moody(n_rows):
        first = n_rows not in seen
        seen.add(n_rows)
        return 0.9 if first and n_rows < FULL else 0.6

    found = select({"moody": stub(moody, "moody"), "steady": stub(0.8)}, *data, **RULE)
    assert found.best == "steady"
    assert [f.n_rows for f in fits if f.tag == "moody"].count(FULL) == 1
    assert FULL in sizes_of(found.race, "moody")


class TestTimeLeft:
    """The winner was trained sooner than expected."""

    @pytest.fixture
    def cautious(self, monkeypatch):
        """Once all were probed, all time is kept for the training of the winner."""
        original = TimeLimit.for_probes

        def for_probes(limit, race, running):
            if race.incumbent is None or not race.all_probed or race.exhausted(race.winner):
                return original(limit, race, running)
            return 0.0

        monkeypatch.setattr(TimeLimit, "for_probes", for_probes)

    def test_the_race_goes_on(self, stub, data, cautious):
        """The rest of the time is for the others, until it is decided."""
        candidates = {"good": stub(0.8), "close": stub(0.78)}
        with ThreadPoolExecutor(1) as pool:
            found = select(candidates, *data, executor=pool, timeout=600, **RULE)
        assert found.certificate.decided
        assert sizes_of(found.race, "good")[-1] == FULL
        assert len(sizes_of(found.race, "close")) > 1
        assert found.certificate.delivery.trained_on == "all training rows"

    def test_not_after_ctrl_c(self, stub, data, cautious, ctrl_c_as_in_a_terminal):
        """Who interrupts a training wants it to end."""

        def on_fit(n_rows):
            if n_rows == FULL:
                os.kill(os.getpid(), signal.SIGINT)

        candidates = {"good": stub(0.8, on_fit=on_fit), "close": stub(0.78)}
        with ThreadPoolExecutor(1) as pool:
            found = select(candidates, *data, executor=pool, timeout=600, **RULE)
        assert found.estimator is None
        assert len(found.race.history) == 2

    def test_not_after_a_training_that_failed(self, stub, data, cautious):
        """It has no score that could count; the sample's model is delivered, and says why."""

        def on_fit(n_rows):
            if n_rows == FULL:
                raise MemoryError("too many rows")

        candidates = {"good": stub(0.8, on_fit=on_fit), "close": stub(0.78)}
        with ThreadPoolExecutor(1) as pool:
            found = select(candidates, *data, executor=pool, timeout=600, **RULE)
        assert found.certificate.delivery.trained_on == "a sample"
        assert "MemoryError: too many rows" in found.certificate.delivery.reason
        assert found.estimator is not None
