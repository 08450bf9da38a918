"""From candidates and data to the plan that is fixed before anything is trained."""

from __future__ import annotations

import numpy as np

from nearbest.candidates.streams import CandidateStream
from nearbest.data.loading import Data
from nearbest.data.memory import InMemory
from nearbest.data.shuffle import Strata
from nearbest.data.store.store import Store
from nearbest.race.bounds import Exact
from nearbest.race.plan import Plan
from nearbest.race.score import OF_RAREST, Scale
from nearbest.race.sizes import geometric_sizes
from nearbest.race.strategies import bounds_named
from nearbest.running.problem.candidate_source import announce
from nearbest.running.problem.labels import check_test_labels
from nearbest.running.problem.roster import Roster
from nearbest.running.settings import Settings
from nearbest.running.settings.tolerance import tolerance


def plan_race(
    roster: Roster, data: Data, settings: Settings, stream: CandidateStream | None
) -> Plan:
    """Fix sizes, tolerance and what the bounds must know of the rows."""
    samples, target, found = data.samples, data.samples.target, roster.configurations
    check_test_labels(roster.metrics, samples, data.drawn)
    smallest = roster.smallest_sample(target, samples.n_train)
    sizes = geometric_sizes(samples.n_train, smallest, settings.growth)
    scales = {name: metric.scale(target) for name, metric in roster.metrics.items()}
    scale, constant = roster.metric.scale(target), roster.metric.constant(target)
    # without a time limit a search is to be proved, by all the rows that there are
    spares = (stream is None or settings.timeout is not None) and len(scales) == 1
    return Plan(
        sizes={c.name: sizes for c in found},
        n_test=samples.n_test,
        epsilon=tolerance(settings.epsilon, scale, constant),
        delta=settings.delta,
        growth=settings.growth,
        drawn=data.drawn,
        strata=data.strata,
        scale=scale,
        n_test_pairs=_n_of_rarest(samples, scale) if scale.kind in OF_RAREST else None,
        constant=constant,
        scores=scales if len(scales) > 1 else {},
        kinds={c.name: c.kind_among(samples.n_train) for c in found},
        large_leaves=frozenset(c.name for c in found if c.has_large_leaves),
        class_counts=tuple(map(int, data.class_counts)),
        arriving=None if stream is None else announce(sizes, settings, stream),
        thrifty=spares and is_thrifty(settings, scale, data.strata),
    )


def is_thrifty(settings: Settings, scale: Scale, strata: Strata | None) -> bool:
    """Whether clocks may decide how many rows a probe scores.

    Not where runs are to be repeatable, nor where the bounds have not paid for it.
    """
    exact = isinstance(bounds_named(settings.bounds), Exact)
    return exact and scale.kind == "counts" and strata is None and settings.cost == "seconds"


def _n_of_rarest(samples: InMemory | Store, scale: Scale) -> int:
    """Rows of the rarest class of D_te; of means over classes as many of each."""
    _, counts = np.unique(samples.test_labels(), return_counts=True)
    return int(counts.min()) * (len(counts) if scale.kind == "class means" else 1)
