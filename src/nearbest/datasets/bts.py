"""On-time performance of US airlines (Bureau of Transportation Statistics)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd

from nearbest.datasets.reading import Chunks, Dataset, csv_chunks

#: The columns read, and what they are called here.
NAMES = {
    "Month": "month",
    "DayofMonth": "day",
    "DayOfWeek": "weekday",
    "Reporting_Airline": "airline",
    "Origin": "origin",
    "Dest": "destination",
    "CRSDepTime": "departure",
    "CRSArrTime": "arrival",
    "CRSElapsedTime": "minutes",
    "Distance": "distance",
    "ArrDel15": "delayed",
}
TEXTS = ["airline", "origin", "destination"]
CLOCKS = ["departure", "arrival"]


def _bts_flights(path: Path) -> Chunks:
    types = dict.fromkeys(("Reporting_Airline", "Origin", "Dest"), "string")
    options: dict[str, Any] = {"usecols": list(NAMES), "dtype": types, "encoding": "latin-1"}
    options |= {"keep_default_na": False, "na_values": [""]}  # a code may be NA
    for flights in csv_chunks(path, **options):
        flights = flights[list(NAMES)].rename(columns=NAMES)
        flights = flights[flights["delayed"].notna()]  # neither cancelled nor diverted
        for clock in CLOCKS:  # 1730 is half past five; 2400 is midnight
            flights[clock] = (flights[clock] // 100 * 60 + flights[clock] % 100) % 1440
        yield flights.astype({"delayed": bool, **dict.fromkeys(TEXTS, pd.StringDtype())})


#: A month of flights, about half a million
#: (`On_Time_Reporting_Carrier_On_Time_Performance_(1987_present)_YYYY_M.csv`, or its zip):
#: did one arrive 15 minutes late or more? The features are those of the timetable.
#: Airlines and airports one-hot encoded, as `space.paper()` does, make the paper's
#: several hundred columns. Flights that were cancelled or diverted are left out.
bts_flights = Dataset(
    "BTS flights",
    "https://www.transtats.bts.gov/DL_SelectFields.aspx?gnoyr_VQ=FGJ",
    "delayed",
    _bts_flights,
    "US flights that arrive 15 minutes late or more.",
)
