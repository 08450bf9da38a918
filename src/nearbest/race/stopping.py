"""When a race may end, and which candidate it would end with.

A rule reads a race and says how it has ended, or None to go on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol, get_args

from nearbest.arguments import check_choice, is_number
from nearbest.errors import NotSupported
from nearbest.race.prediction import RAREST, Prediction

if TYPE_CHECKING:
    from nearbest.race.race import Race

StopAt = Literal["proved", "predicted"]
STOP_AT: tuple[StopAt, ...] = get_args(StopAt)

#: "proved": no rival is left that could be better by more than ε. "forecast": past curves
#: say so. "undone": they said so, and the model measured since is worse than they said.
#: "stopped": by a timeout or by hand, before either.
Ending = Literal["proved", "forecast", "undone", "stopped"]

#: Probabilities are shares of draws, so that exactly 1 − δ may come out a little less.
ROUNDING = 1e-9


class StoppingRule(Protocol):
    """Says whether a race has ended, and which candidate it would end with now."""

    @property
    def stop_at(self) -> StopAt:
        """What users call the rule."""

    def ending(self, race: Race) -> Ending | None:
        """How the race has ended; None if it is to go on."""

    def winner(self, race: Race) -> str:
        """The candidate to choose if the race ended now; one has been probed."""

    def prediction(self, race: Race, measured: float | None) -> Prediction | None:
        """What is forecast of the winner, or of its model if that was measured."""


class UntilProved:
    """Go on until no rival can be better by more than ε; meanwhile, the paper's guess."""

    stop_at: StopAt = "proved"

    def ending(self, race: Race) -> Ending | None:
        """Only a proof ends the race."""
        return "proved" if race.decided else None

    def winner(self, race: Race) -> str:
        """The paper's any-time answer."""
        return race.papers_guess

    def prediction(self, race: Race, measured: float | None) -> Prediction | None:
        """What the forecast says beside the proof, if there is one."""
        if race.forecaster is None:
            return None
        return race.forecast.prediction(self.winner(race), measured)


class UntilForecast(UntilProved):
    """Go on until the winner is within ε with probability 1 − δ by past curves, or proof."""

    stop_at: StopAt = "predicted"

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
        return race.papers_guess


@dataclass(frozen=True)
class Concluded:
    """What a run that has ended chose and said then.

    The past curves at hand may have changed since, and with them the forecast.
    """

    stop_at: StopAt
    choice: str
    said: Prediction
    by_forecast: bool

    def ending(self, race: Race) -> Ending | None:
        """How it ended then."""
        if race.decided:
            return "proved"
        return "forecast" if self.by_forecast else None

    def winner(self, race: Race) -> str:
        """Who was chosen then."""
        return self.choice

    def prediction(self, race: Race, measured: float | None) -> Prediction | None:
        """What was forecast then, of the model that was measured then."""
        return self.said


def rule_named(stop_at: StopAt) -> StoppingRule:
    """The rule that a name stands for."""
    return UntilProved() if stop_at == "proved" else UntilForecast()


def check_stop_at(stop_at: StopAt, delta: float) -> None:
    """Raise unless there is such a rule, and forecasts can tell so small a δ from 0."""
    check_choice("stop_at", stop_at, STOP_AT)
    if stop_at == "predicted" and is_number(delta) and delta < RAREST:
        raise NotSupported(
            f"`delta` must be at least {RAREST:g} where `stop_at` is 'predicted', as "
            f"past learning curves tell of nothing rarer; got {delta!r}."
        )
