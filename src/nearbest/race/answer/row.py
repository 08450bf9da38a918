"""All there is to tell of one candidate, as tables, reports and JSON have it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from nearbest.race.certificate import Reason
from nearbest.race.cost import Seconds
from nearbest.race.interval import Interval

#: What became of a candidate. While a race runs, the winner is the current one.
Standing = Literal["winner", "in the race", "waiting", "excluded", "failed"]


@dataclass(frozen=True, slots=True)
class Row:
    """All there is to tell of one candidate.

    Attributes
    ----------
    name : str
    standing : {"winner", "in the race", "waiting", "excluded", "failed"}
        Those that wait have not been probed yet.
    excluded_by : {"proof", "past curves", "full run"} or None
        What says that it is no better than another by more than ε.
    beaten_by : str or None
        The candidate that it was compared with when it was excluded.
    interval : Interval
        Where its score on the full data lies, by proof.
    expected : Interval or None
        Where past curves let us expect that score; never outside of `interval`.
    chance : float or None
        The forecast probability to beat the winner by more than ε; 0 for the winner.
    n_train, n_test : int
        Rows of its last probe; 0 before the first.
    train_score, test_score : float or None
        Of its last probe; a full run scores test rows alone.
    test_error : float or None
        The standard error of `test_score`, as far as test rows are drawn at random; at
        most this where rows spread less.
    n_probes : int
    fit_seconds, score_seconds : float
        Spent on its successful probes.
    last_fit_seconds, last_score_seconds : float or None
        Of the last one.
    full_size : int
        Rows of its full run.
    full_run : Seconds or None
        What its full run takes without nearbest: training, and scoring the test rows.
        Measured if `ran_in_full`, else expected; None before the first probe.
    ran_in_full : bool
    failure : str or None
        Why it failed.
    warnings : tuple of str
        What its fits warned of, each once.
    others : mapping of str to float
        Test scores of its last probe by the further scores, where several were asked for.
    """

    name: str
    standing: Standing
    excluded_by: Reason | None
    beaten_by: str | None
    interval: Interval
    expected: Interval | None
    chance: float | None
    n_train: int
    n_test: int
    train_score: float | None
    test_score: float | None
    test_error: float | None
    n_probes: int
    fit_seconds: float
    score_seconds: float
    last_fit_seconds: float | None
    last_score_seconds: float | None
    full_size: int
    full_run: Seconds | None
    ran_in_full: bool
    failure: str | None
    warnings: tuple[str, ...]
    others: Mapping[str, float] = field(default_factory=dict)

    @property
    def seconds(self) -> float:
        """Spent on its successful probes."""
        return self.fit_seconds + self.score_seconds

    def told(self, proven: bool = True) -> str:
        """The standing, with what excluded it or why it failed.

        It speaks of proof only where bounds are `proven`.

        Examples
        --------
        >>> from nearbest.race.bounds import Exact
        >>> from nearbest.race.observation import Observation
        >>> from nearbest.race.plan import Plan
        >>> from nearbest.race.race import Race
        >>> from nearbest.race.answer.standings import standings
        >>> race = Race(Plan({"tree": (500,), "svm": (500,)}, n_test=400), Exact())
        >>> race.tell(Observation.of_counts("tree", 500, 400, 450, 340))
        >>> race.tell(Observation.of_counts("svm", 500, 400, 300, 240))
        >>> [row.told() for row in standings(race)]
        ['winner', 'excluded by its full run (tree)']
        """
        if self.standing == "failed":
            return f"failed: {self.failure}"
        if self.excluded_by is None:
            return self.standing
        if self.excluded_by == "past curves":
            return "excluded by past curves"
        by = "its full run" if self.excluded_by == "full run" else bounding(proven)
        return f"excluded by {by} ({self.beaten_by})"


def bounding(proven: bool) -> str:
    """What a bound is called that excludes a candidate."""
    return "proof" if proven else "bounds"
