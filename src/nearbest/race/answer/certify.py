"""From a race to its certificate."""

from __future__ import annotations

from dataclasses import replace

from nearbest.race.answer.full_runs import full_runs_note
from nearbest.race.answer.grounds import doubts, exclusions, used
from nearbest.race.answer.plateau import plateau
from nearbest.race.bounds import Violation, contradictions
from nearbest.race.certificate import Certificate, Delivery
from nearbest.race.constant import beats_no_constant
from nearbest.race.interval import Interval
from nearbest.race.prediction import Prediction
from nearbest.race.race import Race
from nearbest.race.score import ROUNDING
from nearbest.race.stopping import Ending


def certify(
    race: Race, delivery: Delivery | None = None, notes: tuple[str, ...] = ()
) -> Certificate:
    """The promise as it stands; raises `AllFailed` where nothing can be promised.

    A full run that was made for the delivery is the winner's score on all rows: then the
    interval is that point, and what it contradicts is listed.
    """
    winner, plan = race.winner, race.plan
    if delivery is not None and delivery.candidate is not None:
        winner = delivery.candidate
    measured = None if delivery is None else delivery.score
    gap = race.gap(winner) if measured is None else race.gap_to(winner, measured)
    interval, contradicted = _interval(race, winner, delivery)
    foreseen = race.prediction(measured) if winner == race.winner else None
    prediction = _no_worse_than(gap, foreseen)
    known = interval.lower if measured is None else measured
    means_nothing = beats_no_constant(plan, winner, known, measured is not None)
    ending = _ending(race, gap, prediction)
    excluded = exclusions(race, winner, _sure_of(race, winner, measured), ending)
    is_measured = measured is not None or race.exhausted(winner)
    assumptions = used(race.bounds.assumptions(plan), excluded, measured=is_measured)
    said = (means_nothing, full_runs_note(race), plateau(race))
    return Certificate(
        winner=winner,
        interval=interval,
        gap=gap,
        epsilon=plan.epsilon,
        confidence=race.bounds.confidence(plan),
        n_configurations=plan.n_configurations,
        n_probes=len(race.history),
        ending=ending,
        bounds_prove=plan.claim == "proved",
        assumptions=assumptions,
        violations=(*_violations(race), *contradicted),
        pruned=tuple(race.prunings),
        failed=tuple((t.name, t.failure) for t in race.tracks.values() if t.failure),
        delivery=delivery,
        stop_at=race.rule.stop_at,
        prediction=prediction,
        notes=tuple(dict.fromkeys((*notes, *filter(None, said)))),
        scale=plan.scale,
        exchangeable=plan.drawn.at_random,
        exclusions=excluded,
        doubts=doubts(race, winner, assumptions, excluded, prediction),
        is_open=plan.is_open,
        others=plan.others,
    )


def _violations(race: Race) -> list[Violation]:
    return [v for track in race.tracks.values() for v in track.estimate.violations]


def _interval(
    race: Race, winner: str, delivery: Delivery | None
) -> tuple[Interval, tuple[Violation, ...]]:
    """The winner's interval, or what its full run measured, and what that contradicts."""
    interval = race.tracks[winner].interval
    if delivery is None or delivery.full_score is None:
        return interval, ()
    full, sure = delivery.full_score, interval
    if delivery.trained_on == "a sample" and delivery.score is not None:
        sure = Interval(max(delivery.score, interval.lower), interval.upper)
    return Interval(full, full), contradictions(winner, full, sure, race.plan.scale)


def _no_worse_than(gap: float, prediction: Prediction | None) -> Prediction | None:
    """A forecast within what is proved of the model delivered."""
    if prediction is None or prediction.gap <= gap:
        return prediction
    return replace(prediction, gap=gap)


def _ending(race: Race, gap: float, prediction: Prediction | None) -> Ending:
    """How the race ended, in the light of the model that was delivered."""
    epsilon = race.plan.epsilon
    is_proved = race.decided or race.ending == "proved"
    if gap <= epsilon or (is_proved and gap <= epsilon + ROUNDING):
        return "proved"
    if race.ending is None:
        return "stopped"
    if race.ending == "proved" or prediction is None:
        return "undone"
    return "forecast" if prediction.suffices else "undone"


def _sure_of(race: Race, winner: str, measured: float | None) -> float:
    """What the winner, or its model, has at least."""
    return float(race.tracks[winner].interval.lower) if measured is None else measured
