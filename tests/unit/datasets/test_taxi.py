import pandas as pd
import pytest

from nearbest import datasets
from nearbest.errors import InvalidInput


@pytest.fixture
def trips():
    """The columns of the TLC's yellow trips, in its order and types."""
    start = pd.Timestamp("2023-01-31 23:50:00")
    minutes = [5, 30, -10, 12]
    n = len(minutes)
    return pd.DataFrame(
        {
            "VendorID": pd.array([1, 2, 2, 1], dtype="Int64"),
            "tpep_pickup_datetime": [start] * n,
            "tpep_dropoff_datetime": [start + pd.Timedelta(minutes=m) for m in minutes],
            "passenger_count": [1.0, None, 2.0, 1.0],
            "trip_distance": [0.9, 8.2, 1.0, 2.0],
            "RatecodeID": [1.0, None, 1.0, 1.0],
            "store_and_fwd_flag": ["N", None, "Y", "Y"],
            "PULocationID": [161, 43, 48, 1],
            "DOLocationID": [141, 237, 238, 2],
            "payment_type": [2, 0, 1, 1],
            **dict.fromkeys(
                ("fare_amount", "extra", "mta_tax", "tip_amount", "tolls_amount"), 1.0
            ),
            "improvement_surcharge": 1.0,
            "total_amount": 14.3,
            "congestion_surcharge": 2.5,
            "airport_fee": 0.0,
        }
    )


def test_form(trips, tmp_path):
    """Impossible trips are left out, fares are no features, missing values stay."""
    trips.to_parquet(tmp_path / "yellow_tripdata_2023-01.parquet")
    X, y = datasets.taxi(tmp_path / "yellow_tripdata_2023-01.parquet", return_X_y=True)
    assert y.tolist() == [False, True, False]
    assert X["minute"].tolist() == [23 * 60 + 50] * 3
    assert X["stored"].isna().tolist() == [False, True, False]
    assert X["passenger_count"].isna().sum() == 1
    assert not {"fare_amount", "total_amount", "tpep_dropoff_datetime"} & set(X.columns)


def test_another_file(trips, tmp_path):
    """A file without the columns is refused with the one it lacks."""
    trips.drop(columns="RatecodeID").to_parquet(tmp_path / "t.parquet")
    with pytest.raises(InvalidInput, match="lacks column 'RatecodeID'"):
        datasets.taxi(tmp_path / "t.parquet")
