"""The part of the page about other scores than accuracy."""

from __future__ import annotations

import pandas as pd

from experiments.markdown import percent, spread, table, times
from experiments.other_scores import N_DRAWN

COLUMNS = (
    "score", "table", "recorded", "ε", "beyond ε", "largest loss", "speed-up (range)",
    "with training the winner", "ended by",
)  # fmt: skip


def other_scores(replays: pd.DataFrame) -> dict[str, str]:
    """What replays by other scores came to."""
    grouped = replays.groupby(["score", "table", "asked"], sort=False)
    by_score = dict(iter(replays.groupby("score")))
    return {
        "other_scores": table(COLUMNS, [_row(found) for _, found in grouped]),
        "n_drawn": str(N_DRAWN),
        "other_beyond": _beyond(by_score["ROC AUC"]),
        "losses_beyond": _beyond(by_score["log loss"]),
        "numbers_beyond": _beyond(by_score["R²"]),
        "roots_beyond": _beyond(by_score["RMSE"]),
    }


def _beyond(replays: pd.DataFrame) -> str:
    """How many of some replays lost more than ε."""
    share = percent(replays["beyond"].mean())
    return f"{int(replays['beyond'].sum())} of {len(replays)} replays ({share})"


def _row(found: pd.DataFrame) -> tuple[str, ...]:
    first = found.iloc[0]
    asked = f"{first['epsilon']:.4g}"
    if isinstance(first["asked"], str):
        asked += f" ({first['asked'].replace('%', ' %')})"
    endings = found["ending"].replace({"forecast": "past curves", "proved": "proof"})
    return (
        first["score"],
        f"`{first['table']}`",
        str(first["n_recorded"]),
        asked,
        f"{int(found['beyond'].sum())} of {len(found)}",
        f"{found['loss'].max():.4f}",
        f"{times(found['speedup'].median())} "
        f"({spread(found['speedup'].min(), found['speedup'].max())})",
        times(found["with_refit"].median()),
        ", ".join(f"{ended} {n}" for ended, n in endings.value_counts().items()),
    )
