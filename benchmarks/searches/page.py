"""docs/searches.md and its figure, from what was measured."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from string import Template

import pandas as pd
from experiments.figures import COLOURS
from experiments.markdown import table
from matplotlib.figure import Figure

from searches.answers import ahead_of, answers, missing
from searches.results import BUDGETS, N_SEEDS, TABLES, rows

DOCS = Path(__file__).parents[2] / "docs"
TEMPLATE = Path(__file__).with_name("template.md")
NAMES = {
    "nearbest": "nearbest, TPE",
    "optuna": "Optuna, all rows",
    "optuna-hyperband": "Optuna, HyperbandPruner over samples",
    "flaml": "FLAML",
    "halving-random": "HalvingRandomSearchCV",
    "bayes-halving": "BayesHalvingSearchCV",
}
#: Tools that were measured on one machine on one day.
TOGETHER = ("nearbest", "flaml", "optuna")
PACKAGES = ("flaml", "lightgbm", "optuna", "scikit-learn", "BayesHalvingSearchCV")


def write_page() -> None:
    """Write the page and its figure."""
    known = answers(rows(), BUDGETS)
    (DOCS / "figures").mkdir(exist_ok=True)
    figure(known).savefig(DOCS / "figures" / "searches.svg", metadata={"Date": None})
    absent = missing(known, TABLES, BUDGETS, N_SEEDS)
    text = Template(TEMPLATE.read_text()).substitute(
        tables="\n\n".join(_section(known, name) for name in TABLES),
        by_seed=_by_seed(known),
        shortest=f"{min(BUDGETS):g}",
        missing="; ".join(absent) or "nothing",
        behind=_behind(known),
        versions=", ".join(f"{name} {version(name)}" for name in PACKAGES),
    )
    (DOCS / "searches.md").write_text(text)


def _section(known: pd.DataFrame, name: str) -> str:
    """The table of one dataset."""
    part = known[known["table"] == name]
    lines = []
    for (budget, tool), runs in part.groupby(["budget", "tool"]):
        scores = runs["score"].dropna()
        shown = "no model"
        if len(scores):
            shown = f"{scores.median():.4f} ({scores.min():.4f} to {scores.max():.4f})"
        used = f"{runs['used'].median():.0f}" if len(scores) else "–"
        tried = f"{runs['n_tried'].median():.0f}" if runs["n_tried"].notna().any() else "–"
        answered = f"{len(scores)} of {len(runs)}"
        lines.append((f"{budget:,.0f}", NAMES[str(tool)], shown, answered, used, tried))
    lines.sort(key=lambda line: (float(line[0].replace(",", "")), line[2] == "no model"))
    headers = ("seconds", "tool", "accuracy: median (range)", "models", "used", "tried")
    return f"### {name}\n\n{table(headers, lines)}"


def _by_seed(known: pd.DataFrame) -> str:
    """What the tools that were measured together reach in the shortest time."""
    scores = known[known["budget"] == min(BUDGETS)].set_index(["table", "seed", "tool"])[
        "score"
    ]
    lines = [
        (f"{name}, seed {seed}", *(_score(scores, (name, seed, tool)) for tool in TOGETHER))
        for name in TABLES
        for seed in range(N_SEEDS)
    ]
    return table(("", *(NAMES[tool] for tool in TOGETHER)), lines)


def _score(scores: pd.Series, run: tuple[str, int, str]) -> str:
    return f"{scores[run]:.4f}" if run in scores.index else "–"


def _behind(known: pd.DataFrame) -> str:
    """Where nearbest is behind, a line for each tool that is ahead."""
    lines = [
        f"- {NAMES[tool]}, {table}, {budget:,.0f} s: by {lead:.4f}"
        + (", in every run" if apart else ", and the ranges overlap")
        for table, budget, tool, lead, apart in ahead_of(known, "nearbest")
    ]
    return "\n".join(lines) or "- Nowhere."


def figure(known: pd.DataFrame) -> Figure:
    """Scores of every run by the time given, a panel for each table."""
    found = Figure(figsize=(4.4 * len(TABLES), 3.4), layout="constrained")
    panels = found.subplots(1, len(TABLES), squeeze=False)[0]
    for axes, name in zip(panels, TABLES, strict=True):
        for k, (tool, label) in enumerate(NAMES.items()):
            runs = known[(known["table"] == name) & (known["tool"] == tool)].dropna(
                subset=["score"]
            )
            colour = COLOURS[k % len(COLOURS)]
            shifted = runs["budget"] * 1.04 ** (k - 2.5)
            axes.plot(shifted, runs["score"], "o", ms=3, color=colour, alpha=0.5)
            middle = runs.groupby("budget")["score"].median()
            axes.plot(middle.index * 1.04 ** (k - 2.5), middle, "-_", color=colour, label=label)
        axes.set_xscale("log")
        axes.set_xlim(0.75 * min(BUDGETS), 1.35 * max(BUDGETS))
        axes.set_xticks(BUDGETS, [f"{budget:,.0f}" for budget in BUDGETS])
        axes.minorticks_off()
        axes.set_title(name, fontsize=9)
        axes.set_xlabel("processor seconds given")
        axes.set_ylabel("accuracy on held-out rows")
    handles, labels = panels[0].get_legend_handles_labels()
    found.legend(handles, labels, fontsize=6, ncols=3, loc="outside lower center")
    return found
