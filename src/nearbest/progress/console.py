"""The one way to a terminal for texts that others wrote."""

from __future__ import annotations

from collections.abc import Iterable

from rich import console
from rich.console import ConsoleOptions, RenderableType
from rich.segment import Segment

from nearbest.printable import printable


class Console(console.Console):
    r"""rich's console, which lets no control character through but its own.

    rich has its own codes apart from the text that it prints; whatever stands in the text
    is of someone else.

    Examples
    --------
    >>> console = Console(width=40)
    >>> with console.capture() as captured:
    ...     console.print("tree\x1b[2J", markup=False)
    >>> captured.get()
    'tree\\x1b[2J\n'
    """

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """The pieces to print, made printable."""
        for piece in super().render(renderable, options):
            if piece.control or piece.text.isprintable():
                yield piece
            else:
                yield Segment(printable(piece.text), piece.style)
