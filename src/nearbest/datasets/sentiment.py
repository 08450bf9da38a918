"""Tweets labelled by their emoticons: sentiment140."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from nearbest.datasets.reading import Chunks, Dataset, csv_chunks

if TYPE_CHECKING:
    from sklearn.base import BaseEstimator
    from sklearn.pipeline import Pipeline

NAMES = ["polarity", "id", "date", "query", "user", "text"]
NEGATIVE, POSITIVE = 0, 4


def _sentiment140(path: Path) -> Chunks:
    for tweets in csv_chunks(path, header=None, names=NAMES, encoding="latin-1"):
        if not tweets["polarity"].isin((NEGATIVE, 2, POSITIVE)).all():
            raise ValueError("its first column is not a polarity of 0, 2 or 4")
        tweets = tweets[tweets["polarity"] != 2]  # neutral, in the small test file only
        texts = tweets["text"].astype("string")
        yield texts.to_frame().assign(positive=tweets["polarity"] == POSITIVE)


def ngrams_of(
    learner: BaseEstimator, *, n_features: int = 10_000, longest: int = 2
) -> Pipeline:
    """The paper's preprocessing of tweets in front of a learner.

    Counts words and sequences of words, weighs them, keeps those that a linear model
    finds most useful (model-based top-K selection) and scales them to [0, 1].

    Parameters
    ----------
    learner : estimator
    n_features : int, default=10_000
        How many n-grams are kept; the paper has 9,866.
    longest : int, default=2
        Words of the longest n-gram.

    Examples
    --------
    >>> import pandas as pd
    >>> from sklearn.naive_bayes import MultinomialNB
    >>> from nearbest.datasets import ngrams_of
    >>> texts = pd.Series(["good day", "bad day", "good food", "bad food"])
    >>> model = ngrams_of(MultinomialNB(), n_features=2, longest=1).fit(texts, [1, 0, 1, 0])
    >>> model.predict(pd.Series(["good"])).tolist()
    [1]
    """
    # Reading tables needs no scikit-learn, whose import takes longer than all the rest.
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.feature_selection import SelectFromModel
    from sklearn.linear_model import SGDClassifier
    from sklearn.pipeline import Pipeline
    from sklearn.preprocessing import MaxAbsScaler

    judge = SGDClassifier(penalty="l2", random_state=0)
    return Pipeline(
        [
            ("ngrams", TfidfVectorizer(ngram_range=(1, longest), sublinear_tf=True)),
            (
                "top",
                SelectFromModel(judge, max_features=_at_most(n_features), threshold=-np.inf),
            ),
            ("scaled", MaxAbsScaler()),
            ("learner", learner),
        ]
    )


class _at_most:  # noqa: N801 - called like the function that it stands for
    """`n`, or all columns where there are fewer; a class, so that it can be pickled."""

    def __init__(self, n: int) -> None:
        self.n = n

    def __call__(self, X: object) -> int:
        return min(self.n, int(X.shape[1]))  # type: ignore[attr-defined]

    def __repr__(self) -> str:
        return f"at most {self.n}"


#: 1.6 million tweets (`training.1600000.processed.noemoticon.csv`, Latin-1, no header):
#: is one positive? The text is the only feature; `ngrams_of` makes the paper's columns of
#: it.
sentiment140 = Dataset(
    "sentiment140",
    "http://help.sentiment140.com/for-students",
    "positive",
    _sentiment140,
    "Tweets with a positive emoticon, against a negative one; text only.",
)
