"""What an answer rests on: what excludes each rival, and what would make it false."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from nearbest.race.bounds.base import (
    EVEN_CLASSES,
    EXPLOITATIVENESS,
    FITNESS,
    GIVEN_TEST_SET,
    KEPT_GROUPS,
    PROPOSED,
    RANDOM_SPLIT,
)
from nearbest.race.certificate import Exclusion, Reason
from nearbest.race.prediction import Prediction
from nearbest.race.race import Race
from nearbest.race.stopping import ROUNDING, Ending

#: Assumptions about the split, which bounds from samples rest on.
SPLITS = (RANDOM_SPLIT, EVEN_CLASSES, GIVEN_TEST_SET, KEPT_GROUPS)


def exclusions(race: Race, winner: str, score: float, ending: Ending) -> tuple[Exclusion, ...]:
    """What excludes each rival of a winner that has at least this score."""
    return tuple(
        Exclusion(
            name, _reason(race, name, score, ending), float(race.tracks[name].interval.upper)
        )
        for name in race.plan.names
        if name != winner
    )


def _reason(race: Race, name: str, score: float, ending: Ending) -> Reason | None:
    track = race.tracks[name]
    if track.failure is not None:
        return "failure"
    if track.interval.upper <= score + race.plan.epsilon + ROUNDING:
        return "full run" if race.exhausted(name) else "proof"
    return "past curves" if ending == "forecast" else None


def used(
    assumptions: Iterable[str], excluded: Sequence[Exclusion], *, measured: bool
) -> tuple[str, ...]:
    """Those of the assumptions that the answer rests on.

    Upper bounds that exclude nobody do not count, nor does what a measured winner made
    unnecessary. While a rival is left, its upper bound is part of the gap.
    """
    reasons = {exclusion.by for exclusion in excluded}
    by_samples = bool(reasons & {"proof", None})
    needless = set()
    if not by_samples:
        needless.add(FITNESS)
    if measured:
        needless.add(EXPLOITATIVENESS)
    if measured and not by_samples:
        needless.update((RANDOM_SPLIT, EVEN_CLASSES))
    return tuple(a for a in assumptions if a not in needless)


def doubts(
    race: Race,
    winner: str,
    assumptions: Sequence[str],
    excluded: Sequence[Exclusion],
    prediction: Prediction | None,
) -> tuple[str, ...]:
    """What would make the answer false, each as a clause in plain English."""
    n = Counter(exclusion.by for exclusion in excluded)
    found = []
    if FITNESS in assumptions and (n["proof"] or n[None]):
        found.append(_late(n["proof"] + n[None]))
    if n["past curves"] and prediction is not None:
        found.append(
            f"your data are unlike the {prediction.n_datasets} datasets whose learning curves "
            f"stand behind the {n['past curves']} excluded by past curves"
        )
    if EXPLOITATIVENESS in assumptions:
        found.append(
            f"{winner}, which was not measured on all rows, gets worse with more of them (the "
            "paper's exploitativeness fails)"
        )
    found += [_OF_SPLITS[a] for a in assumptions if a in _OF_SPLITS]
    if PROPOSED in assumptions and (n["proof"] or n[None]):
        found.append(
            "the search fitted a candidate to the training rows that bound it, which it knew "
            "by scores on other rows only"
        )
    known = {FITNESS, EXPLOITATIVENESS, PROPOSED, *SPLITS}
    found += [f"it is not so that {a}" for a in assumptions if a not in known]
    if n["proof"] or n["past curves"] or n[None] or EXPLOITATIVENESS in assumptions:
        found.append(f"chance: at most {race.plan.delta:.3g} of such races are wrong by it")
    return tuple(found)


def _late(n: int) -> str:
    which = "the candidate" if n == 1 else f"one of the {n} candidates"
    return (
        f"{which} bounded from samples learns late: trained on all rows it fits them better "
        "than it fitted its samples (the paper's fitness fails)"
    )


_OF_SPLITS = {
    RANDOM_SPLIT: "the test rows are no random part of all rows",
    EVEN_CLASSES: "the test rows are no random part of each class's rows",
    GIVEN_TEST_SET: "your test set is unlike the training rows, as it was not drawn from them",
    KEPT_GROUPS: "groups differ more than rows do, as the split was made between groups",
}
