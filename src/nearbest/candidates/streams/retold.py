"""Trials of Optuna whose values may be told again."""

from __future__ import annotations

from collections.abc import Collection
from copy import copy
from datetime import datetime
from typing import Any

from optuna.trial import FrozenTrial, TrialState


class Retold:
    """A storage as samplers see it: our trials have the values told last.

    Optuna hears of a trial once, and samplers learn from finished trials only. A
    candidate is known better after every sample, so its trial stays open until the race
    has done with it, and what it is worth so far is shown to samplers meanwhile.

    Parameters
    ----------
    storage : optuna.storages.BaseStorage
    """

    def __init__(self, storage: Any) -> None:
        self._storage = storage
        self.values: dict[int, float | None] = {}  # by the trial's number; None if it failed

    def __getattr__(self, name: str) -> Any:
        return getattr(self._storage, name)

    def get_all_trials(
        self,
        study_id: int,
        deepcopy: bool = True,
        states: Collection[TrialState] | None = None,
    ) -> list[FrozenTrial]:
        """All trials of a study, ours with their values so far."""
        trials = self._storage.get_all_trials(study_id, deepcopy=deepcopy)
        shown = [self._as_told(trial) for trial in trials]
        return [trial for trial in shown if states is None or trial.state in states]

    def _as_told(self, trial: FrozenTrial) -> FrozenTrial:
        if trial.number not in self.values:
            return trial
        told, value = copy(trial), self.values[trial.number]
        told.state = TrialState.FAIL if value is None else TrialState.COMPLETE
        told.values = None if value is None else [value]
        told.datetime_complete = datetime.now()
        return told
