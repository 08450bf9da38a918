import numpy as np
import pytest

from nearbest.data.rare import kept_even
from nearbest.data.target import Classes


def classes(*counts):
    return Classes(np.arange(len(counts)), counts)


@pytest.mark.parametrize(
    ("n_rare", "is_kept"),
    [(9, False), (10, True), (45, True), (46, False), (5_000, False)],
)
def test_classes_are_kept_even_where_that_brings_one_into_the_smallest_sample(n_rare, is_kept):
    """One that is expected less than once stays out, and a frequent one comes by itself."""
    found = kept_even(classes(10_000 - n_rare, n_rare), n_smallest=1_000, n_test=10_000)
    assert (found is not None) is is_kept


def test_and_into_the_test_data():
    """Scores such as ROC AUC need both classes there."""
    found = kept_even(classes(9_980, 20), n_smallest=8_000, n_test=1_000)
    assert "20 rows of class 1 would often miss the test data, of 1,000 rows" in found
