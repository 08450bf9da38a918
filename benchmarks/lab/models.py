"""Folds of units, and forecasters that have not seen one or two of them."""

from __future__ import annotations

import os
import pickle
import tempfile
from pathlib import Path

import numpy as np

from lab import auc, data, other_scores
from lab.forecaster import Forecaster, fit
from lab.prefixes import Prefixes, prefixes
from nearbest.forecast.pasts import OF_ACCURACY, OF_ROC_AUC, Past

CACHE = Path(os.environ.get("LAB_CACHE", Path(tempfile.gettempdir()) / "lab"))
N_FOLDS = 6
GROUP_WEIGHT = {"recorded": 4.0, "everyday": 3.0, "new": 3.0, "lcdb": 1.0, "lcdb11": 1.0}
SHARE = {"lcdb": 0.08, "lcdb11": 0.16}


def past_named(score: str) -> Past:
    """The past of accuracy, of ROC AUC, or of another score."""
    named = {"accuracy": OF_ACCURACY, "roc_auc": OF_ROC_AUC}
    return named[score] if score in named else other_scores.SCORES[score].past


def tables(score: str = "accuracy") -> dict[str, list[data.Table]]:
    """All tables by group; the databases do not change and are cached."""
    CACHE.mkdir(parents=True, exist_ok=True)
    if score == "roc_auc":
        return auc.tables()
    if score in other_scores.SCORES:
        return other_scores.tables(score)
    path = CACHE / "lcdb.pkl"
    if not path.exists():
        path.write_bytes(pickle.dumps((data.lcdb(), data.lcdb11())))
    lcdb, lcdb11 = pickle.loads(path.read_bytes())
    return {
        "lcdb": lcdb,
        "lcdb11": lcdb11,
        "recorded": data.recorded(),
        "everyday": data.everyday(),
        "new": data.new(),
    }


def folds(everything: dict[str, list[data.Table]]) -> dict[str, int]:
    """A fold for each unit, recorded tables spread evenly."""
    ours = [t.unit for g in ("recorded", "everyday", "new") for t in everything[g]]
    large = [t.unit for t in everything["lcdb"] if t.sizes[-1] >= 8_900]
    rest = [t.unit for g in ("lcdb", "lcdb11") for t in everything[g]]
    names = list(dict.fromkeys([*ours, *large, *rest]))
    return {u: i % N_FOLDS for i, u in enumerate(names)}


def past(everything) -> Prefixes:
    lcdb = [t for t in everything["lcdb"] if t.name[-2:] in ("/0", "/1")]
    return prefixes([*lcdb, *everything["lcdb11"], *everything["recorded"], *everything["everyday"], *everything["new"]],
                    GROUP_WEIGHT, SHARE)  # fmt: skip


def forecasters(
    history: Prefixes, fold: dict[str, int], pairs: bool = False
) -> dict[tuple[int, ...], Forecaster]:
    """A forecaster without each fold, and if asked without each pair of folds."""
    of = np.array([fold[u] for u in history.unit])
    left_out = [(k,) for k in range(N_FOLDS)]
    if pairs:
        left_out += [(j, k) for j in range(N_FOLDS) for k in range(j + 1, N_FOLDS)]
    return {out: fit(history, ~np.isin(of, out)) for out in left_out}
