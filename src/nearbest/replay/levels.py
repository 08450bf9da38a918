"""From which stop level on races on recorded curves would not have ended wrongly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from nearbest.errors import InvalidInput
from nearbest.forecast import CalibratedOutlook
from nearbest.forecast.calibration import NEVER, UNCONFIRMED, wrong_from
from nearbest.forecast.shipped import shipped_levels
from nearbest.race.bounds import Exact
from nearbest.race.race import Race
from nearbest.race.schedulers.frugal import WORTH_A_PROBE, Frugal, is_confirmed
from nearbest.race.schedulers.ledger import Ledger
from nearbest.race.stopping import Calibrated, Ending
from nearbest.replay.curves import Curves
from nearbest.replay.probe import RecordedProbe
from nearbest.running.executors import Serial
from nearbest.running.keeping import Keeper
from nearbest.running.loop import run
from nearbest.running.resources import Execution

#: How many races there are with so many candidates, drawn; three more have them all.
DRAWN = {3: 8, 5: 10, 10: 10, 20: 4}
N_WHOLE = 3
#: With fewer there is hardly a race.
FEWEST_CANDIDATES = 3
#: Nothing that levels depend on, but plans have one.
DELTA = 0.1
ROUNDING = 1e-9


def wrong_levels(curves: Curves) -> dict[float, list[float]]:
    """For each tolerated loss that ships, `wrong_from` of races on these curves.

    Parameters
    ----------
    curves : Curves
        Of candidates that were trained at every size, by a score that past curves tell of.
    """
    curves = _checked(curves)
    return {
        epsilon: [_wrong_from(drawn, epsilon, seed) for drawn, seed in _races(curves)]
        for epsilon in shipped_levels(curves.scale).by_epsilon
    }


class Watched(Calibrated):
    """The calibrated rule, which notes how sure it is after each probe and goes on.

    Attributes
    ----------
    p : list of float
        After each probe how sure the rule was, held against the winner's full run too.
    winners : list of str
    """

    def __init__(self, curves: Curves, enough: float) -> None:
        self._curves, self._enough = curves, enough
        self.p: list[float] = []
        self.winners: list[str] = []
        self._n_seen = 0
        self._ledger: Ledger | None = None

    def ending(self, race: Race) -> Ending | None:
        """Once hardly any doubt is left, or everybody was trained on all rows."""
        if not race.all_probed:
            return None
        if len(race.history) > self._n_seen:
            self._n_seen = len(race.history)
            self._note(race)
        return "forecast" if self.p[-1] >= self._enough or self._is_measured(race) else None

    def _note(self, race: Race) -> None:
        ledger = self._ledger = self._ledger or Ledger(race)
        ledger.take_in()
        winner = self.winner(race)
        final = self._curves.final(winner)
        stated = race.forecast.prediction(winner).probability
        delivered = race.forecast.prediction(winner, final).probability
        limit = 1.0 if is_confirmed(ledger, winner) else UNCONFIRMED
        self.p.append(1.0 if self._is_measured(race) else min(stated, delivered, limit))
        self.winners.append(winner)


def _wrong_from(curves: Curves, epsilon: float, seed: int) -> float:
    """Of one race."""
    plan = replace(curves.plan(epsilon, DELTA), thrifty=curves.scale.kind == "counts")
    outlook = CalibratedOutlook(plan, levels=shipped_levels(curves.scale))
    outlook.stop_level = NEVER  # it is watched until the end
    rule = Watched(curves, outlook.tuning.enough)
    race = Race(plan, Exact(), rule=rule, forecaster=outlook)
    probe = RecordedProbe(curves, seed)
    run(race, Frugal(), Execution(probe, Serial(), 1, Keeper()), clock=probe.clock)
    wrong = [curves.loss(winner) > epsilon + ROUNDING for winner in rule.winners]
    return wrong_from(np.array(rule.p), np.array(wrong))


def _races(curves: Curves) -> Iterator[tuple[Curves, int]]:
    """Candidates and seed of each race."""
    names = np.array(curves.names)
    for n, n_races in DRAWN.items():
        for seed in range(n_races if n < len(names) else 0):
            chosen = np.random.default_rng([seed, n]).choice(names, n, replace=False)
            yield curves.among(set(chosen)), seed
    for seed in range(N_WHOLE):
        yield curves, seed


def _checked(curves: Curves) -> Curves:
    """The candidates that were trained at every size; raise where these are no dataset."""
    sizes = max((tuple(curves.recorded(name)) for name in curves.names), key=len)
    whole = {name for name in curves.names if tuple(curves.recorded(name)) == sizes}
    if len(whole) < FEWEST_CANDIDATES:
        raise InvalidInput(
            f"At least {FEWEST_CANDIDATES} candidates must have been trained at every size; "
            f"got {len(whole)}."
        )
    fewest = shipped_levels(curves.scale).fewest_rows
    if sizes[-1] < fewest or sizes[0] * WORTH_A_PROBE > sizes[-1]:
        raise InvalidInput(
            f"A recording must have at least {fewest:,} training rows, and {WORTH_A_PROBE} "
            f"times as many as its smallest sample; got {sizes[-1]:,} and {sizes[0]:,}."
        )
    return curves.among(whole)
