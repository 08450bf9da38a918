"""The pages of the documentation, written from what was measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from experiments import summaries
from experiments.anytime import SHARES
from experiments.comparison_text import against_halving, bounds, schedulers
from experiments.guarantee_text import failures, post_processing
from experiments.markdown import duration, percent, spread, table, times
from experiments.recordings import Recording, missing
from experiments.replays import DELTA, EPSILON, HALVING, N_SEEDS, OURS

TEMPLATES = Path(__file__).parent / "templates"
#: The paper's averages, to be compared with.
PAPER_SPEEDUP, PAPER_WITH_REFIT = 190, 60


@dataclass(frozen=True)
class Results:
    """All that was measured for the page of experiments."""

    recordings: Sequence[Recording]
    replays: pd.DataFrame
    tolerance: pd.DataFrame
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
        replays = pd.concat([self.replays, self.tolerance])
        return replays[replays["rule"] != HALVING]


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
        "speedup": times(speedup),
        "with_refit": times(with_refit),
        "reach": str(summaries.reaching(found, "speedup")),
        "reach_refit": str(summaries.reaching(found, "with_refit")),
        "n_experiments": str(len(found)),
        "speedup_why": _speedup_why(results, speedup, with_refit),
    }


def _speedup_why(results: Results, speedup: float, with_refit: float) -> str:
    share, with_it = percent(speedup / PAPER_SPEEDUP), percent(with_refit / PAPER_WITH_REFIT)
    said = [f"That is {share} and {with_it} of the paper's."]
    longest = max(recording.hours for recording in results.recordings)
    said.append(
        f"Full runs of all configurations of a table take {duration(longest)} at most here, "
        "half a day to a day for 80 in the paper: there is less to save, and the training of "
        "the choice weighs more."
    )
    growth = _same_flights(results.replays)
    if growth:
        said.append(growth)
    return " ".join(said)


def _same_flights(replays: pd.DataFrame) -> str:
    """How the speed-up grows with the rows, where two sizes of one table are there."""
    ours = summaries.experiments(replays, OURS)
    small, large = (
        ours[ours["table"] == name].set_index("n")["speedup"]
        for name in ("flights-1m", "flights-3m")
    )
    both = small.index.intersection(large.index)
    if both.empty:
        return ""
    n = max(both)
    return (
        f"On 1 and on 3 million flights, {n} configurations, it is {times(small[n])} and "
        f"{times(large[n])}."
    )


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
    wins, total = summaries.dominated(results.limited, results.halving)
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
        "table", "of the full runs' time", "most frequent guess", "its loss (largest)",
        "gap certified (largest)", "decided",
    )  # fmt: skip
    why = (
        "So it does here."
        if wins == total
        else "It does not always: an interval weighs what a candidate may become, a point "
        "estimate what it is, and where the order on samples is that on all rows the "
        "latter is enough."
    )
    return {
        "wins": str(wins),
        "n_comparisons": str(total),
        "limit_why": why,
        "anytime": table(columns, rows),
    }
