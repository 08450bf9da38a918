"""Writing the report of a selection or of a run directory."""

from __future__ import annotations

import os
from pathlib import Path

from nearbest.errors import CannotWrite
from nearbest.race.strategies import described_bounds
from nearbest.report.html import page
from nearbest.report.story import Story, Told, story_of
from nearbest.running.resume import read_delivery, read_run
from nearbest.running.run_dir import read_outcome, read_settings
from nearbest.writing import write_whole

#: What a run directory tells of the call that finished it.
HOW_IT_RAN = ("scheduler", "timeout", "n_jobs")


def write_report(source: Told | str | os.PathLike[str], path: str | os.PathLike[str]) -> Path:
    """Write the report of `source` to `path`: one HTML file that needs nothing else.

    Parameters
    ----------
    source : Selection, Replay or path
        What `select` found, a replay of recorded curves, or a run directory, which is
        read without the data and without running any code.
    path : path
        The file to write.

    Returns
    -------
    Path
        Where the report is.

    Examples
    --------
    >>> import tempfile
    >>> from sklearn.datasets import make_classification
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from nearbest import select
    >>> from nearbest.report import write_report
    >>> X, y = make_classification(4_000, random_state=0)
    >>> found = select((DecisionTreeClassifier(), {"max_depth": [1, 4]}), X, y, random_state=0)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_report(found, f"{folder}/report.html").name
    'report.html'
    """
    story = read_story(source) if isinstance(source, (str, os.PathLike)) else source.story()
    target = Path(path)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, page(story).encode(errors="xmlcharrefreplace"))
    except OSError as error:
        raise CannotWrite(
            f"`path` must be a file to write to; {target}: {error.strerror}."
        ) from error
    return target


def read_story(run_dir: str | os.PathLike[str]) -> Story:
    """The story of a run directory, as far as it got."""
    race = read_run(run_dir)
    settings, outcome = read_settings(Path(run_dir)) or {}, read_outcome(Path(run_dir))
    return story_of(
        race,
        settings["parameters"],
        delivery=read_delivery(run_dir),
        seconds=outcome.get("seconds"),
        settings={
            **settings,
            **{key: outcome[key] for key in HOW_IT_RAN if key in outcome},
            "bounds": described_bounds(settings["bounds"]),
            "random_state": settings["seed"],
        },
        versions=settings["versions"],
        notes=settings.get("notes", ()),
    )
