"""The figures, one function each: frames in, a matplotlib figure out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullLocator

from experiments.recordings import Recording
from experiments.replays import EPSILON, HALVING, OURS, RULES

#: Colours that the colour-blind can tell apart (Okabe and Ito).
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#555555")
STYLE = {
    "svg.fonttype": "none",  # text stays text, and files small
    "svg.hashsalt": "nearbest",  # the same figure gives the same file
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "axes.prop_cycle": mpl.cycler(color=COLOURS),
    "legend.frameon": False,
    "legend.fontsize": 8,
    "figure.facecolor": "white",  # legible on dark pages too
}
mpl.rcParams.update(STYLE)
Titles = Mapping[str, str]


def save(figure: Figure, path: Path) -> None:
    """Write a small SVG without a date, so that it changes only when the figure does.

    Coordinates have six decimals, of which two are enough; labels have fewer than five.
    """
    text = StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None}, bbox_inches="tight")
    path.write_text(re.sub(r"(\.\d\d)\d{3,}", r"\1", text.getvalue()))


def learning_curves(recordings: Sequence[Recording]) -> Figure:
    """Test accuracy by sample size, the best configuration of each learner."""
    figure, panels = _panels([recording.title for recording in recordings])
    for axes, recording in zip(panels, recordings, strict=True):
        for name in best_of_each_learner(recording):
            curve = recording.frame[recording.frame["configuration"] == name]
            curve = curve.sort_values("n_train")
            learner = name.rpartition("-")[0] or name
            axes.plot(curve["n_train"], curve["test_score"], ".-", lw=1.2, label=learner)
        axes.set_xscale("log")
        axes.xaxis.minorticks_off()
        axes.set_xlabel("training rows")
        axes.legend()
    panels[0].set_ylabel("test accuracy")
    return figure


def best_of_each_learner(recording: Recording) -> list[str]:
    """The configuration of each learner that is most accurate on all rows."""
    scores = recording.full["test_score"]
    learner = scores.index.str.replace(r"-\d+$", "", regex=True)
    return list(scores.groupby(learner).idxmax())


def overview(found: pd.DataFrame, titles: Titles, tolerated: float) -> Figure:
    """Each rule and peer: how often it is wrong, and how much time it saves."""
    figure = Figure(figsize=(6.4, 3.6))
    axes = figure.subplots()
    axes.axvline(100 * tolerated, color="#999999", lw=1, ls="--")
    taken: list[tuple[float, float]] = []
    for name, row in found.iterrows():
        is_ours = "nearbest" in titles[name]
        place = (100 * row["beyond"], row["with_refit"])
        axes.plot(*place, "o" if is_ours else "s", color=COLOURS[0 if is_ours else -1], ms=7)
        # a label goes below its mark where another is near
        near = any(abs(x - place[0]) < 15 and 0.6 < y / place[1] < 1.7 for x, y in taken)
        taken.append(place)
        axes.annotate(
            name,
            place,
            xytext=(8, -12 if near else 5),
            textcoords="offset points",
            fontsize=8,
        )
    axes.set_yscale("log")
    axes.set_yticks([1, 2, 5, 10, 20], ["1", "2", "5", "10", "20"])
    axes.yaxis.set_minor_locator(NullLocator())
    axes.set_ylim(0.9, 30)
    axes.set_xlim(-1, 1.35 * 100 * found["beyond"].max() + 5)
    axes.set_xlabel("races beyond ε, % (dashed: what was asked for)")
    axes.set_ylabel("times as fast as full runs,\ntraining the winner included")
    return figure


def speedups(replays: pd.DataFrame, titles: Titles) -> Figure:
    """Both scenarios: median and range over the seeds, by number of configurations."""
    figure, panels = _panels(["(i) select only", "(ii) select and train the choice"])
    ours = replays[replays["rule"] == OURS]
    for axes, column in zip(panels, ("speedup", "speedup_with_refit"), strict=True):
        for i, (name, rows) in enumerate(ours.groupby("table", sort=False)):
            spread = rows.groupby("n")[column].agg(["median", "min", "max"])
            shifted = spread.index * (1 + 0.02 * i)
            whiskers = [spread["median"] - spread["min"], spread["max"] - spread["median"]]
            axes.errorbar(
                shifted, spread["median"], whiskers, fmt="o-", ms=4, lw=1.2, label=titles[name]
            )
        numbers = sorted(ours["n"].unique())
        axes.plot(numbers, numbers, "--", color="black", lw=1, label="|C|×")
        _log_both(axes, numbers)
        axes.set_xlabel("configurations |C|")
    panels[0].set_ylabel("times as fast as full runs")
    _legend_outside(panels[1])
    return figure


def losses(replays: pd.DataFrame, titles: Titles) -> Figure:
    """Accuracy of every different choice beside that of the best, and the loss."""
    ours = replays[replays["rule"] == OURS]
    numbers = sorted(ours["n"].unique())
    figure, (left, right) = _panels(["accuracy of the choice", "accuracy lost"])
    different = ours.drop_duplicates(["table", "n", "best", "best_accuracy"])
    for i, (name, rows) in enumerate(different.groupby("table", sort=False)):
        left.plot(rows["best_accuracy"], rows["accuracy"], "o", ms=3.5, alpha=0.5, mew=0)
        place = rows["n"].map(numbers.index) + 0.1 * (i - (ours["table"].nunique() - 1) / 2)
        right.plot(place, rows["loss"], "o", ms=4, mew=0, label=titles[name])
    ends = [ours["best_accuracy"].min(), ours["best_accuracy"].max()]
    left.plot(ends, ends, "--", color="black", lw=1)
    left.set_xlabel("accuracy of the best")
    right.axhline(EPSILON, color="black", ls="--", lw=1, label=f"ε = {EPSILON:g}")
    right.set_xticks(range(len(numbers)), numbers)
    right.set_xlabel("configurations |C|")
    _legend_outside(right)
    return figure


def against_halving(replays: pd.DataFrame) -> Figure:
    """Speed-up against relative loss, and the relative losses as boxes."""
    figure, (left, right) = _panels(["every replay", "relative loss"])
    rules = (OURS, HALVING)
    rows = [replays[replays["rule"] == rule] for rule in rules]
    for rule, found in zip(rules, rows, strict=True):
        left.plot(
            found["relative_loss"] * 100,
            found["speedup"],
            "o",
            ms=4,
            mew=0,
            alpha=0.4,
            label=rule,
        )
    _log(left)
    left.set_xlabel("relative loss, %")
    left.set_ylabel("times as fast as full runs")
    left.legend()
    _boxes(right, [found["relative_loss"] * 100 for found in rows], rules)
    right.set_ylabel("%")
    return figure


def by_epsilon(replays: pd.DataFrame, titles: Titles) -> Figure:
    """Speed-up and loss by tolerance: medians, and the range over the seeds."""
    figure, panels = _panels(["speed-up", "accuracy lost"])
    for axes, column in zip(panels, ("speedup", "loss"), strict=True):
        for name, rows in replays.groupby("table", sort=False):
            spread = rows.groupby("epsilon")[column].agg(["median", "min", "max"])
            axes.plot(spread.index, spread["median"], "o-", ms=4, lw=1.2, label=titles[name])
            axes.fill_between(spread.index, spread["min"], spread["max"], alpha=0.15)
        axes.set_xlabel("ε")
    _log(panels[0])
    panels[0].set_ylabel("times as fast as full runs")
    top = max(0.02, 1.1 * replays["loss"].max())
    panels[1].plot([0, top], [0, top], "--", color="black", lw=1, label="loss = ε")
    _legend_outside(panels[1])
    return figure


def under_limits(limited: pd.DataFrame, halving: pd.DataFrame, titles: Titles) -> Figure:
    """Accuracy of the current winner by share of the full runs' time, beside halving."""
    names = list(limited["table"].unique())
    figure, panels = _panels([titles[name] for name in names])
    for axes, name in zip(panels, names, strict=True):
        ours = limited[(limited["table"] == name) & limited["guess"].notna()]
        spread = ours.groupby("share")["accuracy"].agg(["median", "min", "max"])
        axes.plot(
            spread.index * 100, spread["median"], "o-", ms=3, lw=1.2, label="current winner"
        )
        axes.fill_between(spread.index * 100, spread["min"], spread["max"], alpha=0.2)
        theirs = halving[halving["table"] == name].groupby("start")
        middle = theirs[["share", "accuracy"]].median()
        low, high = theirs["accuracy"].min(), theirs["accuracy"].max()
        whiskers = [middle["accuracy"] - low, high - middle["accuracy"]]
        axes.errorbar(
            middle["share"] * 100, middle["accuracy"], whiskers, fmt="s--", ms=3, lw=1,
            label="halving, by start size",
        )  # fmt: skip
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axes.set_xlabel("% of the full runs' time")
        axes.legend(loc="lower right")
    panels[0].set_ylabel("test accuracy")
    return figure


def schedulers(replays: pd.DataFrame, titles: Titles) -> Figure:
    """The median speed-up of each experiment under three schedulers."""
    return _rules_side_by_side(replays, [OURS, "Exact, UCB", "Exact, RoundRobin"], titles)


def bounds(replays: pd.DataFrame, titles: Titles) -> Figure:
    """The median speed-up of each experiment under each set of bounds."""
    exact = [OURS, "Exact, no self-check"]
    return _rules_side_by_side(
        replays, exact + [rule for rule in RULES if "Hoeffding" in rule], titles
    )


def _rules_side_by_side(replays: pd.DataFrame, rules: list[str], titles: Titles) -> Figure:
    """One line an experiment, from rule to rule; boxes over all replays behind."""
    figure, (axes,) = _panels([""], width=6.5)
    chosen = replays[replays["rule"].isin(rules)]
    _boxes(axes, [chosen.loc[chosen["rule"] == rule, "speedup"] for rule in rules], rules)
    medians = chosen.groupby(["table", "n", "rule"], sort=False)["speedup"].median().unstack()
    colours = dict(zip(titles, COLOURS, strict=False))
    labelled = set()
    for (name, _), row in medians.iterrows():
        label = None if name in labelled else titles[name]
        labelled.add(name)
        colour = colours.get(name, COLOURS[-1])
        axes.plot(
            range(1, len(rules) + 1), row[rules], "o-", ms=3.5, lw=1, color=colour, label=label
        )
    _log(axes)
    axes.set_ylabel("times as fast as full runs")
    _legend_outside(axes)
    return figure


def _boxes(axes: Axes, values: Sequence[pd.Series], names: Sequence[str]) -> None:
    axes.boxplot(
        list(values),
        tick_labels=[name.replace(", ", ",\n") for name in names],
        widths=0.5,
        showfliers=True,
        flierprops={"marker": ".", "markersize": 3, "markeredgecolor": "#999999"},
        boxprops={"color": "#777777"},
        whiskerprops={"color": "#777777"},
        capprops={"color": "#777777"},
        medianprops={"color": "black"},
    )


def _legend_outside(axes: Axes) -> None:
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1))


def _log(axes: Axes) -> None:
    """A logarithmic axis of speed-ups, with plain numbers on it."""
    axes.set_yscale("log")
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,g}")
    axes.yaxis.set_minor_locator(NullLocator())


def _log_both(axes: Axes, numbers: Sequence[int]) -> None:
    axes.set_xscale("log")
    _log(axes)
    axes.set_xticks(list(numbers), [str(n) for n in numbers])
    axes.xaxis.minorticks_off()


def _panels(titles: Sequence[str], width: float = 4.2) -> tuple[Figure, list[Axes]]:
    """A figure of one panel a title, two in a row."""
    columns = min(2, len(titles))
    rows = -(-len(titles) // columns)
    figure = Figure(figsize=(width * columns, 3.2 * rows), layout="constrained")
    figure.get_layout_engine().set(h_pad=0.12)
    axes = list(np.ravel(figure.subplots(rows, columns, squeeze=False)))
    for spare in axes[len(titles) :]:
        spare.remove()
    for panel, title in zip(axes, titles, strict=False):
        panel.set_title(title, fontsize=10)
    return figure, axes[: len(titles)]
