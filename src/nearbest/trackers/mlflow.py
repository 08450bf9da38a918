"""Races in MLflow: a run with a child run for each candidate."""

from __future__ import annotations

import math
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nearbest.candidates.parameters import telling_parameters
from nearbest.errors import MissingExtra
from nearbest.race.answer.standings import standings
from nearbest.race.certificate import Pruning
from nearbest.race.interval import Interval
from nearbest.race.observation import Observation
from nearbest.race.race import Race
from nearbest.race.score import Scale, Score
from nearbest.running.callbacks import Callback

if TYPE_CHECKING:
    from nearbest.selection.result import Selection

#: MLflow takes texts of parameters up to this length.
LONGEST = 500


class MLflow(Callback):
    """Log a race to MLflow.

    The race is a run with its settings, the winner, the certificate (to read, and as JSON)
    and the report. Each candidate is a child run with its parameters, what became of it,
    and its scores, interval and times by training rows. A race that ends with an error
    leaves runs that are marked as failed.

    Needs ``pip install "nearbest[mlflow]"``. Where to log is up to MLflow
    (`mlflow.set_tracking_uri`, `mlflow.set_experiment`). If a run is active, the race is
    a child of it.

    Parameters
    ----------
    run_name : str, optional
        "nearbest" by default.
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
        run = self._child(observation.configuration)
        self._log(run, metrics_of(race, observation, interval), step=observation.n_train)
        if observation.status != "ok":
            _client().set_tag(run, observation.status, observation.message[:LONGEST])

    def on_exclusion(self, race: Race, pruning: Pruning) -> None:
        """Note on the candidate's run who excluded it."""
        _client().set_tag(self._child(pruning.configuration), "excluded_by", pruning.by)

    def on_end(self, selection: Selection) -> None:
        """Log settings, the winner and the certificate, and end all runs."""
        certificate, parent = selection.certificate, self._parent()
        self._end_children(selection)
        self._log(
            parent,
            {"gap": certificate.gap, "seconds": selection.seconds},
            params={**selection.settings, "random_state": selection.seed},
            tags={"winner": certificate.winner, "certificate": certificate.sentence},
        )
        client = _client()
        client.log_text(parent, str(certificate), "certificate.txt")
        client.log_dict(parent, certificate.to_dict(), "certificate.json")
        if self.report:
            with tempfile.TemporaryDirectory() as folder:
                client.log_artifact(parent, selection.report(Path(folder) / "report.html"))
        client.set_terminated(parent)
        self._forget()

    def on_error(self, error: BaseException) -> None:
        """Mark what was begun as failed, or as killed by Ctrl-C."""
        if self._run is None:
            return
        status = "FAILED" if isinstance(error, Exception) else "KILLED"
        for run in (*self._children.values(), self._parent()):
            _client().set_terminated(run, status)
        self._forget()

    def _end_children(self, selection: Selection) -> None:
        """Log what candidates are and what became of them, and end their runs."""
        parameters = {c.name: telling_parameters(c) for c in selection.configurations}
        for row in standings(selection.race, selection.certificate):
            child = self._child(row.name)
            why = {} if row.excluded_by is None else {"excluded_because_of": row.excluded_by}
            tags = {"standing": row.standing, **why}
            self._log(child, params=parameters[row.name], tags=tags)
            _client().set_terminated(child, "FAILED" if row.failure else "FINISHED")

    def _parent(self) -> str:
        """The run of the race; begun when it is first needed."""
        if self._run is None:
            mlflow = _mlflow()
            is_nested = mlflow.active_run() is not None
            name = self.run_name or "nearbest"
            with mlflow.start_run(run_name=name, nested=is_nested) as run:
                self._run = run  # active no longer than this: the user's own goes on
            _client().update_run(run.info.run_id, status="RUNNING")
        identity: str = self._run.info.run_id
        return identity

    def _child(self, name: str) -> str:
        """The run of a candidate; begun when it is first needed."""
        if name not in self._children:
            tags = {"mlflow.parentRunId": self._parent()}
            experiment = self._run.info.experiment_id
            run = _client().create_run(experiment, run_name=name, tags=tags)
            self._children[name] = run.info.run_id
        return self._children[name]

    def _log(
        self,
        run: str,
        metrics: Mapping[str, float] | None = None,
        step: int = 0,
        params: Mapping[str, Any] | None = None,
        tags: Mapping[str, str] | None = None,
    ) -> None:
        """Send all of it at once, in as few requests as MLflow takes."""
        entities, now = _mlflow().entities, int(1_000 * time.time())
        _client().log_batch(
            run,
            metrics=[
                entities.Metric(name, float(value), now, step)
                for name, value in (metrics or {}).items()
            ],
            params=[
                entities.Param(name, str(value)[:LONGEST])
                for name, value in (params or {}).items()
                if value is not None
            ],
            tags=[entities.RunTag(name, value) for name, value in (tags or {}).items()],
        )

    def _forget(self) -> None:
        """Make ready for the next race."""
        self._run, self._children = None, {}


def metrics_of(race: Race, observation: Observation, interval: Interval) -> dict[str, float]:
    """What is logged of a probe: times, what was measured, and the ends of the interval.

    A score without a known range may leave an end of the interval open; and a full run is
    not scored on the rows that it was trained on.
    """
    scale = race.plan.scale
    shown = scale.shown_interval(interval)
    found = {
        "fit_time": observation.fit_time,
        "score_time": observation.score_time,
        "lower": shown.lower,
        "upper": shown.upper,
        **_scores("train", observation.train, scale),
        **_scores("test", observation.test, scale),
    }
    for each in observation.others:
        other = race.plan.others[each.name]
        found |= _scores("train", each.train, other) | _scores("test", each.test, other)
    return {name: value for name, value in found.items() if math.isfinite(value)}


def _scores(rows: str, score: Score, scale: Scale) -> dict[str, float]:
    """A score under the name that MLflow shows, if it was measured."""
    name = f"{rows}_{scale.name}".replace(" ", "_")
    return {name: scale.shown(score.value)} if score.is_measured else {}


def _client() -> Any:
    return _mlflow().MlflowClient()


def _mlflow() -> Any:
    try:
        import mlflow
    except ImportError as error:
        raise MissingExtra.of("Logging to MLflow needs it", "mlflow") from error
    return mlflow
