"""The answer: a table and a certificate for people, JSON for machines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from rich.table import Column, Table
from rich.text import Text

from nearbest.cli.output import say_line
from nearbest.printable import one_line
from nearbest.progress import bar
from nearbest.progress.console import Console
from nearbest.race.certificate import Certificate
from nearbest.race.interval import Interval
from nearbest.race.race import Race
from nearbest.race.track import Track

#: Columns between name and fate, without the bar, and the spaces between all of them.
NUMBERS_WIDTH = 16 + 9 + 7 + 5 * 2
WIDEST_NAME, WIDEST_BAR, WIDEST_FATE = 40, 60, 40
#: Narrower than this, a fate is one word.
WIDE = 120


def interval_table(race: Race, winner: str, width: int) -> Table:
    """Every candidate with its interval, rows, time and fate, the winner first."""
    tracks = sorted(
        race.tracks.values(), key=lambda track: (track.name != winner, -track.interval.lower)
    )
    scale = Interval(
        min(track.interval.lower for track in tracks),
        max(track.interval.upper for track in tracks),
    )
    fates = {track.name: fate(race, track, winner, short=width < WIDE) for track in tracks}
    name_width = _width(race.tracks, min(WIDEST_NAME, width // 4), "configuration")
    fate_width = _width(fates.values(), WIDEST_FATE)
    bar_width = min(WIDEST_BAR, max(1, width - NUMBERS_WIDTH - name_width - fate_width))
    table = Table(
        Column("configuration", no_wrap=True, width=name_width),
        Column("accuracy", no_wrap=True, width=16),
        Column("", no_wrap=True, width=bar_width),
        Column("rows", justify="right", no_wrap=True, width=9),
        Column("seconds", justify="right", no_wrap=True, width=7),
        Column("fate", no_wrap=True, width=fate_width),
        box=None,
        padding=(0, 2, 0, 0),
        pad_edge=False,
    )
    for track in tracks:
        table.add_row(
            Text(one_line(track.name)),
            str(track.interval),
            bar(track.interval, scale, bar_width),
            f"{track.probes[-1].n_train:,}" if track.probes else "",
            f"{track.seconds:.1f}",
            Text(one_line(fates[track.name])),
        )
    return table


def _width(texts: Iterable[str], most: int, header: str = "") -> int:
    return min(most, max(len(header), *map(len, texts)))


def fate(race: Race, track: Track, winner: str, short: bool = False) -> str:
    """What became of a candidate, in a word or a few."""
    if track.name == winner:
        return "winner"
    standing = race.standing(track.name)
    if short or standing not in ("failed", "pruned"):
        return standing
    if standing == "failed":
        return f"failed: {track.failure}"
    return f"pruned by {race.pruned_by(track.name)}"


def as_json(
    race: Race,
    certificate: Certificate,
    parameters: Mapping[str, Mapping[str, Any]],
    **more: Any,
) -> str:
    """Certificate and candidates as one JSON object."""
    promise = asdict(certificate)
    promise.pop("pruned")
    promise["decided"] = certificate.decided
    promise["failed"] = dict(certificate.failed)
    promise["interval"] = [certificate.interval.lower, certificate.interval.upper]
    content = {
        "sentence": certificate.sentence,
        **promise,
        **more,
        "candidates": [
            _candidate(race, track, parameters.get(track.name, {}))
            for track in race.tracks.values()
        ],
    }
    return json.dumps(content, indent=1, default=_plain)


def _candidate(race: Race, track: Track, parameters: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "name": track.name,
        "parameters": dict(parameters),
        "lower": track.interval.lower,
        "upper": track.interval.upper,
        "n_train": track.probes[-1].n_train if track.probes else 0,
        "n_probes": len(track.probes),
        "seconds": track.seconds,
        "status": race.standing(track.name),
        "pruned_by": race.pruned_by(track.name),
        "failure": track.failure,
    }


def _plain(value: object) -> object:
    """Numbers of numpy as numbers, everything else as it prints."""
    return value.item() if hasattr(value, "item") else repr(value)


def print_answer(race: Race, certificate: Certificate, quiet: bool) -> None:
    """The table and the certificate, or its sentence alone."""
    if quiet:
        say_line(certificate.sentence)
        return
    console = Console()
    console.print(interval_table(race, certificate.winner, console.width))
    console.print()
    console.print(Text(str(certificate)))
