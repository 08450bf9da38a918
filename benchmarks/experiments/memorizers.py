"""What a candidate that memorizes its training rows does to a race."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
from joblib import Parallel, delayed

from experiments.anytime import SHARES, at, trace
from experiments.record_memorizers import TARGET
from experiments.recordings import Recording
from experiments.replays import N_SEEDS
from nearbest.replay import Curves

#: The table whose rows, split and sizes the memorizers were recorded on.
BESIDE = "flights-1m"
EPSILONS = (0.01, 0.05, 0.1, 0.15, 0.2)
#: So many of its configurations take part.
N_BESIDE = 20


def recorded() -> pd.DataFrame:
    """The trainings of the memorizers, and of the forest with limited leaves."""
    return pd.read_parquet(TARGET)


def cases(recording: Recording, extra: pd.DataFrame) -> Mapping[str, Curves]:
    """The recorded configurations alone, and with each of the extra ones."""
    known = recording.frame[recording.frame["configuration"].isin(recording.names[:N_BESIDE])]
    together = {"none": known}
    for name, curve in extra.groupby("configuration", sort=False):
        together[str(name)] = pd.concat([known, curve], ignore_index=True)
    return {
        name: Curves.from_frame(frame, recording.n_test) for name, frame in together.items()
    }


def added(recording: Recording, extra: pd.DataFrame) -> pd.DataFrame:
    """Time, by proof and by forecast, and the gap on the way, for each case and seed."""
    jobs = [
        (name, curves, seed)
        for name, curves in cases(recording, extra).items()
        for seed in range(N_SEEDS)
    ]
    return pd.DataFrame(Parallel(n_jobs=-1)(delayed(_added)(*job) for job in jobs))


def by_epsilon(recording: Recording, extra: pd.DataFrame) -> pd.DataFrame:
    """The speed-up of each case for several tolerances."""
    jobs = [
        (name, curves, epsilon, seed)
        for name, curves in cases(recording, extra).items()
        for epsilon in EPSILONS
        for seed in range(N_SEEDS)
    ]
    rows = Parallel(n_jobs=-1)(delayed(_with_epsilon)(*job) for job in jobs)
    return pd.DataFrame(rows, columns=["extra", "epsilon", "speedup"])


def _with_epsilon(
    name: str, curves: Curves, epsilon: float, seed: int
) -> tuple[str, float, float]:
    return name, epsilon, curves.replay(epsilon=epsilon, random_state=seed).speedup


def _added(name: str, curves: Curves, seed: int) -> dict[str, object]:
    traced = trace(curves, seed)
    predicted = curves.replay(stop_at="stated", random_state=seed)
    row: dict[str, object] = {
        "extra": name,
        "seed": seed,
        "speedup": 1 / traced["share"].iloc[-1],
        "predicted": predicted.speedup,
        "predicted loss": predicted.loss,
    }
    for share in SHARES:
        state = at(traced, share)
        row[f"gap at {share:g}"] = 1.0 if state is None else state["gap"]
        row[f"loss at {share:g}"] = float("nan") if state is None else state["loss"]
        row[f"itself at {share:g}"] = state is not None and state["guess"] == name
    return row
