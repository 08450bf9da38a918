import logging

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression

from nearbest import Callback, NearBestSearch, select
from nearbest.errors import AllFailed, InvalidInput

CANDIDATES = {"linear": LogisticRegression(), "dummy": DummyClassifier()}


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(4_000, 3))
    return X, (X[:, 0] > 0).astype(int)


class Noted(Callback):
    def __init__(self):
        self.said = []

    def on_probe(self, race, observation, interval):
        self.said.append(("probe", observation.configuration, observation.n_train, interval))

    def on_exclusion(self, race, pruning):
        self.said.append(("exclusion", pruning.configuration, pruning.by))

    def on_end(self, selection):
        self.said.append(("end", selection.best))


def test_told_of_everything_once_and_in_order(table):
    """Every probe, every exclusion, and then the end."""
    noted = Noted()
    found = select(CANDIDATES, *table, callbacks=[noted], stop_at="proved", random_state=0)
    probes = [event[1:3] for event in noted.said if event[0] == "probe"]
    assert probes == list(
        zip(found.history["configuration"], found.history["n_train"], strict=True)
    )
    assert ("exclusion", "dummy", "linear") in noted.said
    assert noted.said[-1] == ("end", "linear")
    assert sum(event[0] == "end" for event in noted.said) == 1


def test_told_of_an_error_that_ends_the_race(table):
    """Then nothing is found, and a tracker can close what it opened."""

    class Errors(Noted):
        def on_error(self, error):
            self.said.append(("error", type(error)))

    errors = Errors()
    with pytest.raises(AllFailed):
        select({"broken": LogisticRegression(C=-1)}, *table, callbacks=[errors])
    assert [event[0] for event in errors.said] == ["probe", "error"]
    assert errors.said[-1] == ("error", AllFailed)


def test_any_object_that_hears_something_will_do(table):
    """A tracker of one's own needs no base class, and only the methods that it wants."""

    class Ends:
        heard = ()

        def on_end(self, selection):
            self.heard = (*self.heard, selection.best)

    ends = Ends()
    select(CANDIDATES, *table, callbacks=[ends], epsilon=0.3, random_state=0)
    assert ends.heard == ("linear",)
    for strange in (Ends, print):
        with pytest.raises(InvalidInput, match="must be a list of `nearbest"):
            select(CANDIDATES, *table, callbacks=[strange])


def test_one_that_raises_costs_no_race(table, caplog):
    """It is not called again; the others are."""

    class Unreachable(Noted):
        def on_probe(self, race, observation, interval):
            super().on_probe(race, observation, interval)
            raise ConnectionError("no route")

    broken, noted = Unreachable(), Noted()
    with caplog.at_level(logging.WARNING, "nearbest"):
        search = NearBestSearch(CANDIDATES, callbacks=[broken, noted], random_state=0)
        search.fit(*table)
    assert len(broken.said) == 1
    assert noted.said[-1] == ("end", "linear")
    assert "Unreachable is not called again: ConnectionError: no route" in caplog.text


@pytest.mark.parametrize("wrong", [3, "mlflow", [len], Noted()])
def test_others_are_refused(table, wrong):
    """In a sentence, before any work."""
    with pytest.raises(
        InvalidInput, match=r"`callbacks` must be a list of `nearbest.Callback`"
    ):
        select(CANDIDATES, *table, callbacks=wrong)
