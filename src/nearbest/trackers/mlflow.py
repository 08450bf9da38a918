"""Races in MLflow: a run with a child run for each candidate."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nearbest.errors import MissingExtra
from nearbest.race.certificate import Pruning
from nearbest.race.interval import Interval
from nearbest.race.observation import Observation
from nearbest.race.race import Race
from nearbest.running.callbacks import Callback

if TYPE_CHECKING:
    from nearbest.selection.result import Selection

#: MLflow takes texts of parameters up to this length.
LONGEST = 500


class MLflow(Callback):
    """Log a race to MLflow.

    The race is a run with the certificate (to read, and as JSON), the winner and the
    report; each candidate
    is a child run with its parameters, and its scores, interval and times by training
    rows. Needs ``pip install nearbest[mlflow]``; where to log is MLflow's to say
    (`mlflow.set_tracking_uri`, `mlflow.set_experiment`). If a run is active, the race is
    a child of it.

    Parameters
    ----------
    run_name : str, optional
    report : bool, default=True
        Whether the report is an artifact of the run.

    Examples
    --------
    >>> from nearbest import NearBestSearch, space
    >>> from nearbest.trackers.mlflow import MLflow
    >>> search = NearBestSearch(space.paper(), n_candidates=20, callbacks=[MLflow("flights")])
    """

    def __init__(self, run_name: str | None = None, report: bool = True) -> None:
        self.run_name, self.report = run_name, report
        self._run: Any = None
        self._children: dict[str, str] = {}

    def on_probe(self, race: Race, observation: Observation, interval: Interval) -> None:
        """Log scores, interval and times by the rows of the sample."""
        client, run = _mlflow().MlflowClient(), self._child(observation.configuration)
        scale, rows = race.plan.scale, observation.n_train
        shown = scale.shown_interval(interval)
        values = {
            "fit_time": observation.fit_time,
            "score_time": observation.score_time,
            "lower": shown.lower,
            "upper": shown.upper,
        }
        if observation.status == "ok":
            values[f"test_{scale.name}"] = scale.shown(observation.test_score)
            values[f"train_{scale.name}"] = scale.shown(observation.train_score)
        else:
            client.set_tag(run, observation.status, observation.message[:LONGEST])
        for name, value in values.items():
            client.log_metric(run, name.replace(" ", "_"), float(value), step=rows)

    def on_exclusion(self, race: Race, pruning: Pruning) -> None:
        """Note on the candidate's run who excluded it."""
        run = self._child(pruning.configuration)
        _mlflow().MlflowClient().set_tag(run, "excluded_by", pruning.by)

    def on_end(self, selection: Selection) -> None:
        """Log parameters, the winner and the certificate, and end all runs."""
        client, parent = _mlflow().MlflowClient(), self._parent()
        for configuration in selection.configurations:
            child = self._child(configuration.name)
            for name, value in configuration.parameters.items():
                client.log_param(child, name, str(value)[:LONGEST])
            client.set_terminated(child)
        client.set_tag(parent, "winner", selection.best)
        client.set_tag(parent, "certificate", selection.certificate.sentence)
        client.log_metric(parent, "gap", selection.certificate.gap)
        client.log_metric(parent, "seconds", selection.seconds)
        client.log_text(parent, str(selection.certificate), "certificate.txt")
        client.log_dict(parent, selection.certificate.to_dict(), "certificate.json")
        if self.report:
            with tempfile.TemporaryDirectory() as folder:
                client.log_artifact(parent, selection.report(Path(folder) / "report.html"))
        client.set_terminated(parent)
        self._run, self._children = None, {}

    def _parent(self) -> str:
        """The run of the race; begun when it is first needed."""
        if self._run is None:
            mlflow = _mlflow()
            is_nested = mlflow.active_run() is not None
            name = self.run_name or "nearbest"
            with mlflow.start_run(run_name=name, nested=is_nested) as run:
                self._run = run  # active no longer than this: the user's own goes on
            mlflow.MlflowClient().update_run(run.info.run_id, status="RUNNING")
        identity: str = self._run.info.run_id
        return identity

    def _child(self, name: str) -> str:
        """The run of a candidate; begun when it is first needed."""
        if name not in self._children:
            parent = self._parent()
            run = (
                _mlflow()
                .MlflowClient()
                .create_run(
                    self._run.info.experiment_id,
                    run_name=name,
                    tags={"mlflow.parentRunId": parent},
                )
            )
            self._children[name] = run.info.run_id
        return self._children[name]


def _mlflow() -> Any:
    try:
        import mlflow
    except ImportError as error:
        raise MissingExtra(
            "Logging to MLflow needs it: pip install nearbest[mlflow]."
        ) from error
    return mlflow
