import logging

import pytest

from nearbest import NearBestSearch, select
from nearbest.errors import CandidateFailed
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


def test_texts_of_a_selection_obey_nobody(stub, coins):
    """Sentence, certificate, selection and search print a name as Python writes it."""
    name = "tree\x1b[31m\nProved."
    search = NearBestSearch({name: stub(0.9), "b": stub(0.5)}, random_state=0)
    found = search.fit(*coins(10_000)).selection_
    assert found.best == name
    promise = found.certificate
    for text in (promise.sentence, str(promise), repr(found), repr(search).splitlines()[-1]):
        assert r"tree\x1b[31m\nProved." in text
        assert "\x1b" not in text
    assert promise.to_dict()["sentence"].startswith(name)


def test_nor_does_a_failure(stub, coins):
    """Whether its name or its reason would clear the screen."""

    def on_fit(n_rows):
        raise ValueError("no\x1b[2J")

    candidates = {"tree\x1b[31m": stub(on_fit=on_fit), "b": stub(0.5)}
    with pytest.raises(CandidateFailed, match=r"tree\\x1b\[31m failed .* no\\x1b\[2J;"):
        select(candidates, *coins(10_000), random_state=0, error_score="raise")
