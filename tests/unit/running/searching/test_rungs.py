import pytest

from nearbest.running.searching.rungs import rungs_of


@pytest.mark.parametrize(
    ("sizes", "expected"),
    [
        ((1_000,), [1_000]),
        ((1_000, 2_000), [2_000]),
        ((1_000, 2_000, 4_000), [4_000]),
        ((1_000, 3_000, 9_000, 27_000, 81_000), [81_000]),
        (
            tuple(1_000 * 2**k for k in range(14)),
            [128_000, 512_000, 2_048_000, 8_192_000],
        ),
    ],
)
def test_rungs(sizes, expected):
    """The last is the full size, and the first is not the smallest sample."""
    assert rungs_of(sizes) == expected
