"""Time saved by doing shared preprocessing once, on character n-grams of names.

    python benchmarks/preprocessing.py names.parquet [--rows 100000]

The file has one column of texts and a target `label`. Ten learners start with the same
extraction of n-grams. Selects twice, with `cache` and without, checks that the
observations are equal, and prints both times.
"""

from __future__ import annotations

import time
from pathlib import Path

import pandas as pd
import typer
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import SGDClassifier
from sklearn.naive_bayes import BernoulliNB, MultinomialNB
from sklearn.pipeline import make_pipeline

from nearbest import Selection, select


def candidates() -> dict[str, object]:
    """Quick learners behind one slow preprocessor."""
    learners = {
        **{f"bernoulli {a:g}": BernoulliNB(alpha=a) for a in (0.01, 0.1, 1)},
        **{f"multinomial {a:g}": MultinomialNB(alpha=a) for a in (0.01, 0.1, 1)},
        **{
            f"sgd {a:g}": SGDClassifier(loss="log_loss", alpha=a, max_iter=10)
            for a in (1e-3, 1e-4, 1e-5, 1e-6)
        },
    }
    ngrams = CountVectorizer(analyzer="char_wb", ngram_range=(1, 3), min_df=2)
    return {name: make_pipeline(ngrams, learner) for name, learner in learners.items()}


def timed(X: pd.Series, y: pd.Series, cache: bool) -> tuple[Selection, float]:
    """A selection and its seconds; the order of probes does not depend on the clock."""
    start = time.perf_counter()
    found = select(
        candidates(), X, y, cache=cache, cost="rows", refit=False, epsilon=0.005, random_state=0
    )
    return found, time.perf_counter() - start


def main(path: Path, rows: int = 100_000) -> None:
    """Print the comparison."""
    frame = pd.read_parquet(path).sample(rows, random_state=0)
    X, y = frame.drop(columns="label").iloc[:, 0].astype("str"), frame["label"]
    (plain, slow), (cached, fast) = (timed(X, y, cache) for cache in (False, True))
    counts = ["configuration", "n_train", "train_score", "test_score"]
    equal = plain.history[counts].equals(cached.history[counts])
    print(f"{len(plain.history)} probes of {len(candidates())} candidates on {rows:,} names")
    print(
        f"without cache {slow:.1f} s, with cache {fast:.1f} s: {slow / fast:.2f} times as fast"
    )
    print(f"observations are {'equal' if equal else 'NOT EQUAL'}; best: {cached.best}")


if __name__ == "__main__":
    typer.run(main)
