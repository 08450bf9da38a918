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

    def tell(self, name: str, score: float | None, n_train: int) -> None:
        """What a candidate is expected to reach on all rows; None if it failed.

        More is known after every sample, so this may be called several times; `n_train` is
        the size of the largest sample that was learnt from so far.
        """

    @property
    def exhausted(self) -> bool:
        """Whether no more candidates will come, whatever is told."""

    def note(self, name: str) -> Note:
        """What it must know to make a proposal again."""

    def recall(self, name: str, note: Note) -> Configuration | None:
        """Propose a candidate again, as in an earlier run; None where it cannot.

        Those of a run come in the order in which they were proposed.
        """

    def finish(self, name: str, score: float | None, facts: Note) -> None:
        """What is known of a candidate in the end, and what became of it; called once."""


class Forgetful:
    """A stream that proposes the same again if it is asked again, so it keeps no notes."""

    def note(self, name: str) -> Note:
        """Nothing is needed."""
        return {}

    def recall(self: CandidateStream, name: str, note: Note) -> Configuration | None:
        """The next proposal, which must be the same as before."""
        return next(iter(self.ask(1)), None)

    def finish(self, name: str, score: float | None, facts: Note) -> None:
        """Nothing is done with it."""
