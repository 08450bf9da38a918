"""Candidates that fail, told while the race runs."""

from __future__ import annotations

from nearbest.race.race import Race

#: More different errors than this are left to the answer, which lists everybody that failed.
MOST_TOLD = 5


def failures_of(race: Race) -> tuple[str, ...]:
    """A sentence for each different error, in the order of their first candidates' failures."""
    told: dict[str, str] = {}
    for probe, _ in race.history:
        if probe.status == "failed":
            sentence = (
                f"{probe.configuration} failed on {probe.n_train:,} rows: {probe.message}"
            )
            told.setdefault(probe.message, sentence)
    return tuple(told.values())[:MOST_TOLD]
