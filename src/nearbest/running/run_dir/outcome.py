"""What outcome.json says of the end of a run: one value, with one reader and one writer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from nearbest.arguments import is_whole
from nearbest.race.certificate import Delivery
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.prediction import Prediction
from nearbest.race.stopping import Concluded, StoppingRule
from nearbest.running.run_dir.journal_line import checked_observation
from nearbest.running.run_dir.record import read_notes
from nearbest.running.settings import OF_A_CALL

#: What earlier versions called what was measured of a delivered model.
FORMER_KEYS = {"accuracy": "score", "full_accuracy": "full_score"}


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOutcome:
    """How the last call of a run ended.

    Attributes
    ----------
    winner : str or None
        None in what version 0.1.0 wrote.
    prediction : Prediction or None
        What was forecast of the winner.
    settled : bool
        Whether the race had ended by its rule.
    delivery : Delivery or None
        The model that was delivered.
    trained : tuple of Observation
        Full runs that were made for it after the race, which was not told of them: a call
        that goes on begins with these.
    seconds : float or None
        Time spent selecting.
    notes : tuple of str
        What was said at the end, a sentence each.
    settings : mapping
        Those of this call alone, as reports show them.
    n_lines : int or None
        Lines that the journal had; None in what earlier versions wrote.
    """

    winner: str | None = None
    prediction: Prediction | None = None
    settled: bool = False
    delivery: Delivery | None = None
    trained: tuple[Observation, ...] = ()
    seconds: float | None = None
    notes: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    n_lines: int | None = None

    def repeated(self, rule: StoppingRule, plan: Plan) -> StoppingRule:
        """The rule, which repeats what it said where a forecast had a part in its end."""
        if self.prediction is None:
            return rule
        if self.winner is None or self.winner not in plan.sizes:
            raise ValueError(f"'winner' cannot be {self.winner!r}")
        return Concluded(rule, self.winner, self.prediction, self.settled)

    def to_json(self) -> dict[str, Any]:
        """A mapping of plain values, for outcome.json."""
        return {
            **self.settings,
            "winner": self.winner,
            "prediction": None if self.prediction is None else asdict(self.prediction),
            "settled": self.settled,
            "delivery": None if self.delivery is None else asdict(self.delivery),
            "trained": [observation.to_json() for observation in self.trained],
            "seconds": self.seconds,
            "notes": list(self.notes),
            "n_lines": self.n_lines,
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> RunOutcome:
        """The inverse of `to_json`; ``TypeError`` or ``ValueError`` if it cannot be one."""
        said, delivered = values.get("prediction"), values.get("delivery") or None
        n_lines = values.get("n_lines")
        if n_lines is not None and not is_whole(n_lines):
            raise ValueError(f"'n_lines' cannot be {n_lines!r}")
        return cls(
            winner=values.get("winner"),
            prediction=said and Prediction(**{**said, "notes": tuple(said["notes"])}),
            settled=values.get("settled", False),
            delivery=delivered
            and Delivery(**{FORMER_KEYS.get(k, k): v for k, v in delivered.items()}),
            trained=tuple(map(checked_observation, values.get("trained", []))),
            seconds=values.get("seconds"),
            notes=read_notes(values),
            settings={name: values[name] for name in OF_A_CALL if name in values},
            n_lines=n_lines,
        )
