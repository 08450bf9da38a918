"""Costs in simulated races are those of the library's one model."""

import numpy as np
import pytest

SIZES = np.array([1_000.0, 2_000.0, 4_000.0, 8_000.0])


@pytest.fixture
def table():
    """One candidate whose fit takes a second per 1,000 rows, scored at 10 µs per row."""
    from lab.data import Table

    times = SIZES[None] / 1_000
    arrays = {k: np.zeros((1, 4)) for k in ("train", "test", "converged")}
    return Table(
        "t", "t", "g", 2, 5_000, SIZES, ("a",), fit_time=times, predict_row=times * 0 + 1e-5,
        **arrays,
    )  # fmt: skip


def test_the_model_is_that_of_the_library(table):
    """Times in proportion to rows are taken to go on so."""
    from lab.cost import model_of

    model = model_of(table, 0, [0, 1])
    assert model.fitting(8_000) == pytest.approx(8.0, rel=0.05)
    assert model.low_full_run(8_000, 0) <= model.fitting(8_000)


def test_scoring_takes_no_longer_than_fitting(table):
    """Three times the rows are scored, no longer than the fit; a full run scores all."""
    from lab.cost import scoring_of

    found = scoring_of(table, 1e-3, np.array([2.0, 4.0, 8.0]), np.array([1, 2, 3]))
    assert found == pytest.approx([4.0, 4.0, 5.0])
