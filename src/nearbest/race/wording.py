"""The words of a certificate: its facts as a user reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from nearbest.race import prediction as forecasts
from nearbest.race.claim import Claim
from nearbest.race.score import ACCURACY, as_tolerated

if TYPE_CHECKING:
    from nearbest.race.certificate import Certificate, Reason

#: 1 minus less than this is 1 in floating point.
LEAST_RISK = 1e-16
#: How many violations or failures a printed certificate lists before it counts.
MOST_LISTED = 5
#: What a proof is worth.
UNLESS = "unless something listed below makes it false"
#: How sure a gap is, as the beginning of a sentence.
CLAIMED: Mapping[Claim, str] = {
    "proved": "Proved",
    "approximate": "Approximate, not proved",
    "estimated": "Estimated, not proved",
}
#: How the sentence counts rivals by what excluded them, where that is a proof.
COUNTED: Mapping[Reason, str] = {
    "proof": "proved against",
    "full run": "by full runs against",
    "past curves": "by past learning curves against",
}
#: The same where bounds are approximate or estimated, and nothing is proved.
UNPROVED: Mapping[Reason, str] = {**COUNTED, "proof": "by bounds against"}


def sentence(found: Certificate) -> str:
    """The answer in one sentence."""
    if found.is_alone:
        fitted = "" if found.n_configurations == 1 else " that could be fitted"
        return f"{found.winner} is the only candidate{fitted}{_on_few_rows(found)}."
    if found.rule.needs_forecast and not found.decided:
        by_level = found.rule.is_calibrated
        return _calibrated_sentence(found) if by_level else _stated_sentence(found)
    most = max(found.epsilon, found.scale.rounded_up(found.gap))
    within = f"within {most:.4g}{_unit(found)} of the best of {_field(found)}"
    if found.rule.trusts_bounds:
        within += _by_score(found)
    if found.claim == "approximate":
        return (
            f"{found.winner} is {within} with confidence {as_confidence(found.confidence)}, "
            f"approximately{_by_what(found)}{_closer(found, 'approximate')}."
        )
    if found.claim == "estimated":
        return (
            f"{found.winner} is estimated to be {within}{_by_what(found)}"
            f"{_closer(found, 'estimated')}."
        )
    return (
        f"{found.winner} is {within} with confidence {as_confidence(found.confidence)}"
        f"{_by_what(found)}{_closer(found, 'certified')}."
    )


def _on_few_rows(found: Certificate) -> str:
    """That there is no model of all rows, which an answer without rivals would not tell."""
    if found.delivery is None or found.delivery.trained_on != "a sample":
        return ""
    return f", trained on {found.delivery.n_train:,} rows only"


def _closer(found: Certificate, kind: str) -> str:
    """The gap, where it is less than the ε that the sentence began with."""
    if found.gap > found.epsilon:
        return ""
    return f"; {kind} gap {found.scale.at_most(found.gap)}"


def _calibrated_sentence(found: Certificate) -> str:
    """The answer where the calibrated forecast was to decide, and what excludes whom."""
    forecast = found.prediction
    if found.ending != "forecast" or forecast is None:
        return f"{found.winner} is the winner so far of {_field(found)}."
    is_within = "is within" if found.exchangeable else "is estimated to be within"
    return (
        f"{found.winner} {is_within} {as_tolerated(found.epsilon)}{_unit(found)} of the best "
        f"of {_field(found)} with confidence {as_confidence(forecast.level)}{_by_what(found)}."
    )


def _stated_sentence(found: Certificate) -> str:
    """The answer where a forecast that is not calibrated was to decide: it is no proof."""
    forecast, so_far = found.prediction, f"within {found.scale.rounded_up(found.gap):.4g}"
    if found.bounds_prove:
        so_far = f"proved so far: {so_far} with confidence {as_confidence(found.confidence)}"
    else:
        so_far = f"{found.claim} so far: {so_far}"
    if forecast is None or forecasts.says_nothing(forecast) or forecast.gap >= found.gap:
        return f"{found.winner} is the winner so far of {_field(found)}; {so_far}."
    bound, likely = found.scale.at_most(forecast.gap), forecasts.chance(forecast.level)
    if forecast.suffices:
        bound, likely = f"{as_tolerated(found.epsilon)}", forecasts.chance(forecast.probability)
    return (
        f"{found.winner} is forecast, not proved, to be within {bound} of the best of "
        f"{_field(found)} (probability {likely}); {so_far}."
    )


def _by_what(found: Certificate) -> str:
    """What excluded how many rivals, where a rule tells; nothing while some are left."""
    counts = found.counts
    if found.rule.trusts_bounds or not counts or None in counts:
        return ""
    words = COUNTED if found.claim == "proved" else UNPROVED
    told = [f"{said} {counts[by]}" for by, said in words.items() if counts.get(by)]
    return f": {', '.join(told)}" if told else ""


def _unit(found: Certificate) -> str:
    """By which score; the paper's rule keeps to what was said before."""
    return "" if found.rule.trusts_bounds else f" {found.scale.name}"


def _by_score(found: Certificate) -> str:
    """By which score, where it is not accuracy."""
    return "" if found.scale == ACCURACY else f" by {found.scale.name}"


def _field(found: Certificate) -> str:
    """Those that the winner was compared with, itself included."""
    n, n_failed = found.n_configurations - len(found.failed), len(found.failed)
    failed = [f"{n_failed} failed"] if n_failed else []
    if found.is_open:
        n_excluded = sum(e.by not in (None, "failure") for e in found.exclusions)
        became = ", ".join([f"{n_excluded} excluded", *failed])
        return f"all {n} candidates that were tried ({became})"
    return f"{n} candidates" + "".join(f" ({each})" for each in failed)


def proof(found: Certificate) -> str:
    """What is proved, in a sentence that says so."""
    if found.is_alone:
        return "Proved: nothing, as there is no other candidate to compare with."
    claim, gap = CLAIMED[found.claim], found.scale.at_most(found.gap)
    if found.claim == "estimated":
        return f"{claim}: within {gap} of the best."
    sure = f"with confidence {as_confidence(found.confidence)}"
    return f"{claim}: within {gap} of the best {sure}, {UNLESS}."


def _proof_beside_sentence(found: Certificate) -> str:
    """What is proved, but for the gap where the sentence ends with it."""
    if found.is_alone or (found.rule.needs_forecast and not found.decided):
        return proof(found)
    if found.claim == "estimated":
        return f"{CLAIMED[found.claim]}."
    return f"{CLAIMED[found.claim]}, {UNLESS}."


def forecast(found: Certificate) -> str:
    """What is predicted, in a sentence that nobody takes for a proof."""
    said = found.prediction
    if said is None or found.is_alone:
        return f"Forecast: none was {'needed' if found.is_alone else 'made'}."
    missing = f"{said.n_missing} of {found.n_configurations} candidates"
    if not found.has_forecast:
        by_proof = found.rule.is_calibrated and said.n_missing > 0
        means = "proof" if found.claim == "proved" else "bounds"
        if found.decided and not by_proof:
            return f"Forecast: it adds nothing to the {means}."
        instead = f", so the race went on by {means}" if by_proof else ""
        return f"Forecast: not possible for {missing}{instead}."
    if found.decided:
        return f"Forecast, not proved: {forecasts.margin(said, found.scale)}."
    if said.needed is not None:
        return forecasts.calibration(said)
    likely = forecasts.probability(said)
    return (
        f"Forecast, not proved: past learning curves give it {likely} to be within "
        f"{as_tolerated(found.epsilon)} of the best; {forecasts.margin(said, found.scale)}."
        + (f" {missing} have no forecast and count against it." if said.n_missing else "")
    )


def stopped(found: Certificate) -> str | None:
    """How the race ended, if not with the proof; None if there is no more to prove."""
    match found.ending:
        case "proved":
            return None
        case "forecast":
            asked = as_tolerated(found.epsilon)
            return f"Past learning curves ended the race before {asked} was proved."
        case "undone" if found.rule.needs_forecast:
            return "Stopped by the forecast; the model measured since is worse than it said."
        case "undone":
            return "The model measured since is worse than was proved of its candidate."
    if not found.rule.needs_forecast:
        return f"Stopped before {as_tolerated(found.epsilon)} was certified."
    return f"Stopped before {as_tolerated(found.epsilon)} was forecast or proved."


def within(found: Certificate) -> str:
    """Whether the winner is within ε of the best, and by what."""
    if found.ending == "proved":
        sure = f"proved with confidence {as_confidence(found.confidence)}"
        return f"yes, {sure if found.bounds_prove else found.claim}"
    said = found.prediction
    if found.ending != "forecast" or said is None:
        return f"not shown. {stopped(found)}"
    if said.needed is None:
        return f"forecast, not proved: {forecasts.probability(said)}"
    kind = "yes" if found.exchangeable else "estimated"
    return f"{kind}, with confidence {as_confidence(said.level)}{_by_what(found)}"


def details(found: Certificate) -> list[str]:
    """What stands behind the answer, line by line."""
    lines = [_proof_beside_sentence(found), forecast(found)]
    if found.prediction is not None and found.prediction.notes:
        lines += listing("Limits of the forecast", found.prediction.notes)
    lines.append(f"Its {found.scale.name} on the full data {found.interval_text}.")
    if found.delivery is not None:
        lines.append(f"Model delivered: {found.delivery.told(found.scale, found.others)}.")
    else:
        lines.append(f"Model delivered: none. {lacking(found)}")
    lines += listing("What would make it false", found.doubts)
    lines += listing("Assumptions seen to fail", [str(v) for v in found.violations])
    failed = [f"{name}: {why}" for name, why in found.failed]
    lines += listing("Failed candidates, about which nothing is said", failed)
    return lines + (listing("Notes", found.notes) if found.notes else [])


def lacking(found: Certificate) -> str:
    """What an answer without a model lacks: the paper's scenario (i)."""
    if found.interval.width == 0:
        return f"{found.winner} was trained on all rows and measured, and not kept."
    return (
        f"{found.winner} was not trained on all rows, so its {found.scale.name} there is not "
        "measured, and cannot be compared with those of the others."
    )


def as_confidence(confidence: float) -> str:
    """A confidence with four digits, or as 1 minus its risk where they would say 1.

    Examples
    --------
    >>> as_confidence(0.95), as_confidence(0.9999), as_confidence(1 - 1e-6)
    ('0.95', '0.9999', '1 − 1e-06')
    """
    shown = f"{confidence:.4g}"
    return f"1 − {as_risk(confidence)}" if shown == "1" else shown


def as_risk(confidence: float) -> str:
    """How probably a promise fails, never 0.

    Examples
    --------
    >>> as_risk(0.95), as_risk(1.0)
    ('0.05', '1e-16')
    """
    return f"{max(1 - confidence, LEAST_RISK):.4g}"


def listing(title: str, items: Sequence[str]) -> list[str]:
    """A title and its items, a line each; the last are counted where there are many."""
    if not items:
        return [f"{title}: none."]
    shown = [f"  - {item}" for item in items[:MOST_LISTED]]
    if len(items) > MOST_LISTED:
        shown.append(f"  - and {len(items) - MOST_LISTED} more")
    return [f"{title}:", *shown]
