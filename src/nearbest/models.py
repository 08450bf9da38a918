"""Fitted models on disk.

Saved with skops where it is installed and can hold the model: reading such a file
runs no code. Other models are pickled, and a pickle is loaded only on request.
"""

from __future__ import annotations

import logging
import os
import pickle
import tempfile
from pathlib import Path
from typing import Any

import cloudpickle

from nearbest.errors import InvalidInput, MissingExtra, UnsafeModel

logger = logging.getLogger("nearbest")

#: Packages whose types a skops file may name.
TRUSTED = ("nearbest", "sklearn", "lightgbm", "xgboost", "catboost", "numpy", "scipy", "pandas")
TRUSTED_TYPES = ("collections.OrderedDict", "collections.defaultdict")


def save_model(model: Any, stem: Path) -> Path:
    """Write `model` beside `stem`; the suffix of the path returned tells how."""
    stem.parent.mkdir(parents=True, exist_ok=True)
    content, suffix = _as_skops(model)
    if content is None:
        content, suffix = cloudpickle.dumps(model), ".pkl"
    path = stem.with_name(stem.name + suffix)
    handle, half_written = tempfile.mkstemp(dir=stem.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(half_written, path)
    except BaseException:
        Path(half_written).unlink(missing_ok=True)
        raise
    return path


def load_model(path: str | os.PathLike[str], *, allow_pickle: bool = False) -> Any:
    """Read a model that `save_model` wrote.

    Parameters
    ----------
    path : path
    allow_pickle : bool, default=False
        Also read a pickled model. A pickle can run any code: say so only for files
        that you or someone you trust made.
    """
    path = Path(path)
    with path.open("rb") as file:
        start = file.read(2)
    if start not in (b"PK", b"\x80\x05", b"\x80\x04"):  # a zip as of skops, or a pickle
        raise InvalidInput(f"{path} is not a model that nearbest saved.")
    if start != b"PK":
        if not allow_pickle:
            raise UnsafeModel(
                f"{path} is a pickle, which can run code when it is read, as skops could "
                "not hold this model; pass `allow_pickle=True` if you trust the file."
            )
        logger.info("Loading %s with pickle, as skops could not hold this model.", path)
        with path.open("rb") as file:
            return pickle.load(file)
    try:
        from skops import io
    except ImportError as error:
        raise MissingExtra(
            f'{path} needs skops to be read; `pip install "nearbest[skops]"`.'
        ) from error
    unknown = [name for name in io.get_untrusted_types(file=path) if not _trusted(name)]
    if unknown and not allow_pickle:
        raise UnsafeModel(
            f"{path} names types of packages that are not trusted, {unknown}; pass "
            "`allow_pickle=True` if you trust the file."
        )
    return io.load(path, trusted=io.get_untrusted_types(file=path))


def model_stem(folder: Path, configuration: int, n_train: int) -> Path:
    """Where the model of a probe is saved, without its suffix."""
    return folder / f"{configuration}-{n_train}"


def find_model(stem: Path) -> Path | None:
    """The file that `save_model` wrote for `stem`, if any."""
    for suffix in (".skops", ".pkl"):
        path = stem.with_name(stem.name + suffix)
        if path.exists():
            return path
    return None


def _as_skops(model: Any) -> tuple[bytes | None, str]:
    """The model as skops has it, or None where skops cannot hold or restore it."""
    try:
        from skops import io
    except ImportError:
        return None, ""
    try:
        content = io.dumps(model)
        types = io.get_untrusted_types(data=content)
        if not all(_trusted(name) for name in types):
            return None, ""
        io.loads(content, trusted=types)
    except Exception as error:  # skops raises whatever the model's parts raise
        logger.debug("skops cannot hold %r: %s", type(model), error)
        return None, ""
    return content, ".skops"


def _trusted(type_name: str) -> bool:
    return type_name.split(".")[0] in TRUSTED or type_name in TRUSTED_TYPES
