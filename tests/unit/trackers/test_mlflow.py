import json
import math

import mlflow
import numpy as np
import pytest
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.linear_model import LinearRegression
from sklearn.tree import DecisionTreeClassifier

from nearbest import select
from nearbest.errors import AllFailed
from nearbest.trackers.mlflow import MLflow


@pytest.fixture(params=["sqlite", "file"])
def client(tmp_path, request, monkeypatch):
    """A tracking store of its own: a database, or files as MLflow used to keep them."""
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    stores = {"sqlite": f"sqlite:///{tmp_path}/mlflow.db", "file": (tmp_path / "runs").as_uri()}
    before = mlflow.get_tracking_uri()
    mlflow.set_tracking_uri(stores[request.param])
    mlflow.create_experiment("races", artifact_location=(tmp_path / "artifacts").as_uri())
    mlflow.set_experiment("races")
    yield mlflow.MlflowClient()
    mlflow.set_tracking_uri(before)


def race(**options):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(4_000, 3))
    candidates = {"tree": DecisionTreeClassifier(max_depth=2), "dummy": DummyClassifier()}
    y = (X[:, 0] > 0).astype(int)
    options = {"stop_at": "proved", "random_state": 0, **options}
    return select(options.pop("candidates", candidates), X, y, **options)


def runs_of(client):
    (experiment,) = client.search_experiments(filter_string="name = 'races'")
    return {run.info.run_name: run for run in client.search_runs([experiment.experiment_id])}


def test_a_run_with_a_child_for_each_candidate(client):
    """Scores by rows on the children; winner, certificate and report on the race's run."""
    found = race(callbacks=[MLflow("signs")])
    runs = runs_of(client)
    assert set(runs) == {"signs", "tree", "dummy"}
    parent, child = runs["signs"], runs["tree"]
    assert parent.data.tags["winner"] == "tree"
    assert parent.data.tags["certificate"] == found.certificate.sentence
    assert {a.path for a in client.list_artifacts(parent.info.run_id)} == {
        "certificate.json",
        "certificate.txt",
        "report.html",
    }
    kept = mlflow.artifacts.load_dict(f"{parent.info.artifact_uri}/certificate.json")
    assert kept == json.loads(json.dumps(found.certificate.to_dict()))
    assert kept["winner"] == "tree"
    assert child.data.tags["mlflow.parentRunId"] == parent.info.run_id
    assert runs["dummy"].data.tags["excluded_by"] == "tree"
    steps = [m.step for m in client.get_metric_history(child.info.run_id, "test_accuracy")]
    own = found.history[found.history["configuration"] == "tree"]
    assert steps == own["n_train"].tolist()
    assert {run.info.status for run in runs.values()} == {"FINISHED"}
    assert parent.data.params["epsilon"] == "0.01"
    assert parent.data.params["random_state"] == "0"
    assert child.data.params == {"max_depth": "2"}
    assert child.data.tags["standing"] == "winner"
    assert runs["dummy"].data.tags["excluded_because_of"] == found.to_frame().excluded_by[1]


def test_only_what_was_measured_is_logged(client):
    """A full run is not scored on its training rows, and an RMSE may have no upper end."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(4_000, 3))
    select(
        {"line": LinearRegression(), "dummy": DummyRegressor()},
        X,
        X[:, 0] + 0.1 * rng.normal(size=4_000),
        scoring=["neg_root_mean_squared_error", "r2"],
        min_train_size=200,
        epsilon=0.2,
        random_state=0,
        callbacks=[MLflow(report=False)],
    )
    child = runs_of(client)["line"]
    assert {"test_RMSE", "train_RMSE", "test_R²"} <= child.data.metrics.keys()
    history = [client.get_metric_history(child.info.run_id, m) for m in child.data.metrics]
    assert all(abs(point.value) < 1e6 for points in history for point in points)
    assert math.isclose(child.data.metrics["test_RMSE"], 0.1, rel_tol=0.2)


def test_a_candidate_that_fails_is_a_run_that_failed(client):
    broken = DecisionTreeClassifier(max_depth=-1)
    candidates = {"broken": broken, "dummy": DummyClassifier()}
    with pytest.warns(match="1 of 2 candidates failed"):
        race(candidates=candidates, callbacks=[MLflow()])
    runs = runs_of(client)
    assert runs["broken"].info.status == "FAILED"
    assert "max_depth" in runs["broken"].data.tags["failed"]
    assert runs["nearbest"].info.status == runs["dummy"].info.status == "FINISHED"


def test_a_race_that_raises_leaves_no_run_open(client):
    """As a run of MLflow's own that is left with an error."""
    broken = {"broken": DecisionTreeClassifier(max_depth=-1)}
    with pytest.raises(AllFailed):
        race(candidates=broken, callbacks=[MLflow()])
    assert {run.info.status for run in runs_of(client).values()} == {"FAILED"}


def test_ctrl_c_kills_its_runs(client):
    callback = MLflow()
    callback._parent()
    callback.on_error(KeyboardInterrupt())
    assert runs_of(client)["nearbest"].info.status == "KILLED"


def test_one_tracker_for_two_races(client):
    """Each has a run of its own."""
    callback = MLflow(report=False)
    for _ in range(2):
        race(callbacks=[callback])
    (experiment,) = client.search_experiments(filter_string="name = 'races'")
    assert len(client.search_runs([experiment.experiment_id])) == 6


def test_within_a_run_of_the_users_own(client):
    """The race is its child, and it stays active."""
    with mlflow.start_run(run_name="mine") as mine:
        race(callbacks=[MLflow(report=False)])
        assert mlflow.active_run().info.run_id == mine.info.run_id
    assert runs_of(client)["nearbest"].data.tags["mlflow.parentRunId"] == mine.info.run_id
