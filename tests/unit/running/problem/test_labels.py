"""Test rows on which a score makes no sense."""

import numpy as np
import pytest

from nearbest.data.drawn import AT_RANDOM, Drawn
from nearbest.data.memory import InMemory
from nearbest.errors import InvalidInput
from nearbest.probing.metrics import METRICS
from nearbest.running.problem.labels import check_test_labels


def samples(train, test):
    y, n = np.array([*train, *test]), len(train)
    return InMemory(np.zeros((len(y), 1)), y, np.arange(n), np.arange(n, len(y)))


GIVEN = Drawn("choice")


def check(name, train, test, drawn=GIVEN):
    check_test_labels({name: METRICS[name]}, samples(train, test), drawn)


@pytest.mark.parametrize("name", ["roc_auc", "f1", "average_precision"])
def test_both_classes_are_needed(name):
    """By scores that compare them; others do without."""
    with pytest.raises(InvalidInput, match=f"'{name}' needs test rows of both classes; all 2"):
        check(name, [0, 1], [1, 1])
    check(name, [0, 1], [0, 1])
    check("accuracy", [0, 1], [1, 1])
    check("neg_log_loss", [0, 1], [1, 1])


def test_labels_that_no_model_can_know():
    """Where the test rows were chosen; at random, a class may lie on one side."""
    with pytest.raises(InvalidInput, match="'b' is in test rows alone"):
        check("neg_log_loss", ["a", "c"], ["a", "b"])
    check("accuracy", ["a", "c"], ["a", "b"])
    check("neg_log_loss", ["a", "c"], ["a", "b"], drawn=AT_RANDOM)
