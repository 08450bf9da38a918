"""What is fixed before the first probe.

The bounds hold for every order of probing because the sizes, the test samples and
the number of configurations are settled here, before any score is seen.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import Any

from nearbest.arguments import check_unit_range, is_number
from nearbest.data.drawn import AT_RANDOM, Drawn
from nearbest.data.shuffle import Strata
from nearbest.errors import InvalidInput
from nearbest.race.claim import Claim
from nearbest.race.kinds import LearnerKind
from nearbest.race.observation import Observation, Scored, Task
from nearbest.race.score import ACCURACY, Scale
from nearbest.race.sizes import Growth

#: The paper scores on twice as many test rows as it trains on.
TEST_ROWS_PER_TRAINING_ROW = 2


@dataclass(frozen=True)
class Share:
    """The configurations of one batch, and the part of δ that they spend together."""

    names: tuple[str, ...]
    delta: float


@dataclass(frozen=True, slots=True)
class Arriving:
    """What is fixed beforehand of configurations that nobody knows yet.

    Parameters
    ----------
    sizes : tuple of int
        The training sizes that each may be probed at.
    slots : int
        δ is spent by arrival in batches of so many.
    adaptive : bool, default=False
        Whether what arrives depends on how the earlier ones did.
    lag : int, default=1
        What arrives depends on those that came so many places before it, or earlier.
    seconds : float or None
        The time that there was for all of it when the run began; None without a limit.

    Examples
    --------
    >>> arriving = Arriving((500, 1_000), slots=10)
    >>> arriving.share(0), arriving.share(9), round(arriving.share(10), 4)
    (0.05, 0.05, 0.0167)
    >>> sum(arriving.share(k) for k in range(100_000)) < 1
    True
    """

    sizes: tuple[int, ...]
    slots: int
    adaptive: bool = False
    lag: int = 1
    seconds: float | None = None

    @property
    def hurries(self) -> bool:
        """Whether it is a search that learns, and has so much time and no more."""
        return self.adaptive and self.seconds is not None

    def share(self, k: int) -> float:
        """The part of δ for the configuration that arrives after `k` others.

        Batch b gets 1/(b(b + 1)), split evenly over its slots. All parts there can be add
        up to 1, and none depends on how many arrive.
        """
        b = k // self.slots + 1
        return 1 / (b * (b + 1) * self.slots)


@dataclass(frozen=True)
class Plan:
    """Sizes, test samples and confidence of a race, known in advance.

    Parameters
    ----------
    sizes : mapping of str to tuple of int
        For each configuration the training sizes it may be probed at, rising; the
        last one is its full size.
    n_test : int
        Rows of the test data D_te.
    epsilon, delta : float
        Tolerated loss, and the probability with which the promise may fail.
    growth : float or "auto"
        Factor from one size to the next; "auto" lets each configuration take steps
        that fit how its training time grows.
    drawn : Drawn
        How the test rows came about. Unless they are a random part of all rows, upper
        bounds are heuristic.
    strata : Strata or None
        Class positions where the shuffle was stratified.
    batches : tuple of int
        How many configurations came at first, and how many were added each time
        after results had been seen. Empty if all came at once.
    scale : Scale
        The scores by which candidates are compared.
    n_test_pairs : int or None
        Rows of D_te that count where scores are means over pairs: those of the rarer class;
        or over classes: as many of each.
    scores : mapping of str to Scale
        All scores that are recorded, by their names, where there are several; the first
        is `scale`, by which candidates are compared.
    constant : float or None
        The score of the best constant prediction, where it is known.
    kinds : mapping of str to LearnerKind
        What kind of learner each configuration is, as far as that is known.
    large_leaves : frozenset of str
        Configurations that are forests whose leaves must hold many rows.
    class_counts : tuple of int
        Rows of each class; empty where that is not known.
    arriving : Arriving or None
        What was said beforehand of configurations that arrive while the race runs; None
        where all are known.
    notes_convergence : bool
        Whether observations tell if a learner has converged, as probes do; recorded
        curves may not.
    thrifty : bool
        Whether probes may score fewer rows where scoring takes longer than fitting; the
        bounds pay for it.
    """

    sizes: Mapping[str, tuple[int, ...]]
    n_test: int
    epsilon: float = 0.01
    delta: float = 0.05
    growth: Growth = 2.0
    drawn: Drawn = AT_RANDOM
    strata: Strata | None = field(default=None, repr=False)
    batches: tuple[int, ...] = ()
    scale: Scale = ACCURACY
    n_test_pairs: int | None = None
    constant: float | None = None
    scores: Mapping[str, Scale] = field(default_factory=dict, repr=False)
    kinds: Mapping[str, LearnerKind] = field(default_factory=dict, repr=False)
    large_leaves: frozenset[str] = field(default=frozenset(), repr=False)
    class_counts: tuple[int, ...] = field(default=(), repr=False)
    notes_convergence: bool = True
    arriving: Arriving | None = None
    thrifty: bool = False

    def __post_init__(self) -> None:
        if not (is_number(self.epsilon) and 0 <= self.epsilon < self.scale.width):
            raise InvalidInput(
                f"`epsilon` must lie in [0, {self.scale.width:g}); got {self.epsilon!r}."
            )
        check_unit_range("delta", self.delta, "(0, 1)")

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Of a saved search; those of 0.2.0 told how rows were drawn by several flags."""
        if "drawn" not in state:
            state = {**state, "drawn": Drawn.from_json(state)}
        self.__dict__.update(state)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The configurations, in the order in which they were given."""
        return tuple(self.sizes)

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The position of each configuration."""
        return {name: i for i, name in enumerate(self.names)}

    @property
    def others(self) -> Mapping[str, Scale]:
        """The further scores, which decide nothing."""
        return dict(islice(self.scores.items(), 1, None))

    @property
    def n_configurations(self) -> int:
        """The paper's n."""
        return len(self.sizes)

    @cached_property
    def shares(self) -> Mapping[str, Share]:
        """The part of δ that each configuration's batch may spend.

        Batch b gets δ/(b(b + 1)), which never adds up to more than δ however many
        follow; a single batch gets all of it. Where configurations arrive, a batch is as
        large as was said before the race, and each has its part of δ whoever else comes.
        """
        if self.arriving is not None:
            return {
                name: Share((name,), self.delta * self.arriving.share(k))
                for k, name in enumerate(self.names)
            }
        if len(self.batches) < 2:
            return dict.fromkeys(self.names, Share(self.names, self.delta))
        shares: dict[str, Share] = {}
        names = iter(self.names)
        for b, size in enumerate(self.batches, start=1):
            batch = tuple(islice(names, size))
            shares |= dict.fromkeys(batch, Share(batch, self.delta / (b * (b + 1))))
        return shares

    def kind(self, name: str) -> LearnerKind:
        """What kind of learner a configuration is; "unknown" where nobody said."""
        return self.kinds.get(name, "unknown")

    @property
    def claim(self) -> Claim:
        """What bounds are: proofs, of rows drawn at random and scores with exact bounds."""
        if not self.drawn.at_random:
            return "estimated"
        return "approximate" if self.scale.kind == "approximate" else "proved"

    @property
    def is_open(self) -> bool:
        """Whether configurations may arrive while the race runs."""
        return self.arriving is not None

    @property
    def arrivals(self) -> list[dict[str, tuple[int, ...]]]:
        """The configurations of each batch with their sizes, in the order they came."""
        items = iter(self.sizes.items())
        return [dict(islice(items, n)) for n in self.batches or (self.n_configurations,)]

    def extended(
        self,
        sizes: Mapping[str, tuple[int, ...]],
        kinds: Mapping[str, LearnerKind] | None = None,
        large_leaves: Collection[str] = (),
    ) -> Plan:
        """The plan with a further batch of configurations.

        The second batch takes a part of δ from the first; whatever follows takes none
        from those before it. Where arrivals were announced, none takes any.

        Examples
        --------
        >>> plan = Plan({"tree": (500, 1_000)}, n_test=400)
        >>> plan.extended({"svm": (500, 1_000)}).batches
        (1, 1)
        """
        before = self.batches or (self.n_configurations,)
        return replace(
            self,
            sizes={**self.sizes, **sizes},
            kinds={**self.kinds, **(kinds or {})},
            large_leaves=self.large_leaves.union(large_leaves),
            batches=() if self.is_open else (*before, len(sizes)),
        )

    def full_size(self, name: str) -> int:
        """Rows of a full run of this configuration."""
        return self.sizes[name][-1]

    def is_full(self, probe: Task | Observation) -> bool:
        """Whether a probe is a full run."""
        return probe.n_train == self.full_size(probe.configuration)

    def n_test_for(self, name: str, n_train: int) -> int:
        """Test rows to score on after training on `n_train` rows.

        A fixed function of the size, as the bounds require; all of D_te at the full
        size, so that the probe is the full run.
        """
        if n_train == self.full_size(name):
            return self.n_test
        return min(self.n_test, TEST_ROWS_PER_TRAINING_ROW * n_train)

    def scored_at(self, name: str, n_train: int) -> Scored:
        """Which rows are scored after training on `n_train` rows."""
        if n_train == self.full_size(name):
            return "test"
        return "thrifty" if self.thrifty else "both"
