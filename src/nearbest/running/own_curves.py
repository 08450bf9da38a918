"""The curves of the user's own runs, for the forecasts of later ones."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import pandas as pd

from nearbest.candidates import fingerprint
from nearbest.errors import InvalidInput
from nearbest.forecast import COLUMNS, Library
from nearbest.forecast.library import file_of, own_folder
from nearbest.forecast.outlook import default_analogs
from nearbest.places import as_path
from nearbest.race.observation import Observation
from nearbest.race.score import ACCURACY
from nearbest.running.run_dir.journal import Journal
from nearbest.running.run_dir.names import JOURNAL
from nearbest.running.run_dir.run_dir import record_of_run

#: How much of a digest names a dataset, a run or a configuration.
DIGITS = 8


def add_run(
    run_dir: str | os.PathLike[str], name: str | None = None, folder: Path | None = None
) -> Library:
    """Keep the curves of a run among the user's own; forecasts use them from then on.

    A curve takes the place of one that was kept before under the same name, of the same
    configuration, data, split and seed. So a run that has gone on, or is added twice,
    counts once, and several runs on the same data count each.

    Parameters
    ----------
    run_dir : path
        A run directory, finished or not, of a run by accuracy.
    name : str, optional
        What to call the dataset; a digest of the data and its split if not given. Runs
        with different seeds or splits are of one dataset only if they are named so.
    folder : Path, optional
        Where the user's curves are; `own_folder()` if not given.

    Returns
    -------
    Library
        The curves of this run.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from sklearn.datasets import make_classification
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from nearbest import select
    >>> from nearbest.running.own_curves import add_run
    >>> X, y = make_classification(4_000, random_state=0)
    >>> trees = (DecisionTreeClassifier(), {"max_depth": [3, 4]})
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = select(trees, X, y, stop_at="paper", run_dir=f"{folder}/run")
    ...     added = add_run(f"{folder}/run", "example", Path(folder) / "library")
    >>> list(added.summary().index)
    ['example']
    """
    added = curves_of(run_dir, name)
    folder = folder or own_folder()
    target = file_of(str(added.points["dataset"].iloc[0]), folder)
    before = Library.read(target) if target.exists() else None
    (added if before is None else before.joined(added)).add_to(folder)
    default_analogs.cache_clear()
    return added


def curves_of(run_dir: str | os.PathLike[str], name: str | None = None) -> Library:
    """The learning curves of a run directory: configurations probed at two sizes or more."""
    path = as_path(run_dir)
    record = record_of_run(path)
    if name is not None and not name.strip():
        raise InvalidInput(f"`name` must not be empty; got {name!r}.")
    if record.plan.scale != ACCURACY:
        raise InvalidInput(
            f"`run_dir` must hold a run by accuracy, as the library keeps curves of accuracy "
            f"only; the run in {path} is by {record.plan.scale.name}."
        )
    curves = _long_enough(Journal(path / JOURNAL).replay())
    if not curves:
        raise InvalidInput(
            f"`run_dir` {path} has no candidate that was probed at two sizes, so there is "
            "no curve to add."
        )
    # Sources of files name their data in words of any length.
    data = fingerprint.of_parts([str(record.data), str(record.seed)])[:DIGITS]
    points = [
        (
            name or f"run {data}",
            data,
            f"{configuration} {record.candidates.get(configuration, '')[:DIGITS]}",
            probe.n_train,
            _training_score(probe, probes),
            probe.test_score,
        )
        for configuration, probes in curves.items()
        for probe in probes
    ]
    return Library(pd.DataFrame(points, columns=list(COLUMNS)))


def _long_enough(observations: Iterable[Observation]) -> dict[str, list[Observation]]:
    """Successful probes of each configuration that has two sizes or more."""
    found: dict[str, dict[int, Observation]] = defaultdict(dict)
    for observation in observations:
        if observation.status == "ok":
            found[observation.configuration].setdefault(observation.n_train, observation)
    return {name: list(by_size.values()) for name, by_size in found.items() if len(by_size) > 1}


def _training_score(probe: Observation, probes: list[Observation]) -> float:
    """Its own; for a full run, which has none, that of the largest sample.

    No forecast asks for it: what a full run gains is known.
    """
    if probe.train.is_measured:
        return probe.train_score
    return max((p for p in probes if p.train.is_measured), key=lambda p: p.n_train).train_score
