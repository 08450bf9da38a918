"""What is known before the end: current winner, its true loss and the gap certified."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pandas as pd
from joblib import Parallel, delayed

from experiments.recordings import Recording
from experiments.replays import DELTA, EPSILON, N_SEEDS
from nearbest.race.race import Race
from nearbest.race.strategies import bounds_named
from nearbest.replay import Curves

SHARES = (0.01, 0.05, 0.2, 0.5)


def trace(curves: Curves, seed: int, **arguments: Any) -> pd.DataFrame:
    """The current winner after every probe of a replay.

    A run that is stopped at some time has seen the probes that were finished by then,
    so one replay to the end tells what every time limit would have given.
    """
    settings = {"epsilon": EPSILON, "delta": DELTA, **arguments}
    found = curves.replay(random_state=seed, **settings)
    assert found.race is not None
    bounds = bounds_named(settings.get("bounds", "exact"))
    race, seconds, rows = Race(found.race.plan, bounds), 0.0, []
    for observation, _ in found.race.history:
        race.tell(observation)
        seconds += observation.seconds
        guess = race.winner
        rows.append((seconds / curves.full_seconds, guess, curves.loss(guess), race.gap(guess)))
    return pd.DataFrame(rows, columns=["share", "guess", "loss", "gap"])


def at(traced: pd.DataFrame, share: float) -> pd.Series | None:
    """The state at a share of the full runs' time; None before the first probe ends."""
    before = traced[traced["share"] <= share]
    return None if before.empty else before.iloc[-1]


def limited(recordings: Iterable[Recording], shares: Sequence[float]) -> pd.DataFrame:
    """Current winner, loss and gap at each share of the full runs' time, seed by seed."""
    jobs = [(recording, seed) for recording in recordings for seed in range(N_SEEDS)]
    done = Parallel(n_jobs=-1)(delayed(_limited)(*job, shares) for job in jobs)
    return pd.DataFrame(row for rows in done for row in rows)


def halving_from(recordings: Iterable[Recording]) -> pd.DataFrame:
    """Successive halving from each planned size: its share of the time, and its loss."""
    jobs = [(recording, seed) for recording in recordings for seed in range(N_SEEDS)]
    done = Parallel(n_jobs=-1)(delayed(_halving_from)(*job) for job in jobs)
    return pd.DataFrame(row for rows in done for row in rows)


def _halving_from(recording: Recording, seed: int) -> list[dict[str, Any]]:
    curves = recording.curves()
    best = float(recording.full["test_score"].max())
    rows = []
    for start in sorted(recording.frame["n_train"].unique()):
        found = curves.successive_halving(start=int(start), random_state=seed)
        rows.append(
            {
                "table": recording.name,
                "start": int(start),
                "seed": seed,
                "share": found.seconds / found.full_seconds,
                "loss": found.loss,
                "accuracy": best - found.loss,
            }
        )
    return rows


def _limited(recording: Recording, seed: int, shares: Sequence[float]) -> list[dict[str, Any]]:
    traced = trace(recording.curves(), seed)
    best = float(recording.full["test_score"].max())
    rows = []
    for share in shares:
        state = at(traced, share)
        known = {"guess": None, "loss": np.nan, "gap": 1.0}
        if state is not None:
            known = {key: state[key] for key in known}
        rows.append(
            {
                "table": recording.name,
                "seed": seed,
                "share": share,
                **known,
                "accuracy": best - known["loss"],
                "decided": traced["share"].iloc[-1] <= share,
            }
        )
    return rows
