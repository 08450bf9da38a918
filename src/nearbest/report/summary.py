"""A few lines of HTML for a notebook: the certificate and the top of the table."""

from __future__ import annotations

from nearbest.race.answer.row import Row
from nearbest.race.durations import duration
from nearbest.race.score import Scale
from nearbest.report.markup import Markup, joined, tag
from nearbest.report.story import Story
from nearbest.report.words import bounds

#: Candidates that a notebook shows.
TOP = 5


def summary(story: Story, top: int = TOP) -> Markup:
    """The promise, what it rests on in one line, and the first candidates."""
    promise = story.certificate
    seen = len(promise.violations)
    score = f"{promise.scale.name} on the full data"
    heads = ("candidate", "standing", score, "rows", "time")
    more = len(story.candidates) - top
    return tag(
        "div",
        tag("p", tag("strong", promise.sentence)),
        tag("p", promise.forecast),
        tag(
            "p",
            f"{len(story.moments)} probes in {duration(story.seconds)}; "
            f"{len(promise.assumptions)} assumptions, {_counted(seen)} seen to fail; "
            f"{_counted(len(promise.failed))} of {len(story.candidates)} candidates failed.",
        ),
        tag(
            "table",
            tag("thead", tag("tr", *(tag("th", head) for head in heads))),
            tag("tbody", *(_row(c, promise.scale) for c in story.candidates[:top])),
        ),
        tag("p", f"and {more} more: see to_frame()") if more > 0 else "",
        class_="nearbest",
    )


def _row(candidate: Row, scale: Scale) -> Markup:
    cells = (
        candidate.standing,
        bounds(candidate.interval, scale),
        f"{candidate.n_train:,}",
        duration(candidate.seconds),
    )
    return tag("tr", tag("th", candidate.name), joined(*(tag("td", cell) for cell in cells)))


def _counted(n: int) -> str:
    return str(n) if n else "none"
