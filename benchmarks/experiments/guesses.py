"""The guess at any time under the default rule, beside that of successive halving."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pandas as pd
from joblib import Parallel, delayed
from lab.left_out import outlook

from experiments.anytime import at
from experiments.overview import calibrated
from experiments.recordings import Recording
from experiments.replays import N_SEEDS
from nearbest.race.bounds import Exact
from nearbest.race.race import Race
from nearbest.race.stopping import rule_named
from nearbest.replay import Curves

SHARES = (0.01, 0.03, 0.1, 0.3)
DRAWN = 10
#: By so much a guess may be worse than halving's.
TOLERATED = 0.002


def compare(recordings: Iterable[Recording]) -> pd.DataFrame:
    """Losses of both at each share of the full runs' time: draws of ten, and everybody."""
    done = Parallel(n_jobs=-1)(
        delayed(_compare)(recording, n, seed)
        for recording in recordings
        for n in sorted({min(DRAWN, len(recording.names)), len(recording.names)})
        for seed in range(N_SEEDS)
    )
    return pd.DataFrame(row for rows in done for row in rows)


def _compare(recording: Recording, n: int, seed: int) -> list[dict[str, Any]]:
    curves = recording.curves(n, seed)
    ours, theirs = traced(curves, recording.name, seed), halving(curves, seed)
    rows = []
    for share in SHARES:
        guess, halved = at(ours, share), at(theirs, share)
        if guess is not None and halved is not None:
            rows.append(
                {
                    "table": recording.name,
                    "n": n,
                    "seed": seed,
                    "share": share,
                    "loss": guess["loss"],
                    "halving": halved["loss"],
                }
            )
    return rows


def traced(curves: Curves, table: str, seed: int) -> pd.DataFrame:
    """The winner after every probe of a replay, and what it would lose."""
    found = calibrated(curves, table, seed)
    assert found.race is not None
    plan = found.race.plan
    race = Race(plan, Exact(), rule=rule_named("calibrated"), forecaster=outlook(plan, table))
    seconds, rows = 0.0, []
    for observation, _ in found.race.history:
        race.tell(observation)
        seconds += observation.seconds
        rows.append((seconds / curves.full_seconds, curves.loss(race.winner)))
    return pd.DataFrame(rows, columns=["share", "loss"])


def halving(curves: Curves, seed: int) -> pd.DataFrame:
    """Halving from each planned size: the more rows it starts from, the longer it takes."""
    starts = sorted({size for sizes in curves.plan().sizes.values() for size in sizes})
    found = [curves.successive_halving(start=start, random_state=seed) for start in starts]
    rows = [(replay.seconds / replay.full_seconds, replay.loss) for replay in found]
    return pd.DataFrame(rows, columns=["share", "loss"]).sort_values("share")


def worse(compared: pd.DataFrame) -> pd.DataFrame:
    """Cells whose median guess is worse than halving's by more than is tolerated."""
    medians = compared.groupby(["table", "n", "share"])[["loss", "halving"]].median()
    return medians[medians["loss"] > medians["halving"] + TOLERATED]
