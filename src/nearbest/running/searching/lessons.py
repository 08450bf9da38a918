"""What a search learns from, and the two ways to choose it.

`SettledLessons` tells a search of the same probes in the same order however fast the
machine is. `TimedLessons` makes the most of a time limit. Neither looks at test rows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Protocol

from nearbest.race.observation import Observation, Task
from nearbest.race.race import Race


@dataclass(frozen=True, slots=True)
class Told:
    """A lesson that was learnt: the score expected on all rows, None after a failure.

    `n_train` is the size of the largest sample that it rests on.
    """

    name: str
    score: float | None
    n_train: int


class Lessons(Protocol):
    """Which probes a search learns from, and what it is told of them."""

    def enter(self, name: str) -> None:
        """A candidate was proposed."""

    def note(self, race: Race, observation: Observation) -> bool:
        """Take note of a probe; whether it is one that the search learns from."""

    def due(self, race: Race) -> Iterator[Told]:
        """What is to be told before the next proposal, as far as it is known."""

    @property
    def ready(self) -> bool:
        """Whether the next proposal may be made."""

    def tasks(self, race: Race, busy: Collection[str]) -> list[Task]:
        """Probes that the search needs before the next proposal, the most urgent first.

        Those of candidates that are `busy` have to wait.
        """
