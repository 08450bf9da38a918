"""From which stop level on races on recorded curves would not have ended wrongly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count

import numpy as np

from nearbest.errors import InvalidInput
from nearbest.forecast import CalibratedOutlook
from nearbest.forecast.calibration import NEVER, UNCONFIRMED, Levels, wrong_from
from nearbest.forecast.pasts import Past
from nearbest.forecast.quantiles import QuantileForecaster
from nearbest.forecast.shipped import shipped_levels
from nearbest.race.bounds import Exact
from nearbest.race.race import Race
from nearbest.race.schedulers.frugal import Frugal, is_confirmed
from nearbest.race.schedulers.ledger import Ledger
from nearbest.race.score import ROUNDING
from nearbest.race.sizes import WORTH_A_PROBE
from nearbest.race.stopping import Calibrated, Ending
from nearbest.race.tuning import Tuning
from nearbest.replay.curves import Curves
from nearbest.replay.probe import RecordedProbe
from nearbest.running.executors import Serial
from nearbest.running.loop import run
from nearbest.running.workers.execution import Execution
from nearbest.running.workers.kept_models import Keeper

#: How many races there are with so many candidates, drawn; three more have them all.
DRAWN = {3: 8, 5: 10, 10: 10, 20: 4}
N_WHOLE = 3
#: With fewer there is hardly a race.
FEWEST_CANDIDATES = 3
#: Nothing that levels depend on, but plans have one.
DELTA = 0.1
#: As many datasets as it takes for no level to be refused, of races that ask for none.
ENOUGH = dict.fromkeys(map(str, range(99)), (-1.0,))


def wrong_levels(curves: Curves, past: Past) -> dict[float, list[float]]:
    """For each tolerated loss that ships, `wrong_from` of races on these curves.

    Parameters
    ----------
    curves : Curves
        Of candidates that were trained at every size.
    past : Past
        The past curves of their score.
    """
    shipped = shipped_levels(past)
    curves = _checked(curves, shipped.fewest_rows)
    return {
        epsilon: [_wrong_from(drawn, epsilon, seed) for drawn, seed in _races(curves)]
        for epsilon in shipped.by_epsilon
    }


class Watched(Calibrated):
    """The calibrated rule, which notes how sure it is after each probe and goes on.

    Attributes
    ----------
    stated : list of float
        After each probe how sure the forecast was.
    p : list of float
        The smaller of that and of what it would be once the winner's full run is known,
        which is what decides.
    winners : list of str
    seconds : list of float
        When that was, in simulated time.
    """

    def __init__(self, curves: Curves, clock: Callable[[], float], enough: float) -> None:
        self._curves, self._clock, self._enough = curves, clock, enough
        self.stated: list[float] = []
        self.p: list[float] = []
        self.winners: list[str] = []
        self.seconds: list[float] = []
        self._n_seen = 0
        self._ledger: Ledger | None = None

    def ending(self, race: Race) -> Ending | None:
        """Once hardly any doubt is left, or everybody was trained on all rows."""
        if race.forecast.verdict is None:
            return None
        if len(race.history) > self._n_seen:
            self._n_seen = len(race.history)
            self._note(race)
        return "forecast" if self.p[-1] >= self._enough or self._is_measured(race) else None

    def _note(self, race: Race) -> None:
        ledger = self._ledger = self._ledger or Ledger(race)
        ledger.take_in()
        winner, is_measured = self.winner(race), self._is_measured(race)
        limit = 1.0 if is_confirmed(ledger, winner) else UNCONFIRMED
        stated = min(race.forecast.prediction(winner).probability, limit)
        delivered = race.forecast.prediction(winner, self._curves.final(winner)).probability
        self.stated.append(stated)
        self.p.append(1.0 if is_measured else min(stated, delivered))
        self.winners.append(winner)
        self.seconds.append(self._clock())


def watched(
    curves: Curves,
    epsilon: float,
    seed: int,
    forecaster: QuantileForecaster | None = None,
    tuning: Tuning | None = None,
) -> tuple[Race, Watched]:
    """A race that no level ends, and what was noted of it.

    By default it is forecast, and goes, as races that ship are.
    """
    plan = replace(curves.plan(epsilon, DELTA), thrifty=curves.scale.kind == "counts")
    levels = Levels({epsilon: ENOUGH}, fewest_rows=0)
    outlook = CalibratedOutlook(plan, forecaster, levels, tuning)
    outlook.stop_level = NEVER
    probe = RecordedProbe(curves, seed)
    rule = Watched(curves, probe.clock, outlook.tuning.enough)
    race = Race(plan, Exact(), rule=rule, forecaster=outlook)
    run(race, Frugal(), Execution(probe, Serial(), 1, Keeper()), clock=probe.clock)
    return race, rule


def _wrong_from(curves: Curves, epsilon: float, seed: int) -> float:
    """Of one race."""
    _, seen = watched(curves, epsilon, seed)
    wrong = [curves.loss(winner) > epsilon + ROUNDING for winner in seen.winners]
    return wrong_from(np.array(seen.p), np.array(wrong))


def _races(curves: Curves) -> Iterator[tuple[Curves, int]]:
    """Candidates and seed of each race."""
    names, seeds = np.array(curves.names), count()
    for n, n_races in DRAWN.items():
        for _ in range(n_races if n < len(names) else 0):
            seed = next(seeds)
            chosen = np.random.default_rng(seed).choice(names, n, replace=False)
            yield curves.among(set(chosen)), seed
    yield from ((curves, next(seeds)) for _ in range(N_WHOLE))


def _checked(curves: Curves, fewest: int) -> Curves:
    """The candidates that were trained at every size; raise where these are no dataset."""
    sizes = max((tuple(curves.recorded(name)) for name in curves.names), key=len)
    whole = {name for name in curves.names if tuple(curves.recorded(name)) == sizes}
    if len(whole) < FEWEST_CANDIDATES:
        raise InvalidInput(
            f"At least {FEWEST_CANDIDATES} candidates must have been trained at every size; "
            f"got {len(whole)}."
        )
    if sizes[-1] < fewest or sizes[0] * WORTH_A_PROBE > sizes[-1]:
        raise InvalidInput(
            f"A recording must have at least {fewest:,} training rows, and {WORTH_A_PROBE} "
            f"times as many as its smallest sample; got {sizes[-1]:,} and {sizes[0]:,}."
        )
    return curves.among(whole)
