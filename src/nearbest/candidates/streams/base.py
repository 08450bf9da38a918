"""The contract of a stream of candidates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from nearbest.candidates.configuration import Configuration

#: What a run directory keeps of a proposal, as JSON.
Note = Mapping[str, Any]


class CandidateStream(Protocol):
    """Proposes candidates, and may learn from how the earlier ones do."""

    @property
    def adaptive(self) -> bool:
        """Whether what it proposes depends on what it was told."""

    def ask(self, n: int) -> list[Configuration]:
        """At most `n` further candidates; fewer where no more are to be had for now."""

    def tell(self, name: str, score: float | None) -> None:
        """What a candidate is expected to reach on all rows; None if it failed.

        More is known of it after every sample, so that this may come several times.
        """

    @property
    def exhausted(self) -> bool:
        """Whether no more candidates will come, whatever is told."""

    def note(self, name: str) -> Note:
        """What it needs to know of a proposal to make it again."""

    def recall(self, name: str, note: Note) -> Configuration | None:
        """Propose a candidate again, as in an earlier run; None where it cannot.

        Those of a run come in the order in which they were proposed.
        """

    def finish(self, name: str, score: float | None, facts: Note) -> None:
        """The last that is known of a candidate, once, and what became of it."""


class Forgetful:
    """What a stream does that proposes the same again if it is asked again."""

    def note(self, name: str) -> Note:
        """Nothing."""
        return {}

    def recall(self: CandidateStream, name: str, note: Note) -> Configuration | None:
        """The next one, which must be the same."""
        return next(iter(self.ask(1)), None)

    def finish(self, name: str, score: float | None, facts: Note) -> None:
        """Nothing: nobody wants to know."""
