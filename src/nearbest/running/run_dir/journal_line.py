"""One line of a journal: an event, its checksum, and what it may say.

Format 3 is ``{"check": "<CRC-32>", "event": "<name>", …}``; the checksum is over the line
without it, and the event is "observed", "admitted" or "proposed". Format 2 had the first
event alone. Lines of format 1, as version 0.1.0 wrote them, have neither checksum nor event.
All three are read, also in one file: a run of an older version goes on in the format of today.
"""

from __future__ import annotations

import json
import math
import re
import zlib
from collections.abc import Mapping
from typing import Any

from nearbest.arguments import is_number, is_whole
from nearbest.race.observation import STATUSES, Observation
from nearbest.race.plan import Plan
from nearbest.race.score import UNMEASURED, Score
from nearbest.running.run_dir.admission import Admission
from nearbest.running.run_dir.proposal import Proposal, check_proposal

OBSERVED, ADMITTED, PROPOSED = "observed", "admitted", "proposed"
Event = Observation | Admission | Proposal
#: What each event is called.
NAMES: Mapping[type[Event], str] = {
    Observation: OBSERVED,
    Admission: ADMITTED,
    Proposal: PROPOSED,
}
CHECKED = re.compile(rb'\{"check": "([0-9a-f]{8})", (.+)', re.DOTALL)
#: What version 0.1.0 wrote down of a probe; some of it as it is now.
UNCHANGED = ("fit_time", "score_time", "elapsed", "status", "message")
FORMAT_1 = {
    *("configuration", "n_train", "n_test", "train_correct", "test_correct"),
    *("prefix_correct", "warnings", *UNCHANGED),
}

#: How lines begin, of this format and of the first.
BEGINNINGS = (b'{"check": "', b'{"configuration": "')


def line_of(event: Event) -> bytes:
    """The line for an event, without its newline.

    Examples
    --------
    >>> line_of(Admission(2, {"tree": "8f0e"}, {"tree": {}}, {}))[:50]
    b'{"check": "ceb41878", "event": "admitted", "batch"'
    """
    rest = json.dumps({"event": NAMES[type(event)], **event.to_json()})[1:].encode()
    return b'{"check": "%08x", %b' % (zlib.crc32(rest), rest)


def is_whole_line(line: bytes) -> bool:
    """Whether a line has a checksum, and the right one."""
    found = CHECKED.fullmatch(line)
    return found is not None and int(found[1], 16) == zlib.crc32(found[2])


def is_beginning(line: bytes) -> bool:
    """Whether this may be what a crash left of a line.

    Examples
    --------
    >>> is_beginning(b'{"check": "ceb4'), is_beginning(b'{"c'), is_beginning(b'{"port": 80}')
    (True, True, False)
    """
    line = line.strip(b"\0")
    return any(line.startswith(each) or each.startswith(line) for each in BEGINNINGS)


def read_line(line: bytes, plan: Plan | None = None) -> Event:
    """The event in a line; ``ValueError`` with the reason if it cannot be one.

    With the `plan` of the run, names, sizes and scores must be possible in it.
    """
    try:
        if CHECKED.fullmatch(line):
            event = _with_checksum(line)
        else:
            event = _of_format_1(json.loads(line), plan)
            _check(event)
    except (KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"it is not an event of a run ({error})") from error
    if isinstance(event, Proposal):
        check_proposal(event, plan)
    if isinstance(event, Observation) and plan is not None:
        _check_planned(event, plan)
    return event


def checked_observation(values: Mapping[str, Any]) -> Observation:
    """What `Observation.to_json` wrote; ``ValueError`` if it cannot be one of a probe."""
    observation = Observation.from_json(values)
    _check(observation)
    return observation


def _with_checksum(line: bytes) -> Event:
    if not is_whole_line(line):
        raise ValueError("its checksum is wrong")
    values = json.loads(line)
    del values["check"]
    match values.pop("event"):
        case "observed":
            return checked_observation(values)
        case "admitted":
            return Admission.from_json(values)
        case "proposed":
            return Proposal(**values)
        case event:
            raise ValueError(f"this version of nearbest knows no event {event!r}")


def _of_format_1(values: Mapping[str, Any], plan: Plan | None) -> Observation:
    """The observation in a line of format 1.

    Such lines say nothing of the sizes of the prefixes. They are those of the plan;
    without one, the scores on prefixes are left out.
    """
    if set(values) != FORMAT_1:
        raise ValueError("it is not an event of a run")
    n_train, n_test = values["n_train"], values["n_test"]
    counts = values["train_correct"], values["test_correct"], *values["prefix_correct"]
    if not all(is_whole(n) for n in (n_train, n_test, *counts)) or min(n_train, n_test) < 1:
        raise ValueError("numbers of rows must be integers, those of samples at least 1")
    if not (0 <= counts[0] <= n_train and 0 <= counts[1] <= n_test):
        raise ValueError("more rows are right than there are")
    more = {key: values[key] for key in UNCHANGED} | {"warnings": tuple(values["warnings"])}
    if more["status"] != "ok":
        return Observation(values["configuration"], n_train, n_test, **more)
    sizes = plan.sizes.get(values["configuration"], ()) if plan else ()
    return Observation.of_counts(
        values["configuration"],
        n_train,
        n_test,
        values["train_correct"],
        values["test_correct"],
        values["prefix_correct"] if sizes else (),
        sizes,
        **more,
    )


def _check(observation: Observation) -> None:
    """Raise unless these could be the outcome of a probe."""
    o = observation
    if not (is_whole(o.n_train) and is_whole(o.n_test) and min(o.n_train, o.n_test) > 0):
        raise ValueError(f"it has {o.n_train!r} training rows and {o.n_test!r} test rows")
    if o.status not in STATUSES:
        raise ValueError(f"no probe ends with {o.status!r}")
    for seconds in (o.fit_time, o.score_time, o.elapsed):
        if not (is_number(seconds) and seconds >= 0):
            raise ValueError(f"a time must be a number of at least 0, and one is {seconds!r}")
    texts = (o.configuration, o.message, *o.warnings)
    if not all(isinstance(text, str) for text in texts) or not isinstance(o.converged, bool):
        raise ValueError("what must be text is not")
    if not isinstance(o.for_search, bool):
        raise ValueError(
            f"whether a search asked for it must be true or false, not {o.for_search!r}"
        )
    if o.broke is not None and not _is_limit(o.broke):
        raise ValueError(f"{o.broke!r} is not a limit")
    if o.status != "ok":
        if o.train.is_measured or o.test.is_measured or o.prefixes or o.others:
            raise ValueError("a probe without a model cannot have a score")
        if o.search.is_measured:
            raise ValueError("a probe without a model cannot have a score")
        return
    if not 0 <= o.train.n_rows <= o.n_train or o.test.n_rows != o.n_test:
        raise ValueError("its scores are of other numbers of rows than its samples")
    if o.prefixes and not o.train.is_measured:
        raise ValueError("it has scores on first rows of a sample that was not scored")
    others = [score for each in o.others for score in (each.train, each.test)]
    others += [o.search] if o.search.is_measured else []
    for score in (o.train, o.test, *o.prefixes, *others):
        if score != UNMEASURED:
            _check_score(score)
    if any(a.n_rows >= b.n_rows for a, b in zip(o.prefixes, o.prefixes[1:], strict=False)):
        raise ValueError("its scores on first rows are not of rising sizes")


def _is_limit(broke: object) -> bool:
    match broke:
        case (str(), value):
            return is_number(value)
    return False


def _check_score(score: Score) -> None:
    known = [v for v in (score.value, score.n_effective, score.stderr) if v is not None]
    if not (is_whole(score.n_rows) and score.n_rows > 0 and all(map(is_number, known))):
        raise ValueError(f"{score} is not a score")
    if score.n_effective is not None and not 0 <= score.n_effective <= score.n_rows:
        raise ValueError(f"{score} counts more rows than it has")


def _check_planned(observation: Observation, plan: Plan) -> None:
    """Raise unless the plan has this probe, and its scores are on the plan's scale."""
    o = observation
    if o.configuration not in plan.sizes:
        raise ValueError(f"the run has no candidate {o.configuration!r}")
    sizes = plan.sizes[o.configuration]
    if o.status == "ok" and not o.train.is_measured and o.n_train < sizes[-1]:
        raise ValueError("only a full run may do without a score on its training rows")
    if o.n_train not in sizes or o.n_test > plan.n_test:
        raise ValueError(
            f"the run has no probe on {o.n_train:,} training and {o.n_test:,} test rows"
        )
    if o.prefixes and not _are_planned(o, [s for s in sizes if s <= o.n_train], plan.thrifty):
        raise ValueError("its scores on first rows are not of the planned sizes")
    if o.status == "ok" and 0 < o.train.n_rows < o.n_train and not plan.thrifty:
        raise ValueError("the run scores every training row, and it has fewer")
    for score in (o.train, o.test, *o.prefixes, o.search):
        if score.is_measured and not _is_possible(score, plan):
            raise ValueError(
                f"{plan.scale.name} must lie in {plan.scale.of_rows}, and one is {score.value}"
            )


def _are_planned(o: Observation, sizes: list[int], thrifty: bool) -> bool:
    """Whether its scores are on the first so many rows, or on some of these."""
    found = [score.n_rows for score in o.prefixes]
    if o.train.n_rows == o.n_train or not thrifty:
        return found == sizes
    return len(found) == len(sizes) and all(a <= b for a, b in zip(found, sizes, strict=True))


def _is_possible(score: Score, plan: Plan) -> bool:
    """Whether the score lies on the scale; counts must be of whole rows."""
    if score.value not in plan.scale.of_rows:
        return False
    whole = score.value * score.n_rows
    return plan.scale.kind != "counts" or math.isclose(whole, round(whole), abs_tol=1e-6)
