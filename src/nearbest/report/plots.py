"""Plotly figures for notebooks; the one file that imports Plotly."""

from __future__ import annotations

from typing import Any, TypeAlias

from nearbest.errors import MissingExtra
from nearbest.race.answer.row import Row
from nearbest.race.answer.standings import scores
from nearbest.race.durations import duration
from nearbest.report.story import Moment, Story

#: A `plotly.graph_objects.Figure`, which has no types of its own.
Figure: TypeAlias = Any

WINNER, CONTENDER, EXCLUDED, BAR = "#0a7d6c", "#6b4fbb", "#8b949e", "#d97706"
FADED = 0.15


def race(story: Story) -> Figure:
    """Bounds of every candidate over time, faded once out of it, and the bar to pass."""
    figure = _figure("seconds", f"{story.certificate.scale.name} on the full data")
    figure.update_yaxes(range=_shown_window(story))
    for candidate in reversed(story.candidates):
        moments = [
            m
            for m in story.moments
            if m.observation.configuration == candidate.name and m.observation.status == "ok"
        ]
        if moments:
            _add_interval(figure, story, candidate, moments)
    bars, shown = [m for m in story.moments if m.bar is not None], story.certificate.scale.shown
    figure.add_scatter(
        x=[m.observation.elapsed for m in bars],
        y=[shown(m.bar) for m in bars if m.bar is not None],
        name=story.certificate.scale.line,
        line={"color": BAR, "shape": "hv", "width": 2},
        mode="lines",
    )
    return figure


def curves(story: Story, score: str | None = None) -> Figure:
    """Test score against training rows on a log axis.

    With intervals, or by one of the further `scores`, which have none.
    """
    if score is not None and score in story.others:
        return _other_curves(story, score)
    figure = _figure("training rows", f"test {story.certificate.scale.name}")
    figure.update_xaxes(type="log")
    figure.update_yaxes(range=_shown_window(story))
    for candidate in reversed(story.candidates):
        probes = [(m.observation, m.interval) for m in story.curve(candidate.name)]
        if not probes:
            continue
        scale = story.certificate.scale
        tested = [scale.shown(scores(observation)[1]) for observation, _ in probes]
        known = [scale.shown_interval(interval) for _, interval in probes]
        figure.add_scatter(
            x=[observation.n_train for observation, _ in probes],
            y=tested,
            error_y={
                "type": "data",
                "symmetric": False,
                "array": [i.upper - s for i, s in zip(known, tested, strict=True)],
                "arrayminus": [s - i.lower for i, s in zip(known, tested, strict=True)],
                "thickness": 0.6,
                "width": 2,
            },
            name=_plain(candidate.name),
            line={"color": _colour(story, candidate)},
            mode="lines+markers",
        )
    return figure


def _other_curves(story: Story, score: str) -> Figure:
    """Learning curves by a further score."""
    scale = story.others[score]
    figure = _figure("training rows", f"test {scale.label(score)}")
    figure.update_xaxes(type="log")
    for candidate in reversed(story.candidates):
        probes = [m.observation for m in story.curve(candidate.name)]
        points = [
            (p.n_train, scale.shown(o.test.value))
            for p in probes
            for o in p.others
            if o.name == score
        ]
        figure.add_scatter(
            x=[n_train for n_train, _ in points],
            y=[value for _, value in points],
            name=_plain(candidate.name),
            line={"color": _colour(story, candidate)},
            mode="lines+markers",
        )
    return figure


def time(story: Story) -> Figure:
    """Time spent on each configuration beside what its full run would take."""
    figure = _figure("seconds", "")
    timed = sorted(
        ((c, c.full_run.seconds) for c in story.candidates if c.full_run is not None),
        key=lambda pair: pair[1],
    )
    names = [_plain(c.name) for c, _ in timed]
    told = ["full run" if c.ran_in_full else "full run, estimated" for c, _ in timed]
    figure.add_bar(
        y=names,
        x=[seconds for _, seconds in timed],
        name="full run (estimated unless it ran)",
        text=told,
        textposition="none",
        orientation="h",
        marker={"color": EXCLUDED, "opacity": 0.3},
    )
    figure.add_bar(
        y=names,
        x=[c.seconds for c, _ in timed],
        name="spent",
        orientation="h",
        marker={"color": [_colour(story, c) for c, _ in timed]},
    )
    figure.update_layout(barmode="overlay", hovermode="y unified")
    return figure


def _figure(x: str, y: str) -> Figure:
    try:
        from plotly import graph_objects
    except ImportError as error:
        raise MissingExtra.of("Figures need Plotly", "plotly") from error
    figure = graph_objects.Figure()
    figure.update_layout(
        template="plotly_white",
        xaxis_title=x,
        yaxis_title=y,
        hovermode="closest",
        legend_traceorder="reversed",
    )
    return figure


def _shown_window(story: Story) -> list[float]:
    """The scores worth drawing as users write them, from the worse: better is up."""
    shown = story.certificate.scale.shown
    return [shown(story.window.lower), shown(story.window.upper)]


def _add_interval(figure: Figure, story: Story, candidate: Row, moments: list[Moment]) -> None:
    """Two step lines with the band between them, and a faint rest once it is out."""
    end, scale = story.moments[-1].observation.elapsed, story.certificate.scale
    until = end
    if candidate.excluded_by == "proof" or candidate.standing == "failed":
        until = max(m.observation.elapsed for m in story.moments if candidate.name in m.left)
    colour, name = _colour(story, candidate), _plain(candidate.name)
    shared = {"line": {"color": colour, "shape": "hv", "width": 1}, "legendgroup": name}
    told = [m for m in moments if m.observation.elapsed <= until]
    seconds = [*(m.observation.elapsed for m in told), until]
    for bound in ("lower", "upper"):
        values = [scale.shown(getattr(m.interval, bound)) for m in told]
        figure.add_scatter(
            x=seconds,
            y=[*values, values[-1]],
            name=name,
            mode="lines",
            showlegend=bound == "upper",
            fill="tonexty" if bound == "upper" else None,
            fillcolor=_faded(colour, FADED if candidate == story.winner else FADED / 3),
            hovertemplate=f"{bound} %{{y:,.{scale.decimals}f}} after %{{x:.1f}} s",
            **shared,
        )
    if until < end:
        figure.add_scatter(
            x=[until, end],
            y=[values[-1]] * 2,
            mode="lines",
            opacity=FADED,
            showlegend=False,
            name=name,
            hovertemplate=f"{candidate.standing} after {duration(until)}",
            **shared,
        )


def _colour(story: Story, candidate: Row) -> str:
    if candidate == story.winner:
        return WINNER
    return CONTENDER if candidate.standing == "in the race" else EXCLUDED


def _faded(colour: str, opacity: float) -> str:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{opacity})"


def _plain(name: str) -> str:
    """A name that Plotly shows as it is: it would read some HTML tags in it."""
    return name.replace("&", "&amp;").replace("<", "&lt;")
