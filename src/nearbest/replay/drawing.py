"""What a recorded training would have shown on some of the rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from nearbest.race.observation import Task
from nearbest.race.score import OF_RAREST, Scale, Score
from nearbest.race.thrift import FACTOR, level_for, n_test_at, training_level_at
from nearbest.replay.points import Point


@dataclass(frozen=True, slots=True)
class Drawing:
    """Scores on samples, drawn from those on all test rows.

    Attributes
    ----------
    scale : Scale
    n_test : int
    rarer : float or None
        The share of the rarer class, whose rows count where scores are of pairs.

    Examples
    --------
    >>> import numpy as np
    >>> from nearbest.race.score import ROC_AUC
    >>> Drawing(ROC_AUC, 10_000, rarer=0.25).score(0.8, 400)
    Score(value=0.8, n_rows=400, n_effective=100, stderr=None)
    """

    scale: Scale
    n_test: int
    rarer: float | None = None

    @property
    def n_test_pairs(self) -> int | None:
        """Test rows of the rarer class, where they count."""
        return self._n_rarer(self.n_test) if self.scale.kind in OF_RAREST else None

    def score(self, value: float, n_rows: int) -> Score:
        """A score on so many rows, with what bounds need besides."""
        if self.scale.kind not in OF_RAREST:
            return self.scale.score(value, n_rows)
        return Score(value, n_rows, n_effective=self._n_rarer(n_rows))

    def test(self, point: Point, n_rows: int, rng: np.random.Generator) -> Score:
        """A score on so many test rows.

        Where the spread of rows was recorded, it is normal with it; if not, every row is
        taken to have the best or the worst value there can be, which is the widest spread.
        """
        scale, n_test = self.scale, self.n_test
        if point.test_spread is None:
            best = round(scale.share(point.test_score) * n_test)
            drawn = int(rng.hypergeometric(best, n_test - best, n_rows))
            return self.score(scale.at(drawn / n_rows), n_rows)
        error = point.test_spread * math.sqrt((1 / n_rows) - (1 / n_test))
        value = float(np.clip(rng.normal(point.test_score, error), scale.low, scale.high))
        if scale.kind == "approximate":
            return Score(value, n_rows, stderr=point.test_spread / math.sqrt(n_rows))
        return self.score(value, n_rows)

    def prefixes(self, point: Point, sizes: Sequence[int], share: float) -> tuple[Score, ...]:
        """Scores on the first rows; where some are scored for all, they reach as much.

        Which rows of a sample two models get right was not recorded, and drawing them anew
        for each would part what goes together.
        """
        if share == 1 and self.scale.kind not in OF_RAREST:
            return tuple(Score(point.prefix[size], size) for size in sizes)
        return tuple(self.score(point.prefix[size], round(size * share)) for size in sizes)

    def thriftily(self, task: Task, point: Point) -> tuple[Task, float]:
        """The task as a probe would carry it out, and the part of its sample that it scores."""
        if task.scored != "thrifty":
            return task, 1.0
        per_row = point.score_time / (task.n_train + self.n_test)
        level = level_for(point.fit_time, per_row, task.n_train, task.n_test)
        share = FACTOR ** -training_level_at(task.n_train, level)
        return replace(task, n_test=n_test_at(task.n_test, level)), float(share)

    def _n_rarer(self, n_rows: int) -> int:
        return round((self.rarer or 0.5) * n_rows)
