"""`select`: from candidates and data to a winner with its certificate."""

from __future__ import annotations

from typing import Unpack

from nearbest.candidates.streams import is_stream
from nearbest.data.files import TableSource
from nearbest.data.rows import Table
from nearbest.running.loop import Watcher
from nearbest.running.prepare import Tables
from nearbest.running.problem.candidate_source import for_proposals
from nearbest.running.settings import Arguments, Settings
from nearbest.selection.result import Selection
from nearbest.selection.signature import check_known, takes_settings
from nearbest.selection.steps import (
    conclude,
    deliver_model,
    open_run,
    prepare_candidates,
    run_race,
)


@takes_settings
def select(
    candidates: object,
    X: Table | TableSource,
    y: object = None,
    *,
    X_test: Table | None = None,
    y_test: object = None,
    groups: object = None,
    sample_weight: object = None,
    time: object = None,
    watch: Watcher | None = None,
    **arguments: Unpack[Arguments],
) -> Selection:
    """Choose a candidate within `epsilon` of the best, with confidence 1 − `delta`.

    Parameters
    ----------
    candidates
        A dict or list of estimators or pipelines; an (estimator, grid) pair; a list
        of (name, estimator, grid); a space such as ``nearbest.space.paper()``; or the
        path of a TOML file. Candidates may also be proposed while the race runs, by a
        function that makes an estimator from a trial of Optuna's, by an iterator, or by
        any object with `ask` and `tell`.
    X : array, DataFrame, sparse matrix, Series of texts, or TableSource
        Frames of pandas and polars, Arrow tables, and what `nearbest.open_table` gives.
    y : array of class labels, or of numbers where candidates are regressors
        Left out with a `TableSource`, which names its target.
    X_test, y_test : optional
        A test set of your own. It is not a random part of the data, so the
        certificate is then an estimate and not a proof.
    groups : array, or the name of a column of `X`, optional
        Rows of equal values stay on one side of the split. The split is then not
        random over rows, and the certificate an estimate and not a proof. A column that
        is named is not a feature.
    sample_weight : array, optional
        The weight of each row, from 0: for training, where a candidate takes weights, and
        for scores that are means over rows, accuracy among them. Of a `TableSource`, name
        the column in `nearbest.open_table`.
    time : array of dates or numbers, or the name of a column of `X`, optional
        Train on the past and test on the last rows by time; samples are drawn at random
        within the past. What is measured on the test rows holds for them; whether others
        could be better is then an estimate and not a proof. A column that is named is not
        a feature.
    watch : callable, optional
        Called with the race and the tasks under way whenever either changes.
    **arguments
        The fields of `nearbest.running.settings.Settings`, where each is explained.

    Returns
    -------
    Selection

    Examples
    --------
    >>> from sklearn.datasets import make_classification
    >>> from sklearn.dummy import DummyClassifier
    >>> from sklearn.linear_model import LogisticRegression
    >>> from nearbest import select
    >>> X, y = make_classification(20_000, random_state=0)
    >>> candidates = {"linear": LogisticRegression(), "dummy": DummyClassifier()}
    >>> found = select(candidates, X, y, random_state=0)
    >>> found.best
    'linear'
    """
    check_known(arguments)
    settings = Settings(**arguments)
    tables = Tables(X, y, X_test, y_test, groups, sample_weight, time)
    proposed = is_stream(candidates)
    if proposed:
        settings = for_proposals(settings)
    with open_run(settings, tables, watch, proposed) as run:
        problem = prepare_candidates(run, candidates, tables)
        raced = run_race(run, problem)
        delivered = deliver_model(run, problem, raced)
        return conclude(run, problem, delivered)
