"""Small tables with the columns that the gallery's code asks for.

The real ones are not shipped; `make gallery` runs the same code on those.
"""

import numpy as np
import pandas as pd

CODES = ["COW", "MAR", "OCCP", "POBP", "RELP", "SEX", "RAC1P"]
#: By file: columns of categories and of numbers; the last number makes the label.
COLUMNS = {
    "taxi": (["cab"], ["pickup_minute", "passenger_count", "trip_distance"]),
    "acs_income": ([], [*CODES, "AGEP", "SCHL"]),
    "beijing_pm25": (["station", "wd"], ["hour", "temp", "co"]),
    "nba_shots": (
        ["player", "zone", "action_type"],
        ["game_id", "game_date", "loc_x", "shot_distance"],
    ),
    "nycflights": (["carrier", "origin"], ["distance", "visib", "scheduled_departure"]),
}
N_ROWS = 3_000


def write_tables(folder):
    """One Parquet file each."""
    rng = np.random.default_rng(0)
    for name, (categories, numbers) in COLUMNS.items():
        columns = {each: pd.Categorical(rng.choice(["a", "b"], N_ROWS)) for each in categories}
        columns |= {each: rng.integers(0, 60, N_ROWS) for each in numbers}
        label = columns[numbers[-1]] / 60 + rng.normal(scale=0.3, size=N_ROWS)
        columns["label"] = label if name == "beijing_pm25" else (label > 0.5).astype(int)
        pd.DataFrame(columns).to_parquet(folder / f"{name}.parquet")
