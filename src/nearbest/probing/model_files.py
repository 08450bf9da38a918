"""Fitted models on disk.

Saved with skops where it is installed and can hold the model: reading such a file
runs no code. Other models are pickled, and a pickle is loaded only on request.
"""

from __future__ import annotations

import logging
import os
import pickle
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import cloudpickle

from nearbest.errors import CannotWrite, InvalidInput, MissingExtra, UnsafeModel

logger = logging.getLogger("nearbest")

#: Packages whose types a skops file may name.
TRUSTED = ("nearbest", "sklearn", "lightgbm", "xgboost", "catboost", "numpy", "scipy", "pandas")
TRUSTED_TYPES = ("collections.OrderedDict", "collections.defaultdict")


def save_model(model: Any, stem: Path, *, lasting: bool = True) -> Path:
    """Write `model` beside `stem`; the suffix of the path returned tells how.

    Unless it is `lasting` it is pickled, which is quicker. A folder that is removed while
    the model is packed is not made again.
    """
    try:
        stem.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWrite(f"{stem} cannot be written: {error.strerror}.") from error
    content, suffix = _as_skops(model) if lasting else (None, "")
    if content is None:
        content, suffix = cloudpickle.dumps(model), ".pkl"
    path = stem.with_name(stem.name + suffix)
    half_written = stem.with_name(f".{uuid4().hex}.part")
    try:
        with half_written.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())  # else a crash may leave an empty file of this name
        os.replace(half_written, path)
    except OSError as error:
        raise CannotWrite(f"{path} cannot be written: {error.strerror}.") from error
    finally:
        if half_written.exists():  # it was not moved to its place
            half_written.unlink()
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


@dataclass(frozen=True)
class ModelFiles:
    """Where the models of a run are saved.

    Attributes
    ----------
    folder : Path
        Of this run alone. It is made when the run starts, and never by a probe: one
        that goes on after its run has ended must not leave a folder behind.
    digests : mapping of str to str
        Of each configuration, so that no file is taken for that of another, in
        whatever order and company its configuration comes next time.
    lasting : bool, default=True
        Whether others than this run may read them, or write there.
    """

    folder: Path
    digests: Mapping[str, str]
    lasting: bool = True

    def stem(self, name: str, n_train: int) -> Path:
        """The file to save a probe's model in, without its suffix."""
        if not self.folder.is_dir():
            raise CannotWrite(f"{self.folder} is no folder, or not any more.")
        return self._stem(name, n_train)

    def _stem(self, name: str, n_train: int) -> Path:
        return self.folder / f"{self.digests[name]}-{n_train}"

    def find(self, name: str, n_train: int) -> Path | None:
        """The file that `save_model` wrote for a probe, if any."""
        stem = self._stem(name, n_train)
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
