import pandas as pd
import pytest

from nearbest.data.numeric_texts import columns_of_numeric_texts

PRICES = [f"{k / 7:.2f}" for k in range(1, 200)]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ([*PRICES, "?"], True),
        ([price.replace(".", ",") for price in PRICES], True),
        ([str(k) for k in range(5, 205)], True),
        ([f"{k:05}" for k in range(200)], False),
        ([str(20_000 + k) for k in range(200)], False),
        (["1.5", "2.5"] * 100, False),
        ([f"road {k}" for k in range(200)], False),
        ([*PRICES[:100], *(f"road {k}" for k in range(100))], False),
    ],
    ids=["odd", "commas", "integers", "codes", "lengths", "few", "names", "mixed"],
)
def test_numbers_that_are_texts(texts, expected):
    """Nearly all are numbers, many differ, and they are no codes."""
    frame = pd.DataFrame({"a": texts, "b": range(len(texts))})
    assert columns_of_numeric_texts(frame) == (["a"] if expected else [])
    assert columns_of_numeric_texts(frame.astype({"a": "category"})) == (
        ["a"] if expected else []
    )


def test_tables_without_names():
    """An array of numbers has no texts."""
    assert columns_of_numeric_texts(pd.DataFrame({"a": range(100)}).to_numpy()) == []
