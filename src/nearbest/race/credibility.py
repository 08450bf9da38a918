"""Which upper bounds may be relied on, by what past learning curves did to them.

An upper bound below the full run rests on fitness: that training scores are optimistic.
docs/decisions/004 counts how often each kind of learner broke it on recorded curves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearbest.race.bounds.fitness import is_rising
from nearbest.race.kinds import LearnerKind

if TYPE_CHECKING:
    from nearbest.race.race import Race

#: An upper bound is not relied on before so many sizes.
FEWEST_SIZES = 3
#: Kinds of learners of whose past curves more than 2 % broke a bound that looked credible,
#: in the mean over datasets; and those of which nothing is known.
LATE_LEARNERS: frozenset[LearnerKind] = frozenset(
    {"network", "online", "neighbours", "bayes", "kernel", "late", "unknown"}
)


def is_credible(race: Race, name: str) -> bool:
    """Whether a candidate's upper bound may be relied on.

    Past curves show which may not: those of learners that have not converged, of fewer
    than three sizes, of kinds that learn late, of forests with large leaves, and where the
    training score rose over the last step. A full run needs no assumption.
    """
    if race.exhausted(name):
        return True
    probes = race.tracks[name].probes
    return (
        len(probes) >= FEWEST_SIZES
        and probes[-1].converged
        and not learns_late(race, name)
        and not is_rising(probes, race.plan.scale)
    )


def learns_late(race: Race, name: str) -> bool:
    """Whether a candidate is of a kind whose training score often rises with more rows."""
    plan = race.plan
    return plan.kind(name) in LATE_LEARNERS or name in plan.large_leaves


def needs_full_run(race: Race, name: str) -> bool:
    """Whether only a full run can bound a candidate from above, as far as can be seen."""
    n_probes = len(race.tracks[name].probes)
    if n_probes and learns_late(race, name):
        return True
    return n_probes >= FEWEST_SIZES and not is_credible(race, name)
