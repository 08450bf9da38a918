"""Stop levels of datasets that the user has recorded, beside those that ship."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from nearbest.errors import InvalidInput
from nearbest.forecast.calibration import Levels
from nearbest.forecast.library import file_of, not_written, own_folder
from nearbest.forecast.pasts import Past
from nearbest.forecast.shipped import shipped_levels
from nearbest.race.tuning import Tuning
from nearbest.writing import write_whole

logger = logging.getLogger("nearbest")

#: What files of levels end in.
SUFFIX = ".levels.json"
ByEpsilon = Mapping[float, Sequence[float]]


def keep_levels(
    dataset: str, past: Past, levels: ByEpsilon, folder: Path | None = None
) -> Path:
    """Let a dataset of the user's own count from now on.

    Parameters
    ----------
    dataset : str
        Its name; levels of that name that were kept before are replaced.
    past : Past
        The score of its races.
    levels : mapping of float to sequence of float
        For each tolerated loss that ships, `wrong_from` of each of its races.
    folder : Path, optional
        Where the user's curves are; `own_folder()` if not given.
    """
    content = {
        "dataset": dataset,
        "score": past.name,
        "made_for": _made_for(past),
        "levels": {f"{epsilon:g}": list(found) for epsilon, found in levels.items()},
    }
    folder = folder or own_folder()
    target = _file_of(dataset, folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(target, json.dumps(content).encode())
    except OSError as error:
        raise not_written(folder, error) from error
    _levels_in.cache_clear()
    return target


def levels_at_hand(past: Past, folder: Path | None = None) -> Levels:
    """The levels that ship for a score, and those of the user's own datasets."""
    return _levels_in(past, folder or own_folder())


@cache
def _levels_in(past: Past, folder: Path) -> Levels:
    found = shipped_levels(past)
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            dataset, levels = _read(path, past)
        except InvalidInput as error:
            logger.warning("%s Levels are computed without it.", error)
            continue
        if levels:
            found = found.joined(f"own {dataset}", levels)
    return found


def _read(path: Path, past: Past) -> tuple[str, ByEpsilon]:
    """The dataset of a file, and its levels; none where they are of another score."""
    try:
        content = json.loads(path.read_bytes())
        if content["score"] != past.name:
            return "", {}
        levels = _checked(content["levels"], shipped_levels(past))
        dataset, made_for = str(content["dataset"]), content["made_for"]
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise InvalidInput(
            f"{path} cannot be read as stop levels; move it elsewhere or delete it."
        ) from error
    if made_for != _made_for(past):
        raise InvalidInput(
            f"{path} was made for the forecast of another version; run `nearbest library add` "
            "on its recording again."
        )
    return dataset, levels


def _checked(written: Mapping[str, Any], shipped: Levels) -> ByEpsilon:
    """Levels for each tolerated loss that ships, all of them within their range."""
    levels = {float(epsilon): tuple(map(float, found)) for epsilon, found in written.items()}
    if set(levels) != set(shipped.by_epsilon) or not all(levels.values()):
        raise ValueError("levels are missing")
    if not all(-1.0 <= value <= 1.0 for found in levels.values() for value in found):
        raise ValueError("levels lie between -1 and 1")
    return levels


@cache
def _made_for(past: Past) -> str:
    """What levels depend on: the forecast that ships, and the settings of the rule."""
    shipped = (files("nearbest.forecast") / past.file).read_bytes()
    return hashlib.blake2b(shipped + repr(Tuning()).encode(), digest_size=8).hexdigest()


def _file_of(dataset: str, folder: Path) -> Path:
    """Where the levels of a dataset are kept: beside its curves."""
    return file_of(dataset, folder).with_suffix(SUFFIX)
