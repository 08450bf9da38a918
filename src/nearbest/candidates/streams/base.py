"""The contract of a stream of candidates."""

from __future__ import annotations

from typing import Protocol

from nearbest.candidates.configuration import Configuration


class CandidateStream(Protocol):
    """Proposes candidates, and may learn from how the earlier ones do."""

    def ask(self, n: int) -> list[Configuration]:
        """At most `n` further candidates; fewer where no more are to be had for now."""

    def tell(self, name: str, score: float | None) -> None:
        """What a candidate is expected to reach on all rows; None if it failed."""

    @property
    def exhausted(self) -> bool:
        """Whether no more candidates will come, whatever is told."""
