"""What is known of all labels."""

import numpy as np
import pytest

from nearbest.data.memory import InMemory
from nearbest.data.numbers import Numbers
from nearbest.data.target import Classes, classes_of
from nearbest.data.validation import checked_target
from nearbest.errors import InvalidInput

ROWS = np.arange(6)


def test_classes_are_counted():
    """Sorted, with the rows of each."""
    found = Classes.of(np.array([2, 0, 2, 2]))
    assert found.values.tolist() == [0, 2]
    assert found.counts == (1, 3)


def test_classes_of_a_test_table_count_no_training_row():
    """They exist, but a sample of the training rows cannot hold them."""
    found = Classes.of(np.array(["a", "b", "b"]), np.array(["c", "a"]))
    assert found.values.tolist() == ["a", "b", "c"]
    assert found.counts == (1, 2, 0)


def test_a_sample_may_lack_a_class():
    """Numbers have none to lack."""
    found = Classes.of(np.array([0, 1, 2]))
    assert found.lacks_some_in(np.array([0, 1, 1]))
    assert not found.lacks_some_in(np.array([2, 0, 1]))
    assert not Numbers.of(np.array([0.5, 1.5])).lacks_some_in(np.array([0.5]))


def test_numbers_have_no_classes():
    """None that a model could be asked for."""
    assert classes_of(Numbers(0.0, 5.0, 2.0, 14 / 3)).size == 0


def test_samples_in_memory_know_their_target():
    """Classes, unless they are told that it is numbers."""
    y = np.array([0, 1, 1, 0, 1, 1])
    samples = InMemory(ROWS.reshape(-1, 1), y, train=ROWS[:4], test=ROWS[4:])
    assert samples.target.counts == (2, 4)
    told = InMemory(ROWS.reshape(-1, 1), y, train=ROWS[:4], test=ROWS[4:], target=Numbers.of(y))
    assert told.target == Numbers.of(y)


@pytest.mark.parametrize("kind", [list, np.array])
@pytest.mark.parametrize("labels", [(10**20, 10**20 + 1), (2**63, 1), (2.0**60, 1.0)], ids=str)
def test_labels_that_two_may_share_are_refused(labels, kind):
    """NumPy makes floating-point numbers of some, and neighbours would be one class."""
    with pytest.raises(InvalidInput, match=f"64 bits; got {int(labels[0])}, .*as text"):
        checked_target(kind(labels * 2), "y")


@pytest.mark.parametrize(
    "labels", [(2**62, 2**62 + 1), (2**63, 2**63 + 1), (1e15, 2e15)], ids=str
)
def test_labels_of_64_bits_are_told_apart(labels):
    """As integers they are exact, and so are smaller floating-point numbers."""
    assert len(set(checked_target(list(labels * 2), "y").tolist())) == 2
