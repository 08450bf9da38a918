"""Candidates that failed, and races that mean little, are not passed over in silence."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sklearn.exceptions import FitFailedWarning

from nearbest.errors import CandidateFailed
from nearbest.printable import clause, one_line
from nearbest.race.certificate import Certificate
from nearbest.race.observation import Task
from nearbest.race.race import Race
from nearbest.running.loop import Watcher
from nearbest.warn import warn_user


def raising(watch: Watcher | None) -> Watcher:
    """A watcher that ends the run with the first failure."""

    def watched(race: Race, running: Collection[Task]) -> None:
        raise_failure(race)
        if watch is not None:
            watch(race, running)

    return watched


def raise_failure(race: Race) -> None:
    """Raise `CandidateFailed` if a candidate has failed."""
    for track in race.tracks.values():
        if track.failure is not None:
            rows = f"{min(track.failures):,}"
            told = one_line(f"{track.name} failed on {rows} rows: {track.failure}")
            raise CandidateFailed(
                f"{told}; leave it out, or leave `error_score` out to go on with the others."
            )


def warn_of_notes(certificate: Certificate, told: Sequence[str | None]) -> None:
    """Warn of what makes the answer mean little, but of nothing that is `told` elsewhere."""
    for note in certificate.notes:
        if note not in told:
            warn_user(f"{clause(note)}.")


def warn_of_failures(race: Race) -> None:
    """Warn, as scikit-learn's searches do, naming each that failed with its reason."""
    failed = [track for track in race.tracks.values() if track.failure is not None]
    if failed:
        told = (one_line(f"{track.name}: {track.failure}") for track in failed)
        causes = "\n".join(f"  {line}" for line in told)
        warn_user(
            f"{len(failed)} of {len(race.tracks)} candidates failed; the certificate says "
            f"nothing about them.\n{causes}",
            FitFailedWarning,
        )
