"""The page for users whose candidates memorize."""

from __future__ import annotations

import pandas as pd

from experiments.anytime import SHARES
from experiments.markdown import percent, spread, table, times
from experiments.memorizers import N_BESIDE
from experiments.page import TEMPLATES
from experiments.recordings import Recording
from experiments.replays import DELTA, EPSILON, N_SEEDS

#: The forest with limited leaves among the candidates recorded, and the one without.
LIMITED, GROWN = "forest, 50 rows a leaf", "grown forest"


def memorizers_page(
    recording: Recording,
    extra: pd.DataFrame,
    added: pd.DataFrame,
    by_epsilon: pd.DataFrame,
) -> str:
    """The text of docs/memorizers.md."""
    medians = added.groupby("extra", sort=False).median(numeric_only=True)
    return (
        (TEMPLATES / "memorizers.md")
        .read_text()
        .format(
            n_beside=min(N_BESIDE, len(recording.names)),
            table=recording.title,
            n_seeds=N_SEEDS,
            epsilon=EPSILON,
            delta=DELTA,
            recorded=_recorded(extra),
            cases=_cases(added, medians),
            cases_text=_cases_text(medians),
            leaves=_leaves(extra, medians),
            limit=_limit(added, medians),
            tolerance=_tolerance(by_epsilon),
            by_epsilon=_by_epsilon(by_epsilon),
            forecast=_forecast(added, medians),
        )
    )


def _recorded(extra: pd.DataFrame) -> str:
    rows = []
    for name, curve in extra.groupby("configuration", sort=False):
        first, last = curve.loc[curve["n_train"].idxmin()], curve.loc[curve["n_train"].idxmax()]
        seconds = last["fit_time"] + last["score_time"]
        rows.append(
            (
                name,
                f"{first['train_score']:.3f}, {last['train_score']:.3f}",
                f"{first['test_score']:.3f}, {last['test_score']:.3f}",
                f"{seconds:.0f} s",
            )
        )
    smallest, largest = extra["n_train"].min(), extra["n_train"].max()
    at = f"at {smallest:,} and {largest:,} rows"
    return table(
        ("candidate", f"training accuracy {at}", f"test accuracy {at}", "full run"), rows
    )


def _cases(added: pd.DataFrame, medians: pd.DataFrame) -> str:
    rows = []
    for name, row in medians.iterrows():
        speedups = added.loc[added["extra"] == name, "speedup"]
        states = [f"{row[f'gap at {s:g}']:.3f}, {row[f'loss at {s:g}']:.3f}" for s in SHARES]
        speedup = f"{times(row['speedup'])} ({spread(speedups.min(), speedups.max())})"
        rows.append((name, speedup, *states))
    columns = [f"gap, loss at {percent(share)}" for share in SHARES]
    return table(("added", "speed-up (range)", *columns), rows)


def _cases_text(medians: pd.DataFrame) -> str:
    speedup = medians["speedup"]
    slower = " and ".join(
        f"{speedup['none'] / speedup[name]:.1f} ({name})"
        for name in speedup.index.drop(["none", LIMITED])
    )
    return f"A memorizer divides the speed-up by {slower}."


def _leaves(extra: pd.DataFrame, medians: pd.DataFrame) -> str:
    full = extra[extra["n_train"] == extra["n_train"].max()].set_index("configuration")
    score, speedup = full["test_score"], medians["speedup"]
    return (
        f"Here the forest with 50 rows a leaf has {score[LIMITED]:.3f} on the test rows and "
        f"the grown one {score[GROWN]:.3f}; the speed-up is {times(speedup[LIMITED])} with "
        f"the former and {times(speedup[GROWN])} with the latter."
    )


def _limit(added: pd.DataFrame, medians: pd.DataFrame) -> str:
    row = medians.loc[GROWN]
    said = ", ".join(f"{row[f'gap at {s:g}']:.3f} at {percent(s)}" for s in SHARES)
    return f"With the grown forest the gap is {said} of the time. {_itself(added)}"


def _itself(added: pd.DataFrame) -> str:
    """How often the guess is the memorizer, though another is better."""
    share = SHARES[1]
    grown = added[added["extra"] == GROWN]
    chosen = grown[grown[f"itself at {share:g}"]]
    if chosen.empty:
        return f"At {percent(share)} the guess is never the memorizer."
    loss, gap = chosen[f"loss at {share:g}"], chosen[f"gap at {share:g}"]
    covered = " The gap covers that loss." if (gap >= loss).all() else ""
    return (
        f"Mind the winner, too: at {percent(share)} it is the memorizer in {len(chosen)} of "
        f"{len(grown)} draws and loses {loss.median():.3f}. It has the highest upper bound, so "
        f"the others can beat it by less than it can beat them.{covered}"
    )


def _forecast(added: pd.DataFrame, medians: pd.DataFrame) -> str:
    speedup = medians["predicted"]
    return (
        f"With the grown forest it selects {times(speedup[GROWN])} times as fast as full runs, "
        f"without any memorizer {times(speedup['none'])} times, and loses at most "
        f"{added['predicted loss'].max():.3f} in all {len(added)} replays of this page"
    )


def _tolerance(by_epsilon: pd.DataFrame) -> str:
    medians = by_epsilon[by_epsilon["extra"] == GROWN].groupby("epsilon")["speedup"].median()
    helped = medians.index[medians > 2 * medians.iloc[0]]
    slowest = medians.idxmin()
    slower = (
        ""
        if slowest == medians.index[0]
        else f" Below that it can even cost time ({times(medians[slowest])} at {slowest:g}, "
        f"{times(medians.iloc[0])} at {medians.index[0]:g}): other probes come first."
    )
    if helped.empty:
        said = f"With the grown forest no ε up to {medians.index[-1]:g} doubled the speed-up."
    else:
        said = (
            f"With the grown forest ε had to reach {helped[0]:g} before the speed-up was twice "
            f"that at {medians.index[0]:g}."
        )
    return said + slower


def _by_epsilon(by_epsilon: pd.DataFrame) -> str:
    wide = by_epsilon.groupby(["extra", "epsilon"], sort=False)["speedup"].median().unstack()
    rows = [(name, *(times(value) for value in row)) for name, row in wide.iterrows()]
    columns = [f"ε = {epsilon:g}" for epsilon in wide.columns]
    return "Median speed-up by tolerance:\n\n" + table(("added", *columns), rows)
