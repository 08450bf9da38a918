"""Who came to a run after it had begun, as an event of its journal."""

import json
from dataclasses import replace

import pytest

from nearbest.running.run_dir.admission import Admission

SECOND = Admission(2, {"c": "3"}, {"c": {"depth": 4}}, {"c": "tree"})


def test_it_comes_back_as_it_was():
    """What the journal holds is all there is."""
    assert Admission.from_json(SECOND.to_json()) == SECOND


def test_forests_with_large_leaves():
    """They come back; of a run without any the journal says what it has always said."""
    forest = replace(SECOND, kinds={"c": "forest"}, large_leaves=("c",))
    written = json.loads(json.dumps(forest.to_json()))
    assert Admission.from_json(written) == forest
    assert set(SECOND.to_json()) == {"batch", "candidates", "parameters", "kinds"}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"batch": 1}, "batch 1 cannot be admitted"),
        ({"batch": "2"}, "batch '2' cannot be admitted"),
        ({"candidates": {}, "parameters": {}}, "text"),
        ({"candidates": {"c": 3}}, "text"),
        ({"kinds": {"c": None}}, "text"),
        ({"parameters": {}}, "parameters of other candidates"),
        ({"more": 1}, "not an event"),
        ({"large_leaves": ["b"]}, "leaves of other candidates"),
    ],
)
def test_what_no_run_wrote(changes, reason):
    """The sentence says what is wrong with it."""
    with pytest.raises(ValueError, match=reason):
        Admission.from_json(SECOND.to_json() | changes)
