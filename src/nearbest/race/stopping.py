"""When a race may end, and which candidate it would end with.

A rule reads a race and says how it has ended, or None to go on.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from nearbest.race.measured import best_measured
from nearbest.race.prediction import Prediction
from nearbest.race.score import ROUNDING
from nearbest.race.stop_at import StopAt

if TYPE_CHECKING:
    from nearbest.race.race import Race

#: "proved": no rival is left that could be better by more than ε. "forecast": past curves
#: say so. "undone": they said so, and the model measured since is worse than they said.
#: "stopped": by a timeout or by hand, before either.
Ending = Literal["proved", "forecast", "undone", "stopped"]


class StoppingRule(Protocol):
    """Says whether a race has ended, and which candidate it would end with now."""

    @property
    def stop_at(self) -> StopAt:
        """What users call the rule."""

    @property
    def trusts_bounds(self) -> bool:
        """Whether every upper bound counts, as in the paper and in version 0.1.0.

        Other rules ask whether it is credible. Certificates keep the words of that version.
        """

    @property
    def needs_forecast(self) -> bool:
        """Whether past curves may end the race."""

    @property
    def is_calibrated(self) -> bool:
        """Whether that is at a level that holds for the scheduler it was calibrated with."""

    def ending(self, race: Race) -> Ending | None:
        """How the race has ended; None if it is to go on."""

    def winner(self, race: Race) -> str:
        """The candidate to choose if the race ended now; one has been probed."""

    def in_play(self, race: Race) -> Collection[str]:
        """Those whose probes may still matter."""

    def prediction(self, race: Race, measured: float | None = None) -> Prediction | None:
        """What is forecast of the winner, or of its model if that was measured."""


class PapersRule:
    """The paper's: go on until no rival's upper bound is more than ε above the best lower one.

    Every upper bound counts, whoever breaks the assumption it rests on. It is kept for
    the experiments, and for runs that began with it.
    """

    stop_at: StopAt = "paper"
    trusts_bounds = True
    needs_forecast = False
    is_calibrated = False

    def ending(self, race: Race) -> Ending | None:
        """Only a proof ends the race."""
        return "proved" if race.decided else None

    def winner(self, race: Race) -> str:
        """The paper's any-time answer; the largest lower bound where candidates arrive.

        The paper may choose the highest upper bound, which newcomers have.
        """
        if race.plan.is_open and race.incumbent is not None:
            return race.incumbent
        return race.papers_guess

    def in_play(self, race: Race) -> Collection[str]:
        """The contenders."""
        return race.contenders

    def prediction(self, race: Race, measured: float | None = None) -> Prediction | None:
        """What past curves say; None without them, or before the first probe."""
        if race.incumbent is None or not race.has_forecaster:
            return None
        return race.forecast.prediction(race.winner, measured)


class UntilProved(PapersRule):
    """Go on until no rival can be better by more than ε, by upper bounds that are credible.

    Where a bound is not, its candidate has none before its full run. Stopped sooner, the
    choice is who was measured best.
    """

    stop_at: StopAt = "proved"
    trusts_bounds = False

    def winner(self, race: Race) -> str:
        """Who is proved to be within ε, or else was measured best."""
        return race.incumbent if race.incumbent and race.decided else best_measured(race)


class UntilForecast(PapersRule):
    """Go on until past curves state a probability of 1 − δ, or a proof: as in 0.1.0.

    What is stated was not calibrated, and is too high. It is kept for the experiments,
    and for runs that began with it.
    """

    stop_at: StopAt = "stated"
    needs_forecast = True

    def ending(self, race: Race) -> Ending | None:
        """The proof, or the forecast once every candidate has been probed."""
        if race.decided:
            return "proved"
        if not race.all_probed:
            return None
        found = race.forecast.prediction(self.winner(race))
        return "forecast" if 1 - found.probability <= race.plan.delta + ROUNDING else None

    def winner(self, race: Race) -> str:
        """Who is most probably within ε; the paper's guess where no forecast tells."""
        if not race.decided and race.all_probed:
            best = race.forecast.best
            if race.forecast.prediction(best).probability > 0:
                return best
        return super().winner(race)


class Calibrated(UntilProved):
    """Go on until the forecast is as sure as the calibrated level asks, and is confirmed.

    The level covers every rival, so that δ is spent once: a proof alone ends the race
    only where there is no forecast. The winner is trained on all rows, and its score held
    against the others, before the race ends.
    """

    stop_at: StopAt = "calibrated"
    needs_forecast = True
    is_calibrated = True

    def ending(self, race: Race) -> Ending | None:
        """By the forecast, or by proof where there is none or all was measured."""
        if race.incumbent is None or len(self.in_play(race)) == 1:
            return "proved" if race.decided else None
        if not race.all_probed:
            return None
        if not race.in_full and race.forecast.is_complete:
            return None  # no winner is confirmed without a full run, and judging takes its time
        if race.forecast.verdict is None or self._is_measured(race):
            return "proved" if self._is_proved(race) else None
        winner = self.winner(race)
        if not (race.exhausted(winner) and race.forecast.prediction(winner).suffices):
            return None
        return "proved" if self._is_proved(race) else "forecast"

    def winner(self, race: Race) -> str:
        """Who the forecast chooses; where it says nothing, who was measured best.

        It says nothing while more candidates are to come: it is made anew for each.
        """
        if race.more_to_come:
            return best_measured(race)
        verdict = race.forecast.verdict
        if verdict is not None:
            return race.plan.names[verdict.winner]
        covered = any(
            track.probes and track.failure is None and race.forecast.covers(name)
            for name, track in race.tracks.items()
        )
        return race.forecast.best if covered else super().winner(race)

    def in_play(self, race: Race) -> Collection[str]:
        """All that have not failed: the forecast weighs those that are pruned, too."""
        return race.alive

    def prediction(self, race: Race, measured: float | None = None) -> Prediction | None:
        """What past curves say, once nobody is to come any more."""
        return None if race.more_to_come else super().prediction(race, measured)

    def _is_proved(self, race: Race) -> bool:
        return len(excluded_by_proof(race)) == len(self.in_play(race)) - 1

    def _is_measured(self, race: Race) -> bool:
        return all(race.exhausted(name) for name in self.in_play(race))


def excluded_by_proof(race: Race) -> list[str]:
    """Rivals that bounds exclude: out of play, or within ε of the winner's lower bound."""
    if race.incumbent is None:
        return []
    winner, in_play = race.winner, set(race.rule.in_play(race))
    highest = race.tracks[winner].interval.lower + race.plan.epsilon + ROUNDING
    return [
        name
        for name in race.alive
        if name != winner
        and (name not in in_play or race.tracks[name].interval.upper <= highest)
    ]


@dataclass(frozen=True, slots=True)
class Concluded:
    """The rule of a race that is read from a run that has ended: it repeats what was said.

    The past curves at hand may have changed since, and with them the forecast.

    Attributes
    ----------
    rule : StoppingRule
        By which it ended.
    chosen : str
    said : Prediction
    by_forecast : bool
        Whether past curves ended it.
    """

    rule: StoppingRule
    chosen: str
    said: Prediction
    by_forecast: bool

    @property
    def stop_at(self) -> StopAt:
        """What users call the rule."""
        return self.rule.stop_at

    @property
    def trusts_bounds(self) -> bool:
        """As the rule by which it ended."""
        return self.rule.trusts_bounds

    @property
    def needs_forecast(self) -> bool:
        """As the rule by which it ended."""
        return self.rule.needs_forecast

    @property
    def is_calibrated(self) -> bool:
        """As the rule by which it ended."""
        return self.rule.is_calibrated

    def ending(self, race: Race) -> Ending | None:
        """As it was; a proof stays one."""
        return "proved" if race.decided else "forecast" if self.by_forecast else None

    def winner(self, race: Race) -> str:
        """Who was chosen."""
        return self.chosen

    def in_play(self, race: Race) -> Collection[str]:
        """Those whose probes would have mattered."""
        return self.rule.in_play(race)

    def prediction(self, race: Race, measured: float | None = None) -> Prediction | None:
        """What was forecast then."""
        return self.said


#: The rule that each name stands for.
RULES: Mapping[StopAt, type[StoppingRule]] = {
    "calibrated": Calibrated,
    "proved": UntilProved,
    "paper": PapersRule,
    "stated": UntilForecast,
}


def rule_named(stop_at: StopAt) -> StoppingRule:
    """The rule that a name stands for."""
    return RULES[stop_at]()
