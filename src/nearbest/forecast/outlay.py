"""What probes have cost, beside what training the winner on all rows does."""

from __future__ import annotations

from collections.abc import Sequence

from nearbest.race.cost import Cost, CostModel, spent_on
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan


class Outlay:
    """The time that went into probes of all candidates; or the rows, if those are the cost.

    Parameters
    ----------
    plan : Plan
    cost : {"seconds", "rows"}, default="seconds"
        As the schedulers count; by rows a race is repeatable.

    Examples
    --------
    >>> sizes = (1_000, 8_000)
    >>> outlay = Outlay(Plan({"tree": sizes, "forest": sizes}, n_test=2_000))
    >>> outlay.tell("tree", [Observation("tree", 1_000, 2_000, fit_time=1.0)])
    >>> outlay.tell("forest", [Observation("forest", 1_000, 2_000, fit_time=3.0)])
    >>> round(outlay.relative_to("tree"), 6)  # 4 s so far, and 8 s for all rows
    0.5
    """

    def __init__(self, plan: Plan, cost: Cost = "seconds") -> None:
        self._plan, self._cost = plan, cost
        self._probes: dict[str, Sequence[Observation]] = {}
        self._by_name: dict[str, float] = {}
        self._in_all = 0.0

    def branch(self) -> Outlay:
        """The same so far, to go on beside this one."""
        new = Outlay(self._plan, self._cost)
        new._probes, new._by_name = dict(self._probes), dict(self._by_name)
        new._in_all = self._in_all
        return new

    def tell(self, name: str, probes: Sequence[Observation]) -> None:
        """All probes of a candidate so far, by rising size."""
        spent = sum(spent_on(probe, self._cost) for probe in probes)
        self._in_all += spent - self._by_name.get(name, 0.0)
        self._by_name[name], self._probes[name] = spent, probes

    def relative_to(self, winner: str) -> float:
        """The time so far in full runs of the winner, its own full run left out."""
        full = self._full_run(winner)
        made = full if self._is_run_in_full(winner) else 0.0
        return (self._in_all - made) / full if full else float("inf")

    def _is_run_in_full(self, name: str) -> bool:
        return self._plan.is_full(self._probes[name][-1])

    def _full_run(self, name: str) -> float:
        """Cost of a full run: measured, or expected by the probes there are."""
        probes, plan = self._probes[name], self._plan
        if self._is_run_in_full(name):
            return spent_on(probes[-1], self._cost)
        model = CostModel.of(probes).counted_in(self._cost)
        return model.full_run(plan.full_size(name), plan.n_test).seconds
