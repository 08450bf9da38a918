import pandas as pd
import pytest

from nearbest.datasets import bts_flights
from nearbest.errors import InvalidInput

HEADER = (
    '"Year","Quarter","Month","DayofMonth","DayOfWeek","FlightDate","Reporting_Airline",'
    '"Tail_Number","Origin","OriginCityName","Dest","CRSDepTime","DepTime","CRSArrTime",'
    '"ArrDelay","ArrDel15","Cancelled","CRSElapsedTime","Distance",'
)
ROWS = [
    '2023,1,1,2,1,2023-01-02,"9E","N605LR","BDL","Hartford, CT","LGA","0800","0757","0905",'
    "-12.00,0.00,0.00,65.00,101.00,",
    '2023,1,1,3,2,2023-01-03,"NA","N605LR","NAN","Nowhere, XX","LGA","2359","0110","2400",'
    "60.00,1.00,0.00,61.00,101.00,",
    '2023,1,1,4,3,2023-01-04,"9E",,"BDL","Hartford, CT","LGA","0800",,"0905",,,1.00,65.00,'
    "101.00,",
]


@pytest.fixture
def file(tmp_path):
    """Quoted texts and clocks, and a comma at the end of every line."""
    path = tmp_path / "On_Time_Reporting_Carrier_On_Time_Performance_(1987_present)_2023_1.csv"
    path.write_text("\n".join([HEADER, *ROWS]) + "\n")
    return path


def test_form(file):
    """Clocks become minutes, cancelled flights are left out, the timetable is kept."""
    X, y = bts_flights(file, return_X_y=True)
    assert y.tolist() == [False, True]
    assert X["departure"].tolist() == [480, 23 * 60 + 59]
    assert X["arrival"].tolist() == [545, 0]
    assert X["airline"].iloc[0] == "9E"
    assert isinstance(X["origin"].dtype, pd.StringDtype)
    assert "ArrDelay" not in X


def test_codes_are_not_missing_values(file):
    """An airline or airport called NA is one."""
    frame = bts_flights(file)
    assert frame["airline"].tolist() == ["9E", "NA"]
    assert frame["origin"].tolist() == ["BDL", "NAN"]


def test_another_file(tmp_path):
    """A file without the columns is refused."""
    (tmp_path / "t.csv").write_text("a,b\n1,2\n")
    with pytest.raises(InvalidInput, match="BTS flights as published"):
        bts_flights(tmp_path / "t.csv")
