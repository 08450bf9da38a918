"""Races on recorded curves: which probes are made, what is believed after each."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from lab import cost as costs
from lab import policy
from lab.beliefs import Beliefs
from lab.outlooks import Outlooks, first_size
from lab.prefixes import LONGEST, PATTERNS
from lab.settings import Settings
from lab.stopping import Verdict, judge, probability_of
from nearbest.forecast.reached import Reached
from nearbest.race.schedulers.frugal import WORTH_A_PROBE, WORTH_CONFIRMING
from nearbest.race.schedulers.ledger import SMALL_PART

CODE = {p: i for i, p in enumerate(PATTERNS)}
#: The probability of a race whose winner is not confirmed counts as at most this.
UNCONFIRMED = 0.5


@dataclass
class Trace:
    """After each moment: cost so far, the winner and the safest guess.

    `stated` is the probability by forecast, `p` the smaller of that and the probability
    once the winner's full run is known, which is what decides.
    """

    cost: list = field(default_factory=list)
    p: list = field(default_factory=list)
    stated: list = field(default_factory=list)
    winner: list = field(default_factory=list)
    guess: list = field(default_factory=list)
    probes: list = field(default_factory=list)

    def arrays(self):
        return np.array(self.cost), np.array(self.p), np.array(self.winner)


class Race:
    """One race; `run` goes on until hardly any doubt or nothing to probe is left."""

    def __init__(self, out: Outlooks, settings: Settings, seed: int) -> None:
        self.out, self.settings = out, settings
        self.n, m = out.seen.shape
        self.sizes, self.full = out.table.sizes, m - 1
        self.last = np.full(self.n, -1)
        self.reached = Reached(self.n)
        self.probed: list[list[int]] = [[] for _ in range(self.n)]
        self.steps = np.zeros((self.n, 2), int)
        self.beliefs = Beliefs(
            out.kinds, out.forecaster.residuals, settings, np.random.default_rng(seed)
        )
        self.spent = self.spent_below = 0.0
        self.ahead_cost, self.ahead_left = np.full((self.n, 3), np.inf), np.zeros((self.n, 3))
        self.low_full = np.zeros(self.n)
        self.verdict: Verdict
        self.trace = Trace()

    def probe(self, i: int, a: int) -> None:
        """Train candidate `i` at size `a`, and forecast it anew."""
        previous, had_gain = int(self.last[i]), self.steps[i, 0] > 0
        self.last[i] = a
        self.reached.tell(i, self.sizes[a], self.sizes[-1], self.out.seen[i, a])
        self.probed[i].append(a)
        spent = self.out.cost[i, a]
        self.spent += spent
        self.trace.probes.append((i, a))
        if a == self.full:
            self.beliefs.tell(i, self.out.seen[i, a], 0.0, 0.0, test=had_gain)
            self.ahead_cost[i], self.low_full[i] = np.inf, spent
            return
        self.spent_below += spent
        step = min(a - previous, LONGEST) if previous >= 0 else 0
        self.steps[i] = (step, self.steps[i, 0])
        j = CODE[tuple(self.steps[i])]
        o = self.out
        self.beliefs.tell(
            i,
            o.seen[i, a] + o.centre[i, a, j],
            o.below[i, a, j],
            o.above[i, a, j],
            test=had_gain,
        )
        self._look_at_costs(i, a)

    def _look_at_costs(self, i: int, a: int) -> None:
        t, ahead, full = self.out.table, np.array(self.next_sizes(a)), self.sizes[-1]
        model = costs.model_of(t, i, self.probed[i])
        fitting = np.array([model.fitting(rows) for rows in self.sizes[ahead]])
        scoring = costs.scoring_of(t, model.per_row, fitting, ahead)
        self.ahead_cost[i] = fitting + scoring + 1e-4
        self.ahead_left[i] = np.log2(full / self.sizes[ahead]) / np.log2(full / self.sizes[a])
        self.low_full[i] = model.low_full_run(full, t.n_test)

    def next_sizes(self, a: int) -> list[int]:
        """Sizes to weigh next: a fourfold step, near the end a double one too, and the full size."""
        far = np.log2(self.sizes[-1] / self.sizes[a]) > self.settings.far
        ahead = [b for b in ((a + 2,) if far else (a + 1, a + 2)) if b < self.full]
        return ahead + [self.full] * (3 - len(ahead))

    @property
    def largest(self) -> int:
        """The largest size probed below the full one; −1 if there is none."""
        return int(self.last[self.last < self.full].max(initial=-1))

    @property
    def confirmed(self) -> bool:
        """Whether the winner was probed on a good part of the largest probe's rows."""
        own = self.last[self.verdict.winner]
        needed = self.settings.confirm * self.sizes[self.largest] if self.largest >= 0 else 0
        return own == self.full or self.sizes[own] >= needed

    def note(self) -> None:
        draws = self.beliefs.draws()
        v = judge(draws, self.settings)
        self.verdict = v = replace(v, lagging=self._lagging(v.winner))
        ripe = self.confirmed and not v.lagging.any()
        stated = v.probability if ripe else min(v.probability, UNCONFIRMED)
        self.trace.cost.append(self.spent)
        self.trace.stated.append(stated)
        # the winner is trained in full for delivery; where its score undoes the decision,
        # the race goes on (and that training is charged to it)
        delivered = self.out.seen[v.winner, self.full]
        p = min(stated, probability_of(delivered, v.winner, draws, self.settings))
        if self._lagging(v.winner, delivered).any():
            p = min(p, UNCONFIRMED)
        self.trace.p.append(p)
        self.trace.winner.append(v.winner)
        self.trace.guess.append(
            [int(np.argmax(v.mean - c * v.spread)) for c in (0.0, 0.5, 1.0, 2.0)]
        )

    def _lagging(self, winner: int, score: float | None = None) -> np.ndarray:
        leads = self.beliefs.leads(winner, score)
        return self.reached.lagging(winner, leads, self.settings)

    def choose(self) -> tuple[int, int] | None:
        """The next probe: a candidate and a size."""
        v, s, is_full = self.verdict, self.settings, self.last == self.full
        if is_full.all():
            return None
        budget = policy.allowed(v, self.low_full, is_full, self.spent_below, s)
        if not self.confirmed and v.probability > WORTH_CONFIRMING:
            return self._confirmation(budget)
        ahead = np.array([self.next_sizes(a) for a in np.minimum(self.last, self.full - 1)])
        gain = policy.worth(v, self.ahead_left, s)
        found = policy.best_probe(v, gain, self.ahead_cost, ahead == self.full, is_full, budget)
        if found is not None:
            return found[0], int(ahead[found])
        i = policy.full_run_next(v, is_full)
        return None if i is None else (i, self.full)

    def _confirmation(self, budget: float) -> tuple[int, int]:
        w, a = self.verdict.winner, self.largest
        while (
            a - 1 > self.last[w]
            and self.sizes[a - 1] >= self.settings.confirm * self.sizes[self.largest]
        ):
            a -= 1
        return (w, a) if self.ahead_cost[w, 0] <= budget else (w, self.full)

    def run(self) -> Trace:
        first = first_size(self.sizes)
        if self.sizes[first] * WORTH_A_PROBE > self.sizes[-1]:
            first = self.full
        for i in range(self.n):
            self.probe(i, first)
        if first + 1 < self.full and self.sizes[first + 1] * SMALL_PART <= self.sizes[-1]:
            for i in range(self.n):
                self.probe(i, first + 1)
        self.note()
        while self.trace.p[-1] < self.settings.enough:
            task = self.choose()
            if task is None:
                break
            self.probe(*task)
            self.note()
        if (self.last == self.full).all():
            self.trace.p[-1] = 1.0
        return self.trace
