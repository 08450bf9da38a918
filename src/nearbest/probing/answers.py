"""A model whose answers about some rows are known, for scores that ask it themselves."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import wraps
from typing import Any

import numpy as np

from nearbest.data.rows import Table, take

METHODS = ("predict", "predict_proba", "predict_log_proba", "decision_function")


class Answers:
    """A fitted model and rows; what it says of them is asked once.

    A score of the user's own is computed on many parts of the same rows, and predicting
    takes longer than scoring.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.dummy import DummyClassifier
    >>> X, y = np.zeros((4, 1)), np.array([0, 1, 1, 1])
    >>> answers = Answers(DummyClassifier().fit(X, y), X)
    >>> model, rows = answers.about(np.array([0, 2]))
    >>> model.predict(rows)
    array([1, 1])
    """

    def __init__(self, model: Any, X: Table) -> None:
        self.model, self.X = model, X
        self._said: dict[str, np.ndarray] = {}

    def about(self, rows: np.ndarray) -> tuple[Any, Table]:
        """The model, which knows what it says of these rows, and the rows.

        It is a copy of its own type, so that scores may look into it. Asked about any
        other table, it predicts.
        """
        X = take(self.X, rows)
        try:
            model = copy(self.model)
            for name in METHODS:
                if hasattr(self.model, name):
                    setattr(model, name, self._remembering(name, X, rows))
        except Exception:  # it cannot be copied or changed; then it predicts again
            return self.model, X
        return model, X

    def _remembering(self, name: str, about: Table, rows: np.ndarray) -> Callable[..., Any]:
        predict = getattr(self.model, name)

        @wraps(predict)
        def answer(X: Table, *more: Any, **options: Any) -> Any:
            if X is not about or more or options:
                return predict(X, *more, **options)
            if name not in self._said:
                self._said[name] = np.asarray(predict(self.X))
            return self._said[name][rows]

        return answer
