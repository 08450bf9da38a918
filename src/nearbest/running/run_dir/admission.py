"""Candidates that came to a run after it had begun, as its journal tells of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from nearbest.arguments import is_whole
from nearbest.race.kinds import LearnerKind


@dataclass(frozen=True, slots=True)
class Admission:
    """One batch of candidates that were admitted together.

    Attributes
    ----------
    batch : int
        Its number; batch 1 is what the run began with and is never admitted.
    candidates : mapping of str to str
        The fingerprint of each candidate, in the order in which they came.
    parameters : mapping of str to mapping
        What reports show of each.
    kinds : mapping of str to LearnerKind
        The kind of learner of those where it is known.
    large_leaves : tuple of str
        The forests among them whose leaves are large; journals of earlier versions have none.
    """

    batch: int
    candidates: Mapping[str, str]
    parameters: Mapping[str, Mapping[str, Any]]
    kinds: Mapping[str, LearnerKind]
    large_leaves: tuple[str, ...] = ()

    def to_json(self) -> dict[str, object]:
        """A mapping of plain values, for the journal."""
        plain = asdict(self)
        if not self.large_leaves:
            del plain["large_leaves"]  # as earlier versions wrote it, and read it
        return plain

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Admission:
        """The inverse of `to_json`; ``ValueError`` with the reason if it cannot be one."""
        if {*values, "large_leaves"} != {field.name for field in fields(cls)}:
            raise ValueError("it is not an event of a run")
        found = cls(**{**values, "large_leaves": tuple(values.get("large_leaves", ()))})
        if not (is_whole(found.batch) and found.batch > 1):
            raise ValueError(f"batch {found.batch!r} cannot be admitted to a run")
        texts = [*found.candidates.values(), *found.kinds.values()]
        if not found.candidates or not all(isinstance(text, str) for text in texts):
            raise ValueError("what must be text is not")
        if set(found.parameters) != set(found.candidates):
            raise ValueError("it has the parameters of other candidates")
        if not set(found.large_leaves) <= set(found.candidates):
            raise ValueError("it has the leaves of other candidates")
        return found
