"""Select on the recorded curves of the embedded flights, rule against rule.

    python benchmarks/flights.py

Replays the same recorded trainings under every rule in one run, over 20 draws of the
test samples, and prints medians with their ranges.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
from experiments.recordings import CURVES
from experiments.replays import DELTA, EPSILON, HALVING, N_SEEDS, OURS, RULES

from nearbest.replay import Curves, Replay

#: So many of the recorded configurations take part.
N_CONFIGURATIONS = 20
#: Successive halving is also started here.
LATE_START = 16_000


def main() -> None:
    """Print the table and the ratio between the two sets of bounds."""
    frame = pd.read_parquet(CURVES / "flights-1m.parquet")
    first = frame["configuration"].unique()[:N_CONFIGURATIONS]
    frame = frame[frame["configuration"].isin(first)]
    curves = Curves.from_frame(frame, n_test=int(frame["n_test"].iloc[0]))
    seeds, common = range(N_SEEDS), {"epsilon": EPSILON, "delta": DELTA}
    runs = {
        rule: [curves.replay(**{**common, **options}, random_state=seed) for seed in seeds]
        for rule, options in RULES.items()
    }
    for name, start in ((HALVING, None), (f"{HALVING} from {LATE_START:,}", LATE_START)):
        runs[name] = [curves.successive_halving(start=start, random_state=s) for s in seeds]
    print(f"{len(curves.names)} configurations, full runs {curves.full_seconds:,.0f} s")
    print(pd.DataFrame({name: summary(found) for name, found in runs.items()}).T.to_string())
    ratios = [
        slow.seconds / fast.seconds
        for slow, fast in zip(runs["Hoeffding"], runs[OURS], strict=True)
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
