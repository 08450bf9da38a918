"""How much narrower differences between candidates are on the same test rows.

    python benchmarks/paired.py FILE [--rows 600000]

Twelve variants of LightGBM and eight other learners are trained on a 64th, a 16th and a quarter
of the training rows of a Parquet file whose target is `label`, and scored on twice as many
test rows. Each pair has a standard error of its difference in accuracy if the test rows were
others for each, and the one that it has on the same rows.
"""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from sklearn.ensemble import (
    ExtraTreesClassifier,
    HistGradientBoostingClassifier,
    RandomForestClassifier,
)
from sklearn.linear_model import LogisticRegression, SGDClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier
from ties import table, variants

PARTS = 64, 16, 4
KINDS = {
    "forest": ("random forest", "extra trees"),
    "linear": ("logistic regression", "linear, online"),
    "tree": ("tree",),
    "bayes": ("naive Bayes",),
    "network": ("network",),
}


def main() -> None:
    """Print medians by part of the rows and by kinds of learners."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--rows", type=int, default=600_000)
    given = parser.parse_args()
    warnings.simplefilter("ignore")  # networks that were not trained to the end
    X, y = table(given.data, given.rows)
    found = pd.DataFrame([row for part in PARTS for row in pairs(right_rows(X, y, part), part)])
    print(found.groupby(["part", "kinds"]).median(numeric_only=True).round(4).to_string())


def others() -> dict[str, Any]:
    """Eight learners beside LightGBM."""
    scaled = [
        make_pipeline(StandardScaler(), model)
        for model in (
            LogisticRegression(),
            SGDClassifier(random_state=0),
            MLPClassifier((32,), max_iter=15, random_state=0),
        )
    ]
    return {
        "random forest": RandomForestClassifier(40, min_samples_leaf=5, random_state=0),
        "extra trees": ExtraTreesClassifier(40, min_samples_leaf=5, random_state=0),
        "histograms": HistGradientBoostingClassifier(random_state=0),
        "logistic regression": scaled[0],
        "linear, online": scaled[1],
        "network": scaled[2],
        "tree": DecisionTreeClassifier(min_samples_leaf=20, random_state=0),
        "naive Bayes": GaussianNB(),
    }


def right_rows(X: np.ndarray, y: np.ndarray, part: int) -> dict[str, np.ndarray]:
    """Which test rows each candidate gets right, trained on a part of the rows."""
    order = np.random.default_rng(1).permutation(len(y))
    n_test = len(y) // 5
    test, train = order[:n_test], order[n_test:]
    train = train[: len(train) // part]
    test = test[: 2 * len(train)]
    return {
        name: model.fit(X[train], y[train]).predict(X[test]) == y[test]
        for name, model in {**variants(12), **others()}.items()
    }


def pairs(right: dict[str, np.ndarray], part: int) -> Iterator[dict[str, object]]:
    """Both standard errors of each pair of candidates."""
    for one, other in combinations(right, 2):
        a, b = right[one], right[other]
        variance = float(np.var(a) + np.var(b))
        paired = float(np.var(a.astype(float) - b))
        kinds = {kind_of(one), kind_of(other)}
        same = "other kinds" if len(kinds) == 2 else f"two of kind {kinds.pop()}"
        yield {
            "part": part,
            "kinds": same,
            "correlation": np.corrcoef(a, b)[0, 1],
            "apart": np.sqrt(variance / len(a)),
            "paired": np.sqrt(paired / len(a)),
            "ratio": np.sqrt(paired / variance),
        }


def kind_of(name: str) -> str:
    """The kind of learner of a candidate."""
    return next((kind for kind, names in KINDS.items() if name in names), "boosting")


if __name__ == "__main__":
    main()
