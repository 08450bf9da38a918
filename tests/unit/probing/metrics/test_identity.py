"""How run directories tell scores apart."""

from functools import partial

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, f1_score, fbeta_score, make_scorer

from nearbest import RowScore
from nearbest.errors import NotSupported
from nearbest.probing.metrics.identity import identity_of


def gain(y, predicted):
    return np.where(predicted == y, 1.0, 0.0)


def lift(estimator, X, y, factor=1):
    return factor * (estimator.predict(X) == y).mean()


@pytest.mark.parametrize(
    ("scoring", "known"),
    [
        ("roc_auc", "roc_auc"),
        (make_scorer(accuracy_score), "accuracy"),
        (["roc_auc", "f1"], ["roc_auc", "f1"]),
        ({"mine": make_scorer(f1_score), "roc_auc": "roc_auc"}, ["mine: f1", "roc_auc"]),
        (["f1"], "f1"),
    ],
)
def test_known_scores_go_by_their_names(scoring, known):
    """However they were given."""
    assert identity_of(scoring) == known


DIFFERENT = [
    RowScore(gain, 0, 1),
    RowScore(gain, -1, 1),
    lift,
    partial(lift, factor=2),
    make_scorer(fbeta_score, beta=2),
    make_scorer(fbeta_score, beta=3),
    make_scorer(fbeta_score, beta=3, greater_is_better=False),
]


def test_own_scores_are_told_apart_by_what_they_compute():
    """Functions by their code, and every option."""
    identities = [identity_of(scoring) for scoring in DIFFERENT]
    assert len(set(identities)) == len(DIFFERENT)
    assert identities == [identity_of(scoring) for scoring in DIFFERENT]
    assert identity_of(make_scorer(fbeta_score, beta=2)) == identities[4]


def local():
    def inner(estimator, X, y):
        return 0.0

    return inner


@pytest.mark.parametrize(
    "scoring",
    [
        lambda estimator, X, y: 0.0,
        local(),
        RowScore(lambda y, said: y, 0, 1),
        make_scorer(lambda y, said: 0.0),
        partial(local()),
    ],
)
def test_functions_without_a_name_are_refused(scoring):
    """No later call could be known to have the same one."""
    with pytest.raises(NotSupported, match="`scoring` must be a function of a module"):
        identity_of(scoring)
