"""The story as compact JSON for the figures of the page."""

from __future__ import annotations

import json
import math
from typing import Any

from nearbest.race.answer.row import Row
from nearbest.race.answer.standings import scores
from nearbest.race.claim import gap_name
from nearbest.race.observation import Observation
from nearbest.race.score import Scale
from nearbest.report.story import Moment, Story


def payload(story: Story) -> str:
    """JSON that can stand inside a script element: no `<` survives in it."""
    return json.dumps(_plain(story), separators=(",", ":"), allow_nan=False).replace(
        "<", "\\u003c"
    )


def _plain(story: Story) -> dict[str, Any]:
    index = {candidate.name: i for i, candidate in enumerate(story.candidates)}
    return {
        **_drawn(story.certificate.scale, story.certificate.scale.name),
        "epsilon": story.certificate.epsilon,
        "gap": _promised(story.certificate.gap, story),
        "kind": gap_name(story.certificate.claim),
        "line": story.certificate.scale.line,
        "claim": story.certificate.claim,
        "seconds": _short(story.seconds),
        "rows": story.n_train,
        "possible": [_short(story.possible.lower), _short(story.possible.upper)],
        "window": [_short(story.window.lower), _short(story.window.upper)],
        "others": [_drawn(scale, scale.label(name)) for name, scale in story.others.items()],
        "candidates": [_candidate(c, story.parameters[c.name]) for c in story.candidates],
        "moments": [_moment(moment, index, story) for moment in story.moments],
    }


def _promised(gap: float, story: Story) -> float:
    """A gap that is no less than what is promised, and no more than there can be."""
    return _short(story.certificate.scale.rounded_up(min(gap, story.possible.width)))


def _drawn(scale: Scale, name: str) -> dict[str, Any]:
    """How scores are called and written in figures."""
    sign = -1 if scale.shown_negated else 1
    return {"score": name, "sign": sign, "digits": scale.decimals}


def _candidate(candidate: Row, parameters: str) -> dict[str, Any]:
    return {
        "name": candidate.name,
        "parameters": parameters,
        "standing": candidate.standing,
        "excluded": candidate.excluded_by,
        "seconds": _short(candidate.seconds),
        "full": None if candidate.full_run is None else _short(candidate.full_run.seconds),
        "measured": candidate.ran_in_full,
        "size": candidate.full_size,
        "expected": _ends(candidate),
        "chance": None if candidate.chance is None else _short(candidate.chance),
    }


def _ends(candidate: Row) -> list[float] | None:
    """Where it is forecast to lie, if that is not measured."""
    expected = candidate.expected
    if expected is None or candidate.ran_in_full:
        return None
    return [_short(expected.lower), _short(expected.upper)]


def _moment(moment: Moment, index: dict[str, int], story: Story) -> dict[str, Any]:
    """Keys of a letter or two, because there are thousands of these.

    What has no end in sight is drawn to the end of what is possible.
    """
    observation, shown = moment.observation, moment.interval & story.possible
    plain: dict[str, Any] = {
        "c": index[observation.configuration],
        "t": _short(observation.elapsed),
        "n": observation.n_train,
        "m": observation.n_test,
        "s": _short(observation.seconds),
        "l": _short(shown.lower),
        "u": _short(shown.upper),
        "i": -1 if moment.winner is None else index[moment.winner],
        "bar": None if moment.bar in (None, -math.inf) else _short(moment.bar),
        "gap": _promised(moment.gap, story),
    }
    if observation.status == "ok":
        train, test = scores(observation)
        plain["tr"], plain["te"] = None if train is None else _short(train), _short(test)
        plain |= _others(observation, story)
    else:
        plain["status"] = observation.status
    if moment.left:
        plain["left"] = [index[name] for name in moment.left]
    if moment.returned:
        plain["back"] = [index[name] for name in moment.returned]
    return plain


def _others(observation: Observation, story: Story) -> dict[str, Any]:
    """The further scores in training and in test, by the order of their names."""
    if not story.others:
        return {}
    found = {each.name: each for each in observation.others}
    known = (found.get(name) for name in story.others)
    pairs = [
        e and [_short(e.train.value) if e.train.is_measured else None, _short(e.test.value)]
        for e in known
    ]
    return {"o": pairs}


def _short(value: float) -> float:
    """With as many digits as a figure can show, whatever the size of the scores."""
    return float(f"{float(value):.9g}")
