"""What each tool had delivered by the end of its time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pandas as pd

from searches.tools import TOOLS

#: FLAML takes somewhat longer than it is given; an answer that is so much late counts.
LATE = 1.2


def answers(rows: Iterable[dict[str, Any]], budgets: Iterable[float]) -> pd.DataFrame:
    """For each search and time, the last model that was there; none has no score."""
    frame = pd.DataFrame(rows).reindex(
        columns=["table", "tool", "seconds", "seed", "used", "score", "n_tried"]
    )
    found = []
    for (table, tool, seed), part in frame.groupby(["table", "tool", "seed"]):
        for budget in budgets:
            runs = _runs(part, str(tool), budget)
            if runs.empty:
                continue
            models = runs[runs["score"].notna() & (runs["used"] <= LATE * budget)]
            last = models.iloc[-1] if len(models) else None
            found.append(
                {
                    "table": table,
                    "tool": tool,
                    "seed": seed,
                    "budget": budget,
                    "score": float("nan") if last is None else last["score"],
                    "used": float("nan") if last is None else last["used"],
                    "n_tried": float("nan") if last is None else last["n_tried"],
                }
            )
    return pd.DataFrame(found)


def _runs(part: pd.DataFrame, tool: str, budget: float) -> pd.DataFrame:
    """The rows that tell what a tool does with so much time: one run's."""
    long_enough = (
        part["seconds"] >= budget if TOOLS[tool].anytime else part["seconds"] == budget
    )
    known = part[long_enough]
    return known[known["seconds"] == known["seconds"].min()]


def missing(
    known: pd.DataFrame, tables: Iterable[str], budgets: Iterable[float], n_seeds: int
) -> list[str]:
    """What of the whole plan was not run, a phrase for each time."""
    planned, found = len(list(tables)) * n_seeds, []
    for budget in budgets:
        done = known[known["budget"] == budget].groupby("tool").size()
        lacking = {tool: planned - int(done.get(tool, 0)) for tool in TOOLS}
        if set(lacking.values()) == {planned}:
            found.append(f"all searches of {budget:,.0f} s")
        elif any(lacking.values()):
            each = ", ".join(f"{n} of {tool}" for tool, n in lacking.items() if n)
            found.append(f"of {planned} searches of {budget:,.0f} s for each tool {each}")
    return found


def ahead_of(known: pd.DataFrame, own: str) -> list[tuple[str, float, str, float, bool]]:
    """Where another tool's median is above `own`'s: table, time, tool, by how much, apart.

    Apart means that the worst of the one is better than the best of the other.
    """
    found = []
    for (table, budget), part in known.dropna(subset=["score"]).groupby(["table", "budget"]):
        scores = {str(tool): runs["score"] for tool, runs in part.groupby("tool")}
        for tool, theirs in scores.items():
            ours = scores.get(own)
            if tool != own and ours is not None and theirs.median() > ours.median():
                lead = float(theirs.median() - ours.median())
                apart = bool(theirs.min() > ours.max())
                found.append((str(table), float(budget), tool, lead, apart))
    return found
