import sys

import numpy as np
import pandas as pd
import pytest

from nearbest import space
from nearbest.candidates.kinds import kind_of
from nearbest.errors import InvalidInput
from nearbest.probing.model_files import load_model, save_model
from nearbest.probing.native_threads import limited_threads


@pytest.fixture(scope="module")
def table():
    """Numbers, texts and missing values; the target is strings, or on a large scale."""
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"km": rng.normal(size=600), "zone": rng.choice(["a", "b", "c"], 600)})
    late = X["km"] + (X["zone"] == "a") > 0.3
    X.loc[:20, "km"] = np.nan
    X.loc[5:9, "zone"] = None
    return X, np.where(late, "late", "on time"), 1_000.0 + 500 * late


def quick(configuration):
    """The same with fewer trees or rounds: what is tested is that it takes the table."""
    few = {"n_estimators": 5, "iterations": 5, "max_iter": 5}
    names = configuration.estimator.get_params()
    changes = {name: few[last] for name in names if (last := name.split("__")[-1]) in few}
    return configuration.build(0).set_params(**changes)


def first_of_each(task):
    found = space.modern(task)
    return found.draw(len(found.learners))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("task", ["classification", "regression"])
def test_every_learner_takes_texts_gaps_and_labels_of_any_type(table, task, tmp_path):
    """Each has the preprocessing that it needs, and its model can be saved without pickle."""
    X, labels, numbers = table
    y = labels if task == "classification" else numbers
    for number, configuration in enumerate(first_of_each(task)):
        assert kind_of(configuration.estimator) != "unknown"
        with limited_threads(1):
            model = quick(configuration).fit(X[:500], y[:500])
            predicted = model.predict(X[500:])
        assert predicted.shape == (100,)
        if task == "classification":
            assert set(predicted) <= set(labels), configuration.name
            assert model.predict_proba(X[500:]).shape == (100, 2)
        file = save_model(model, tmp_path / f"{number}.skops")
        assert np.array_equal(load_model(file).predict(X[500:]), predicted)


def test_only_what_is_installed(monkeypatch):
    """Boosting of other libraries is left out where they are missing."""
    names = {learner.name for learner in space.modern().learners}
    assert {"XGBoost", "CatBoost"} <= names
    for library in ("xgboost", "catboost"):
        monkeypatch.setitem(sys.modules, library, None)
        monkeypatch.setattr(
            "nearbest.candidates.modern.find_spec", lambda name: sys.modules.get(name)
        )
    assert {learner.name for learner in space.modern().learners} == names - {
        "XGBoost",
        "CatBoost",
    }


def test_another_task_is_named():
    """There are two."""
    with pytest.raises(InvalidInput, match="`task` must be"):
        space.modern("ranking")
