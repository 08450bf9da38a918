"""``nearbest plan``."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from nearbest.cli import options
from nearbest.cli.derived import takes_options
from nearbest.cli.failures import guarded
from nearbest.cli.job import Job
from nearbest.cli.lines import say_line
from nearbest.cli.option_groups import Candidates, Output, Rows, Where
from nearbest.cli.session import Session
from nearbest.race.ahead.planner import Milestone
from nearbest.race.answer.standings import add_up, standings
from nearbest.race.certificate import as_confidence
from nearbest.race.cost import Seconds
from nearbest.race.durations import about, duration
from nearbest.race.score import as_tolerated
from nearbest.selection.result import Selection

#: Seconds of probing, unless fewer are granted.
LONGEST = 60.0


@guarded
@takes_options(
    ("n_candidates", "scoring", "epsilon", "delta", "stop_at", "n_jobs", "random_state")
)
def plan(
    data: options.Data,
    target: options.Target,
    seconds: Annotated[
        float, typer.Option(help="Seconds to probe for, 60 at most.", min=1.0, max=LONGEST)
    ] = LONGEST,
    *,
    candidates: Candidates,
    rows: Rows,
    where: Where,
    quiet: options.Quiet = False,
    debug: options.Debug = False,
    **settings: Any,
) -> None:
    """Probe for a minute at most, and say how long a selection should take.

    The trial has a time limit, and so probes in another order: a selection without one may
    choose another winner, also within ε.

    [bold]Examples[/]

    nearbest plan flights.parquet --target delayed --n 20

    nearbest plan flights.csv -t delayed --candidates mine.toml --epsilon 0.005

    nearbest plan flights.csv -t delayed --space modern --scoring roc_auc
    """
    job = Job.asked(data, target, candidates, rows, settings)
    trial = {**settings, "timeout": seconds, "refit": False}
    found = Session(settings=trial, where=where, output=Output(quiet=quiet)).select(job)
    for line in _told(found):
        say_line(line)


def _told(found: Selection) -> list[str]:
    """What a short trial tells of the whole, a sentence per line."""
    race = found.race
    n_probed = sum(bool(track.probes) for track in race.tracks.values())
    lines = [f"{n_probed} of {len(race.tracks)} candidates were probed, {found.best} is best."]
    full = add_up(standings(race, forecast=False))
    if full is not None:
        lines.append(f"Full runs of those probed should take {about(full)}.")
    if race.ending is not None:
        return [
            *lines,
            f"The trial saw a selection to its end: {found.certificate.sentence}",
            _took(found),
        ]
    prospects = found.plan()
    if prospects is None:
        return [*lines, "Nothing can be said of a selection before all are probed."]
    sure = as_confidence(1 - race.plan.delta)
    return [
        *lines,
        f"How long a selection should take, with confidence {sure}, this trial's "
        f"{duration(found.seconds)} included:",
        *(_milestone(each, found.seconds) for each in prospects.milestones),
    ]


def _milestone(milestone: Milestone, seconds: float) -> str:
    """The time of a whole selection, as the trial is the first part of it."""
    n, whole = milestone.n_full_runs, milestone.left + Seconds(seconds, seconds, seconds)
    runs = f", with {n} full run{'s' if n > 1 else ''} besides the winner's" if n else ""
    return f"  within {as_tolerated(milestone.epsilon)}: {about(whole)}{runs}"


def _took(found: Selection) -> str:
    """How long a selection should take of which the trial saw the end."""
    told = f"It took {duration(found.seconds)}"
    winner = next(
        row for row in standings(found.race, found.certificate) if row.name == found.best
    )
    if winner.ran_in_full or winner.full_run is None:
        return f"{told}."
    return f"{told}; training the winner on all rows should take {about(winner.full_run)} more."
