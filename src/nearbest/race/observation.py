"""What is asked of a probe and what it brings back."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, get_args

from nearbest.race.score import UNMEASURED, Score

Status = Literal["ok", "failed", "too small"]
#: Which rows a probe scores: those it was trained on and test rows, as many of both as take
#: no longer than fitting did, test rows alone, or none, as it is trained on every row.
Scored = Literal["both", "thrifty", "test", "nothing"]
STATUSES: tuple[Status, ...] = get_args(Status)
#: The name of a limit and its value, such as ("probe_timeout", 60.0).
Limit = tuple[str, float]


@dataclass(frozen=True, slots=True)
class Task:
    """Fit `configuration` on the first `n_train` rows, score on the first `n_test`.

    `keep_from` is the test score from which the fitted model may be wanted later.
    It decides what is saved, never what is fitted. `sizes` are all that the configuration
    may be probed at, where the prober's plan may not know it yet. `scored` is "test" for full
    runs, whose upper bound is their test score: scores on training rows would add nothing.
    It is "nothing" where the winner is trained on the test rows, too. `for_delivery` says
    that the winner is trained for the user, `for_search` that a search wants to learn from it.
    """

    configuration: str
    n_train: int
    n_test: int
    keep_from: float = -math.inf
    sizes: tuple[int, ...] = ()
    scored: Scored = "both"
    for_delivery: bool = False
    for_search: bool = False


@dataclass(frozen=True, slots=True)
class Besides:
    """A further score of a probe, in training and in test, that decides nothing."""

    name: str
    train: Score
    test: Score


@dataclass(frozen=True, slots=True)
class Observation:
    """The outcome of one probe; what the race decides on and the journal stores.

    `train` and `test` are its scores on the rows it was trained on and on the test
    sample. `prefixes` are its scores on the first rows of its training sample, one for
    each planned size up to `n_train`; empty where only the last is known (recorded
    curves of others). A full run may have scored test rows alone.

    `elapsed` is when in the run the probe finished; the loop sets it.

    `status` is "too small" when a class that the learner needs is missing from the
    sample: not a failure, the configuration moves on to its next size. Only a probe
    that is "ok" has scores.

    `broke` is the limit that a failed probe went beyond. With a higher one the probe
    may be made again, and then the later observation counts.

    `converged` is False where the learner warned that it stopped too early.

    `others` are its further scores, where several were asked for.

    `search` is the score on rows of their own that a search learns from, if there is one;
    no bound looks at it. `for_search` says that the search asked for the probe, and not the
    race, which looks at test rows; the loop sets it.
    """

    configuration: str
    n_train: int
    n_test: int
    train: Score = UNMEASURED
    test: Score = UNMEASURED
    prefixes: tuple[Score, ...] = ()
    fit_time: float = 0.0
    score_time: float = 0.0
    elapsed: float = 0.0
    status: Status = "ok"
    message: str = ""
    warnings: tuple[str, ...] = ()
    broke: Limit | None = None
    converged: bool = True
    others: tuple[Besides, ...] = ()
    search: Score = UNMEASURED
    for_search: bool = False

    @classmethod
    def failed(cls, task: Task, message: str, broke: Limit | None = None) -> Observation:
        """Of a task that came to nothing, for the reason in `message`."""
        return cls(
            task.configuration,
            task.n_train,
            task.n_test,
            status="failed",
            message=message,
            broke=broke,
        )

    @classmethod
    def of_counts(
        cls,
        configuration: str,
        n_train: int,
        n_test: int,
        train_correct: int = 0,
        test_correct: int = 0,
        prefix_correct: Sequence[int] = (),
        sizes: Sequence[int] = (),
        **more: Any,
    ) -> Observation:
        """A probe scored by the rows that its model gets right.

        `prefix_correct` has a count for each of the planned `sizes` up to `n_train`.

        Examples
        --------
        >>> from nearbest.race.observation import Observation
        >>> Observation.of_counts("tree", 1_000, 2_000, 900, 1_700).test_score
        0.85
        """
        known = [*(size for size in sizes if size < n_train), n_train]
        prefixes = zip(prefix_correct, known if prefix_correct else (), strict=True)
        return cls(
            configuration,
            n_train,
            n_test,
            Score.of_count(train_correct, n_train),
            Score.of_count(test_correct, n_test),
            tuple(Score.of_count(n_right, size) for n_right, size in prefixes),
            **more,
        )

    @property
    def train_score(self) -> float:
        """The score on the rows it was trained on."""
        return self.train.value

    @property
    def test_score(self) -> float:
        """The score on the test sample."""
        return self.test.value

    @property
    def train_correct(self) -> int:
        """Rows of its own sample that the model gets right, where scores are counts."""
        return self.train.count

    @property
    def test_correct(self) -> int:
        """Test rows that the model gets right, where scores are counts."""
        return self.test.count

    @property
    def prefix_correct(self) -> tuple[int, ...]:
        """Rows of each prefix that the model gets right, where scores are counts."""
        return tuple(score.count for score in self.prefixes)

    @property
    def n_scored(self) -> int:
        """Rows that were scored: training rows, test rows and those of a search."""
        n_rows = self.train.n_rows + self.test.n_rows or self.n_train + self.n_test
        return n_rows + self.search.n_rows

    @property
    def seconds(self) -> float:
        """Time spent on the probe."""
        return self.fit_time + self.score_time

    def to_json(self) -> dict[str, object]:
        """A mapping of plain values, for the journal."""
        plain = {f.name: getattr(self, f.name) for f in fields(self)}
        plain["train"], plain["test"] = _plain(self.train), _plain(self.test)
        plain["prefixes"] = [_plain(score) for score in self.prefixes]
        plain["search"] = _plain(self.search)
        if plain["search"] is None:  # as in every race without a search
            del plain["search"]
        if not self.for_search:
            del plain["for_search"]
        others = plain.pop("others")
        if others:
            plain["others"] = {
                each.name: {"train": _plain(each.train), "test": _plain(each.test)}
                for each in others
            }
        return plain | {"warnings": list(self.warnings)}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Observation:
        """The inverse of `to_json`; ``TypeError`` if a key is missing or unknown."""
        known = {
            "train": _score(values["train"]),
            "test": _score(values["test"]),
            "prefixes": tuple(_score(score) for score in values["prefixes"]),
            "search": _score(values.get("search")),
            "warnings": tuple(values["warnings"]),
            "broke": None if values["broke"] is None else tuple(values["broke"]),
            "others": tuple(
                Besides(name, _score(each["train"]), _score(each["test"]))
                for name, each in values.get("others", {}).items()
            ),
        }
        return cls(**{**values, **known})


def _plain(score: Score) -> dict[str, float | None] | None:
    """A score as plain values, what it lacks left out; None if it was not measured."""
    if not score.is_measured:
        return None
    return {key: value for key, value in asdict(score).items() if value is not None}


def _score(plain: Mapping[str, Any] | None) -> Score:
    return UNMEASURED if plain is None else Score(**plain)


#: Carries out a task. The second value is the fitted model, or None.
Probe = Callable[[Task], tuple[Observation, object]]


def latest(
    observations: Iterable[Observation], limits: Mapping[str, float | None] | None = None
) -> list[Observation]:
    """What counts of a journal: of a probe that was made again, the last observation.

    With `limits`, those that hold now, probes that broke a lower one are left out, so
    that they are made again.

    Examples
    --------
    >>> slow = Observation("svm", 1_000, 500, status="failed", broke=("probe_timeout", 60))
    >>> len(latest([slow], {"probe_timeout": 60})), len(latest([slow], {"probe_timeout": 90}))
    (1, 0)
    """
    found: dict[tuple[str, int], Observation] = {}
    for observation in observations:
        probe = observation.configuration, observation.n_train
        if probe in found and found[probe].broke is None:
            continue  # it is known, and was not made again
        found.pop(probe, None)  # so that it takes its place in the order of time
        found[probe] = observation
    return [o for o in found.values() if limits is None or not _is_lifted(o.broke, limits)]


def _is_lifted(broke: Limit | None, limits: Mapping[str, float | None]) -> bool:
    """Whether a limit that was broken is higher now, or gone."""
    if broke is None:
        return False
    name, value = broke
    now = limits.get(name)
    return now is None or now > value
