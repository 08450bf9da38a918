import io

import pytest
from rich.table import Table
from rich.text import Text

from nearbest.printable import CONTROL
from nearbest.progress.console import Console
from tests.hostile import TEXTS


def printed(what, **options):
    file = io.StringIO()
    Console(file=file, width=200, **options).print(what)
    return file.getvalue()


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_texts_of_others_are_printed_without_control_characters(text):
    """Alone, in a table and in its header."""
    table = Table(text.replace("[", "("), box=None)
    table.add_row(Text(text))
    for what in (Text(text), table):
        assert not CONTROL.search(printed(what))


def test_colours_of_our_own_stay():
    """In a terminal, styles are what they were."""
    shown = printed(Text("tree\x1b[2J", "bold"), force_terminal=True, color_system="standard")
    assert shown == "\x1b[1mtree\\x1b[2J\x1b[0m\n"
