"""Texts of others, made safe to print.

Names and messages come from folders, files and candidates. A terminal obeys control
characters in them: they can clear it, rewrite what stands there, or set its title.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence

#: Control characters (C0, DEL, C1), what reverses the direction of writing, line ends that
#: few know, and halves of characters. Line feed and tab are apart, as texts of ours have them.
CONTROL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
LAYOUT = re.compile("[\t\n]")


def printable(text: str) -> str:
    r"""`text` with control characters written as Python writes them; lines stay lines.

    Examples
    --------
    >>> print(printable("tree\x1b[2J\rfine"))
    tree\x1b[2J\rfine
    """
    return CONTROL.sub(_escaped, text)


def one_line(text: str) -> str:
    r"""`printable`, and line feeds and tabs too: a name cannot pass for a line of ours.

    Examples
    --------
    >>> print(one_line("tree\nCertified."))
    tree\nCertified.
    """
    return LAYOUT.sub(_escaped, printable(text))


def clause(text: object) -> str:
    """A text of others without the full stop at its end: our sentence goes on, or has its own.

    Examples
    --------
    >>> f"It cannot be read: {clause('Invalid flatbuffers message.')}."
    'It cannot be read: Invalid flatbuffers message.'
    """
    return str(text).rstrip().rstrip(".")


def in_words(names: Sequence[str]) -> str:
    """Names as part of a sentence.

    Examples
    --------
    >>> in_words(["accuracy"]), in_words(["accuracy", "ROC AUC", "log loss"])
    ('accuracy', 'accuracy, ROC AUC and log loss')
    """
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _escaped(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()


class PrintableMessages(logging.Filter):
    """Makes what a logger is given safe to print, whatever names it quotes."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass, with its message made printable."""
        record.msg, record.args = printable(record.getMessage()), None
        return True
