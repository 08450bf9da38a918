"""The answer: a few lines for people, with details on request, and JSON for machines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from rich.table import Column, Table
from rich.text import Text

from nearbest.candidates.configuration import as_written, by_short_names
from nearbest.cli.interval_table import interval_table
from nearbest.cli.lines import say_line
from nearbest.json_values import json_text
from nearbest.printable import one_line
from nearbest.progress.console import Console
from nearbest.race.answer.row import Row
from nearbest.race.answer.standings import add_up, ranked, standings
from nearbest.race.certificate import Certificate
from nearbest.race.durations import about, duration
from nearbest.race.race import Race

#: What a model was trained on that needs no further word.
ALL_ROWS = "all training rows"
#: Candidates listed unless all are asked for.
MOST_LISTED = 8
#: Failures named in the short answer.
MOST_FAILURES = 2


def print_answer(
    race: Race,
    certificate: Certificate,
    parameters: Mapping[str, Mapping[str, Any]],
    *,
    seconds: float | None = None,
    quiet: bool = False,
    verbose: bool = False,
    running: bool = False,
) -> None:
    """The answer and the first candidates; all of it, or its sentence alone.

    Of a race that is still `running` it is how the race stands.
    """
    if quiet:
        say_line(f"Still running: {certificate.sentence}" if running else certificate.sentence)
        return
    console = Console()
    rows = ranked(standings(race, certificate))
    console.print(Text(certificate.sentence, style="bold"))
    if running:
        console.print(Text("The race is still running; this is how it stands."))
    elif certificate.stopped is not None:
        console.print(Text(certificate.stopped))
    console.print()
    own = parameters.get(certificate.winner, {})
    spent = race.elapsed if seconds is None else seconds
    time = _time(rows, certificate, spent, "running for" if running else "selected in")
    reached = _reached(race, certificate)
    console.print(_facts(facts(rows, certificate, own, time, reached, verbose)))
    console.print()
    shown = rows if verbose else rows[:MOST_LISTED]
    console.print(
        interval_table(shown, console.width, certificate.scale, certificate.bounds_prove)
    )
    if len(shown) < len(rows):
        console.print(f"and {len(rows) - len(shown)} more; --verbose lists them all")
    if verbose:
        console.print()
        console.print(Text("\n".join(certificate.details)))


def facts(
    rows: list[Row],
    certificate: Certificate,
    parameters: Mapping[str, Any],
    time: str,
    reached: str | None = None,
    verbose: bool = False,
) -> dict[str, str]:
    """What a user wants to know of the winner, by name; the winner is the first row.

    `reached` is what the model delivered has on the test data, where that is known.
    """
    told = {"winner": certificate.winner}
    if parameters:
        told["parameters"] = as_written(by_short_names(parameters))
    told[certificate.scale.name] = _score(certificate, reached)
    told |= _others(rows[0], certificate)
    delivery = certificate.delivery
    if delivery and (delivery.trained_on != ALL_ROWS or delivery.candidate is not None):
        told["model"] = (
            f"trained on {delivery.trained_on} ({delivery.n_train:,} rows): {delivery.reason}"
        )
    if certificate.has_forecast:
        told["forecast"] = certificate.forecast.partition(": ")[2]
    told["time"] = time
    if certificate.is_open and certificate.notes and not verbose:
        told["notes"] = "; ".join(certificate.notes)  # why a search ended, for one
    if certificate.failed and not verbose:
        told["failed"] = _failed(certificate)
    if certificate.violations and not verbose:
        told["checks"] = (
            f"assumptions were seen to fail {_times(len(certificate.violations))}; "
            "--verbose says which and where"
        )
    return told


def _facts(told: Mapping[str, str]) -> Table:
    """Names at the left, long values wrapped beside them."""
    table = Table(
        Column(no_wrap=True, style="dim"),
        Column(overflow="fold"),
        box=None,
        show_header=False,
        padding=(0, 2, 0, 0),
        pad_edge=False,
    )
    for name, value in told.items():
        table.add_row(name, Text(one_line(value)))
    return table


def _reached(race: Race, certificate: Certificate) -> str | None:
    """What the model delivered has, on all test rows or on those of its own probe."""
    delivery, text = certificate.delivery, certificate.scale.text
    if delivery is None:
        return None
    if delivery.score is not None:
        return f"{text(delivery.score)} on the test data"
    for probe in race.tracks[certificate.winner].probes:
        if probe.n_train == delivery.n_train:
            return f"{text(probe.test_score)} on {probe.n_test:,} test rows"
    return None


def _score(certificate: Certificate, reached: str | None) -> str:
    """What was measured of the model delivered, and what is known of the full data."""
    delivery, known = certificate.delivery, certificate.interval_text
    if delivery is None or reached is None:
        return f"on the full data it {known}"
    measured = (
        f"{reached}, by the model delivered (trained on {delivery.trained_on}: "
        f"{delivery.n_train:,} rows)"
    )
    if delivery.score is not None and delivery.trained_on == ALL_ROWS:
        return measured  # which is what the interval was about
    return f"{measured}; trained on all training rows it {known}"


def _others(winner: Row, certificate: Certificate) -> dict[str, str]:
    """The winner's further scores: of the model delivered, or else of the last probe."""
    delivery = certificate.delivery
    if delivery is not None and delivery.others:
        values, where = delivery.others, "on the test data, by the model delivered"
    else:
        values, where = winner.others, f"on {winner.n_test:,} test rows, by its last probe"
    scales = certificate.others
    return {
        scales[name].label(name): f"{scales[name].text(value)} {where}"
        for name, value in values.items()
    }


def _time(rows: list[Row], certificate: Certificate, seconds: float, since: str) -> str:
    """What selecting took, and what full runs would take."""
    n = certificate.n_probes
    probes = "1 probe" if n == 1 else f"{n:,} probes"
    told = f"{since} {duration(seconds)} with {probes}"
    full, known = add_up(rows), sum(row.full_run is not None for row in rows)
    if full is None or known < 2:
        return told
    which = f"all {known}" if known == len(rows) else f"{known} of {len(rows)}"
    return f"{told}; full runs of {which} candidates would take {about(full)}"


def _failed(certificate: Certificate) -> str:
    """How many failed, and why the first did."""
    named = [f"{name}: {why}" for name, why in certificate.failed[:MOST_FAILURES]]
    more = len(certificate.failed) - len(named)
    return (
        f"{len(certificate.failed)} of {certificate.n_configurations} candidates, which the "
        f"certificate does not cover; {'; '.join(named)}"
        + (f"; and {more} more" if more > 0 else "")
    )


def _times(n: int) -> str:
    return "once" if n == 1 else f"{n} times"


def as_json(
    race: Race,
    certificate: Certificate,
    parameters: Mapping[str, Mapping[str, Any]],
    **more: Any,
) -> str:
    """Certificate and candidates as one JSON object."""
    content = {
        **certificate.to_dict(),
        **more,
        "candidates": [
            _candidate(row, parameters.get(row.name, {}))
            for row in standings(race, certificate)
        ],
    }
    return json_text(content)


def _candidate(row: Row, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """A row with intervals and expected times as lists, and `lower` and `upper` apart."""
    told = asdict(row)
    interval, expected, full = told.pop("interval"), told["expected"], told["full_run"]
    return {
        "name": told.pop("name"),
        "parameters": dict(parameters),
        **interval,
        **told,
        "expected": None if expected is None else list(expected.values()),
        "full_run": full,
        "seconds": row.seconds,
    }
