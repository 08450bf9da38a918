"""The page of the documentation, written from what was measured."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pandas as pd
from experiments.markdown import percent, spread, table, times

from calibration.replays import DELTA, EPSILON, HALVING, LEVELS, summary
from nearbest.forecast import Analogs, Library

TEMPLATE = Path(__file__).parent / "templates" / "forecast.md"
STATED, PROVED = f"stated, {1 - DELTA}", "the paper's proof"


def written(
    library: Library,
    database: pd.DataFrame,
    recorded: pd.DataFrame,
    drawn: pd.DataFrame,
    milliseconds: Mapping[int, float],
) -> str:
    """The text of docs/forecast.md."""
    overall = summary(database)
    shipped = library.summary()
    return TEMPLATE.read_text().format(
        n_curves=f"{shipped['curves'].sum():,}",
        n_datasets=len(shipped),
        n_problems=int(overall["problems"].iloc[0]),
        n_large=database["dataset"].nunique(),
        reliability=_reliability(overall),
        verdict=_verdict(overall),
        rules=_rules(overall),
        recorded=_recorded(recorded),
        recorded_failures=_sentence(beyond(recorded, STATED)),
        drawn=_drawn(summary(drawn)),
        drawn_failures=_sentence(beyond(drawn, STATED)),
        drawn_verdict=_short_of(summary(drawn)),
        failures=_failures(database),
        declines=f"{Analogs(library).reach:.1f}",
        milliseconds=", ".join(
            f"{value:.1f} ms with {n:,} configurations" for n, value in milliseconds.items()
        ),
    )


def beyond(rows: pd.DataFrame, rule: str) -> pd.DataFrame:
    """The replays of a rule that lost more than ε."""
    return rows[(rows["rule"] == rule) & (rows["loss"] > EPSILON)]


def _reliability(overall: pd.DataFrame) -> str:
    rows = [
        (
            level,
            percent(row["within"]),
            f"{percent(row['low'])} to {percent(row['high'])}",
            f"{row['beyond']:.0f} ({row['datasets_beyond']:.0f})",
            f"{row['largest']:.3f}",
            f"{times(row['speedup'])}×",
            f"{times(row['with_refit'])}×",
        )
        for level in LEVELS
        for row in [overall.loc[f"stated, {level}"]]
    ]
    headers = (
        "stop at",
        "within ε",
        "90 % interval",
        "beyond ε (on datasets)",
        "largest loss",
        "speed-up",
        "with training the choice",
    )
    return table(headers, rows)


def _verdict(overall: pd.DataFrame) -> str:
    """Whether what was stated held."""
    short = _levels_short(overall)
    refuted = [level for level in LEVELS if overall.loc[f"stated, {level}", "high"] < level]
    if refuted:
        return (
            f"At {', '.join(map(str, refuted))} the statement is refuted: fewer are within ε."
        )
    if short:
        return (
            f"At {', '.join(map(str, short))} fewer than stated are within ε, by no more than "
            "chance would explain; elsewhere at least as many as stated."
        )
    return "At every level at least as many are within ε as was stated."


def _levels_short(overall: pd.DataFrame) -> list[float]:
    return [level for level in LEVELS if overall.loc[f"stated, {level}", "within"] < level]


def _short_of(overall: pd.DataFrame) -> str:
    """Where fewer held than was stated, without a word on chance: draws depend."""
    short = _levels_short(overall)
    if not short:
        return "At every level at least as many are within ε as was stated."
    return f"At {', '.join(map(str, short))} fewer are within ε than was stated."


def _rules(overall: pd.DataFrame) -> str:
    names = [STATED, "stated, scheduled by GradientCI", PROVED]
    names += ["the paper's proof, scheduled by ThreatFirst", HALVING]
    rows = [
        (
            name,
            f"{times(row['speedup'])}×",
            f"{row['beyond']:.0f} of {row['problems']:.0f}",
            f"{row['largest']:.3f}",
        )
        for name in names
        for row in [overall.loc[name]]
    ]
    return table(("rule", "speed-up", "beyond ε", "largest loss"), rows)


def _recorded(recorded: pd.DataFrame) -> str:
    rows = []
    for title, group in recorded.groupby("problem", sort=False):
        stated, proved, halving = (
            group[group["rule"] == rule] for rule in (STATED, PROVED, HALVING)
        )
        speed = stated["speedup"]
        rows.append(
            (
                title,
                group["n"].iloc[0],
                f"{times(speed.median())}× ({spread(speed.min(), speed.max())})",
                f"{times(stated['with_refit'].median())}×",
                f"{(stated['loss'] > EPSILON).sum()} of {len(stated)}",
                f"{stated['loss'].max():.4f}",
                f"{times(proved['speedup'].median())}×",
                f"{times(halving['speedup'].median())}×, {halving['loss'].max():.4f}",
            )
        )
    headers = (
        "table",
        "configurations",
        "speed-up, stated",
        "with training the choice",
        "beyond ε",
        "largest loss",
        "speed-up, the paper's proof",
        "halving, same sizes, and its largest loss",
    )
    return table(headers, rows)


def _drawn(overall: pd.DataFrame) -> str:
    rows = [
        (
            name,
            percent(row["within"]),
            f"{row['beyond']:.0f} of {row['problems']:.0f} ({row['datasets_beyond']:.0f})",
            f"{row['largest']:.3f}",
            f"{times(row['speedup'])}×",
        )
        for name in (*(f"stated, {level}" for level in LEVELS), PROVED, HALVING)
        for row in [overall.loc[name]]
    ]
    headers = ("rule", "within ε", "beyond ε (on tables)", "largest loss", "speed-up")
    return table(headers, rows)


def _failures(database: pd.DataFrame) -> str:
    rows = [
        (
            f"{row['problem']}, run {row['run']}",
            row["choice"],
            f"{row['loss']:.3f}",
            f"{row['stated']:.3f}",
            f"{times(row['speedup'])}×",
        )
        for _, row in beyond(database, STATED).iterrows()
    ]
    headers = ("problem", "choice", "loss", "stated probability", "speed-up")
    return table(headers, rows) if rows else "None."


def _sentence(failed: pd.DataFrame) -> str:
    if failed.empty:
        return "None of these replays lost more than ε."
    tables = ", ".join(
        f"{title} ({len(group)}×, {group['loss'].max():.4f} at most)"
        for title, group in failed.groupby("problem", sort=False)
    )
    return f"More than ε was lost at {1 - DELTA} on {tables}."
