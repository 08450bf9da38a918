"""The story as one self-contained page."""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files

from nearbest.race.answer.row import bounding
from nearbest.report import sections
from nearbest.report.markup import Markup, joined, section, tag, void
from nearbest.report.payload import payload
from nearbest.report.prospects import prospects
from nearbest.report.story import Story
from nearbest.report.table import table

SCRIPTS = ("draw.js", "story.js", "race.js", "curves.js", "time.js", "table.js", "main.js")

RACE = (
    "Every candidate's interval for its score on the full data, probe by probe; better is "
    "higher up. Once all of it lies on or below the line, the {}, the candidate is excluded by "
    "{} and fades."
)
CURVES = (
    "Test score against training rows on a log axis, with the interval that was known "
    "after each probe. Dashed: the highlighted candidate's score on its training sample. "
    "Brackets at the right: where those not excluded by {} are forecast to be on the full "
    "data."
)
TIME = (
    "Solid: time spent on its probes. Pale: what its full run would take without scoring the "
    "training rows, estimated from its own probes unless it ran in full."
)


def page(story: Story) -> str:
    """The whole report as HTML.

    The page asks for nothing from the network and its own script is the only one that
    may run: the policy in its head names that script by its hash.
    """
    promise = story.certificate
    bounds = bounding(promise.bounds_prove)
    script = f"'use strict';(() => {{\n{''.join(map(_static, SCRIPTS))}\n}})();"
    body = joined(
        tag(
            "main",
            sections.answer(story),
            _figure("race", "The race over time", RACE.format(promise.scale.line, bounds)),
            sections.certificate(story),
            _figure("curves", "Learning curves", CURVES.format(bounds)),
            _figure("time", "Time by candidate", TIME),
            prospects(story),
            table(story),
            sections.failures(story),
            sections.reproduction(story),
        ),
        tag("footer", f"Made by nearbest {story.versions.get('nearbest', '')}".rstrip()),
        tag("script", Markup(payload(story)), type="application/json", id="story"),
        tag("script", Markup(script)),
    )
    head = joined(
        void("meta", charset="utf-8"),
        void("meta", http_equiv="Content-Security-Policy", content=_policy(script)),
        void("meta", name="viewport", content="width=device-width, initial-scale=1"),
        void("meta", name="color-scheme", content="light dark"),
        tag("title", f"{promise.winner} – nearbest report"),
        tag("style", Markup(_static("report.css"))),
    )
    return f'<!doctype html>\n<html lang="en"><head>{head}</head><body>{body}</body></html>\n'


def _figure(name: str, title: str, explained: str) -> Markup:
    """A heading and the place where the script draws."""
    return section(
        name,
        title,
        tag("p", explained, class_="note"),
        tag("div", tag("noscript", "This figure needs JavaScript."), class_="figure"),
    )


def _policy(script: str) -> str:
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; "
        "base-uri 'none'; form-action 'none'"
    )


def _static(name: str) -> str:
    return files("nearbest.report").joinpath("static", name).read_text(encoding="utf-8")
