"""How each candidate stands: one row for tables, reports, JSON and the live view."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable

from nearbest.race.answer.grounds import exclusions
from nearbest.race.answer.row import Row, Standing
from nearbest.race.certificate import Certificate, Reason
from nearbest.race.cost import Seconds
from nearbest.race.interval import Interval
from nearbest.race.observation import Observation
from nearbest.race.race import Race
from nearbest.race.track import Track


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
            full_run=full_run_time(self.race, track),
            ran_in_full=last is not None and last.n_train == full,
            failure=track.failure,
            warnings=tuple(dict.fromkeys(w for probe in track.probes for w in probe.warnings)),
            others={each.name: each.test.value for each in last.others} if last else {},
        )

    def _standing(self, name: str) -> tuple[Standing, Reason | None, str | None]:
        """Standing, what excluded it, and whom it was compared with."""
        found = self.race.role(name)
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
    if race.role(name) != "pruned":
        return None
    by = next(p.by for p in reversed(race.prunings) if p.configuration == name)
    return race.incumbent if race.role(by) == "failed" else by


def scores(probe: Observation) -> tuple[float | None, float]:
    """Training and test score of a successful probe; a full run may have the second alone."""
    return probe.train_score if probe.train.is_measured else None, probe.test_score


def full_run_time(race: Race, track: Track) -> Seconds | None:
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
    if race.incumbent is None or not race.has_forecaster:
        return {}
    winner, forecast = race.winner, race.forecast
    threats = forecast.threats(winner)
    return {
        name: 0.0 if name == winner else float(threat)
        for name, threat in zip(race.plan.names, threats, strict=True)
        if race.tracks[name].failure is None and forecast.covers(name)
    }
