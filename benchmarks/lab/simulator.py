"""Races on recorded curves: which probes are made, what is believed after each."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from scipy.special import ndtr, ndtri

from lab import cost as costs
from lab.outlooks import Outlooks
from lab.prefixes import PATTERNS

CODE = {p: i for i, p in enumerate(PATTERNS)}
NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(7)
WEIGHTS = WEIGHTS / WEIGHTS.sum()


@dataclass(frozen=True)
class Settings:
    """What a race can be told; all that is tuned is here."""

    epsilon: float = 0.01
    n_draws: int = 600
    shared: float = 0.2
    shared_by_kind: float = 0.2
    width: float = 1.0
    start: float = 256.0
    budget: float = 0.08
    excluded: float = 0.002
    confirm: float = 0.25
    settle: float = 0.9997
    smooth: float = 0.001
    power: float = 0.75


@dataclass
class Trace:
    """After each moment: cost so far, stated probability, who wins, and what that loses."""

    cost: list = field(default_factory=list)
    p: list = field(default_factory=list)
    winner: list = field(default_factory=list)
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
        self.z = settings.width * out.forecaster.residuals(kinds, ndtr(x))
        self.draws = np.zeros((self.n, d), np.float32)
        self.mean = np.zeros(self.n)
        self.spent = self.below_full = 0.0
        self.ahead_cost = np.full((self.n, 3), np.inf)
        self.ahead_left = np.zeros((self.n, 3))
        self.trace = Trace()

    # ---- probing

    def probe(self, i: int, a: int) -> None:
        previous = self.last[i]
        step = a - previous if previous >= 0 else 0
        self.last[i] = a
        c = self.out.cost[i, a]
        self.spent += c
        self.trace.probes.append((i, a))
        if a == self.full:
            self.draws[i] = self.mean[i] = self.out.seen[i, a]
            self.ahead_cost[i] = np.inf
            return
        self.below_full += c
        step = min(step, 2)
        self.steps[i] = (step, min(self.steps[i, 0], 2) if previous >= 0 else 0)
        j = CODE[tuple(self.steps[i])]
        o = self.out
        z = self.z[i]
        rest = o.centre[i, a, j] + np.where(z < 0, o.below[i, a, j], o.above[i, a, j]) * z
        self.draws[i] = np.clip(o.seen[i, a] + rest, 0, 1)
        self.mean[i] = self.draws[i].mean()
        self._look_at_costs(i, previous, a)

    def _look_at_costs(self, i, previous, a):
        t = self.out.table
        ahead = [b for b in (a + 1, a + 2) if b < self.full][:2]
        ahead = ahead + [self.full] * (3 - len(ahead))
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
        left = np.log2(self.sizes[-1] / self.sizes[a])
        self.ahead_left[i] = np.log2(self.sizes[-1] / rows) / left

    # ---- beliefs

    def judge(self) -> None:
        """Who wins, how surely, and who threatens it."""
        e = self.s.epsilon
        top = self.draws.max(axis=0)
        chance = (self.draws >= top - e).mean(axis=1)
        w = int(np.lexsort((self.mean, np.round(chance, 3)))[-1])
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

    # ---- scheduling

    def worth(self) -> np.ndarray:
        """Expected fall of the risk for each candidate and each of its next sizes."""
        e, w = self.s.epsilon, self.w
        delta = self.mean[w] - self.mean
        tail = np.clip(self.threat, 1e-4, 0.4999)
        delta[w] = max(float(self.rival_lead.mean()) - e, 0.0)
        tail[w] = np.clip(self.risk, 1e-4, 0.4999)
        far = np.maximum(delta + e, 0.002)
        sigma = far / -ndtri(tail)
        share = self.ahead_left**self.s.power
        after = sigma[:, None] * np.maximum(share, 1e-3)
        moved = np.sqrt(np.maximum(sigma[:, None] ** 2 - after**2, 0))
        place = delta[:, None, None] + moved[:, :, None] * NODES
        risk = np.minimum(ndtr((-place - e) / after[:, :, None]), ndtr((place - e) / after[:, :, None])) @ WEIGHTS
        # the winner's own share of the risk: half of it, as a rule
        gain = np.maximum(tail[:, None] - risk, 0.0)
        gain[w] *= 0.5
        gain[self.threat <= 0] = 0.0
        if self.risk > 0:
            gain[w] = np.maximum(gain[w], 1e-6)
        return gain

    def allowed(self) -> float:
        """What probes below the full size may still cost."""
        full = np.where(np.isfinite(self.ahead_cost[:, 2]), self.ahead_cost[:, 2], self.out.cost[:, -1])
        excluded = (self.threat < self.s.excluded) & (np.arange(self.n) != self.w) & (self.last < self.full)
        return self.s.budget * full.sum() + full[excluded].sum() - self.below_full

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
        ahead = np.stack([np.minimum(self.last + 1, self.full), np.minimum(self.last + 2, self.full), np.full(self.n, self.full)], 1)
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
        first = int(np.searchsorted(self.sizes * self.s.start, self.sizes[-1] * 1.001) - 1)
        first = min(max(first, 0), self.full)
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
