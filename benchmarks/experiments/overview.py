"""Every rule and every peer on the same draws: how fast, and how often beyond ε."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
import pandas as pd
from joblib import Parallel, delayed
from lab.left_out import outlook

from experiments.recordings import Recording
from experiments.replays import DELTA, EPSILON, HALVING, N_SEEDS, PAPERS
from nearbest.baselines import asha, daub, hyperband
from nearbest.replay import Curves, Replay

DEFAULT, PROVED, PAPER = "calibrated (default)", "proved", "paper"
PEERS: Mapping[str, Callable[..., Any]] = {"Hyperband": hyperband, "ASHA": asha, "DAUB": daub}
#: What each is called on the page, in the order of its tables.
TITLES = {
    DEFAULT: 'nearbest, the default: `stop_at="calibrated"`',
    PROVED: 'nearbest, `stop_at="proved"`',
    PAPER: 'nearbest, `stop_at="paper"`',
    PAPERS: "the paper's own bounds, δ = 0.5",
    HALVING: "successive halving",
    "Hyperband": "Hyperband",
    "ASHA": "ASHA",
    "DAUB": "DAUB, original",
}


def run_all(recordings: Iterable[Recording]) -> pd.DataFrame:
    """One row a replay, on the draws that the other rules have."""
    done = Parallel(n_jobs=-1)(
        delayed(_run)(recording, n, seed)
        for recording in recordings
        for n in recording.numbers
        for seed in range(N_SEEDS)
    )
    return pd.DataFrame(row for rows in done for row in rows)


def _run(recording: Recording, n: int, seed: int) -> list[dict[str, Any]]:
    curves = recording.curves(n, seed)
    found = {
        DEFAULT: calibrated(curves, recording.name, seed),
        PROVED: by_proof(curves, seed, stop_at="proved"),
        PAPER: by_proof(curves, seed),
        PAPERS: by_proof(curves, seed, bounds="hoeffding", delta=0.5),
        HALVING: curves.successive_halving(random_state=seed),
        **{name: curves.baseline(peer, random_state=seed) for name, peer in PEERS.items()},
    }
    return [
        {
            "table": recording.name,
            "n": n,
            "seed": seed,
            "rule": rule,
            "loss": replay.loss,
            "speedup": replay.full_seconds / selecting(replay),
            "speedup_with_refit": replay.speedup_with_refit,
        }
        for rule, replay in found.items()
    ]


def calibrated(curves: Curves, table: str, seed: int) -> Replay:
    """A replay under the default rule, by past curves without this table's."""
    return curves.replay(
        epsilon=EPSILON,
        delta=DELTA,
        stop_at="calibrated",
        forecaster=outlook(curves.plan(EPSILON, DELTA), table),
        random_state=seed,
    )


def by_proof(curves: Curves, seed: int, **arguments: Any) -> Replay:
    """A replay that no forecast ends."""
    settings = {"epsilon": EPSILON, "delta": DELTA, **arguments}
    return curves.replay(random_state=seed, **settings)


def selecting(replay: Replay) -> float:
    """Seconds of selecting: a full run that only confirms the winner is its training."""
    last = replay.history.iloc[-1]
    confirms = (
        len(replay.history) > 1
        and replay.certificate is not None
        and last["configuration"] == replay.best
        and replay.seconds == replay.seconds_with_refit
    )
    spent = float(last["fit_time"] + last["score_time"]) if confirms else 0.0
    return replay.seconds - spent


def by_rule(replays: pd.DataFrame) -> pd.DataFrame:
    """One row a rule: shares beyond ε, and geometric means of speed-ups."""
    rows = {
        rule: {
            "replays": len(found),
            "beyond": float((found["loss"] > EPSILON + 1e-9).mean()),
            "largest": found["loss"].max(),
            "speedup": _geometric(found["speedup"]),
            "with_refit": _geometric(found["speedup_with_refit"]),
            "slowest": found["speedup_with_refit"].min(),
        }
        for rule in TITLES
        if len(found := replays[replays["rule"] == rule])
    }
    return pd.DataFrame(rows).T


def _geometric(values: pd.Series) -> float:
    return float(np.exp(np.log(values).mean()))
