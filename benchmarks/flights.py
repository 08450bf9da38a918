"""Select on the recorded curves of the embedded flights, rule against rule.

    python benchmarks/flights.py

Replays the same recorded trainings under every rule in one run, over 20 draws of the
test samples, and prints medians with their ranges.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pandas as pd

from nearbest.bounds import Exact
from nearbest.replay import Curves, Replay

CURVES = Path(__file__).parent / "curves" / "flights-1m.parquet"
EPSILON, DELTA, N_SEEDS = 0.01, 0.05, 20
#: So many of the recorded configurations take part.
N_CONFIGURATIONS = 20

Rule = Callable[[Curves, int], Replay]
RULES: Mapping[str, Rule] = {
    "Exact": lambda c, s: c.replay(epsilon=EPSILON, delta=DELTA, random_state=s),
    "Exact, no self-check": lambda c, s: c.replay(
        epsilon=EPSILON, delta=DELTA, bounds=Exact(self_check=False), random_state=s
    ),
    "Exact, UCB": lambda c, s: c.replay(
        epsilon=EPSILON, delta=DELTA, scheduler="ucb", random_state=s
    ),
    "Exact, RoundRobin": lambda c, s: c.replay(
        epsilon=EPSILON, delta=DELTA, scheduler="round robin", random_state=s
    ),
    "Hoeffding": lambda c, s: c.replay(
        epsilon=EPSILON, delta=DELTA, bounds="hoeffding", random_state=s
    ),
    "Hoeffding, the paper's δ = 0.5": lambda c, s: c.replay(
        epsilon=EPSILON, delta=0.5, bounds="hoeffding", random_state=s
    ),
    "successive halving, same sizes": lambda c, s: c.successive_halving(random_state=s),
    "successive halving from 16,000": lambda c, s: c.successive_halving(
        start=16_000, random_state=s
    ),
}


def main() -> None:
    """Print the table and the ratio between the two sets of bounds."""
    frame = pd.read_parquet(CURVES)
    first = frame["configuration"].unique()[:N_CONFIGURATIONS]
    frame = frame[frame["configuration"].isin(first)]
    curves = Curves.from_frame(frame, n_test=int(frame["n_test"].iloc[0]))
    runs = {
        name: [rule(curves, seed) for seed in range(N_SEEDS)] for name, rule in RULES.items()
    }
    print(f"{len(curves.names)} configurations, full runs {curves.full_seconds:,.0f} s")
    print(pd.DataFrame({name: summary(found) for name, found in runs.items()}).T.to_string())
    ratios = [
        slow.seconds / fast.seconds
        for slow, fast in zip(runs["Hoeffding"], runs["Exact"], strict=True)
    ]
    print(f"Exact selects {np.median(ratios):.2f} times as fast as Hoeffding.")


def summary(found: list[Replay]) -> dict[str, str]:
    """Medians over the seeds, with the range where it matters."""
    speedup = [replay.speedup for replay in found]
    with_refit = [replay.speedup_with_refit for replay in found]
    loss = [replay.loss for replay in found]
    return {
        "speed-up": f"{np.median(speedup):.1f} ({min(speedup):.1f}–{max(speedup):.1f})",
        "with refit": f"{np.median(with_refit):.1f}",
        "median loss": f"{np.median(loss):.4f}",
        "largest loss": f"{max(loss):.4f}",
        "beyond ε": f"{np.mean([value > EPSILON for value in loss]):.0%}",
        "probes": f"{np.median([len(replay.history) for replay in found]):.0f}",
    }


if __name__ == "__main__":
    main()
