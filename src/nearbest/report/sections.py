"""The parts of the page that are text."""

from __future__ import annotations

from nearbest.printable import clause, one_line
from nearbest.race.bounds import Violation
from nearbest.race.certificate import Certificate, as_confidence
from nearbest.race.durations import about, duration
from nearbest.race.prediction import chance
from nearbest.race.score import as_tolerated
from nearbest.report.markup import Markup, joined, section, tag
from nearbest.report.reproduce import as_code, shown
from nearbest.report.story import Story
from nearbest.report.tiles import tiles
from nearbest.report.words import bounds

#: What a stated forecast and a calibrated one rest on, with the number of past datasets.
RESTS_ON_CURVES = (
    "It rests on the learning curves of {} datasets in the library: what followed there "
    "after curves like these is assumed to follow here as often. If this data is not like "
    "those, the forecast may be wrong, and nothing in this run would show it."
)
RESTS_ON_RACES = (
    "How sure it must be comes from races on {} past datasets, which are assumed to be like "
    "this one. If this data is not like those, the answer may be wrong, and nothing in this "
    "run would show it."
)
#: Longer lists are folded behind a line that says how many there are.
MOST_UNFOLDED = 6


def answer(story: Story) -> Markup:
    """The answer in a sentence, what it cost, and the figures behind it."""
    promise = story.certificate
    rest = promise.sentence.removeprefix(one_line(promise.winner))
    return tag(
        "header",
        tag("p", "nearbest report", class_="eyebrow"),
        tag("h1", tag("strong", promise.winner), rest),
        tag("p", _lede(story), class_="lede"),
        _both(story),
        _reservations(story),
        tiles(story),
    )


def _lede(story: Story) -> str:
    n = len(story.candidates)
    lies = story.certificate.interval_text
    told = (
        f"Trained on all {story.n_train:,} training rows, its "
        f"{story.certificate.scale.name} {lies}. "
        f"{'So far it has taken' if story.is_running else 'Selecting took'} "
        f"{duration(story.seconds)}"
    )
    if story.full_runs.seconds <= 0 or n == 1:
        return f"{told}."
    return (
        f"{told}; training all {n} candidates on all rows, one after another, would take "
        f"{about(story.full_runs)}."
    )


def _both(story: Story) -> Markup:
    """What is proved and what is forecast, each by its name."""
    promise = story.certificate
    said = [promise.proof, promise.forecast]
    if promise.rule.needs_forecast and not promise.decided:
        said.reverse()
    return tag("ul", *map(_named, said), class_="both")


def _named(sentence: str) -> Markup:
    """A sentence whose beginning, up to the colon, is its name."""
    name, _, rest = sentence.partition(": ")
    return tag("li", tag("b", f"{name}:"), f" {rest}")


def _reservations(story: Story) -> Markup:
    promise = story.certificate
    said = []
    if story.is_running:
        said.append(_still_running(story))
    elif promise.stopped is not None and promise.ending != "forecast":
        said.append(promise.stopped)
    if promise.claim == "approximate":
        said.append(
            f"There is no exact bound for {promise.scale.name}: the gap is approximate."
        )
    if promise.claim == "estimated":
        said.append(f"{story.drawn}: the gap is an estimate.")
    if promise.failed:
        said.append(
            f"{len(promise.failed)} of {promise.n_configurations} candidates failed, and the "
            "certificate does not cover them."
        )
    return joined(*(tag("p", sentence, class_="reservation") for sentence in said))


def _still_running(story: Story) -> str:
    """That the end is still to come, and how far the race is."""
    left = sum(c.standing not in ("excluded", "failed") for c in story.candidates)
    n = len(story.moments)
    return (
        f"Still running when this was written: {n:,} probe{'s' if n > 1 else ''} so far, and "
        f"{left} of {len(story.candidates)} candidates in the race."
    )


def certificate(story: Story) -> Markup:
    """The promise with its assumptions and what was seen of them."""
    promise = story.certificate
    sure = as_confidence(promise.confidence)
    kind = f"proved with confidence {sure}" if promise.bounds_prove else promise.claim
    facts = [
        ("Winner", promise.winner),
        ("Parameters", story.parameters[promise.winner] or "as given"),
        (
            f"{promise.scale.name[:1].upper()}{promise.scale.name[1:]} on the full data",
            bounds(promise.interval, promise.scale),
        ),
        (
            "Gap to the best of the others",
            f"at most {promise.scale.at_most(promise.gap)}, {kind}",
        ),
        (f"Within {as_tolerated(promise.epsilon)} of the best", _within(story)),
    ]
    if promise.delivery is not None:
        facts.append(("Model delivered", promise.delivery.told(promise.scale, promise.others)))
    facts += [("Note", _capital(note)) for note in promise.notes]
    return section(
        "certificate",
        "Certificate",
        tag(
            "dl",
            *(joined(tag("dt", name), tag("dd", value)) for name, value in facts),
            class_="facts",
        ),
        tag("h3", "What would make it false"),
        _listed([tag("li", _capital(doubt)) for doubt in promise.doubts]),
        tag("h3", "What the self-checks found"),
        _seen(promise.violations),
        tag("h3", "Forecast (not a proof)"),
        _forecast(promise),
    )


def _within(story: Story) -> str:
    """Whether the winner is within ε of the best, or may yet turn out to be."""
    is_open = story.certificate.ending not in ("proved", "forecast")
    return "not shown yet" if story.is_running and is_open else story.certificate.within


def _forecast(promise: Certificate) -> Markup:
    """The forecast, what it rests on, and where it does not reach."""
    found = promise.prediction
    if found is None:
        return tag("p", "No forecast was made.")
    facts = {
        f"Within {as_tolerated(promise.epsilon)} of the best": (
            f"probability {chance(found.probability)}"
        ),
        "Gap to the best of the others": (
            f"at most {promise.scale.at_most(found.gap)} with probability {chance(found.level)}"
        ),
    }
    is_probable = found.needed is None  # a calibrated forecast is sure enough, or it is not
    past = RESTS_ON_CURVES if is_probable else RESTS_ON_RACES
    rests_on = tag("p", past.format(found.n_datasets), class_="note")
    return joined(
        _facts(facts) if promise.has_forecast and is_probable else tag("p", promise.forecast),
        rests_on if promise.has_forecast else "",
        _listed([tag("li", note) for note in found.notes]) if found.notes else "",
    )


def _seen(violations: tuple[Violation, ...]) -> Markup:
    if not violations:
        nothing = "No assumption was seen to fail. That does not prove that they hold."
        return tag("p", nothing, class_="good")
    worst_first = sorted(violations, key=lambda violation: -violation.magnitude)
    return _listed(
        [
            tag(
                "li",
                tag("span", violation.assumption, class_="kind"),
                " ",
                tag("b", violation.configuration),
                f": {violation.message}",
            )
            for violation in worst_first
        ]
    )


def failures(story: Story) -> Markup:
    """Who failed and why, and what the fits warned of."""
    failed = [(c.name, c.failure) for c in story.candidates if c.failure]
    warned = [(c.name, "\n".join(c.warnings)) for c in story.candidates if c.warnings]
    return section(
        "failures",
        "Failures",
        _messages(failed) if failed else tag("p", "No candidate failed.", class_="good"),
        joined(tag("h3", "Warnings"), _messages(warned)) if warned else "",
    )


def _messages(told: list[tuple[str, str]]) -> Markup:
    return _listed([tag("li", tag("b", name), tag("pre", message)) for name, message in told])


def reproduction(story: Story) -> Markup:
    """Settings, seed, versions and the call that repeats the run."""
    facts = {
        **shown(story.settings),
        "training rows": f"{story.n_train:,}",
        "test rows": f"{story.n_test:,}",
    }
    return section(
        "reproduce",
        "How to reproduce it",
        tag(
            "div",
            tag("div", tag("h3", "Settings"), _facts(facts)),
            tag("div", tag("h3", "Versions"), _facts(story.versions)),
            class_="columns",
        ),
        tag("h3", "Call"),
        tag("pre", as_code(story.settings, story.drawn), class_="code"),
        tag(
            "p",
            "The same rows in the same order, the same candidates and the same seed repeat "
            "the split, the samples and the fits. Which probe comes next depends on measured "
            "times, so the path can differ a little; cost='rows' in a serial run removes "
            "that too.",
            class_="note",
        ),
    )


def _facts(values: object) -> Markup:
    pairs = dict(values) if values else {"not recorded": ""}  # type: ignore[call-overload]
    return tag(
        "dl",
        *(joined(tag("dt", str(key)), tag("dd", str(value))) for key, value in pairs.items()),
        class_="facts",
    )


def _listed(items: list[Markup]) -> Markup:
    first, rest = items[:MOST_UNFOLDED], items[MOST_UNFOLDED:]
    if not rest:
        return tag("ul", *first)
    folded = tag("details", tag("summary", f"and {len(rest)} more"), tag("ul", *rest))
    return joined(tag("ul", *first), folded)


def _capital(sentence: str) -> str:
    return f"{sentence[:1].upper()}{clause(sentence[1:])}."
