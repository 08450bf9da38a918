"""The figures behind the answer, a tile each."""

from __future__ import annotations

from nearbest.race.certificate import Certificate, as_confidence, as_risk
from nearbest.race.claim import gap_name
from nearbest.race.durations import duration
from nearbest.race.prediction import chance
from nearbest.race.score import as_tolerated
from nearbest.report.markup import Markup, tag
from nearbest.report.story import Story
from nearbest.report.words import short_chance, times


def tiles(story: Story) -> Markup:
    """Gap, confidence, forecast, candidates, probes, and the computing that was saved."""
    promise = story.certificate
    stood = [c.standing for c in story.candidates]
    shown = [
        _gap_tile(promise),
        _confidence_tile(promise),
        _forecast_tile(promise),
        (
            f"{len(stood):,}",
            "candidates",
            f"{stood.count('excluded')} excluded, {stood.count('failed')} failed",
        ),
        (f"{len(story.moments):,}", "probes", f"in {duration(story.seconds)}"),
        _saved_tile(story),
    ]
    return tag(
        "dl",
        *(
            tag(
                "div",
                tag("dt", label),
                tag("dd", tag("b", value), tag("small", note)),
                class_="tile",
            )
            for value, label, note in shown
        ),
        class_="tiles",
    )


def _gap_tile(promise: Certificate) -> tuple[str, str, str]:
    """How much better another can be by the bounds alone, where these did not decide, too."""
    gap = promise.scale.at_most(promise.gap)
    if promise.ending == "forecast":
        return (
            gap,
            "gap by bounds alone",
            f"ε = {as_tolerated(promise.epsilon)} by past learning curves",
        )
    return gap, gap_name(promise.claim), f"tolerated: ε = {as_tolerated(promise.epsilon)}"


def _confidence_tile(promise: Certificate) -> tuple[str, str, str]:
    """How sure the answer is, by whatever ended the race."""
    if promise.ending != "forecast" and promise.claim == "estimated":
        return "–", "confidence", "none claimed"
    return as_confidence(promise.confidence), "confidence", f"δ = {as_risk(promise.confidence)}"


def _saved_tile(story: Story) -> tuple[str, str, str]:
    """How much computing was saved against full runs, training the winner included."""
    full, spent = story.full_runs, story.spent
    if full.seconds <= 0 or spent <= 0:
        return "–", "computing", "not measured"
    if story.is_running:
        share = f"{100 * story.probe_seconds / full.seconds:.2g} %"
        return share, "of all full runs", "computed so far, estimated"
    ratio = full.seconds / spent
    spread = f" ({times(full.low / spent)} to {times(full.high / spent)})"
    return (
        times(max(ratio, 1 / ratio)),
        "less computing" if ratio >= 1 else "more computing",
        f"than full runs, estimated{spread if full.low < full.high and ratio >= 1 else ''}",
    )


def _forecast_tile(promise: Certificate) -> tuple[str, str, str]:
    """What past curves say; the gap where ε is proved already.

    The probability that a calibrated forecast states is held against a level, and is not the
    confidence of the answer: beside that it would only confuse.
    """
    found = promise.prediction
    if found is None or not promise.has_forecast:
        return "–", "forecast", "none to add"
    if promise.decided:
        gap = promise.scale.at_most(found.gap)
        return gap, "forecast gap", f"with probability {chance(found.level)}"
    if found.needed is not None:
        enough = "sure enough of the winner" if found.suffices else "not sure enough yet"
        return f"{found.n_datasets:,}", "past datasets", f"their learning curves are {enough}"
    return short_chance(found.probability), "forecast probability", "to be within ε"
