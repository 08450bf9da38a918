import logging

import pytest

from nearbest.printable import one_line, printable
from tests.hostile import CONTROL_CHARACTERS, TEXTS


@pytest.mark.parametrize("character", CONTROL_CHARACTERS, ids=ascii)
def test_no_control_character_is_left(character):
    """Each is written as Python writes it, so that two texts stay two."""
    assert printable(f"a{character}b") == f"a{ascii(character)[1:-1]}b"


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_names_stay_one_printable_line(text):
    assert one_line(text).isprintable()


def test_other_texts_stay_as_they_are():
    """Letters of all scripts, and the layout of what nearbest prints."""
    text = "Straße ε 中文 👩‍🔬\n\tnext"
    assert printable(text) == text


def test_log_messages_are_printable(caplog):
    """Whatever a name in them holds."""
    with caplog.at_level(logging.WARNING, "nearbest"):
        logging.getLogger("nearbest").warning("Training %s again", "tree\x1b[2J")
    assert caplog.messages == [r"Training tree\x1b[2J again"]
