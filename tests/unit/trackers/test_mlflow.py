import json

import mlflow
import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.tree import DecisionTreeClassifier

from nearbest import select
from nearbest.trackers.mlflow import MLflow


@pytest.fixture
def client(tmp_path):
    """A tracking store of its own."""
    before = mlflow.get_tracking_uri()
    mlflow.set_tracking_uri(f"sqlite:///{tmp_path}/mlflow.db")
    mlflow.create_experiment("races", artifact_location=(tmp_path / "artifacts").as_uri())
    mlflow.set_experiment("races")
    yield mlflow.MlflowClient()
    mlflow.set_tracking_uri(before)


def race(**options):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(4_000, 3))
    candidates = {"tree": DecisionTreeClassifier(max_depth=2), "dummy": DummyClassifier()}
    y = (X[:, 0] > 0).astype(int)
    return select(candidates, X, y, stop_at="proved", random_state=0, **options)


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


def test_within_a_run_of_the_users_own(client):
    """The race is its child, and it stays active."""
    with mlflow.start_run(run_name="mine") as mine:
        race(callbacks=[MLflow(report=False)])
        assert mlflow.active_run().info.run_id == mine.info.run_id
    assert runs_of(client)["nearbest"].data.tags["mlflow.parentRunId"] == mine.info.run_id
