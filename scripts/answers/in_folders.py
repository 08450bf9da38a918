"""Runs in run directories: finished, cut short, gone on with, extended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from answers import in_files, reading, tables
from answers.learners import encoded, failing, quick, rehearsed
from answers.runs import REPEATABLE, Run
from nearbest import open_table, select


def _again(
    candidates: Callable[[], Any],
    table: Callable[[], tables.Rows],
    first: Mapping[str, Any],
    then: Mapping[str, Any] | None = None,
    keep: int | None = None,
) -> Run:
    """A run called twice, the second time with other options, or after losing probes."""

    def run(folder: Path) -> reading.Answer:
        X, y = table()
        arguments = {"run_dir": folder / "run", **REPEATABLE, **first}
        select(candidates(), X, y, **arguments)
        if keep is not None:
            reading.shorten_journal(folder / "run", keep)
        return reading.of_selection(
            select(candidates(), X, y, **arguments | dict(then or {})), X
        )

    return run


def _extended(cut: int | None = None, newest_first: bool = False, **options: Any) -> Run:
    """Candidates in three batches; the second may lose its last probes."""

    def run(folder: Path) -> reading.Answer:
        X, y = tables.coins()
        worst_first = list(reversed(rehearsed().items()))
        arguments = {"run_dir": folder / "run", "extend": True, **REPEATABLE, **options}
        for n_candidates in (2, 5, 6):
            some = worst_first[:n_candidates]
            found = select(dict(some[::-1] if newest_first else some), X, y, **arguments)
            if cut is not None and n_candidates == 5:
                reading.shorten_journal(folder / "run", cut)
        return reading.of_selection(found, X)

    return run


def _files_cut_short(folder: Path) -> reading.Answer:
    source = open_table(in_files.parquet(folder), "late", drop="driver", progress=False)
    arguments = {"run_dir": folder / "run", "epsilon": 0.01, **REPEATABLE}
    select(encoded(), source, **arguments)
    reading.shorten_journal(folder / "run", 3)
    return reading.of_selection(select(encoded(), source, **arguments))


def runs() -> dict[str, Run]:
    """All of them by name."""
    close = {"epsilon": 0.004}
    soon = {"epsilon": 0.01, "stop_at": "stated"}
    coins, numbers = tables.coins, tables.numbers
    return {
        "called twice": _again(rehearsed, coins, close),
        "called twice, predicted": _again(rehearsed, coins, soon),
        "cut after 1 probe": _again(quick, numbers, {"epsilon": 0.02}, keep=1),
        "cut after 7 probes": _again(rehearsed, coins, close, keep=7),
        "cut, hoeffding, ucb": _again(
            rehearsed, coins, {**close, "bounds": "hoeffding", "scheduler": "ucb"}, keep=9
        ),
        "cut, strata": _again(quick, numbers, {"epsilon": 0.02, "stratify": True}, keep=5),
        "cut, groups": _again(
            quick, numbers, {"epsilon": 0.02, "groups": tables.groups_of(12_000, 10)}, keep=5
        ),
        "cut, growth auto": _again(rehearsed, coins, {**close, "growth": "auto"}, keep=6),
        "cut, failures": _again(failing, coins, {"epsilon": 0.001}, keep=8),
        "cut, predicted": _again(quick, numbers, soon, keep=6),
        "cut, from files": _files_cut_short,
        "predicted, then proved": _again(
            rehearsed, coins, {"epsilon": 0.01, "stop_at": "stated"}, {"stop_at": "paper"}
        ),
        "then a smaller epsilon": _again(rehearsed, coins, {"epsilon": 0.05}, close),
        "then another scheduler": _again(
            rehearsed, coins, {"epsilon": 0.05}, {**close, "scheduler": "round robin"}
        ),
        "extended": _extended(epsilon=0.004),
        "extended, hoeffding": _extended(epsilon=0.02, bounds="hoeffding"),
        "extended, predicted": _extended(epsilon=0.01, stop_at="stated"),
        "extended, cut": _extended(cut=6, epsilon=0.004),
        "extended, the newest first": _extended(newest_first=True, epsilon=0.004),
    }
