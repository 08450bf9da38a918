"""A value in a file that knows where it stands."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from nearbest.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class Node:
    """One value of a TOML file, its key, and checks that name both when they fail.

    Examples
    --------
    >>> from pathlib import Path
    >>> candidates = Node(Path("a.toml"), "candidates", [{"name": 3}])
    >>> candidates.items()[0].child("name").text()
    Traceback (most recent call last):
    nearbest.errors.InvalidInput: a.toml, candidates[1].name: must be a text; got 3.
    """

    file: Path
    key: str
    value: object

    def error(self, message: str) -> InvalidInput:
        """An error that says where in the file the trouble is."""
        where = f", {self.key}" if self.key else ""
        return InvalidInput(f"{self.file}{where}: {message}")

    def child(self, key: str) -> Node:
        """The value under `key`; an error if it is missing."""
        found = self.get(key)
        if found is None:
            raise self.error(f"the key `{key}` is missing.")
        return found

    def get(self, key: str) -> Node | None:
        """The value under `key`, or None."""
        table = self.table()
        inner = f"{self.key}.{key}" if self.key else key
        return Node(self.file, inner, table[key]) if key in table else None

    def children(self) -> Iterator[tuple[str, Node]]:
        """Keys and values of a table."""
        for key in self.table():
            yield key, self.child(key)

    def table(self) -> dict[str, object]:
        """The value as a table."""
        if not isinstance(self.value, dict):
            raise self.error(f"must be a table; got {self.value!r}.")
        return self.value

    def items(self) -> list[Node]:
        """The elements of a list, counted from 1."""
        if not isinstance(self.value, list):
            raise self.error(f"must be a list; got {self.value!r}.")
        return [
            Node(self.file, f"{self.key}[{number}]", item)
            for number, item in enumerate(self.value, start=1)
        ]

    def text(self) -> str:
        """The value as a text."""
        if not isinstance(self.value, str):
            raise self.error(f"must be a text; got {self.value!r}.")
        return self.value

    def check_keys(self, known: Collection[str], owner: str = "") -> None:
        """Raise unless every key of this table is among those known."""
        for key, node in self.children():
            if key not in known:
                meant = get_close_matches(key, known, n=1)
                hint = f"did you mean {meant[0]!r}?" if meant else f"known are {sorted(known)}."
                of = f" of {owner}" if owner else ""
                raise node.error(f"there is no key {key!r}{of}; {hint}")
