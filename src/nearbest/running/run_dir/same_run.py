"""Whether a run may go on with what is asked for now."""

from __future__ import annotations

from pathlib import Path

from nearbest.errors import DifferentRun
from nearbest.running.run_dir.record import RunRecord
from nearbest.running.settings import DEFAULTS, FIXED


def check_same_run(path: Path, before: RunRecord, now: RunRecord, extend: bool) -> None:
    """Raise `DifferentRun`, saying what differs, unless `now` may go on with `before`."""
    _check_source(path, before, now)
    _check_settings(path, before, now)
    if before.plan.scale.kind != now.plan.scale.kind:
        raise DifferentRun(
            f"`run_dir` {path} was made by a version that computed {now.plan.scale.name} in "
            "another way; use another directory."
        )
    if before.data != now.data:
        raise DifferentRun(f"`run_dir` {path} was made from other data; use another.")
    _check_candidates(path, before, now, extend)


def _check_source(path: Path, before: RunRecord, now: RunRecord) -> None:
    """Candidates are listed, or proposed, as they were when the run began."""
    if before.plan.is_open == now.plan.is_open:
        return
    then, today = ("listed", "proposed") if now.plan.is_open else ("proposed", "listed")
    raise DifferentRun(
        f"`run_dir` {path} was made with candidates that were {then}, and now they "
        f"are {today}; use another directory."
    )


def _check_settings(path: Path, before: RunRecord, now: RunRecord) -> None:
    """What is fixed is as it was; before there was a setting, runs had its default."""
    for name in FIXED:
        earlier, present = before.settings.get(name, DEFAULTS[name]), now.settings[name]
        if earlier != present:
            raise DifferentRun(
                f"`run_dir` {path} was made with another value of `{name}`, "
                f"{earlier!r}; got {present!r}. Use that value or another directory."
            )


def _check_candidates(path: Path, before: RunRecord, now: RunRecord, extend: bool) -> None:
    """Those of before are the same; others may come only where that was asked for."""
    earlier, present = before.candidates, now.candidates
    changed = [name for name in earlier if present.get(name) != earlier[name]]
    if changed:
        fate = "missing" if changed[0] not in present else "different"
        raise DifferentRun(
            f"`run_dir` {path} was made with other candidates; {changed[0]!r} is {fate} now."
        )
    added = [name for name in present if name not in earlier]
    if added and not extend:
        raise DifferentRun(
            f"`run_dir` {path} was made without the candidate {added[0]!r}; pass "
            "`extend=True` to add candidates to it."
        )
