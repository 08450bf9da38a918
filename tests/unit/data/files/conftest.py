"""Tables in files, and a cache that is empty at the start of every test."""

import numpy as np
import pandas as pd
import pytest

N = 3_000


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    folder = tmp_path / "cache"
    monkeypatch.setenv("NEARBEST_CACHE", str(folder))
    return folder


@pytest.fixture
def trips():
    """Columns of every type people have, some with missing values."""
    rng = np.random.default_rng(0)
    missing = rng.random(N) < 0.1
    frame = pd.DataFrame(
        {
            "id": np.arange(N),
            "km": rng.normal(size=N).astype("float32"),
            "riders": pd.array(rng.integers(1, 5, N), dtype="Int64"),
            "night": pd.array(rng.random(N) < 0.5, dtype="boolean"),
            "paid": rng.random(N) < 0.5,
            "zone": pd.Categorical(rng.choice(["b", "a", "c"], N)),
            "size": pd.Categorical(
                rng.choice(["small", "large"], N), ["small", "middle", "large"], ordered=True
            ),
            "note": pd.array(rng.choice(["good", "bad", "it's"], N), dtype="str"),
            "at": pd.Timestamp("2020-01-01") + pd.to_timedelta(np.arange(N), "min"),
            "day": (pd.Timestamp("2020-01-01") + pd.to_timedelta(np.arange(N), "D")).date,
            "driver": np.arange(N) // 10,
            "late": rng.choice(["no", "yes"], N, p=[0.7, 0.3]),
        }
    )
    for column in ("riders", "night", "note", "at", "zone"):
        frame.loc[missing, column] = None
    return frame


@pytest.fixture
def trips_file(trips, tmp_path):
    path = tmp_path / "trips.parquet"
    trips.to_parquet(path)
    return path
