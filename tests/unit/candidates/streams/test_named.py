import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.tree import DecisionTreeClassifier

from nearbest import space
from nearbest.candidates.streams import AskTell, Generated, Listed, is_stream, stream_of
from nearbest.errors import InvalidInput


class Asking:
    def ask(self):
        return None

    def tell(self, item, score):
        pass


@pytest.mark.parametrize(
    "candidates",
    [
        [DecisionTreeClassifier()],
        {"tree": DecisionTreeClassifier()},
        DecisionTreeClassifier(),
        DecisionTreeClassifier,
        space.paper(),
        "candidates.toml",
        None,
    ],
)
def test_what_is_known_beforehand_is_no_stream(candidates):
    assert not is_stream(candidates)


def test_each_stands_for_its_stream():
    assert isinstance(stream_of(iter([]), seed=0), Generated)
    assert isinstance(stream_of(Asking(), seed=0), AskTell)
    own = Listed([])
    assert stream_of(own, seed=0) is own


def test_a_study_is_not_the_function():
    """Its `ask` gives trials, not estimators."""
    optuna = pytest.importorskip("optuna")
    with pytest.raises(InvalidInput, match="pass the study as `study`"):
        stream_of(optuna.create_study(), seed=0)


def test_a_generator_is_to_be_called():
    """Its function makes no estimator of a trial."""

    def trees():
        yield DecisionTreeClassifier()

    with pytest.raises(InvalidInput, match=r"not the function that makes it; call it: trees\("):
        stream_of(trees, seed=0)


@pytest.mark.parametrize("function", [lambda: None, lambda a, b: None, lambda *, trial: None])
def test_a_function_takes_a_trial(function):
    """And nothing else that it cannot do without."""
    with pytest.raises(InvalidInput, match="a function of one argument, a trial"):
        stream_of(function, seed=0)


def test_a_sampler_needs_a_function():
    with pytest.raises(InvalidInput, match="`sampler` must be left out unless"):
        stream_of(iter([RandomForestClassifier()]), seed=0, sampler="tpe")
