"""Record candidates that memorize, on the embedded flights.

    PYTHONPATH=benchmarks python -m experiments.record_memorizers

The rows, their split and the sizes are those of ``benchmarks/curves/flights-1m.parquet``,
so the two recordings can be joined. Times are processor times: they do not depend on what
else the machine does.
"""

from __future__ import annotations

import time
from pathlib import Path

from sklearn.ensemble import RandomForestClassifier
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline

from nearbest.candidates.encoder import Encoder
from nearbest.datasets import flights
from nearbest.replay import record

TARGET = Path(__file__).parent / "memorizers.parquet"
CANDIDATES = {
    "grown forest": RandomForestClassifier(n_estimators=5),
    "forest, 50 rows a leaf": RandomForestClassifier(n_estimators=5, min_samples_leaf=50),
    "1 neighbour": KNeighborsClassifier(n_neighbors=1),
}


def main() -> None:
    """Record, and keep the curves beside this file."""
    X, y = flights(return_X_y=True)
    pipelines = {
        name: make_pipeline(Encoder("ordinal"), learner) for name, learner in CANDIDATES.items()
    }
    frame = record(pipelines, X, y, random_state=0, clock=time.process_time)
    frame.to_parquet(TARGET, compression="zstd", index=False)
    print(frame.drop(columns=["prefix_sizes", "prefix_correct"]).to_string())


if __name__ == "__main__":
    main()
