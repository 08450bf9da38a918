"""Models of supported learners come back from disk without pickle."""

import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from lightgbm import LGBMClassifier, LGBMRegressor
from scipy import sparse
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import TransformedTargetRegressor, make_column_transformer
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import (
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    HistGradientBoostingRegressor,
    RandomForestRegressor,
    StackingClassifier,
    VotingClassifier,
)
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.feature_selection import SelectKBest
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, DotProduct, Matern, WhiteKernel
from sklearn.linear_model import (
    LogisticRegression,
    PoissonRegressor,
    QuantileRegressor,
    Ridge,
    SGDClassifier,
    TweedieRegressor,
)
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.neural_network import MLPClassifier, MLPRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import (
    FunctionTransformer,
    OneHotEncoder,
    PowerTransformer,
    StandardScaler,
)
from sklearn.svm import SVC, SVR
from sklearn.utils import all_estimators

from nearbest import space
from nearbest.candidates.encoder import Encoder
from nearbest.errors import UnsafeModel
from nearbest.probing.model_files import load_model, save_model

pytest.importorskip("skops")

N = 60
RNG = np.random.default_rng(0)
X = RNG.random((N, 4))
TARGETS = {
    "classifier": (X[:, 0] > 0.5).astype(int),
    "regressor": X @ [1.0, 2.0, 3.0, 4.0] + 1,
    "transformer": (X[:, 0] > 0.5).astype(int),
}
FRAME = pd.DataFrame(
    {
        "km": X[:, 0],
        "zone": ["a", "b", "c"] * (N // 3),
        "at": pd.date_range("2024", periods=N),
        "n": pd.array([1, None] * (N // 2), dtype="Int64"),
        "kind": pd.Categorical(["x", "y"] * (N // 2)),
        "bad,name": X[:, 1],
    }
)

#: They hold functions of scikit-learn, NumPy or SciPy, or skops has no way to hold them.
PICKLED = {
    "Birch",
    "BisectingKMeans",
    "FeatureAgglomeration",
    "GenericUnivariateSelect",
    "SelectFdr",
    "SelectFpr",
    "SelectFwe",
    "SelectKBest",
    "SelectPercentile",
    "SplineTransformer",
    "TunedThresholdClassifierCV",
}


def saved(model, tmp_path):
    return save_model(model, tmp_path / "model")


def small(kind):
    """A model of that class that is quick to train, or None if it needs more than data."""
    inner = LogisticRegression()
    for arguments in ((), (inner,), ([("a", inner)],)):
        try:
            model = kind(*arguments)
        except TypeError:
            continue
        few = {"n_estimators": 3, "max_iter": 5, "random_state": 0} & model.get_params().keys()
        values = {"n_estimators": 3, "max_iter": 5, "random_state": 0}
        return model.set_params(**{name: values[name] for name in few})
    return None


def scikit_learn():
    for role in TARGETS:
        for name, kind in all_estimators(type_filter=role):
            yield pytest.param(role, kind, id=f"{role}-{name}")


@pytest.mark.parametrize(("role", "kind"), [*scikit_learn()])
def test_what_scikit_learn_trains_is_held(role, kind, tmp_path):
    """All of its estimators but a few, which are pickled, need no trust in the file."""
    model = small(kind)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model.fit(X, TARGETS[role])
    except Exception as error:
        pytest.skip(f"needs other data: {type(error).__name__}")
    path = saved(model, tmp_path)
    assert path.suffix == (".pkl" if kind.__name__ in PICKLED else ".skops")
    if path.suffix == ".skops":
        assert type(load_model(path)) is kind


LEARNERS = {
    "LightGBM": LGBMClassifier(n_estimators=3, verbose=-1),
    "isotonic": CalibratedClassifierCV(method="isotonic", cv=2),
    "sigmoid": CalibratedClassifierCV(cv=2),
    "exponential": GradientBoostingClassifier(loss="exponential", n_estimators=3),
    "neighbours": KNeighborsClassifier(algorithm="ball_tree", metric="manhattan"),
    "cubes": KNeighborsClassifier(algorithm="kd_tree", metric="chebyshev"),
    "powers": KNeighborsClassifier(algorithm="kd_tree", p=3),
    "brute": KNeighborsClassifier(algorithm="brute"),
    "network by SGD": MLPClassifier(solver="sgd", max_iter=3),
    "network by L-BFGS": MLPClassifier(solver="lbfgs", max_iter=3),
    "Huber": SGDClassifier(loss="modified_huber"),
    "log loss": SGDClassifier(loss="log_loss"),
    "kernel": SVC(),
    "vote": VotingClassifier([("a", LogisticRegression())]),
    "stack": StackingClassifier([("a", LogisticRegression())], cv=2),
    "logarithm": make_pipeline(FunctionTransformer(np.log1p), LogisticRegression()),
    "scaled": make_pipeline(Encoder("scaled"), LogisticRegression()),
    "ordinal": make_pipeline(Encoder("ordinal"), LogisticRegression()),
}
REGRESSORS = {
    "LightGBM": LGBMRegressor(n_estimators=3, verbose=-1),
    "Matérn": GaussianProcessRegressor(Matern() + WhiteKernel()),
    "product": GaussianProcessRegressor(RBF() * DotProduct()),
    "power": GaussianProcessRegressor(RBF() ** 2),
    "Tweedie": TweedieRegressor(power=1.5),
    "normal": TweedieRegressor(power=0),
    "Poisson": HistGradientBoostingRegressor(loss="poisson", max_iter=3),
    "quantile": HistGradientBoostingRegressor(loss="quantile", quantile=0.5, max_iter=3),
    "absolute": GradientBoostingRegressor(loss="absolute_error", n_estimators=3),
    "Huber": GradientBoostingRegressor(loss="huber", n_estimators=3),
    "log target": TransformedTargetRegressor(Ridge(), func=np.log1p, inverse_func=np.expm1),
    "even target": TransformedTargetRegressor(Ridge(), transformer=PowerTransformer()),
    "counts": PoissonRegressor(),
    "median": QuantileRegressor(),
    "forest": RandomForestRegressor(3),
    "network": MLPRegressor(hidden_layer_sizes=[4], max_iter=5),
    "support vectors": SVR(),
    "neighbours": KNeighborsRegressor(),
}


def comes_back(model, table, y, tmp_path):
    """Whether a saved model is read without pickle and predicts what it did before."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model.fit(table, y)
        path = saved(model, tmp_path)
        assert path.suffix == ".skops"
        return np.array_equal(load_model(path).predict(table), model.predict(table))


@pytest.mark.parametrize("name", LEARNERS)
def test_a_classifier_comes_back(name, tmp_path):
    assert comes_back(LEARNERS[name], X, TARGETS["classifier"], tmp_path)


@pytest.mark.parametrize("name", REGRESSORS)
def test_a_regressor_comes_back(name, tmp_path):
    assert comes_back(REGRESSORS[name], X, TARGETS["regressor"], tmp_path)


@pytest.mark.parametrize(
    "labels", [[False, True], ["a", "b"], np.array(["a", "b"], dtype=object)], ids=repr
)
def test_labels_of_any_type_come_back(labels, tmp_path):
    y = np.asarray(labels)[TARGETS["classifier"]]
    assert comes_back(LogisticRegression(), X, y, tmp_path)


@pytest.mark.parametrize("form", ["scaled", "ordinal"])
def test_the_encoder_comes_back(form, tmp_path):
    """With numbers, texts, dates, categories and missing values."""
    learner = make_pipeline(Encoder(form), LogisticRegression())
    frame = FRAME if form == "scaled" else FRAME.drop(columns="n")
    assert comes_back(learner, frame, TARGETS["classifier"], tmp_path)


def test_lightgbm_with_categories_comes_back(tmp_path):
    learner = make_pipeline(Encoder("native"), LGBMClassifier(n_estimators=3, verbose=-1))
    assert comes_back(learner, FRAME, TARGETS["classifier"], tmp_path)


@pytest.mark.parametrize("container", [sparse.csr_matrix, sparse.csr_array])
@pytest.mark.parametrize("learner", [SVC(), KNeighborsClassifier(), LogisticRegression()])
def test_what_was_trained_on_sparse_rows_comes_back(container, learner, tmp_path):
    assert comes_back(learner, container(X), TARGETS["classifier"], tmp_path)


def test_texts_come_back(tmp_path):
    learner = make_pipeline(TfidfVectorizer(), LogisticRegression())
    texts = ["good film", "bad film"] * (N // 2)
    assert comes_back(learner, texts, TARGETS["classifier"], tmp_path)


def test_columns_of_a_frame_come_back(tmp_path):
    columns = make_column_transformer(
        (OneHotEncoder(), ["zone", "kind"]), (StandardScaler(), ["km"])
    )
    learner = make_pipeline(columns, LogisticRegression())
    assert comes_back(learner, FRAME, TARGETS["classifier"], tmp_path)


def test_the_papers_space_comes_back(tmp_path):
    """Each learner that a space of nearbest draws is held."""
    drawn = {c.name.partition("-")[0]: c for c in space.paper().draw(20, 0)}
    assert len(drawn) >= 4
    for configuration in drawn.values():
        model = configuration.build(seed=0, threads=1)
        assert comes_back(model, FRAME, TARGETS["classifier"], tmp_path)


def test_modern_regressors_come_back(tmp_path):
    """Those that are installed."""
    drawn = {c.name.partition("-")[0]: c for c in space.modern("regression").draw(12, 0)}
    for configuration in drawn.values():
        model = configuration.build(seed=0, threads=1)
        assert comes_back(model, FRAME, TARGETS["regressor"], tmp_path), configuration.name


@pytest.mark.parametrize(
    ("package", "name"),
    [
        ("xgboost", "XGBClassifier"),
        ("xgboost", "XGBRFClassifier"),
        ("catboost", "CatBoostClassifier"),
    ],
)
def test_an_optional_classifier_comes_back(package, name, tmp_path):
    kind = getattr(pytest.importorskip(package), name)
    quiet = {"verbose": False, "allow_writing_files": False} if package == "catboost" else {}
    model = kind(n_estimators=3, **quiet)
    assert comes_back(model, X, TARGETS["classifier"], tmp_path)


@pytest.mark.parametrize(
    ("package", "name"),
    [
        ("xgboost", "XGBRegressor"),
        ("xgboost", "XGBRFRegressor"),
        ("catboost", "CatBoostRegressor"),
    ],
)
def test_an_optional_regressor_comes_back(package, name, tmp_path):
    kind = getattr(pytest.importorskip(package), name)
    quiet = {"verbose": False, "allow_writing_files": False} if package == "catboost" else {}
    model = kind(n_estimators=3, **quiet)
    assert comes_back(model, X, TARGETS["regressor"], tmp_path)


class TestNames:
    """A model is saved under the name that was given, as far as its suffix is true."""

    HELD = DummyClassifier().fit(X, TARGETS["classifier"])
    PICKLED = SelectKBest(k=2).fit(X, TARGETS["classifier"])

    @pytest.mark.parametrize("kind", [str, Path])
    @pytest.mark.parametrize(
        ("model", "name", "found"),
        [
            (HELD, "best", "best.skops"),
            (HELD, "best.v2", "best.v2.skops"),
            (HELD, "best.skops", "best.skops"),
            (HELD, "best.SKOPS", "best.SKOPS"),
            (PICKLED, "best", "best.pkl"),
            (PICKLED, "best.pkl", "best.pkl"),
        ],
    )
    def test_as_given(self, kind, model, name, found, tmp_path):
        """A text or a path, with the suffix or without; what was there is replaced."""
        (tmp_path / found).write_bytes(b"old")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            path = save_model(model, kind(tmp_path / name))
        assert path == tmp_path / found
        assert [each.name for each in tmp_path.iterdir()] == [found]
        assert type(load_model(path, allow_pickle=True)) is type(model)

    @pytest.mark.parametrize(
        ("model", "name", "found", "why"),
        [
            (HELD, "best.pkl", "best.skops", "skops holds this model."),
            (PICKLED, "best.skops", "best.pkl", "skops cannot hold this model, so it is pick"),
        ],
    )
    def test_a_suffix_that_is_not_true(self, model, name, found, why, tmp_path):
        """The model is saved beside, over nobody's file, and a warning says where."""
        with pytest.warns(UserWarning, match=f"Saved as .*{found}: {why}"):
            assert save_model(model, tmp_path / name) == tmp_path / found
        with pytest.warns(UserWarning, match="Saved as .*best-2"):
            path = save_model(model, tmp_path / name)
        assert path.exists()
        assert not (tmp_path / name).exists()


def test_a_model_with_a_function_is_pickled(tmp_path):
    """A function in a file would have to be trusted, so there is none."""
    model = make_pipeline(SelectKBest(k=2), LogisticRegression())
    path = saved(model.fit(X, TARGETS["classifier"]), tmp_path)
    assert path.suffix == ".pkl"
    with pytest.raises(
        UnsafeModel, match=r"\.pkl is a pickle, which can run .*allow_pickle=True"
    ):
        load_model(path)
    disguised = path.rename(path.with_suffix(".skops"))
    with pytest.raises(UnsafeModel, match="is a pickle under a name of skops, which can run"):
        load_model(disguised)
    path = disguised.rename(path)
    assert np.array_equal(load_model(path, allow_pickle=True).predict(X), model.predict(X))
