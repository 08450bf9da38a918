"""What an answer rests on: what excludes each rival, and what would make it false."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from nearbest.race.bounds.base import (
    ADDED_BLINDLY,
    CHOSEN_ROWS,
    EVEN_CLASSES,
    EXPLOITATIVENESS,
    FITNESS,
    GIVEN_TEST_SET,
    KEPT_GROUPS,
    LAST_ROWS,
    PROPOSED,
    RANDOM_SPLIT,
)
from nearbest.race.bounds.exact import TWO_STEPS
from nearbest.race.bounds.hoeffding import PAPERS_CONFIDENCE
from nearbest.race.bounds.normal import APPROXIMATE, HEAVY_TAILS
from nearbest.race.certificate import Exclusion, Reason
from nearbest.race.prediction import Prediction
from nearbest.race.race import Race
from nearbest.race.score import ROUNDING
from nearbest.race.stopping import Ending

#: What would make an answer false if the assumption does not hold, as a clause about the
#: winner and those bounded from samples; None where the assumption is but a remark.
DOUBTS: Mapping[str, str | None] = {
    FITNESS: (
        "{bounded} bounded from samples learns late: trained on all rows it fits them better "
        "than it fitted its samples (the paper's fitness fails)"
    ),
    EXPLOITATIVENESS: (
        "{winner}, which was not measured on all rows, gets worse with more of them (the "
        "paper's exploitativeness fails)"
    ),
    RANDOM_SPLIT: "the test rows are no random part of all rows",
    EVEN_CLASSES: "the test rows are no random part of each class's rows",
    CHOSEN_ROWS: "the test rows are unlike the training rows, as `cv` chose them",
    GIVEN_TEST_SET: "your test set is unlike the training rows, as it was not drawn from them",
    KEPT_GROUPS: "groups differ more than rows do, as the split was made between groups",
    LAST_ROWS: "the last rows by time, which are the test rows, are unlike the earlier ones",
    ADDED_BLINDLY: "candidates were added later because of scores that were seen on these rows",
    PROPOSED: (
        "a proposal was fitted to the very training rows behind its upper bound, though the "
        "search saw scores on other rows only"
    ),
    TWO_STEPS: "which candidate is best depends on the order of the training rows",
    APPROXIMATE: "the rows are too few for the score to vary like a normal distribution",
    HEAVY_TAILS: (
        "the rows are too few for a mean of losses, some of them very large, to vary like a "
        "normal distribution"
    ),
    PAPERS_CONFIDENCE: None,
}
#: Those that upper bounds from samples rest on, and nothing else.
OF_UPPER_BOUNDS = frozenset({FITNESS, PROPOSED, TWO_STEPS})


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
    bounded = n["proof"] + n[None]
    relied_on = [a for a in assumptions if bounded or a not in OF_UPPER_BOUNDS]
    found = [_doubt(FITNESS, winner, bounded)] if FITNESS in relied_on else []
    if n["past curves"] and prediction is not None:
        whom = "candidate" if n["past curves"] == 1 else n["past curves"]
        found.append(
            f"your data are unlike the {prediction.n_datasets} datasets whose learning curves "
            f"stand behind the {whom} excluded by past curves"
        )
        found += _not_begun(race, excluded)
        if race.plan.is_open:
            found.append(
                "past curves are of candidates drawn at random, and say less about the "
                "proposals of a search"
            )
    others = sorted((a for a in relied_on if a != FITNESS), key=lambda a: a != EXPLOITATIVENESS)
    found += [_doubt(a, winner, bounded) for a in others]
    if bounded or n["past curves"] or EXPLOITATIVENESS in assumptions:
        share = f"{100 * race.plan.delta:.3g} %"
        found.append(f"chance: at most {share} of such races are wrong by it")
    return tuple(filter(None, found))


def _not_begun(race: Race, excluded: Sequence[Exclusion]) -> list[str]:
    """That some who are excluded by past curves showed nothing that a constant does not.

    Where several columns tell something only together, candidates learn late and at once.
    """
    plan = race.plan
    if plan.constant is None:
        return []
    by_curves = [race.tracks[e.candidate].probes for e in excluded if e.by == "past curves"]
    most = plan.constant + plan.epsilon
    n = sum(bool(probes) and probes[-1].test_score <= most for probes in by_curves)
    if not n:
        return []
    who = "one candidate" if n == 1 else f"{n} candidates"
    return [
        f"{who} excluded by past curves had hardly beaten the best constant prediction on "
        "samples, and may begin to learn with more rows"
    ]


def _doubt(assumption: str, winner: str, bounded: int) -> str:
    """The doubt that an assumption leaves; empty if it leaves none."""
    if assumption not in DOUBTS:  # of bounds that are not ours
        return f"this does not hold: {assumption}"
    which = "the candidate" if bounded == 1 else f"one of the {bounded} candidates"
    return (DOUBTS[assumption] or "").format(winner=winner, bounded=which)
