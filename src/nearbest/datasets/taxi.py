"""New York's yellow taxi trips (Taxi and Limousine Commission)."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from nearbest.datasets.reading import Chunks, Dataset, parquet_chunks

PICKUP, DROPOFF = "tpep_pickup_datetime", "tpep_dropoff_datetime"
NUMBERS = ["passenger_count", "trip_distance"]
CODES = ["VendorID", "RatecodeID", "PULocationID", "DOLocationID", "payment_type"]
#: About half of all trips take longer.
MINUTES = 12


def _taxi(path: Path) -> Chunks:
    columns = [PICKUP, DROPOFF, "store_and_fwd_flag", *NUMBERS, *CODES]
    for trips in parquet_chunks(path, columns):
        took = (trips[DROPOFF] - trips[PICKUP]).dt.total_seconds() / 60
        possible = took.between(0, 24 * 60, inclusive="neither")
        trips, took = trips[possible], took[possible]
        at = trips[PICKUP].dt
        yield pd.DataFrame(
            {
                "month": at.month.astype("int8"),
                "day": at.day.astype("int8"),
                "weekday": at.day_of_week.astype("int8"),
                "minute": (at.hour * 60 + at.minute).astype("int16"),
                **{name: trips[name].astype("float64") for name in (*NUMBERS, *CODES)},
                "stored": trips["store_and_fwd_flag"].map({"Y": 1.0, "N": 0.0}),
                "long": took > MINUTES,
            }
        )


#: A month of trips, about 3 million (`yellow_tripdata_YYYY-MM.parquet`, 2011 and later):
#: does one take longer than 12 minutes, which about half of them do? The features are
#: those known at its start and its distance. Fares would give the answer away. The paper
#: names neither its target nor its 21 features.
taxi = Dataset(
    "NYC taxi trips",
    "https://www.nyc.gov/site/tlc/about/tlc-trip-record-data.page",
    "long",
    _taxi,
    "Trips of yellow taxis that take longer than 12 minutes.",
)
