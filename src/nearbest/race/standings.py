"""How each candidate stands: one row for tables, reports, JSON and the live view."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from nearbest.race.certificate import Certificate, Reason
from nearbest.race.cost import Seconds
from nearbest.race.grounds import exclusions
from nearbest.race.interval import Interval
from nearbest.race.observation import Observation
from nearbest.race.race import Race
from nearbest.race.track import Track

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

    @property
    def fate(self) -> str:
        """The standing, with what excluded it or why it failed.

        Examples
        --------
        >>> from nearbest.race.bounds import Exact
        >>> from nearbest.race.plan import Plan
        >>> from nearbest.race.race import Race
        >>> race = Race(Plan({"tree": (500,), "svm": (500,)}, n_test=400), Exact())
        >>> race.tell(Observation.of_counts("tree", 500, 400, 450, 340))
        >>> race.tell(Observation.of_counts("svm", 500, 400, 300, 240))
        >>> [row.fate for row in standings(race)]
        ['winner', 'excluded by its full run (tree)']
        """
        return self.told()

    def told(self, proven: bool = True) -> str:
        """`fate`, which speaks of proof only where bounds are `proven`."""
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


def standings(
    race: Race,
    certificate: Certificate | None = None,
    *,
    names: Collection[str] | None = None,
    forecast: bool = True,
) -> tuple[Row, ...]:
    """One row per candidate, in the order in which they were given.

    Parameters
    ----------
    race : Race
    certificate : Certificate, optional
        Where there is one, its winner and that winner's interval are those told: a model
        that was measured says more than the race.
    names : collection of str, optional
        Only these.
    forecast : bool, default=True
        Whether to ask the race's forecaster, if it has one; that takes a little time.
    """
    teller = _Teller(race, certificate, forecast)
    return tuple(teller.row(name) for name in (race.plan.names if names is None else names))


def ranked(rows: Iterable[Row]) -> list[Row]:
    """The winner first, then by falling lower bound and test score, failures last."""
    return sorted(
        rows,
        key=lambda row: (
            row.standing != "winner",
            row.standing == "failed",
            -row.interval.lower,
            math.inf if row.test_score is None else -row.test_score,
        ),
    )


class _Teller:
    """What all rows of one moment share."""

    def __init__(self, race: Race, certificate: Certificate | None, forecast: bool) -> None:
        self.race, self.proved = race, None if certificate is None else certificate.interval
        self.winner: str | None = None
        if certificate is not None:
            self.winner = certificate.winner
        elif race.incumbent is not None:
            self.winner = race.winner
        self.reasons = self._reasons(certificate, forecast)
        self.chances = chances(race) if forecast else {}

    def row(self, name: str) -> Row:
        track, full = self.race.tracks[name], self.race.plan.full_size(name)
        last = track.probes[-1] if track.probes else None
        train_score, test_score = (None, None) if last is None else scores(last)
        standing, reason, beaten_by = self._standing(name)
        interval = track.interval
        if name == self.winner and self.proved is not None:
            interval = self.proved
        return Row(
            name=name,
            standing=standing,
            excluded_by=reason,
            beaten_by=beaten_by,
            interval=interval,
            expected=self._expected(name, interval),
            chance=self.chances.get(name),
            n_train=last.n_train if last else 0,
            n_test=last.n_test if last else 0,
            train_score=train_score,
            test_score=test_score,
            test_error=self.race.plan.scale.standard_error(last.test) if last else None,
            n_probes=len(track.probes),
            fit_seconds=sum(probe.fit_time for probe in track.probes),
            score_seconds=sum(probe.score_time for probe in track.probes),
            last_fit_seconds=last.fit_time if last else None,
            last_score_seconds=last.score_time if last else None,
            full_size=full,
            full_run=full_run(self.race, track),
            ran_in_full=last is not None and last.n_train == full,
            failure=track.failure,
            warnings=tuple(dict.fromkeys(w for probe in track.probes for w in probe.warnings)),
            others={each.name: each.test.value for each in last.others} if last else {},
        )

    def _standing(self, name: str) -> tuple[Standing, Reason | None, str | None]:
        """Standing, what excluded it, and whom it was compared with."""
        found = self.race.standing(name)
        if found == "failed":
            return "failed", None, None
        if name == self.winner:
            return "winner", None, None
        by = self.reasons.get(name)
        if by is None or by == "failure":
            return ("waiting" if found == "unprobed" else "in the race"), None, None
        pruner = None if by == "past curves" else pruned_by(self.race, name)
        return "excluded", by, pruner or self.winner

    def _reasons(
        self, certificate: Certificate | None, forecast: bool
    ) -> dict[str, Reason | None]:
        """What excludes each rival: by the certificate, or as one given now would say."""
        if certificate is not None:
            found = certificate.exclusions
        elif self.winner is None:
            found = ()
        else:
            lower = float(self.race.tracks[self.winner].interval.lower)
            ending = self.race.ending if forecast else None
            found = exclusions(self.race, self.winner, lower, ending or "stopped")
        return {exclusion.candidate: exclusion.by for exclusion in found}

    def _expected(self, name: str, proved: Interval) -> Interval | None:
        """What is forecast, cut to what is proved."""
        if name not in self.chances:
            return None
        forecast = self.race.forecast.interval(name)
        lower = min(max(forecast.lower, proved.lower), proved.upper)
        return Interval(lower, max(min(forecast.upper, proved.upper), lower))


def pruned_by(race: Race, name: str) -> str | None:
    """Whose lower bound keeps a configuration pruned that is pruned now.

    The one that pruned it, or the incumbent where that one has failed since.
    """
    if race.standing(name) != "pruned":
        return None
    by = next(p.by for p in reversed(race.prunings) if p.configuration == name)
    return race.incumbent if race.standing(by) == "failed" else by


def scores(probe: Observation) -> tuple[float | None, float]:
    """Training and test score of a successful probe; a full run may have the second alone."""
    return probe.train_score if probe.train.is_measured else None, probe.test_score


def full_run(race: Race, track: Track) -> Seconds | None:
    """What its full run takes without nearbest; None before the first probe.

    Measured where it was probed on all rows.
    """
    model, last = track.cost, track.probes[-1] if track.probes else None
    if model is None or last is None:
        return None
    full = race.plan.full_size(track.name)
    if last.n_train < full:
        return model.full_run(full, race.plan.n_test)
    seconds = last.fit_time + model.scoring(race.plan.n_test)
    return Seconds(seconds, seconds, seconds)


def add_up(rows: Iterable[Row]) -> Seconds | None:
    """What full runs of all candidates that can be fitted would take, one after another.

    Candidates err independently of each other, so that the range is narrower than theirs.
    """
    known = [row.full_run for row in rows if row.full_run is not None]
    if not known:
        return None
    total = sum(run.seconds for run in known)
    below = math.hypot(*(run.seconds - run.low for run in known))
    above = math.hypot(*(run.high - run.seconds for run in known))
    return Seconds(total, total - below, total + above)


def chances(race: Race) -> dict[str, float]:
    """For all with a forecast, how probably they beat the winner by more than ε."""
    if race.incumbent is None or race.forecaster is None:
        return {}
    winner, forecast = race.winner, race.forecast
    threats = forecast.threats(winner)
    return {
        name: 0.0 if name == winner else float(threat)
        for name, threat in zip(race.plan.names, threats, strict=True)
        if race.tracks[name].failure is None and forecast.covers(name)
    }
