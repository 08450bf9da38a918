"""The scikit-learn estimator."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from concurrent.futures import Executor
from typing import Any, Literal, Self

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, MetaEstimatorMixin
from sklearn.utils import ClassifierTags, RegressorTags
from sklearn.utils.validation import validate_data

from nearbest.candidates.estimator_type import tags_of
from nearbest.candidates.grids import Distributions
from nearbest.candidates.listing import CandidateSource, configurations
from nearbest.candidates.sampled import WORDS, from_scikit_learn
from nearbest.data.files import TableSource
from nearbest.data.frames import from_other_libraries
from nearbest.data.rows import Table
from nearbest.data.special_columns import set_aside
from nearbest.data.validation import check_names, check_no_path
from nearbest.errors import InvalidInput
from nearbest.race.bounds import Bounds
from nearbest.race.cost import Cost
from nearbest.race.schedulers import Scheduler
from nearbest.race.sizes import Growth
from nearbest.race.stop_at import StopAt
from nearbest.running.callbacks import Callback
from nearbest.running.loop import Watcher
from nearbest.running.settings import DEFAULTS
from nearbest.running.time_limit import Refit
from nearbest.selection.fit_parameters import check_fit_params
from nearbest.selection.fitted_attributes import NOT_ALWAYS, fitted_attributes
from nearbest.selection.predicting import Predicting
from nearbest.selection.select import select
from nearbest.selection.telling import Telling


class NearBestSearch(Predicting, Telling, MetaEstimatorMixin, BaseEstimator):
    """Search for a configuration within `epsilon` of the best.

    A drop-in for scikit-learn's searches that trains on growing samples, keeps a
    confidence interval for what each candidate would reach on all rows, and stops
    when no other can beat its winner by more than `epsilon`, by proof or by past
    learning curves. It is a classifier or a regressor, as its candidates are.

    Parameters
    ----------
    candidates
        A dict or list of estimators or pipelines; an (estimator, grid) pair; a list
        of (name, estimator, grid); a space such as ``nearbest.space.paper()``; the path
        of a TOML file; or a function that makes an estimator from a trial of Optuna's.
    param_distributions : dict, list of dicts, or ParameterGrid, optional
        With one estimator as `candidates`: its parameters with lists or distributions, as
        in scikit-learn's searches. Of lists all combinations take part, unless `n_iter`
        says how many to draw; from distributions `n_iter` are drawn, or 10.
    estimator : estimator, optional
        Another name of `candidates`, for calls written for scikit-learn's searches.
    param_grid, n_iter : optional
        Other names of `param_distributions` and `n_candidates`.
    n_candidates, sampler, study, epsilon, delta, bounds, scheduler, stop_at, test_size, cv, \
stratify, min_train_size, growth, timeout, refit, scoring, threads, cache, n_jobs, executor, \
store, probe_timeout, probe_memory, run_dir, extend, cost, random_state, error_score, \
callbacks, verbose, watch
        As in `nearbest.select`.

    Attributes
    ----------
    best_estimator_ : estimator
        The model delivered; absent with ``refit=False``, or where Ctrl-C left it out.
    best_name_, best_params_, best_index_
        The winner: its name, the parameters that set it apart (of a candidate that was
        listed without any, those that are not its class's defaults) and its row in
        `cv_results_`, where it has rank 1.
    best_score_ : float
        Score of the model delivered on the test data; of the last probe where no
        model was delivered or its score cannot be measured.
    best_interval_ : Interval
        For the winner's score when trained on all training rows.
    certificate_ : Certificate
        The promise, its assumptions, and what was seen of them.
    cv_results_ : dict of arrays
        One row per candidate: params, lower, upper, n_train, n_test, n_probes,
        fit_time, standing, excluded_by and more.
    n_splits_ : int
        1: every candidate is tested on the same rows.
    scorer_, multimetric_ : callable or dict of callables, and bool
        What scores a fitted model, as ``scorer_(model, X, y)``; where `scoring` is a list or a
        dict, one by each name.
    refit_time_ : float
        Seconds that training the delivered model took; absent where none was delivered.
    history_ : DataFrame
        One row per probe.
    selection_ : Selection
        All of it in one object.
    classes_, n_features_in_, feature_names_in_
        As in scikit-learn; regressors have no classes.

    Examples
    --------
    >>> from sklearn.datasets import make_classification
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from nearbest import NearBestSearch
    >>> X, y = make_classification(20_000, random_state=0)
    >>> trees = (DecisionTreeClassifier(), {"max_depth": [1, 4]})
    >>> search = NearBestSearch(trees, epsilon=0.02, random_state=0).fit(X, y)
    >>> search.best_params_
    {'max_depth': 4}
    >>> search.certificate_.epsilon, search.certificate_.confidence
    (0.02, 0.95)
    """

    def __init__(
        self,
        candidates: object = None,
        param_distributions: Distributions | None = None,
        *,
        estimator: object = None,
        param_grid: Distributions | None = None,
        n_iter: int | None = None,
        n_candidates: int | None = None,
        sampler: Any = None,
        study: Any = None,
        epsilon: float | str | None = None,
        delta: float = 0.05,
        bounds: str | Bounds = "exact",
        scheduler: str | Scheduler = "auto",
        stop_at: StopAt = "calibrated",
        test_size: float | int = 0.2,
        cv: Any = None,
        stratify: bool | None = None,
        min_train_size: int | None = None,
        growth: Growth = 2.0,
        timeout: float | None = None,
        refit: Refit = True,
        scoring: Any = None,
        threads: int | None = 1,
        cache: bool = False,
        n_jobs: int | None = None,
        executor: Executor | None = None,
        store: str | os.PathLike[str] | None = None,
        probe_timeout: float | None = None,
        probe_memory: int | None = None,
        run_dir: str | os.PathLike[str] | None = None,
        extend: bool = False,
        cost: Cost = "seconds",
        random_state: Any = None,
        error_score: float | Literal["raise"] = math.nan,
        callbacks: Sequence[Callback] | None = None,
        verbose: int = 0,
        watch: Watcher | None = None,
    ) -> None:
        self.candidates = candidates
        self.param_distributions = param_distributions
        self.estimator = estimator
        self.param_grid = param_grid
        self.n_iter = n_iter
        self.n_candidates = n_candidates
        self.sampler = sampler
        self.study = study
        self.epsilon = epsilon
        self.delta = delta
        self.bounds = bounds
        self.scheduler = scheduler
        self.stop_at = stop_at
        self.test_size = test_size
        self.cv = cv
        self.stratify = stratify
        self.min_train_size = min_train_size
        self.growth = growth
        self.timeout = timeout
        self.refit = refit
        self.scoring = scoring
        self.threads = threads
        self.cache = cache
        self.n_jobs = n_jobs
        self.executor = executor
        self.store = store
        self.probe_timeout = probe_timeout
        self.probe_memory = probe_memory
        self.run_dir = run_dir
        self.extend = extend
        self.cost = cost
        self.random_state = random_state
        self.error_score = error_score
        self.callbacks = callbacks
        self.verbose = verbose
        self.watch = watch

    def fit(
        self,
        X: Table | TableSource,
        y: object = None,
        *,
        X_test: Table | None = None,
        y_test: object = None,
        groups: object = None,
        time: object = None,
        **fit_params: object,
    ) -> Self:
        """Select among the candidates and, unless ``refit=False``, train the winner.

        Parameters
        ----------
        X : array, DataFrame, sparse matrix, Series of texts, or TableSource
        y : array of class labels, or of numbers where candidates are regressors
            Left out with a `TableSource`, which names its target.
        X_test, y_test : optional
            A test set of your own; the certificate is then an estimate, not a proof.
        groups : array, or name of a column of `X`, optional
            Rows of equal values stay on one side of the split; the certificate is then
            an estimate, not a proof.
        time : array, or name of a column of `X`, optional
            The last rows by time are the test data; the certificate is then an estimate.
        **fit_params
            `sample_weight` as in `nearbest.select`. Nothing else is passed on: what a
            candidate's `fit` is to get belongs to the candidate.
        """
        check_fit_params(fit_params)
        for name in NOT_ALWAYS:  # of an earlier fit
            self.__dict__.pop(name, None)
        check_no_path(X, "X")
        X = from_other_libraries(X)
        if isinstance(X, TableSource):
            self.feature_names_in_ = np.array(X.feature_names, dtype=object)
            self.n_features_in_ = len(X.feature_names)
        elif getattr(X, "ndim", 2) == 2:
            if isinstance(X, pd.DataFrame):
                check_names(X.columns, "X")
            validate_data(
                self, set_aside(X, groups=groups, time=time)[0], skip_check_array=True
            )
        candidates, n = self._candidates()
        given: dict[str, Any] = {name: getattr(self, name) for name in DEFAULTS}
        given |= {"n_candidates": n, "watch": self.watch}
        given |= {"X_test": X_test, "y_test": y_test, "groups": groups, "time": time}
        given["sample_weight"] = fit_params.get("sample_weight")
        found = select(candidates, X, y, **given)
        self.__dict__.update(fitted_attributes(found, self.scoring, self.error_score))
        return self

    def set_params(self, **params: Any) -> Self:
        """Set parameters, also of the one estimator that is searched with.

        It can be named `estimator`, as in scikit-learn's searches, or `candidates`.
        """
        own = {name: value for name, value in params.items() if "__" not in name}
        super().set_params(**own)
        nested = {self._owned(name): params[name] for name in params if name not in own}
        super().set_params(**nested)
        return self

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "certificate_")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.estimator_type = self._type_of_candidates
        tags.target_tags.required = True
        if tags.estimator_type == "classifier":
            tags.classifier_tags = ClassifierTags()
        else:
            tags.regressor_tags = RegressorTags()
        inputs = [t.input_tags for t in map(tags_of, self._some_estimators()) if t is not None]
        for tag in ("sparse", "allow_nan", "categorical", "string"):
            setattr(tags.input_tags, tag, any(getattr(each, tag) for each in inputs))
        return tags

    def _owned(self, name: str) -> str:
        """The name of a nested parameter, by whichever word its estimator was given."""
        owner, _, inner = name.partition("__")
        if owner == "estimator" and self.estimator is None:
            owner = "candidates"
        if owner == "candidates" and not hasattr(self.candidates, "set_params"):
            raise InvalidInput(
                f"`{name}` needs one estimator to be set on; `candidates` is of type "
                f"{type(self.candidates).__name__}."
            )
        return f"{owner}__{inner}"

    def _candidates(self) -> tuple[object, int | None]:
        """Who takes part, and how many are drawn, in whichever words that was said."""
        said = {name: getattr(self, name) for name in WORDS}
        return from_scikit_learn(**said)

    def _some_estimators(self) -> list[BaseEstimator]:
        """The candidates' estimators, for their tags; none where they make no sense."""
        try:
            candidates, n = self._candidates()
            few = 5 if isinstance(candidates, CandidateSource) else n
            return [c.estimator for c in configurations(candidates, few)]
        except (TypeError, ValueError):
            return []
