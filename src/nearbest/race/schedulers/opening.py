"""The probes that every candidate gets before any of them is weighed."""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice

from nearbest.race.measured import rows_of
from nearbest.race.schedulers.base import ROUNDED
from nearbest.race.schedulers.ledger import SMALL_PART, Ledger, first_size

#: A first probe on more than one row in so many is not worth its time: full runs are.
WORTH_A_PROBE = 12
#: Nor are two first probes that cost more than this part of a full run.
DEAREST_OPENING = 0.2
#: First probes on one row in so many are cheap, whatever learns.
SURELY_CHEAP = 128
#: A second probe has up to so many times the rows of the first. A smaller step would hardly
#: tell what was gained from noise, and would be one more probe on the way.
SECOND_STEP = 4
#: Kinds of learners by how quick they usually are; others come after these.
QUICK = ("bayes", "linear", "tree", "online", "neighbours", "boosting", "forest")

#: A candidate, and the rows to train it on.
Opening = list[tuple[str, int]]


def opening(ledger: Ledger, busy: Collection[str], free: int) -> Opening:
    """At most `free` first probes, one for everybody, and a second one where that is cheap.

    On tables that are not large, the first candidate of each kind of learner gets both before
    any other of that kind does: where small samples cost nearly as much as large ones, the
    others begin with their full run.
    """
    second = ledger.waiting(ledger.is_second, busy)
    first = ledger.waiting(ledger.is_new, busy)
    pilots = [*_pilots(ledger, second), *_pilots(ledger, first)]
    names = dict.fromkeys((*pilots, *first, *second))
    return [(name, _next_size(ledger, name)) for name in islice(names, free)]


def hurried_opening(ledger: Ledger, busy: Collection[str], free: int) -> Opening:
    """The same where time is limited: quick kinds first, and nobody begins with a full run."""
    behind = ~ledger.is_out & (ledger.rows < ledger.first_rows)
    names = sorted(ledger.waiting(behind, busy), key=lambda name: _slowness(ledger, name))
    if names:
        return [(name, _hurried_size(ledger, name)) for name in names[:free]]
    second = ledger.waiting(ledger.is_second, busy)
    return [(name, _second_size(ledger, name)) for name in second[:free]]


def _pilots(ledger: Ledger, names: Collection[str]) -> list[str]:
    """The first of these of each kind of which nobody has had two probes yet."""
    index, full = ledger.plan.index, ledger.plan.full_size
    unsure = [n for n in names if ledger.first_rows[index[n]] * SURELY_CHEAP > full(n)]
    first = {ledger.kind(name): name for name in reversed(unsure)}
    return [name for kind, name in first.items() if kind not in ledger.opening_share]


def _next_size(ledger: Ledger, name: str) -> int:
    is_first = ledger.is_new[ledger.plan.index[name]]
    return _usual_size(ledger, name) if is_first else _second_size(ledger, name)


def _usual_size(ledger: Ledger, name: str) -> int:
    """Rows of a first probe; all where smaller ones could save nothing.

    They come on top of all full runs that turn out to be needed.
    """
    full, ahead = ledger.plan.full_size(name), ledger.race.next_sizes(name)
    is_dear = ledger.opening_share.get(ledger.kind(name), 0.0) > DEAREST_OPENING
    if is_dear or ahead[0] * WORTH_A_PROBE > full:
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
    kind = ledger.kind(name)
    return QUICK.index(kind) if kind in QUICK else len(QUICK)
