"""Long names cut so that they stay apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from nearbest.printable import one_line


def shortened(names: Collection[str], width: int) -> dict[str, str]:
    """Each name in at most `width` characters, no two of them the same, if there is room.

    The middle goes first, as names made from parameters differ at their ends. Where two
    would look the same, what they share at the front goes, and a number tells the rest
    apart. Control characters are written out.

    Examples
    --------
    >>> shortened(["pipeline(scaled, svm, C=1)", "tree"], 15)
    {'pipeline(scaled, svm, C=1)': 'pipel…svm, C=1)', 'tree': 'tree'}
    >>> alike = ["a very long name 1 of them", "a very long name 2 of them"]
    >>> list(shortened(alike, 11).values())
    ['a v…1 of th', 'a v…2 of th']
    """
    cut = {name: _cut(one_line(name), width) for name in names}
    for alike in _alike(cut):
        shared = _shared([one_line(name) for name in alike])
        cut |= {name: _cut_before(one_line(name), shared, width) for name in alike}
    for alike in _alike(cut):
        for number, name in enumerate(alike, start=1):
            mark = f"~{number}"
            cut[name] = cut[name][: max(width - len(mark), 0)] + mark
    return cut


def _shared(names: Collection[str]) -> int:
    """How many characters they have in common at the front."""
    first, last = min(names), max(names)
    pairs = enumerate(zip(first, last, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(first), len(last)))


def _alike(cut: dict[str, str]) -> list[list[str]]:
    """Groups of names that look the same."""
    times = Counter(cut.values())
    return [
        [name for name, short in cut.items() if short == shown]
        for shown, n in times.items()
        if n > 1
    ]


def _cut(name: str, width: int) -> str:
    """A third of the room for the beginning, the rest for the end."""
    if len(name) <= width:
        return name
    if width < 3:
        return name[: max(width, 0)]
    head = -(-(width - 1) // 3)
    return f"{name[:head]}…{name[len(name) - (width - 1 - head) :]}"


def _cut_before(name: str, shared: int, width: int) -> str:
    """The beginning, and what follows the part that is shared."""
    head = max((width - 1) // 3, 0)
    if len(name) <= width or shared <= head:
        return _cut(name, width)
    return f"{name[:head]}…{name[shared:]}"[: max(width, 0)]
