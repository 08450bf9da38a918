"""Preprocessing that several candidates share, done once per sample size.

A fit depends on configuration, size and seed alone, so two pipelines that begin with
equal steps get equal results from them. The steps are fitted once, and what they make
of the training rows and of the test rows is kept for the next candidate.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Literal

import joblib
import numpy as np
import pandas as pd
from sklearn.pipeline import Pipeline

from nearbest.data.rows import Table, first
from nearbest.data.samples import Samples
from nearbest.probing.output import Needs, output_of
from nearbest.probing.weighing import fit_arguments

Part = Literal["train", "test", "search"]

#: Bytes of transformed rows that a process may keep for later candidates.
MOST_BYTES = 1 << 30


def rows_of(samples: Samples, part: Part, n: int) -> tuple[Table, np.ndarray]:
    """The first `n` rows of a part of the samples."""
    match part:
        case "train":
            return samples.train(n)
        case "test":
            return samples.test(n)
    X, y = samples.search()
    return first(X, n), y[:n]


@dataclass
class Head:
    """Fitted leading steps, and the rows that went through them.

    `fitted_on` is what fitting made of the training rows, which is not always what
    transforming them makes: think of cross-fitted target encodings.
    """

    steps: Pipeline
    fitted_on: Table
    transformed: dict[tuple[Part, int], Table] = field(default_factory=dict)

    @property
    def n_bytes(self) -> int:
        """Bytes of the rows held."""
        return sum(map(size_of, (self.fitted_on, *self.transformed.values())))


class SharedSteps:
    """Fits pipelines, and has the steps they begin with in common done once.

    Parameters
    ----------
    models : iterable of estimators
        All candidates as they will be fitted, seeds filled in. Steps are shared where
        their parameters are equal, seeds and all.
    samples : Samples

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from nearbest.data.memory import InMemory
    >>> rows = np.arange(12)
    >>> samples = InMemory(rows.reshape(-1, 1), rows % 2, train=rows[:8], test=rows[8:])
    >>> bayes = make_pipeline(StandardScaler(), GaussianNB())
    >>> tree = make_pipeline(StandardScaler(), DecisionTreeClassifier())
    >>> shared = SharedSteps([bayes, tree], samples)
    >>> shared.fit(bayes, 8)[0] is shared.fit(tree, 8)[0]  # one scaler, fitted once
    True
    """

    def __init__(self, models: Iterable[Any], samples: Samples) -> None:
        self.samples = samples
        counts = Counter(key for model in models for key in _keys(model))
        self.shared = {key for key, times in counts.items() if times > 1}
        self._heads: OrderedDict[tuple[str, int], Head] = OrderedDict()
        self._lock = Lock()  # of what is held, as probes may run in threads; fits go on

    def fit(self, model: Any, n_train: int) -> Any:
        """`model`, fitted on the first `n_train` rows."""
        X, y = self.samples.train(n_train)
        keys = _keys(model)
        n_shared = max((i for i, key in enumerate(keys, 1) if key in self.shared), default=0)
        weights = self.samples.weights("train", n_train)
        if not n_shared:
            return model.fit(X, y, **fit_arguments(model, weights))
        head = self._head(keys[n_shared - 1], model[:n_shared], n_train)
        rest = model[n_shared:]
        rest.fit(_lent(head.fitted_on), y, **fit_arguments(rest, weights))
        model.steps = [*head.steps.steps, *rest.steps]
        return model

    def output(self, model: Any, part: Part, n: int, needs: Needs = "labels") -> Any:
        """`output_of` the first `n` rows of a part, by a model that `fit` gave."""
        X, _ = rows_of(self.samples, part, n)
        target, head = self.samples.target, self._head_of(model)
        if head is None or needs == "model":
            return output_of(model, X, needs, target)
        rows = head.transformed.get((part, n))
        if rows is None:
            rows = _kept(head.steps.transform(X))
            with self._lock:
                head.transformed[part, n] = rows
                self._shrink()
        return output_of(model[len(head.steps) :], _lent(rows), needs, target)

    def _head(self, key: str, steps: Pipeline, n_train: int) -> Head:
        """The steps fitted on so many rows; two threads that need them at once both fit."""
        head = self._heads.get((key, n_train))
        if head is None:
            X, y = self.samples.train(n_train)
            head = Head(steps, _kept(steps.fit_transform(X, y)))
        with self._lock:
            head = self._heads.setdefault((key, n_train), head)
            self._heads.move_to_end((key, n_train))
            self._shrink()
        return head

    def _head_of(self, model: Any) -> Head | None:
        """The head that `model` begins with, if its rows are still held."""
        if not isinstance(model, Pipeline):
            return None
        with self._lock:
            heads = list(reversed(self._heads.values()))
        for head in heads:
            own = zip(head.steps.steps, model.steps, strict=False)
            if all(mine is its for (_, mine), (_, its) in own):
                return head
        return None

    def _shrink(self) -> None:
        """Let go of what was used longest ago, but for the head in use."""
        while (
            len(self._heads) > 1 and sum(h.n_bytes for h in self._heads.values()) > MOST_BYTES
        ):
            self._heads.popitem(last=False)

    def on(self, samples: Samples) -> SharedSteps:
        """The same on the same rows held elsewhere."""
        return _restored(samples, self.shared)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.samples, self.shared)


def _restored(samples: Samples, shared: set[str]) -> SharedSteps:
    """What travels to another process: no rows."""
    steps = SharedSteps([], samples)
    steps.shared = shared
    return steps


def size_of(table: Table) -> int:
    """Bytes of a table's values."""
    if hasattr(table, "indptr"):
        return int(table.data.nbytes + table.indices.nbytes + table.indptr.nbytes)
    if isinstance(table, pd.DataFrame | pd.Series):
        return int(np.sum(table.memory_usage(index=False)))
    return int(getattr(table, "nbytes", 0))


def _keys(model: Any) -> list[str]:
    """A digest for each number of leading steps of a pipeline, the learner left out.

    None for anything else, for steps that cannot be told apart (lambdas, say), and
    where a step may write into the rows it is given.
    """
    if type(model) is not Pipeline or model.memory is not None:
        return []
    parameters = model.get_params()
    if any(k.split("__")[-1].startswith("copy") and v is False for k, v in parameters.items()):
        return []
    keys: list[str] = []
    for i in range(1, len(model.steps)):
        try:
            steps = [step for _, step in model.steps[:i]]
            keys.append(str(joblib.hash([(type(s).__qualname__, s) for s in steps])))
        except Exception:  # whatever a step's pickling raises
            break
    return keys


def _kept(table: Table) -> Table:
    """The table, safe from writers."""
    if isinstance(table, np.ndarray):
        table.flags.writeable = False
    return table


def _lent(table: Table) -> Table:
    """The table for one candidate, which may add columns to a frame."""
    return table.iloc[:] if hasattr(table, "iloc") else table
