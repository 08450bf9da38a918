"""Races on recorded curves: which probes are made, what is believed after each."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from scipy.special import ndtr, ndtri

from lab import cost as costs
from lab.outlooks import Outlooks, first_size
from lab.prefixes import PATTERNS

CODE = {p: i for i, p in enumerate(PATTERNS)}
NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(7)
WEIGHTS = WEIGHTS / WEIGHTS.sum()


@dataclass(frozen=True)
class Settings:
    """What a race can be told; all that is tuned is here."""

    epsilon: float = 0.01
    n_draws: int = 600
    shared: float = 0.07
    shared_by_kind: float = 0.35
    width: float = 1.0
    budget: float = 0.08
    excluded: float = 0.002
    confirm: float = 0.25
    settle: float = 0.9997
    smooth: float = 0.001
    power: float = 0.75
    concave: float = 0.5
    wild: float = 3.0
    caution: float = 1.0
    from_gains: float = 1.0
    largest_surprise: float = 4.0
    sure: float = 0.8
    often_wild: float = 0.0
    doubt: float = 10.0
    far: float = 2.5
    other_kind: float = 0.25
    own_past: float = 0.5
    prior_bias: float = 4.0
    prior_width: float = 6.0
    narrowest: float = 0.7


@dataclass
class Trace:
    """After each moment: cost so far, stated probability, who wins, and what that loses."""

    cost: list = field(default_factory=list)
    p: list = field(default_factory=list)
    winner: list = field(default_factory=list)
    guess: list = field(default_factory=list)
    probes: list = field(default_factory=list)

    def arrays(self):
        return np.array(self.cost), np.array(self.p), np.array(self.winner)


class Race:
    """One race; `run` goes on until hardly any doubt or nothing to probe is left."""

    def __init__(self, out: Outlooks, settings: Settings, seed: int) -> None:
        self.out, self.s = out, settings
        t = out.table
        self.n, self.m = out.seen.shape
        self.sizes, self.full = t.sizes, self.m - 1
        self.last = np.full(self.n, -1)
        self.steps = np.zeros((self.n, 2), int)
        rng = np.random.default_rng(seed)
        d = settings.n_draws
        own = max(1 - settings.shared - settings.shared_by_kind, 0.0)
        kinds = out.kinds
        x = (
            np.sqrt(settings.shared) * rng.normal(size=(1, d))
            + np.sqrt(settings.shared_by_kind) * rng.normal(size=(11, d))[kinds]
            + np.sqrt(own) * rng.normal(size=(self.n, d))
        )
        wild = np.where(rng.random((self.n, d)) < settings.often_wild, settings.wild, 1.0)
        self.z = settings.width * wild * out.forecaster.residuals(kinds, ndtr(x))
        self.centre, self.below, self.above = np.zeros((3, self.n))
        self.surprises: list[tuple[int, float]] = []
        alike = kinds[:, None] == kinds[None, :]
        self.alike = np.where(alike, 1.0, settings.other_kind) * (1 - np.eye(self.n))
        self.sum_z, self.sum_zz, self.count = np.zeros((3, self.n))
        self.spent = self.below_full = 0.0
        self.ahead_cost = np.full((self.n, 3), np.inf)
        self.ahead_left = np.zeros((self.n, 3))
        self.low_full = np.zeros(self.n)
        self.trace = Trace()

    # ---- probing

    def probe(self, i: int, a: int) -> None:
        previous = self.last[i]
        had_gain = self.steps[i, 0] > 0
        step = a - previous if previous >= 0 else 0
        self.last[i] = a
        c = self.out.cost[i, a]
        self.spent += c
        self.trace.probes.append((i, a))
        if a == self.full:
            if self.below[i] > 0 and (had_gain or not self.s.from_gains):
                self.learn(i, self.out.seen[i, a], 0.0)
            self.centre[i], self.below[i], self.above[i] = self.out.seen[i, a], 0.0, 0.0
            self.ahead_cost[i] = np.inf
            self.low_full[i] = c
            return
        self.below_full += c
        step = min(step, 2)
        self.steps[i] = (step, min(self.steps[i, 0], 2) if previous >= 0 else 0)
        j = CODE[tuple(self.steps[i])]
        o = self.out
        centre, below, above = o.seen[i, a] + o.centre[i, a, j], o.below[i, a, j], o.above[i, a, j]
        if self.below[i] > 0 and (had_gain or not self.s.from_gains):
            self.learn(i, centre, below + above)
        self.centre[i], self.below[i], self.above[i] = centre, below, above
        self._look_at_costs(i, previous, a)

    def learn(self, i: int, centre: float, width: float) -> None:
        """How far a forecast moved tells how far the others' may be wrong on this dataset."""
        above, below = self.above[i], self.below[i]
        moved = centre - self.centre[i]
        scale = (above if moved > 0 else below) / 1.2816  # quantiles of 10 % and 90 %
        share = min(width / (above + below), 0.85)
        z = float(np.clip(moved / (scale * np.sqrt(1 - share**2)), -self.s.largest_surprise, self.s.largest_surprise))
        weight = self.alike[i].copy()
        weight[i] = self.s.own_past
        self.sum_z += weight * z
        self.sum_zz += weight * z * z
        self.count += weight

    def draw(self) -> None:
        """Final scores by forecast, with what was learned about this dataset."""
        s = self.s
        bias = self.sum_z / (self.count + s.prior_bias)
        wider = np.sqrt((self.sum_zz + s.prior_width) / (self.count + s.prior_width))
        wider = np.clip(wider, s.narrowest, 4.0)
        z = self.z * wider[:, None] + (bias / 1.2816)[:, None]
        rest = np.where(z < 0, self.below[:, None], self.above[:, None]) * z
        self.draws = np.clip(self.centre[:, None] + rest, 0, 1)
        self.mean, self.spread = self.draws.mean(axis=1), self.draws.std(axis=1)

    def next_sizes(self, a: int) -> list[int]:
        """Sizes to weigh next: a fourfold step, near the end a double one too, and the full size."""
        far = np.log2(self.sizes[-1] / self.sizes[a]) > self.s.far
        ahead = [b for b in ((a + 2,) if far else (a + 1, a + 2)) if b < self.full]
        return ahead + [self.full] * (3 - len(ahead))

    def _look_at_costs(self, i, previous, a):
        t = self.out.table
        ahead = self.next_sizes(a)
        fit = t.fit_time[i, a]
        power = costs.USUAL
        if previous >= 0:
            power = costs.exponent(self.sizes[a], self.sizes[previous], fit, t.fit_time[i, previous])
        rows = self.sizes[ahead]
        later = costs.fit_time_at(rows, self.sizes[a], fit, power)
        scored = np.where(np.array(ahead) == self.full, t.n_test, np.minimum(3 * rows, 3 * t.n_test))
        scoring = t.predict_row[i, a] * scored
        scoring = np.where(np.array(ahead) == self.full, scoring, np.minimum(scoring, np.maximum(later, t.predict_row[i, a] * 4000)))
        self.ahead_cost[i] = later + scoring + 1e-4
        low = costs.fit_time_at(self.sizes[-1], self.sizes[a], fit, min(power, costs.LOW))
        self.low_full[i] = low + t.predict_row[i, a] * t.n_test
        left = np.log2(self.sizes[-1] / self.sizes[a])
        self.ahead_left[i] = np.log2(self.sizes[-1] / rows) / left

    # ---- beliefs

    def judge(self) -> None:
        """Who wins, how surely, and who threatens it."""
        e = self.s.epsilon
        self.draw()
        top = self.draws.max(axis=0)
        chance = (self.draws >= top - e).mean(axis=1)
        safe = self.mean - self.s.caution * self.spread
        if chance.max() >= self.s.sure:
            w = int(np.lexsort((safe, np.round(chance, 2)))[-1])
        else:
            w = int(np.argmax(safe))
        own = self.draws[w]
        lead = own[None, :] + e - self.draws
        self.threat = (lead < 0).mean(axis=1)
        others = np.delete(lead, w, axis=0).min(axis=0) if self.n > 1 else np.full(own.shape, 1.0)
        self.p = float(ndtr(others / self.s.smooth).mean()) if self.s.smooth else float((others >= 0).mean())
        self.risk = float((others < 0).mean())
        self.w, self.rival_lead = w, others

    @property
    def confirmed(self) -> bool:
        below = self.last[self.last < self.full]
        largest = self.sizes[below.max()] if len(below) else 0
        return self.last[self.w] == self.full or self.sizes[self.last[self.w]] >= self.s.confirm * largest

    def note(self) -> None:
        self.judge()
        self.trace.cost.append(self.spent)
        self.trace.p.append(self.p if self.confirmed else min(self.p, 0.5))
        self.trace.winner.append(self.w)
        self.trace.guess.append([int(np.argmax(self.mean - c * self.spread)) for c in (0.0, 0.5, 1.0, 2.0)])

    # ---- scheduling

    def worth(self) -> np.ndarray:
        """Expected fall of the risk for each candidate and each of its next sizes.

        A rival and the winner lie `apart`, with a spread that both have a part in; it is
        scaled so that a normal tail gives the threat that the draws show.
        """
        e, w = self.s.epsilon, self.w
        apart = self.mean[w] - self.mean
        tail = self.threat.copy()
        spread = self.spread
        other = np.full(self.n, spread[w])
        apart[w] = max(float(self.rival_lead.mean()) - e, 0.0)
        tail[w], other[w] = self.risk, float((self.rival_lead - self.draws[w]).std())
        none = tail <= 0
        tail = np.clip(tail, 1e-4, 0.49)
        sigma = np.maximum(apart + e, 0.001) / -ndtri(tail)
        total = np.hypot(spread, other) + 1e-9
        share = self.ahead_left**self.s.power
        rest = np.sqrt((spread[:, None] * share) ** 2 + other[:, None] ** 2) / total[:, None]
        after = sigma[:, None] * np.maximum(rest, 1e-3)
        moved = np.sqrt(np.maximum(sigma[:, None] ** 2 - after**2, 0))
        place = apart[:, None, None] + moved[:, :, None] * NODES
        after = after[:, :, None]
        risk = np.minimum(ndtr((-place - e) / after), ndtr((place - e) / after))
        # a race ends when the risk is small, so what counts is how small it will probably be,
        # not its mean, which no honest probe changes much
        expected = risk**self.s.concave @ WEIGHTS
        gain = tail[:, None] * np.maximum(1 - expected / tail[:, None] ** self.s.concave, 0.0)
        gain[none] = 0.0
        return gain

    def allowed(self) -> float:
        """What probes below the full size may still cost.

        Even if every candidate that may need its full run gets it, all probes together
        cost at most a tenth of all full runs more. Estimates are low ones.
        """
        full = self.low_full
        needed = np.minimum(1.0, self.s.doubt * self.threat)
        needed[self.w] = 1.0
        needed[self.last == self.full] = 1.0
        return self.s.budget * full.sum() + 0.8 * (full * (1 - needed)).sum() - self.below_full

    def choose(self) -> tuple[int, int] | None:
        open_ = self.last < self.full
        if not open_.any():
            return None
        w = self.w
        if not self.confirmed and self.p > 0.9:
            below = self.last[self.last < self.full]
            a = int(below.max())
            while a - 1 > self.last[w] and self.sizes[a - 1] >= self.s.confirm * self.sizes[below.max()]:
                a -= 1
            if self.out.cost[w, a] and self.ahead_cost[w, 0] <= self.allowed():
                return w, a
            return w, self.full
        gain = self.worth()
        ahead = np.array([self.next_sizes(a) for a in np.minimum(self.last, self.full - 1)])
        rate = gain / self.ahead_cost
        rate[~open_] = -1
        budget = self.allowed()
        dear = (ahead < self.full) & (self.ahead_cost > budget)
        rate[dear] = -1
        if rate.max() > 0:
            i, j = np.unravel_index(np.argmax(rate), rate.shape)
            return int(i), int(ahead[i, j])
        # no doubt that a probe below the full size could settle: full runs, best first
        if open_[w]:
            return w, self.full
        rivals = np.where(open_, self.threat + 1e-6 * self.mean, -1)
        return int(np.argmax(rivals)), self.full

    def run(self) -> Trace:
        first = first_size(self.sizes)
        for i in range(self.n):
            self.probe(i, first)
        if first + 1 < self.full and self.sizes[first + 1] * 16 <= self.sizes[-1]:
            for i in range(self.n):
                self.probe(i, first + 1)
        self.note()
        while self.p < self.s.settle or not self.confirmed:
            task = self.choose()
            if task is None:
                break
            self.probe(*task)
            self.note()
        if (self.last == self.full).all():
            self.trace.p[-1] = 1.0
        return self.trace
