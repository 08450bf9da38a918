"""The figures of the page about forecasts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from experiments.figures import COLOURS
from matplotlib.figure import Figure

from calibration.problems import Problem


def reliability(summary: pd.DataFrame, levels: Sequence[float]) -> Figure:
    """Stated probability against the share of problems within ε, with 90 % intervals."""
    figure = Figure(figsize=(4.2, 3.6))
    axes = figure.subplots()
    axes.plot([0.75, 1], [0.75, 1], "--", color="#888888", lw=1, label="as stated")
    within = summary["within"].to_numpy()
    spread = np.abs(summary[["low", "high"]].to_numpy().T - within)
    axes.errorbar(levels, within, yerr=spread, fmt="o", capsize=3, label="observed")
    axes.set_xlabel("stop at this stated probability")
    axes.set_ylabel("share of problems within ε")
    axes.legend(loc="lower right")
    return figure


def failed_curves(failed: Sequence[tuple[Problem, pd.Series]]) -> Figure:
    """Curves of the choice and of the best where the loss was beyond ε."""
    n_columns = min(3, max(1, len(failed)))
    n_rows = max(1, -(-len(failed) // n_columns))
    figure = Figure(figsize=(3.2 * n_columns, 2.6 * n_rows), layout="constrained")
    panels = np.ravel(figure.subplots(n_rows, n_columns, squeeze=False))
    for axes, (problem, row) in zip(panels, failed, strict=False):
        final = problem.frame.loc[problem.frame.groupby("configuration")["n_train"].idxmax()]
        best = final.loc[final["test_score"].idxmax(), "configuration"]
        for label, name, colour in (
            ("choice", row["choice"], COLOURS[0]),
            ("best", best, COLOURS[1]),
        ):
            curve = problem.frame[problem.frame["configuration"] == name]
            curve = curve.sort_values("n_train").set_index("n_train")
            axes.plot(curve["test_score"], ".-", color=colour, label=f"{label}: {name}")
            axes.plot(curve["train_score"], ":", color=colour, lw=1)
        axes.set_xscale("log")
        axes.set_title(f"{row['problem']}, run {row['run']}", fontsize=8)
        axes.legend(fontsize=6)
    for axes in panels[len(failed) :]:
        axes.set_axis_off()
    return figure
