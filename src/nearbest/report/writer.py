"""Writing the report of a selection or of a run directory."""

from __future__ import annotations

import os
from pathlib import Path

from nearbest.errors import CannotWrite
from nearbest.places import REPORTS, Output, as_path, check_output
from nearbest.report.html import page
from nearbest.report.story import Reportable, Story, story_of
from nearbest.running.resume import read_past_run
from nearbest.writing import write_whole


def write_report(
    source: Reportable | str | os.PathLike[str], path: str | os.PathLike[str]
) -> Path:
    """Write the report of `source` to `path`: one HTML file that needs nothing else.

    Parameters
    ----------
    source : Selection, Replay or path
        What `select` found, a replay of recorded curves, or a run directory, which is
        read without the data and without running any code.
    path : path
        The file to write, in a folder that exists; its name ends in .html or .htm.

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
    target = as_path(path)
    check_output(Output("path", target, REPORTS))
    story = read_story(source) if isinstance(source, (str, os.PathLike)) else source.story()
    try:
        write_whole(target, page(story).encode(errors="xmlcharrefreplace"))
    except OSError as error:
        raise CannotWrite(f"{target} cannot be written: {error.strerror}.") from error
    return target


def read_story(run_dir: str | os.PathLike[str]) -> Story:
    """The story of a run directory, as far as it got."""
    run = read_past_run(run_dir)
    return story_of(
        run.race,
        run.record.parameters,
        delivery=run.delivery,
        seconds=run.seconds,
        settings=run.settings,
        versions=run.record.versions,
        notes=run.notes,
        is_running=run.is_running,
    )
