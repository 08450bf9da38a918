from threading import Lock

import numpy as np
import pytest
from scipy.stats import loguniform, randint
from sklearn.ensemble import BaggingClassifier
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import ParameterGrid
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from nearbest import space
from nearbest.candidates.configuration import Configuration, as_written, by_short_names
from nearbest.candidates.listing import configurations
from nearbest.errors import InvalidInput, InvalidType

TREE, LINEAR = DecisionTreeClassifier(), LogisticRegression()


def names(candidates, n=None):
    return [c.name for c in configurations(candidates, n)]


class TestForms:
    def test_dict(self):
        """Keys are names, in the order given."""
        assert names({"b": TREE, "a": LINEAR}) == ["b", "a"]

    def test_list_of_estimators(self):
        """Estimators without a name are called after what differs from the defaults."""
        found = names([DecisionTreeClassifier(max_depth=3), LINEAR])
        assert found == ["DecisionTreeClassifier(max_depth=3)", "LogisticRegression"]

    def test_pipelines_are_named_after_their_last_step(self):
        """A pipeline's name is that of its learner."""
        assert names([make_pipeline(StandardScaler(), LINEAR)]) == ["LogisticRegression"]

    def test_equal_estimators_are_numbered(self):
        """Names that nobody gave are made unique, and never clash with given ones."""
        found = names([TREE, TREE, ("DecisionTreeClassifier", LINEAR)])
        assert len(set(found)) == 3
        assert found[2] == "DecisionTreeClassifier"

    def test_one_estimator(self):
        """A single estimator is a list of one."""
        assert names(TREE) == ["DecisionTreeClassifier"]

    def test_named_pairs(self):
        """Tuples of name and estimator are as good as a dict."""
        assert names([("t", TREE), ("l", LINEAR)]) == ["t", "l"]

    def test_estimator_and_grid(self):
        """A grid gives one configuration a point."""
        found = configurations((LINEAR, {"C": [0.1, 1.0], "fit_intercept": [True, False]}))
        assert len(found) == 4
        assert found[0].parameters == {"C": 0.1, "fit_intercept": True}
        assert found[0].name == "LogisticRegression(C=0.1, fit_intercept=True)"

    def test_several_named_grids(self):
        """(name, estimator, grid) tuples can be mixed with others."""
        found = names([("tree", TREE, {"max_depth": [1, 2]}), LINEAR])
        assert found == ["tree(max_depth=1)", "tree(max_depth=2)", "LogisticRegression"]

    def test_a_list_of_grids(self):
        """As in scikit-learn, a grid may be a list of grids."""
        found = names([("tree", TREE, [{"max_depth": [1]}, {"min_samples_leaf": [5]}])])
        assert found == ["tree(max_depth=1)", "tree(min_samples_leaf=5)"]

    def test_distributions(self):
        """`n_candidates` are drawn from distributions, the same for the same seed."""
        pair = (LINEAR, {"C": loguniform(0.01, 10)})
        first, again, other = (configurations(pair, 3, seed) for seed in (0, 0, 1))
        assert [c.parameters for c in first] == [c.parameters for c in again]
        assert [c.parameters for c in first] != [c.parameters for c in other]

    def test_a_longer_draw_begins_with_the_shorter(self):
        """The draws do not depend on how many come after."""
        pair = (LINEAR, {"C": loguniform(0.01, 10)})
        assert names(pair, 6)[:3] == names(pair, 3)

    def test_configurations(self):
        """Ready-made configurations are taken as they are."""
        ready = Configuration("mine", TREE, {"max_depth": 2})
        assert configurations([ready]) == [ready]

    def test_space(self):
        """A space is asked for `n_candidates`."""
        assert names(space.paper(), 2) == ["LogisticRegression-1", "LinearSVM-2"]


class TestMadeUpNamesAreUnique:
    """Names that were made from parameters must not stop a search when they coincide."""

    def test_repeated_draws(self, caplog):
        """Draws from few values repeat themselves; to train one twice tells nothing new."""
        found = names((TREE, {"max_depth": randint(1, 3)}), 6)
        assert sorted(found) == [f"DecisionTreeClassifier(max_depth={k})" for k in (1, 2)]
        assert "4 of 6 draws repeat another" in caplog.text

    def test_values_that_look_alike(self):
        """Values that differ after the digits shown get names of their own."""
        assert len(set(names((LINEAR, {"C": [0.1234561, 0.1234562]})))) == 2

    def test_estimators_as_values(self):
        """Estimators as parameter values get names of their own."""
        steps = Pipeline([("learn", TREE)])
        grid = {"learn": [LogisticRegression(C=1.0), LogisticRegression(C=2.0)]}
        assert len(set(names((steps, grid)))) == 2


class TestBadInput:
    @pytest.mark.parametrize(
        "candidates", [None, "tree", DecisionTreeClassifier, 3, {TREE}, lambda: TREE]
    )
    def test_not_a_collection(self, candidates):
        """What is no collection of estimators is refused by name."""
        with pytest.raises(InvalidType, match=r"`candidates` must be a list or dict"):
            configurations(candidates)

    @pytest.mark.parametrize(
        "item", [DecisionTreeClassifier, "tree", None, StandardScaler(), 3, object()]
    )
    @pytest.mark.parametrize("wrap", [lambda e: [e], lambda e: {"a": e}, lambda e: [("a", e)]])
    def test_not_estimators(self, item, wrap):
        """A class, a string or a transformer among the estimators is refused by name."""
        with pytest.raises(InvalidType, match=r"`candidates` must hold estimators"):
            configurations(wrap(item))

    @pytest.mark.parametrize("empty", [[], {}, ()])
    def test_nothing(self, empty):
        """An empty collection is refused."""
        with pytest.raises(InvalidInput, match=r"`candidates` must hold at least one"):
            configurations(empty)

    def test_repeated_names(self):
        """Names that users gave must differ, and the error says which one does not."""
        with pytest.raises(InvalidInput, match=r"`candidates` .* unique names; 'a' is rep"):
            configurations([("a", TREE), ("b", TREE), ("a", LINEAR)])

    def test_unknown_parameter(self):
        """A grid's unknown parameter is named."""
        with pytest.raises(InvalidInput, match=r"`candidates`: .* no parameter 'depth'"):
            configurations((TREE, {"depth": [1]}))

    @pytest.mark.parametrize(
        "grid",
        [
            {"max_depth": 3, "criterion": ["gini"]},
            {"max_depth": {2, 3}},
            {"max_depth": iter([2, 3])},
            {"max_depth": []},
            5,
            "max_depth",
        ],
    )
    def test_unusable_grid(self, grid):
        """A grid that is none is refused by name."""
        with pytest.raises((InvalidInput, InvalidType), match="`candidates`"):
            configurations([("tree", TREE, grid)])

    @pytest.mark.parametrize(
        "candidates", [space.paper(), (TREE, {"max_depth": randint(1, 9)})]
    )
    def test_how_many_to_draw(self, candidates):
        """Spaces and distributions need `n_candidates`."""
        with pytest.raises(InvalidInput, match=r"`n_candidates` must say how many"):
            configurations(candidates)

    @pytest.mark.parametrize(
        "candidates",
        [
            {"linear": LogisticRegression()},
            [LogisticRegression(), ("lr", LogisticRegression(), {"C": [1, 2]})],
            (LogisticRegression(), {"C": [1, 2]}),
        ],
    )
    def test_nothing_to_draw(self, candidates):
        """`n_candidates` is refused where it would choose nothing."""
        with pytest.raises(InvalidInput, match="`n_candidates` must be left out"):
            configurations(candidates, n_candidates=1)

    @pytest.mark.parametrize("n", [0, -1, 2.5, "three"])
    def test_n_candidates(self, n):
        """`n_candidates` is an integer from 1."""
        with pytest.raises((InvalidInput, InvalidType), match="`n_candidates` must be"):
            configurations(space.paper(), n)


class TestTooMany:
    """More than any race can have are counted, and not made."""

    #: 99⁶ points, and more than 64 bits can count.
    GRIDS = ((6, "941,480,149,40"), (16, r"some 10\^31"))

    @pytest.mark.parametrize(("n_keys", "got"), GRIDS)
    @pytest.mark.parametrize("kind", [dict, ParameterGrid, lambda grid: [{}, grid]])
    def test_a_grid(self, n_keys, got, kind):
        """However it is written down."""
        grid = {f"k{i}": list(range(99)) for i in range(n_keys)}
        with pytest.raises(InvalidInput, match=f"no more than 100,000; got {got}"):
            configurations((DecisionTreeClassifier(), kind(grid)))

    def test_several_grids(self, monkeypatch):
        """They count together."""
        monkeypatch.setattr("nearbest.candidates.grids.MOST", 5)
        monkeypatch.setattr("nearbest.candidates.listing.MOST", 5)
        grids = [(name, DecisionTreeClassifier(), {"max_depth": [1, 2, 3]}) for name in "ab"]
        assert len(configurations(grids[:1])) == 3
        with pytest.raises(InvalidInput, match="no more than 5; got 6"):
            configurations(grids)

    def test_draws(self):
        """So are draws."""
        with pytest.raises(InvalidInput, match="no more than 100,000; got 1,000,000,000"):
            configurations(space.paper(), n_candidates=10**9)
        with pytest.raises(InvalidInput, match="no more than 100,000; got 1,000,000,000"):
            space.paper().draw(10**9)


class TestBuild:
    def test_sets_parameters_on_a_clone(self):
        """The estimator that was passed is left alone."""
        built = Configuration("deep", TREE, {"max_depth": 7}).build()
        assert built is not TREE
        assert built.max_depth == 7
        assert TREE.max_depth is None

    def test_fills_in_open_seeds(self):
        """Every random_state that is None gets the seed, and no other."""
        nested = BaggingClassifier(DecisionTreeClassifier(random_state=3))
        built = Configuration("bag", nested).build(seed=11)
        assert built.random_state == 11
        assert built.estimator.random_state == 3
        assert nested.random_state is None

    def test_seeds_inside_pipelines(self):
        """Steps of a pipeline get the seed too."""
        steps = make_pipeline(TfidfVectorizer(), DecisionTreeClassifier())
        built = Configuration("text", steps).build(seed=5)
        assert built.named_steps["decisiontreeclassifier"].random_state == 5

    def test_does_not_share_parameter_values(self):
        """Two builds do not share an estimator given as a parameter."""
        bag = Configuration("bag", BaggingClassifier(), {"estimator": TREE})
        assert bag.build().estimator is not bag.build().estimator


def test_written_as_a_user_would():
    """Parameters read like keyword arguments."""
    values = {"C": np.float64(0.5), "penalty": "l2", "layers": (64, 32), "step": TREE}
    shown = as_written(values)
    assert shown == "C=0.5, penalty='l2', layers=(64, 32), step=DecisionTreeClassifier"
    assert str(Configuration("svm", LINEAR, {"C": 1e-5})) == "svm: C=1e-05"
    assert str(Configuration("svm", LINEAR)) == "svm"


class Changes(DecisionTreeClassifier):
    """Breaks scikit-learn's rule that a constructor only assigns."""

    def __init__(self, max_depth=3):
        super().__init__(max_depth=max_depth + 1)


@pytest.mark.parametrize(
    ("configuration", "reason"),
    [
        (Configuration("tree", DecisionTreeClassifier(max_depth=Lock())), "TypeError: cannot"),
        (
            Configuration("tree", DecisionTreeClassifier(), {"max_depth": (n for n in ())}),
            "TypeError",
        ),
        (Configuration("tree", Changes()), "RuntimeError: Cannot clone object"),
    ],
    ids=["lock", "generator", "constructor"],
)
def test_who_cannot_be_copied_is_named(configuration, reason):
    with pytest.raises(InvalidInput, match=f"Candidate 'tree' cannot be copied.*{reason}"):
        configuration.build()


def test_short_names_stay_unambiguous():
    """What two steps have in common keeps as much of the step as tells them apart."""
    names = ["a__tree__depth", "b__tree__depth", "tree__rate", "depths"]
    assert list(by_short_names(dict.fromkeys(names))) == [*names[:2], "rate", "depths"]
    assert list(by_short_names({"learn__depth": 1, "depth": 2})) == ["learn__depth", "depth"]
