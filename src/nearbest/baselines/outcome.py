"""What a baseline found and what it cost."""

from __future__ import annotations

from dataclasses import dataclass

from nearbest.errors import AllFailed
from nearbest.race.observation import Observation


@dataclass(frozen=True)
class Outcome:
    """The configuration that a baseline chose, and every probe it made."""

    best: str
    history: tuple[Observation, ...]

    @property
    def seconds(self) -> float:
        """Time spent on all probes."""
        return sum(observation.seconds for observation in self.history)


def ranked(observations: list[Observation]) -> list[Observation]:
    """The successful ones, most accurate first; ties keep their order."""
    ok = [observation for observation in observations if observation.status == "ok"]
    if not ok:
        causes = "\n".join(f"{o.configuration}: {o.message}" for o in observations)
        raise AllFailed(f"No candidate could be fitted.\n{causes}")
    return sorted(ok, key=lambda observation: -observation.test_score)
