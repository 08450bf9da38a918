"""The page that a reader of the experiments sees first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from experiments import guesses
from experiments.markdown import percent, table, times
from experiments.other_text import other_scores
from experiments.overview import DEFAULT, PAPER, PROVED, TITLES, by_rule
from experiments.page import TEMPLATES
from experiments.recordings import Recording
from experiments.replays import DELTA, EPSILON, N_SEEDS


def overview_page(
    recordings: Sequence[Recording],
    replays: pd.DataFrame,
    guessed: pd.DataFrame,
    other: pd.DataFrame,
) -> str:
    """The text of docs/experiments.md."""
    found = by_rule(replays)
    ours = replays[replays["rule"] == DEFAULT]
    titles = {recording.name: recording.title for recording in recordings}
    return (
        (TEMPLATES / "experiments.md")
        .read_text()
        .format(
            n_tables=len(recordings),
            n_seeds=N_SEEDS,
            n_replays=len(ours),
            epsilon=EPSILON,
            delta=DELTA,
            overview=_overview(found),
            in_short=_in_short(found),
            by_table=_by_table(ours, titles),
            where_wrong=_where_wrong(ours, titles),
            **_guesses(guessed, titles),
            **other_scores(other),
        )
    )


def _overview(found: pd.DataFrame) -> str:
    rows = [
        (
            TITLES[row.Index],
            percent(row.beyond),
            f"{row.largest:.3f}",
            f"{times(row.speedup)}×",
            f"{times(row.with_refit)}×",
            f"{row.slowest:.2f}×",
        )
        for row in found.itertuples()
    ]
    columns = (
        "rule", "beyond ε", "largest loss", "speed-up, selecting",
        "and training the winner", "slowest race",
    )  # fmt: skip
    return table(columns, rows)


def _in_short(found: pd.DataFrame) -> str:
    default, proved, paper = found.loc[DEFAULT], found.loc[PROVED], found.loc[PAPER]
    kept = "keeps" if default["beyond"] <= DELTA else "does not keep"
    return (
        f"The default {kept} its δ of {DELTA:g} on these tables: {percent(default['beyond'])} "
        f"are beyond ε, at {times(default['speedup'])} times the speed of full runs. The proof "
        f"that asks for credible learners is wrong in {percent(proved['beyond'])} and about as "
        f"slow as full runs ({times(proved['with_refit'])}×); the paper's rule, which trusts "
        f"every learner, is wrong in {percent(paper['beyond'])}."
    )


def _by_table(ours: pd.DataFrame, titles: dict[str, str]) -> str:
    rows = [
        (
            titles[name],
            n,
            f"{int((group['loss'] > EPSILON + 1e-9).sum())} of {len(group)}",
            f"{group['loss'].max():.4f}",
            f"{times(group['speedup'].median())}×",
            f"{times(group['speedup_with_refit'].median())}×",
            f"{group['speedup_with_refit'].min():.2f}×",
        )
        for (name, n), group in ours.groupby(["table", "n"], sort=False)
    ]
    columns = (
        "table", "configurations", "beyond ε", "largest loss", "speed-up, median",
        "with training the winner", "slowest",
    )  # fmt: skip
    return table(columns, rows)


def _where_wrong(ours: pd.DataFrame, titles: dict[str, str]) -> str:
    shares = (ours["loss"] > EPSILON + 1e-9).groupby(ours["table"], sort=False).mean()
    worst = shares.idxmax()
    if not shares[worst]:
        return "No race was beyond ε."
    dear = (ours["speedup_with_refit"] < 1 / 1.1).sum()
    return (
        f"The worst table is *{titles[worst]}* with {percent(shares[worst])} of its races. "
        f"Races that cost more than 1.1 times full runs: {dear} of {len(ours)}."
    )


def _guesses(guessed: pd.DataFrame, titles: dict[str, str]) -> dict[str, Any]:
    medians = guessed.groupby(["table", "n", "share"], sort=False)[["loss", "halving"]].median()
    cells = medians.groupby(level=["table", "n"], sort=False)
    rows = [(titles[name], n, *map(_cell, _shares(cell))) for (name, n), cell in cells]
    worse, mean = guesses.worse(guessed), guessed[["loss", "halving"]].mean()
    said = (
        f"The mean loss is {mean['loss']:.4f}, that of halving {mean['halving']:.4f}. In "
        f"{len(worse) or 'none'} of {len(medians)} cells the median guess is worse than "
        f"halving's by more than {guesses.TOLERATED:g}"
    )
    if len(worse):
        by = (worse["loss"] - worse["halving"]).max()
        said += f", by {by:.4f} at most: a short race has not yet looked at everybody twice"
    return {
        "guesses": table(
            ("table", "configurations", *(percent(share) for share in guesses.SHARES)), rows
        ),
        "guesses_text": f"{said}. A dash: one of them has no answer yet.",
    }


def _shares(cell: pd.DataFrame) -> list[pd.Series | None]:
    by_share = cell.droplevel(["table", "n"])
    return [by_share.loc[s] if s in by_share.index else None for s in guesses.SHARES]


def _cell(medians: pd.Series | None) -> str:
    return "–" if medians is None else f"{medians['loss']:.4f} ({medians['halving']:.4f})"
