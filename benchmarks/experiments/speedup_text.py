"""The part of the page about speed-ups over full runs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from experiments import summaries
from experiments.markdown import duration, percent, spread, table, times
from experiments.recorded_text import live_speedup
from experiments.recordings import Recording
from experiments.replays import DELTA, EPSILON, N_SEEDS, OURS, PAPERS, UNCHECKED
from nearbest.replay import Curves

#: The paper's averages, to be compared with.
PAPER_SPEEDUP, PAPER_WITH_REFIT = 190, 60


def speedups(replays: pd.DataFrame, recordings: Sequence[Recording]) -> dict[str, str]:
    """The paper's scenarios, by table and number of configurations."""
    titles = {recording.name: recording.title for recording in recordings}
    found = summaries.experiments(replays, OURS)
    rows = [
        (
            titles[row.table],
            row.n,
            f"{times(row.speedup)} ({spread(row.slowest, row.fastest)})",
            f"{times(row.with_refit)} ({spread(row.slowest_refit, row.fastest_refit)})",
        )
        for row in found.itertuples()
    ]
    columns = ("table", "configurations", "(i), range over seeds", "(ii), range over seeds")
    speedup, with_refit = found["speedup"].mean(), found["with_refit"].mean()
    slower = (replays["rule"] == OURS) & (replays["speedup"] < 1)
    return {
        "speedups": table(columns, rows),
        "by_number": _by_number(found),
        "speedup": times(speedup),
        "with_refit": times(with_refit),
        "reach": str(summaries.reaching(found, "speedup")),
        "reach_refit": str(summaries.reaching(found, "with_refit")),
        "n_experiments": str(len(found)),
        "slower": f"{slower.sum()}",
        "speedup_why": _why(replays, recordings, found),
    }


def _why(replays: pd.DataFrame, recordings: Sequence[Recording], found: pd.DataFrame) -> str:
    means = found[["speedup", "with_refit"]].mean()
    most = max(len(recording.names) for recording in recordings)
    longest = max(recording.hours for recording in recordings)
    said = [
        f"That is {percent(means['speedup'] / PAPER_SPEEDUP)} and "
        f"{percent(means['with_refit'] / PAPER_WITH_REFIT)} of the paper's, whose experiments "
        f"have up to 80 configurations on each table; here up to {most} on one. "
        f"Full runs of all configurations of a table take {duration(longest)} at most here, "
        "half a day to a day for 80 in the paper: there is less to save, and the training of "
        "the choice weighs more.",
        _safeguard(replays),
        _without_flights(found),
        _same_flights(recordings),
    ]
    return " ".join(sentence for sentence in said if sentence)


def _safeguard(replays: pd.DataFrame) -> str:
    """What the default rule pays beside the paper's, and what it gets for it."""
    found = summaries.rules(replays, (OURS, PAPERS, UNCHECKED))
    losses = ", ".join(str(found["beyond"][rule]) for rule in found.index)
    return (
        f"Part of it is our choice: the paper's own rule (*{PAPERS}*) selects "
        f"{times(found['speedup'][PAPERS])} times as fast as full runs here, and `Exact` "
        f"without its self-check {times(found['speedup'][UNCHECKED])} times. Beyond ε are, in "
        f"the order ours, the paper's and unchecked, {losses} of "
        f"{found['replays'][OURS]} replays."
    )


def _without_flights(found: pd.DataFrame) -> str:
    """The averages without the table whose times are the least exact."""
    others = found[found["table"] != "flights-3m"]
    if len(others) in (0, len(found)):
        return ""
    means = others[["speedup", "with_refit"]].mean()
    return (
        "Without *flights, 3 million*, whose times include the most waiting, the averages are "
        f"{times(means['speedup'])} and {times(means['with_refit'])}."
    )


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
    live = live_speedup()
    return (
        f"Of the same {len(names)} configurations it selects {times(medians['flights-1m'])} "
        f"times as fast on 1 million flights, and {times(medians['flights-3m'])} times on 3"
        + (f" ({live:.0f} live, in processor time)." if live else ".")
    )


def _by_number(found: pd.DataFrame) -> str:
    """Averages of the experiments with as many configurations."""
    rows = [
        (n, len(group), times(group["speedup"].mean()), times(group["with_refit"].mean()))
        for n, group in found.groupby("n")
    ]
    return table(("configurations", "tables", "(i), average", "(ii), average"), rows)
