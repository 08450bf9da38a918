"""A candidate that was proposed while its race ran, as the journal keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from nearbest.candidates.configuration import Configuration
from nearbest.candidates.fingerprint import of_candidates
from nearbest.candidates.parameters import plain_values, telling_parameters
from nearbest.race.kinds import LearnerKind
from nearbest.race.plan import Plan


@dataclass(frozen=True, slots=True)
class Proposal:
    """Who takes part from now on.

    Attributes
    ----------
    name, kind : str
    digest : str
        Tells whether it is the same when the run goes on.
    parameters : mapping
        What sets it apart, for reports.
    note : mapping
        What its stream needs to propose it again.
    has_large_leaves : bool
        Whether it is a tree or forest whose leaves must hold many rows.
    """

    name: str
    digest: str
    kind: LearnerKind
    parameters: Mapping[str, Any] = field(default_factory=dict)
    note: Mapping[str, Any] = field(default_factory=dict)
    has_large_leaves: bool = False

    @classmethod
    def of(cls, configuration: Configuration, note: Mapping[str, Any]) -> Proposal:
        """Of a candidate that a stream proposed just now."""
        digest = of_candidates([configuration])[configuration.name]
        told = plain_values(telling_parameters(configuration))
        return cls(
            configuration.name,
            digest,
            configuration.learner_kind,
            told,
            dict(note),
            configuration.has_large_leaves,
        )

    @property
    def large_leaves(self) -> tuple[str, ...]:
        """Its name if it has large leaves, as a plan lists them."""
        return (self.name,) if self.has_large_leaves else ()

    def extend(self, plan: Plan) -> Plan:
        """The plan with this candidate, which was announced in it."""
        if plan.arriving is None:
            return plan
        sizes, kinds = {self.name: plan.arriving.sizes}, {self.name: self.kind}
        return plan.extended(sizes, kinds, self.large_leaves)

    def to_json(self) -> dict[str, object]:
        """A mapping of plain values, for the journal."""
        return asdict(self)


def check_proposal(proposal: Proposal, plan: Plan | None) -> None:
    """Raise ``ValueError`` unless a candidate may have been proposed like this."""
    texts = (proposal.name, proposal.digest, proposal.kind)
    mappings = (proposal.parameters, proposal.note)
    if not all(isinstance(text, str) for text in texts):
        raise ValueError("what must be text is not")
    if not all(isinstance(mapping, Mapping) for mapping in mappings):
        raise ValueError("what must be parameters is not")
    if not isinstance(proposal.has_large_leaves, bool):
        raise ValueError("what must be true or false is not")
    if plan is not None and plan.arriving is None:
        raise ValueError("all candidates of the run were known beforehand")
    if plan is not None and proposal.name in plan.sizes:
        raise ValueError(f"the run has a candidate {proposal.name!r} already")
