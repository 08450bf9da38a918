"""The probes that every candidate gets before any of them is weighed."""

from __future__ import annotations

from collections.abc import Collection

from nearbest.race.kinds import LearnerKind
from nearbest.race.measured import rows_of
from nearbest.race.schedulers.ledger import SMALL_PART, Ledger, first_size
from nearbest.race.sizes import ROUNDED, begins_in_full

#: A second probe has up to so many times the rows of the first. A smaller step would hardly
#: tell what was gained from noise, and would be one more probe on the way.
SECOND_STEP = 4
#: Kinds of learners by how quick they usually are; others come after these.
QUICK: tuple[LearnerKind, ...] = (
    "bayes",
    "linear",
    "tree",
    "online",
    "neighbours",
    "boosting",
    "forest",
)

#: A candidate, and the rows to train it on.
Opening = list[tuple[str, int]]


def opening(ledger: Ledger, busy: Collection[str], free: int) -> Opening:
    """At most `free` probes: a first one for everybody, then a second one where it is cheap."""
    first = ledger.waiting(ledger.is_new, busy)[:free]
    second = _second(ledger, busy)[: free - len(first)]
    return [
        *((name, _usual_size(ledger, name)) for name in first),
        *((name, _second_size(ledger, name)) for name in second),
    ]


def hurried_opening(ledger: Ledger, busy: Collection[str], free: int) -> Opening:
    """The same where time is limited: quick kinds first, and nobody begins with a full run."""
    behind = ~ledger.is_out & (ledger.rows < ledger.first_rows)
    names = sorted(ledger.waiting(behind, busy), key=lambda name: _slowness(ledger, name))
    if names:
        return [(name, _hurried_size(ledger, name)) for name in names[:free]]
    second = _second(ledger, busy)
    return [(name, _second_size(ledger, name)) for name in second[:free]]


def _second(ledger: Ledger, busy: Collection[str]) -> list[str]:
    """Who is probed a second time, the best first.

    A race that is stopped meanwhile compares what was probed twice with what was not: by
    then the best should have been.
    """
    waiting, race = ledger.waiting(ledger.is_second, busy), ledger.race
    return sorted(waiting, key=lambda name: race.tracks[name].cautious_score, reverse=True)


def _usual_size(ledger: Ledger, name: str) -> int:
    """Rows of a first probe; all where smaller ones could save nothing.

    They come on top of all full runs that turn out to be needed.
    """
    full, ahead = ledger.plan.full_size(name), ledger.race.next_sizes(name)
    if begins_in_full(ahead, ledger.plan.kind(name)):
        return full
    return first_size(ahead, full)


def _second_size(ledger: Ledger, name: str) -> int:
    ahead, full = ledger.race.next_sizes(name), ledger.plan.full_size(name)
    most = min(SECOND_STEP * rows_of(ledger.race, name), full / SMALL_PART) * ROUNDED
    return max((size for size in ahead if size <= most), default=ahead[0])


def _hurried_size(ledger: Ledger, name: str) -> int:
    """The smallest size until there is an answer, and the usual first one then."""
    ahead, usual = ledger.race.next_sizes(name), ledger.first_rows[ledger.plan.index[name]]
    if ledger.race.incumbent is None:
        return ahead[0]
    return next((size for size in ahead if size >= usual), ahead[-1])


def _slowness(ledger: Ledger, name: str) -> int:
    kind = ledger.plan.kind(name)
    return QUICK.index(kind) if kind in QUICK else len(QUICK)
