"""What stopping rules are called."""

import pytest

from nearbest.errors import NotSupported
from nearbest.race.stop_at import check_stop_at, present_name


def test_a_former_name_says_so(caplog):
    """One sentence tells the name to write."""
    assert present_name("predicted") == "calibrated"
    assert caplog.messages == [
        "`stop_at='predicted'` is another name of 'calibrated' now; write that."
    ]


def test_a_present_name_is_silent(caplog):
    """Nothing is said of names that are not former ones."""
    assert [present_name(name) for name in ("proved", "noon")] == ["proved", "noon"]
    assert not caplog.messages


def test_states_nothing_rarer_than_it_knows():
    """Past curves tell of nothing rarer than one in a hundred."""
    check_stop_at("stated", 0.01)
    with pytest.raises(NotSupported, match="'stated'"):
        check_stop_at("stated", 0.001)
