import pytest
from sklearn.naive_bayes import GaussianNB

from nearbest.candidates.streams import AskTell
from nearbest.errors import InvalidType


class Scripted:
    """Asks for what it was given, and keeps what it was told."""

    def __init__(self, *items):
        self.items, self.told = list(items), []

    def ask(self):
        return self.items.pop(0)

    def tell(self, item, score):
        self.told.append((item, score))


def test_a_candidate_is_told_of_once_with_what_was_asked():
    """An optimiser that hears of a point twice takes it for two."""
    model = GaussianNB()
    asked = Scripted(model)
    stream = AskTell(asked)
    [candidate] = stream.ask(1)
    stream.tell(candidate.name, 0.7, 1_000)
    stream.tell(candidate.name, 0.8, 2_000)
    stream.finish(candidate.name, 0.9, {})
    assert asked.told == [(model, 0.7)]


def test_none_ends_the_stream():
    stream = AskTell(Scripted(GaussianNB(), None))
    assert len(stream.ask(5)) == 1
    assert stream.exhausted


def test_stop_iteration_ends_the_stream():
    """As of anything that is iterated over."""

    class Ended(Scripted):
        def ask(self):
            raise StopIteration

    stream = AskTell(Ended())
    assert stream.ask(1) == []
    assert stream.exhausted


def test_names_stay_unique_after_telling():
    stream = AskTell(Scripted(GaussianNB(), GaussianNB()))
    [first] = stream.ask(1)
    stream.tell(first.name, None, 1_000)
    assert stream.ask(1)[0].name != first.name


def test_what_is_no_estimator_is_refused():
    with pytest.raises(InvalidType, match="must hold estimators"):
        AskTell(Scripted(3)).ask(1)
