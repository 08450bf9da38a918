import pickle
from functools import partial
from types import MappingProxyType

import numpy as np
import pandas as pd
import pytest
from scipy.stats import loguniform
from sklearn.base import BaseEstimator, ClassifierMixin, clone, is_classifier
from sklearn.datasets import make_classification
from sklearn.dummy import DummyClassifier
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import get_scorer
from sklearn.model_selection import (
    ParameterGrid,
    ParameterSampler,
    RandomizedSearchCV,
    cross_val_score,
)
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier

from nearbest import Interval, NearBestSearch, select, space
from nearbest.errors import InvalidInput
from nearbest.progress import Progress

TREES = (DecisionTreeClassifier(), {"max_depth": [1, 4]})
LINEAR_OR_DUMMY = {"linear": LogisticRegression(), "dummy": DummyClassifier()}


@pytest.fixture(scope="module")
def data():
    return make_classification(6_000, n_informative=5, class_sep=1.5, random_state=0)


@pytest.fixture(scope="module")
def fitted(data):
    return NearBestSearch(TREES, epsilon=0.02, random_state=0).fit(*data)


class Duck:
    """A classifier of a library that knows nothing of scikit-learn's base classes."""

    def __init__(self, flip=False):
        self.flip = flip

    def get_params(self, deep=True):
        return {"flip": self.flip}

    def set_params(self, **parameters):
        self.__dict__.update(parameters)
        return self

    def fit(self, X, y):
        self.labels = np.unique(y)
        return self

    def predict(self, X):
        return np.full(len(X), self.labels[0])


class TestParameters:
    def test_init_only_assigns(self):
        """Nothing is checked or changed before fit."""
        search = NearBestSearch("nonsense", epsilon=7)
        assert search.get_params()["candidates"] == "nonsense"
        assert search.epsilon == 7

    def test_clone(self):
        """A clone has equal parameters and none of what was learned."""
        search = NearBestSearch(TREES, epsilon=0.02, delta=0.1, bounds="hoeffding")
        twin = clone(search)
        unset = {"candidates"}
        assert {k: v for k, v in twin.get_params(deep=False).items() if k not in unset} == {
            k: v for k, v in search.get_params(deep=False).items() if k not in unset
        }
        assert not hasattr(clone(search), "certificate_")

    def test_set_params(self):
        """Parameters can be set by name."""
        assert NearBestSearch(TREES).set_params(epsilon=0.3).epsilon == 0.3

    @pytest.mark.parametrize("word", ["candidates", "estimator"])
    @pytest.mark.parametrize("said", ["candidates", "estimator"])
    def test_set_params_of_the_estimator(self, word, said):
        """As scikit-learn's users name it, by whichever word it was given."""
        search = NearBestSearch(**{word: LogisticRegression()}, param_grid={"C": [0.1, 1]})
        if (word, said) == ("estimator", "candidates"):
            with pytest.raises(InvalidInput, match="`candidates__tol` needs one estimator"):
                search.set_params(candidates__tol=0.1)
            return
        assert getattr(search.set_params(**{f"{said}__tol": 0.1}), word).tol == 0.1

    def test_set_params_of_several(self):
        """Nobody can tell of which."""
        for candidates in (TREES, [LogisticRegression()], None):
            with pytest.raises(InvalidInput, match="`estimator__tol` needs one estimator"):
                NearBestSearch(candidates).set_params(estimator__tol=0.1)

    def test_clone_with_a_display(self):
        """A search with a progress display can be cloned, as cross-validation does."""
        assert clone(NearBestSearch(TREES, watch=Progress())).watch is not None

    def test_tags(self):
        """It is a classifier that takes what its candidates take."""
        assert is_classifier(NearBestSearch(TREES))
        tags = NearBestSearch(TREES).__sklearn_tags__()
        assert tags.input_tags.allow_nan
        assert tags.input_tags.sparse
        assert not NearBestSearch(LinearSVC()).__sklearn_tags__().input_tags.allow_nan


class TestAttributes:
    def test_choice(self, fitted):
        """The choice is named in all the ways that scikit-learn's searches do."""
        assert fitted.best_name_ == "DecisionTreeClassifier(max_depth=4)"
        assert fitted.best_params_ == {"max_depth": 4}
        assert fitted.best_index_ == 1
        assert fitted.best_estimator_.max_depth == 4

    def test_promise(self, fitted):
        """Interval, certificate and score belong together."""
        assert isinstance(fitted.best_interval_, Interval)
        assert fitted.certificate_.winner == fitted.best_name_
        assert fitted.certificate_.decided
        assert fitted.certificate_.gap <= 0.02
        assert fitted.best_score_ == fitted.certificate_.delivery.score

    def test_data(self, fitted, data):
        """Classes and the number of features are learned."""
        assert fitted.classes_.tolist() == [0, 1]
        assert fitted.n_features_in_ == 20

    def test_feature_names(self, data):
        """Names of columns are kept, and checked in later calls by the model."""
        X = pd.DataFrame(data[0]).rename(columns=lambda i: f"f{i}")
        search = NearBestSearch(TREES, random_state=0).fit(X, data[1])
        assert list(search.feature_names_in_) == list(X.columns)
        with pytest.raises(ValueError, match="feature names"):
            search.predict(X.rename(columns={"f0": "other"}))

    def test_results(self, fitted):
        """The results fit into a frame with one row a candidate."""
        frame = pd.DataFrame(fitted.cv_results_)
        columns = "params lower upper n_train n_test n_probes fit_time standing excluded_by"
        assert set(columns.split()) <= set(frame.columns)
        assert len(frame) == 2
        assert frame.loc[fitted.best_index_, "rank_test_score"] == 1
        assert (frame["n_probes"] > 0).all()

    def test_history(self, fitted):
        """One row a probe."""
        assert len(fitted.history_) == fitted.certificate_.n_probes
        assert set(fitted.history_["configuration"]) == set(fitted.cv_results_["configuration"])

    def test_refitting_forgets(self, data):
        """A second fit leaves nothing of the first."""
        search = NearBestSearch(TREES, random_state=0).fit(*data)
        search.set_params(refit=False).fit(*data)
        assert not hasattr(search, "best_estimator_")


class TestPredicting:
    def test_delegates(self, fitted, data):
        """Predictions are those of the model delivered."""
        X, y = data
        model = fitted.best_estimator_
        np.testing.assert_array_equal(fitted.predict(X), model.predict(X))
        np.testing.assert_array_equal(fitted.predict_proba(X), model.predict_proba(X))
        np.testing.assert_array_equal(fitted.predict_log_proba(X), model.predict_log_proba(X))
        assert fitted.score(X, y) == model.score(X, y)

    def test_hasattr(self, fitted, data):
        """After fit it has exactly the methods that the model has."""
        assert hasattr(fitted, "predict_proba")
        assert not hasattr(fitted, "decision_function")
        assert not hasattr(fitted, "transform")
        svm = NearBestSearch(LinearSVC(), random_state=0).fit(*data)
        assert hasattr(svm, "decision_function")
        assert not hasattr(svm, "predict_proba")
        assert svm.decision_function(data[0]).shape == (6_000,)

    def test_hasattr_before_fit(self):
        """Before fit it has the methods that every candidate has."""
        mixed = NearBestSearch([LogisticRegression(), DecisionTreeClassifier()])
        assert hasattr(mixed, "predict")
        assert hasattr(mixed, "predict_proba")
        assert not hasattr(mixed, "decision_function")
        assert hasattr(NearBestSearch(LinearSVC()), "decision_function")
        assert not hasattr(NearBestSearch(LinearSVC()), "predict_proba")

    def test_before_fit(self, data):
        """Predicting before fit is scikit-learn's own error."""
        with pytest.raises(NotFittedError):
            NearBestSearch(TREES).predict(data[0])

    def test_no_refit(self, data):
        """Without a model the error says which argument to change."""
        search = NearBestSearch(TREES, refit=False, random_state=0).fit(*data)
        assert not hasattr(search, "best_estimator_")
        assert search.best_params_ == {"max_depth": 4}
        assert 0.5 < search.best_score_ <= 1
        assert search.classes_.tolist() == [0, 1]
        with pytest.raises(NotFittedError, match=r"`predict` needs a model; `refit` must be"):
            search.predict(data[0])

    def test_refit_on_every_row(self, data):
        """`refit="all"` gives a model and the score of the last probe."""
        search = NearBestSearch(TREES, refit="all", random_state=0).fit(*data)
        assert search.predict(data[0]).shape == (6_000,)
        assert search.certificate_.delivery.trained_on == "every row"
        assert search.best_score_ == search.cv_results_["mean_test_score"][search.best_index_]

    def test_given_test_set(self, data):
        """A test set of one's own can be passed to fit."""
        X, y = data
        search = NearBestSearch(TREES, random_state=0)
        search.fit(X[:5_000], y[:5_000], X_test=X[5_000:], y_test=y[5_000:])
        assert not search.certificate_.proven
        assert search.best_score_ == search.score(X[5_000:], y[5_000:])


class TestTogetherWithOthers:
    @pytest.mark.parametrize("bounds", ["exact", "hoeffding"])
    def test_pickle(self, data, bounds):
        """A fitted search can be pickled, whatever its bounds."""
        search = NearBestSearch(TREES, bounds=bounds, random_state=0).fit(*data)
        again = pickle.loads(pickle.dumps(search))
        np.testing.assert_array_equal(again.predict(data[0]), search.predict(data[0]))
        assert str(again.certificate_) == str(search.certificate_)

    def test_pickle_with_a_space(self):
        """A search over a space can be pickled, as parallel cross-validation does."""
        search = NearBestSearch(space.paper(), n_candidates=5)
        again = pickle.loads(pickle.dumps(search))
        first, second = (s.candidates.draw(5, 0) for s in (search, again))
        assert [c.parameters for c in first] == [c.parameters for c in second]

    def test_inside_a_pipeline(self, data):
        """It works as the last step of a pipeline."""
        steps = make_pipeline(StandardScaler(), NearBestSearch(LINEAR_OR_DUMMY, random_state=0))
        assert steps.fit(*data).score(*data) > 0.7

    def test_cross_validation(self, data):
        """It can be cross-validated."""
        search = NearBestSearch(LINEAR_OR_DUMMY, epsilon=0.05, random_state=0)
        assert cross_val_score(search, *data, cv=2).min() > 0.7

    def test_ducks(self, data):
        """An estimator with fit, predict and get_params is enough."""
        search = NearBestSearch([Duck(), DecisionTreeClassifier()], random_state=0)
        assert search.fit(*data).best_name_ == "DecisionTreeClassifier"

    def test_random_state_objects(self, data):
        """Generators and RandomStates are seeds like any other."""
        for make in (np.random.default_rng, np.random.RandomState):
            first, second = (
                NearBestSearch(TREES, random_state=make(0)).fit(*data) for _ in range(2)
            )
            assert first.best_score_ == second.best_score_
            assert first.selection_.seed == second.selection_.seed

    def test_watch(self, data):
        """The watcher is called with the race."""
        seen = []
        search = NearBestSearch(TREES, random_state=0, watch=partial(_note, seen)).fit(*data)
        assert seen[-1] == len(search.history_)


def _note(seen, race, running):
    seen.append(len(race.history))


class Shouting(ClassifierMixin, BaseEstimator):
    """A learner that predicts what was asked of it in upper case."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.char.upper(np.full(len(X), self.classes_[0]))


def test_a_failing_candidate(data):
    """A candidate that predicts unknown labels is listed as failed."""
    labels = np.array(["no", "yes"])[data[1]]
    search = NearBestSearch([Shouting(), DecisionTreeClassifier()], random_state=0)
    search.fit(data[0], labels)
    assert search.cv_results_["standing"][0] == "failed"
    assert "NO" in search.cv_results_["failure"][0]
    assert search.classes_.tolist() == ["no", "yes"]
    assert set(search.predict(data[0])) == {"no", "yes"}


class TestScikitLearnsWords:
    """Calls that were written for scikit-learn's searches."""

    C = MappingProxyType({"C": loguniform(0.001, 10)})

    def test_randomized_search(self, data):
        """Estimator, distributions and `n_iter`, by position or by name."""
        by_position = NearBestSearch(LogisticRegression(), dict(self.C), n_iter=3)
        by_name = NearBestSearch(
            estimator=LogisticRegression(), param_distributions=dict(self.C), n_iter=3
        )
        theirs = RandomizedSearchCV(
            LogisticRegression(), dict(self.C), n_iter=3, random_state=0
        )
        theirs.fit(data[0][:500], data[1][:500])
        for search in (by_position, by_name):
            search.set_params(random_state=0).fit(*data)
            assert search.cv_results_["params"] == theirs.cv_results_["params"]
            assert set(search.best_params_) == {"C"}

    def test_ten_by_default(self, data):
        """From distributions as many are drawn as scikit-learn would."""
        search = NearBestSearch(LogisticRegression(), dict(self.C), epsilon=0.2, random_state=0)
        assert len(search.fit(*data).cv_results_["params"]) == 10

    def test_lists(self, data):
        """All combinations of lists take part, or as many as asked for."""
        depths = {"max_depth": [1, 2, 3, 4]}
        search = NearBestSearch(DecisionTreeClassifier(), depths, random_state=0).fit(*data)
        assert search.cv_results_["param_max_depth"].tolist() == [1, 2, 3, 4]
        few = NearBestSearch(DecisionTreeClassifier(), depths, n_iter=2, random_state=0)
        assert len(few.fit(*data).cv_results_["params"]) == 2
        many = NearBestSearch(DecisionTreeClassifier(), depths, n_iter=9, random_state=0)
        assert len(many.fit(*data).cv_results_["params"]) == 4

    @pytest.mark.parametrize("argument", ["param_distributions", "param_grid"])
    @pytest.mark.parametrize("kind", [dict, ParameterGrid, lambda g: list(ParameterGrid(g))])
    def test_whatever_is_a_grid_in_scikit_learn(self, data, argument, kind):
        """A dict, a `ParameterGrid` and its points, by either name and in `select`."""
        tree, depths = DecisionTreeClassifier(), {"max_depth": [1, 2, 3]}
        search = NearBestSearch(tree, **{argument: kind(depths)}, random_state=0).fit(*data)
        assert search.cv_results_["param_max_depth"].tolist() == [1, 2, 3]
        few = NearBestSearch(tree, **{argument: kind(depths)}, n_iter=2, random_state=0)
        assert len(few.fit(*data).cv_results_["params"]) == 2
        listed = select((tree, kind(depths)), *data, random_state=0).configurations
        assert [c.parameters["max_depth"] for c in listed] == [1, 2, 3]

    def test_a_sampler_of_scikit_learns(self, data):
        """It says itself how many."""
        sampler = ParameterSampler(dict(self.C), 3, random_state=0)
        search = NearBestSearch(LogisticRegression(), sampler, epsilon=0.2, random_state=0)
        assert len(search.fit(*data).cv_results_["params"]) == 3

    def test_a_space(self, data):
        """`n_iter` is another name of `n_candidates`."""
        search = NearBestSearch(space.paper(), n_iter=2, epsilon=0.3, random_state=0)
        assert len(search.fit(*data).cv_results_["params"]) == 2

    @pytest.mark.parametrize(
        ("given", "sentence"),
        [
            ({"candidates": TREES, "estimator": LinearSVC()}, "`candidates` and `estimator`"),
            ({"candidates": TREES, "n_iter": 3, "n_candidates": 3}, "mean the same"),
            ({"candidates": [LinearSVC()], "param_distributions": C}, "needs one estimator"),
            ({"candidates": [LinearSVC()], "param_grid": C}, "`param_grid` needs one"),
            (
                {"estimator": LinearSVC(), "param_grid": C, "param_distributions": C},
                "`param_distributions` and `param_grid` mean the same",
            ),
            (
                {"estimator": LinearSVC(), "param_grid": {"C": 1.0, "tol": [0.1, 0.2]}},
                "a grid that cannot be used",
            ),
            (
                {"estimator": LinearSVC(), "param_distributions": 3},
                "`param_distributions` must map parameters to lists or distributions; got 3",
            ),
            (
                {"estimator": LinearSVC(), "param_distributions": {"D": [1, 2]}},
                "LinearSVC has no parameter 'D'",
            ),
            (
                {"estimator": LinearSVC(), "param_distributions": {"C": []}, "n_iter": 2},
                "`param_distributions` cannot be used",
            ),
        ],
    )
    def test_refused(self, data, given, sentence):
        """What contradicts itself is refused in one sentence."""
        with pytest.raises(InvalidInput, match=sentence):
            NearBestSearch(**given).fit(*data)

    def test_fit_parameters(self, data):
        """`fit` names itself and the way."""
        with pytest.raises(TypeError, match=r"`fit` passes no `eval_set` .* subclass"):
            NearBestSearch(TREES).fit(*data, eval_set=[data])
        with pytest.raises(ValueError, match="`sample_weight` must be finite numbers from 0"):
            NearBestSearch(TREES).fit(*data, sample_weight=-np.ones(len(data[1])))


class TestResultsAsScikitLearns:
    def test_parameters_of_listed_candidates(self, data):
        """What differs from the defaults sets a candidate apart."""
        candidates = {
            "tree": DecisionTreeClassifier(max_depth=5),
            "dummy": make_pipeline(StandardScaler(with_mean=False), DummyClassifier()),
        }
        search = NearBestSearch(candidates, random_state=0).fit(*data)
        assert search.best_params_ == {"max_depth": 5}
        assert search.cv_results_["params"][1] == {"standardscaler__with_mean": False}
        assert search.cv_results_["param_max_depth"].mask.tolist() == [False, True]

    def test_the_winner_has_rank_one(self, data):
        """Whichever rule chose it; `best_index_` is its row."""
        for stop_at in ("proved", "predicted"):
            search = NearBestSearch(
                (DecisionTreeClassifier(), {"max_depth": list(range(1, 9))}),
                stop_at=stop_at,
                random_state=0,
            ).fit(*data)
            row = search.best_index_
            assert search.cv_results_["rank_test_score"][row] == 1
            assert search.cv_results_["configuration"][row] == search.best_name_
            assert search.cv_results_["params"][row] == search.best_params_
            assert search.to_frame()["configuration"][0] == search.best_name_

    def test_times_and_spread(self, fitted):
        """Those of the last probe, which is the one split there is."""
        found, row = fitted.cv_results_, fitted.best_index_
        probes = fitted.history_.query("configuration == @fitted.best_name_")
        assert found["mean_fit_time"][row] == probes["fit_time"].iloc[-1]
        assert found["mean_score_time"][row] == probes["score_time"].iloc[-1]
        score, n_test = found["mean_test_score"][row], found["n_test"][row]
        assert found["std_test_score"][row] == pytest.approx(
            (score * (1 - score) / n_test) ** 0.5
        )
        np.testing.assert_array_equal(found["split0_test_score"], found["mean_test_score"])
        assert fitted.n_splits_ == 1

    @pytest.mark.parametrize("scoring", [None, "accuracy", "roc_auc", "neg_log_loss", "f1"])
    def test_scorer(self, data, scoring):
        """As scikit-learn has it: called with a model and rows, of one score by itself."""
        X, y = data
        search = NearBestSearch(TREES, scoring=scoring, epsilon=0.1, random_state=0).fit(X, y)
        model = search.best_estimator_
        wanted = get_scorer(scoring or "accuracy")(model, X, y)
        assert search.scorer_(model, X, y) == pytest.approx(wanted, rel=1e-4)  # of log losses
        assert search.score(X, y) == search.scorer_(model, X, y)
        assert search.multimetric_ is False
        assert pickle.loads(pickle.dumps(search)).scorer_(model, X, y) == search.score(X, y)

    @pytest.mark.parametrize(
        "scoring", [["f1", "accuracy"], {"f1": "f1", "accuracy": "accuracy"}]
    )
    def test_several_scorers(self, data, scoring):
        """By their names; the first is what `score` gives."""
        search = NearBestSearch(TREES, scoring=scoring, epsilon=0.1, random_state=0).fit(*data)
        assert search.multimetric_ is True
        assert list(search.scorer_) == ["f1", "accuracy"]
        for name, scorer in search.scorer_.items():
            wanted = get_scorer(name)(search.best_estimator_, *data)
            assert scorer(search.best_estimator_, *data) == pytest.approx(wanted)
        assert search.score(*data) == search.scorer_["f1"](search.best_estimator_, *data)

    @pytest.mark.parametrize(
        "options", [{}, {"refit": "all"}, {"stop_at": "paper", "epsilon": 0}]
    )
    def test_refit_time(self, data, options):
        """Of the model that is delivered, whether it was trained in the race or after it."""
        search = NearBestSearch(TREES, **{"epsilon": 0.1, **options}, random_state=0).fit(*data)
        assert 0 < search.refit_time_ < 60
        probes = search.history_.query("configuration == @search.best_name_")
        made = probes[probes["n_train"] == search.certificate_.delivery.n_train]["fit_time"]
        assert made.empty or search.refit_time_ == made.iloc[0]
        search.set_params(refit=False).fit(*data)
        assert not hasattr(search, "refit_time_")
