"""The table of all candidates."""

from __future__ import annotations

from nearbest.race.answer.row import Row, bounding
from nearbest.race.durations import duration
from nearbest.race.interval import Interval
from nearbest.race.score import Scale
from nearbest.report.markup import Markup, section, tag, void
from nearbest.report.story import Story
from nearbest.report.words import bounds, short_chance

EXPLAINED = (
    "Lower, upper and interval are {}, if the assumptions hold. Forecast is where past "
    "learning curves let us expect the score on the full data, and chance the forecast "
    "probability to beat the winner by more than ε: neither is proved."
)


def table(story: Story) -> Markup:
    """All candidates, with their parameters; the page's script makes it sortable."""
    head = (
        tag("th", tag("button", name, type="button"), scope="col", class_="number")
        if number
        else tag("th", tag("button", name, type="button"), scope="col")
        for name, number in _heads(story)
    )
    rows = (_row(i, c, story) for i, c in enumerate(story.candidates, start=1))
    return section(
        "candidates",
        "All candidates",
        tag("p", EXPLAINED.format(story.certificate.claim), class_="note"),
        void("input", type="search", id="filter", placeholder="Filter", aria_label="Filter"),
        tag(
            "div",
            tag(
                "table",
                tag("thead", tag("tr", *head)),
                tag("tbody", *rows),
                id="table",
            ),
            class_="scroll",
        ),
    )


def _heads(story: Story) -> list[tuple[str, bool]]:
    """The columns, and whether each is of numbers."""
    return [
        ("#", True),
        ("candidate", False),
        ("standing", False),
        ("lower", True),
        ("upper", True),
        ("interval", False),
        (f"test {story.certificate.scale.name}", True),
        *((f"test {scale.label(name)}", True) for name, scale in story.others.items()),
        ("forecast", True),
        ("chance", True),
        ("rows", True),
        ("probes", True),
        ("time", True),
        ("of a full run", True),
        ("excluded by", False),
        ("parameters", False),
    ]


def _row(rank: int, candidate: Row, story: Story) -> Markup:
    score, full, scale = candidate.test_score, candidate.full_run, story.certificate.scale
    shown = scale.shown_interval(candidate.interval)
    tested = None if score is None else scale.shown(score)
    share = candidate.seconds / full.seconds if full and full.seconds else None
    return tag(
        "tr",
        _number(rank, str(rank)),
        tag("th", candidate.name, scope="row"),
        tag("td", tag("span", candidate.standing, class_=f"pill {css_class(candidate)}")),
        _number(shown.lower, scale.number(shown.lower)),
        _number(shown.upper, scale.number(shown.upper)),
        tag(
            "td",
            _bar(candidate.interval, story.span),
            data_value=f"{candidate.interval.width}",
        ),
        _number(tested, "" if tested is None else scale.number(tested)),
        *(_other(candidate, name, scale) for name, scale in story.others.items()),
        _expected(candidate, scale),
        _chance(candidate),
        _number(candidate.n_train, f"{candidate.n_train:,}"),
        _number(candidate.n_probes, str(candidate.n_probes)),
        _number(candidate.seconds, duration(candidate.seconds)),
        _number(share, "" if share is None else f"{share:.1%}"),
        tag("td", _excluded(candidate, story.certificate.bounds_prove)),
        tag("td", story.parameters[candidate.name], class_="parameters"),
        data_index=str(rank - 1),
    )


def _expected(candidate: Row, scale: Scale) -> Markup:
    """Where its score is forecast to lie, sorted by the middle."""
    if candidate.expected is None:
        return _number(None, "")
    lower, upper = candidate.expected.lower, candidate.expected.upper
    return _number(scale.shown((lower + upper) / 2), bounds(candidate.expected, scale))


def _other(candidate: Row, name: str, scale: Scale) -> Markup:
    """A further test score of its last probe."""
    value = candidate.others.get(name)
    if value is None:
        return _number(None, "")
    return _number(scale.shown(value), scale.text(value))


def _excluded(candidate: Row, proven: bool) -> str:
    """What excluded it, and whom it was compared with."""
    if candidate.excluded_by is None:
        return ""
    by = bounding(proven) if candidate.excluded_by == "proof" else candidate.excluded_by
    return f"{by}: {candidate.beaten_by}"


def _chance(candidate: Row) -> Markup:
    """The forecast probability that it beats the winner by more than ε."""
    if candidate.chance is None or candidate.standing == "winner":
        return _number(None, "")
    return _number(candidate.chance, short_chance(candidate.chance))


def css_class(candidate: Row) -> str:
    """A standing as one word."""
    return candidate.standing.replace(" ", "-")


def _number(value: float | None, shown: str) -> Markup:
    return tag("td", shown, class_="number", data_value="" if value is None else str(value))


def _bar(interval: Interval, scale: Interval) -> Markup:
    """The interval as a small bar on the common scale."""
    width = scale.width or 1.0
    start, end = (
        min(99.0, max(0.0, 100 * (value - scale.lower) / width))
        for value in (interval.lower, interval.upper)
    )
    return tag(
        "svg",
        tag("rect", x=f"{start:.1f}", y="3", width=f"{max(1.0, end - start):.1f}", height="4"),
        class_="mini",
        viewBox="0 0 100 10",
        aria_hidden="true",
    )
