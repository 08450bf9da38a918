"""How much longer for which ε, as a figure that needs no script."""

from __future__ import annotations

import math

from nearbest.race.ahead.planner import Milestone
from nearbest.race.durations import about, duration
from nearbest.race.score import as_tolerated
from nearbest.report.markup import Markup, joined, section, tag
from nearbest.report.story import Story

EXPLAINED = (
    "What it should take until no other candidate is better by more than ε, one probe after "
    "another, the winner trained on all rows. The mark is the expected time; in four of five "
    "replayed races it took no less and no more than the bar says."
)
#: Times of the axis, in seconds; those around the bars are shown.
TICKS = (1, 10, 60, 600, 3600, 6 * 3600, 24 * 3600, 7 * 24 * 3600, 30 * 24 * 3600)


def prospects(story: Story) -> Markup:
    """What more time would bring; nothing where a race was over before it could be told."""
    found = story.prospects
    if found is None:
        return Markup("")
    if not found.milestones:
        said = tag("p", f"{found.now}: no more time is needed.", class_="good")
        return section("prospects", "What more time would bring", said)
    axis = _Axis.around(found.milestones)
    rows = (_row(milestone, axis) for milestone in found.milestones)
    return section(
        "prospects",
        "What more time would bring",
        tag("p", EXPLAINED, class_="note"),
        tag("p", tag("b", found.now), class_="now"),
        tag("div", *rows, axis.drawn, class_="prospects"),
    )


class _Axis:
    """Seconds from `first` to `last` on a log axis, as a share of the width."""

    def __init__(self, first: float, last: float) -> None:
        self.first, self.last = first, last

    @classmethod
    def around(cls, milestones: tuple[Milestone, ...]) -> _Axis:
        """From the tick before the soonest time to the one after the latest."""
        soonest = min(max(m.left.low, TICKS[0]) for m in milestones)
        latest = max(max(m.left.high, TICKS[0]) for m in milestones)
        first = max(tick for tick in TICKS if tick <= soonest)
        last = next((tick for tick in TICKS if tick >= latest), latest)
        return cls(first, max(last, 10 * first))

    def place(self, seconds: float) -> float:
        """Per cent of the width."""
        share = math.log(max(seconds, self.first) / self.first)
        return 100 * min(share / math.log(self.last / self.first), 1.0)

    @property
    def drawn(self) -> Markup:
        """The ticks with their times."""
        shown = [tick for tick in TICKS if self.first <= tick <= self.last]
        ticks = (
            tag("span", duration(tick), style=f"left:{self.place(tick):.1f}%") for tick in shown
        )
        return tag("div", tag("span", "", class_="label"), tag("div", *ticks, class_="ticks"))


def _row(milestone: Milestone, axis: _Axis) -> Markup:
    left, n = milestone.left, milestone.n_full_runs
    runs = f", {n} full run{'s' if n > 1 else ''}" if n else ""
    low, middle, high = map(axis.place, (left.low, left.seconds, left.high))
    bar = tag("i", style=f"left:{low:.1f}%;width:{max(high - low, 0.5):.1f}%")
    mark = tag("b", style=f"left:{middle:.1f}%")
    return tag(
        "div",
        tag("span", f"ε = {as_tolerated(milestone.epsilon)}", class_="label"),
        tag("div", joined(bar, mark), class_="track"),
        tag("small", f"{about(left)}{runs}"),
    )
