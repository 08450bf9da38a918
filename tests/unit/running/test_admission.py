"""Who came to a run after it had begun, as values and in settings."""

import pytest

from nearbest.running.admission import Admission, with_admitted

BEGUN = {
    "batches": [2],
    "candidates": {"a": "1", "b": "2"},
    "parameters": {"a": {}, "b": {"depth": 3}},
    "kinds": {"a": "forest"},
    "seed": 0,
}
SECOND = Admission(2, {"c": "3"}, {"c": {"depth": 4}}, {"c": "tree"})
THIRD = Admission(3, {"d": "4", "e": "5"}, {"d": {}, "e": {}}, {})


def test_it_comes_back_as_it_was():
    """What the journal holds is all there is."""
    assert Admission.from_json(SECOND.to_json()) == SECOND


def test_settings_learn_who_was_admitted():
    """Batches in order, with all that settings tell of a candidate."""
    known = with_admitted(BEGUN, [SECOND, THIRD])
    assert known["batches"] == [2, 1, 2]
    assert list(known["candidates"]) == ["a", "b", "c", "d", "e"]
    assert known["parameters"]["c"] == {"depth": 4}
    assert known["kinds"] == {"a": "forest", "c": "tree"}
    assert BEGUN["batches"] == [2]


def test_who_is_known_is_not_admitted_again():
    """Settings that were written after the journal have them already."""
    known = with_admitted(BEGUN, [SECOND])
    assert with_admitted(known, [SECOND]) == known
    assert with_admitted(known, [SECOND, THIRD]) == with_admitted(BEGUN, [SECOND, THIRD])


def test_settings_of_a_run_without_admissions_stay_as_they_are():
    """So do those of versions that wrote no such event, and damaged ones."""
    assert with_admitted({"format": 1}, []) == {"format": 1}


def test_a_batch_that_is_missing_is_noticed():
    """Somebody removed a line: δ would be divided wrongly."""
    with pytest.raises(ValueError, match="batch 2 of its candidates is missing"):
        with_admitted(BEGUN, [THIRD])


def test_the_last_batch_of_what_is_written():
    """The event says what settings.json is going to say."""
    assert Admission.of(with_admitted(BEGUN, [SECOND, THIRD]), ["d", "e"]) == THIRD
    assert Admission.of(with_admitted(BEGUN, [SECOND]), ["c"]) == SECOND


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
    ],
)
def test_what_no_run_wrote(changes, reason):
    """The sentence says what is wrong with it."""
    with pytest.raises(ValueError, match=reason):
        Admission.from_json(SECOND.to_json() | changes)
