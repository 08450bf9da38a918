"""Fitted models on disk.

Saved with skops where it is installed and can hold the model: reading such a file
builds objects of listed types (see `nearbest.trust`) and runs no code of the file's
maker. Other models are pickled, and a pickle is loaded only on request.
"""

from __future__ import annotations

import logging
import os
import re
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import cloudpickle

from nearbest.candidates import fingerprint
from nearbest.candidates.configuration import Configuration
from nearbest.errors import CannotWrite, InvalidInput, MissingExtra, UnsafeModel
from nearbest.places import as_path
from nearbest.probing.trust import TYPES, distrusted
from nearbest.probing.unpickling import unpickle_at_home
from nearbest.writing import write_whole

logger = logging.getLogger("nearbest")

#: What a caller may do who meets a model that is not trusted.
WAY_OUT = "; pass `allow_pickle=True` if you trust the file."
#: Names of a file that an error tells, so that it stays a sentence.
TOLD = 3


def save_model(
    model: Any, stem: Path, *, lasting: bool = True, replacing: Path | None = None
) -> Path:
    """Write `model` beside `stem`; the suffix of the path returned tells how.

    Unless it is `lasting` it is pickled, which is quicker. A folder that is removed while
    the model is packed is not made again. With `replacing`, no other file than that one is
    written over: a number makes the name a free one.
    """
    try:
        stem.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWrite(f"{stem} cannot be written: {error.strerror}.") from error
    content, suffix = _as_skops(model) if lasting else (None, "")
    if content is None:
        content, suffix = cloudpickle.dumps(model), ".pkl"
    path = stem.with_name(stem.name + suffix)
    if replacing not in (None, path):
        path = _free(path)
    try:
        write_whole(path, content)
    except OSError as error:
        raise CannotWrite(f"{path} cannot be written: {error.strerror}.") from error
    return path


def _free(path: Path) -> Path:
    """The path, or the first with a number that nothing has."""
    numbered = (path.with_stem(f"{path.stem}-{n}") for n in count(2))
    return path if not path.exists() else next(each for each in numbered if not each.exists())


def load_model(path: str | os.PathLike[str], *, allow_pickle: bool = False) -> Any:
    """Read a model that `save_model` wrote.

    Parameters
    ----------
    path : path
    allow_pickle : bool, default=False
        Also read a pickled model. A pickle can run any code: say so only for files
        that you or someone you trust made.
    """
    path = as_path(path)
    content = path.read_bytes()  # once, so that what is checked is what is loaded
    if content.startswith(b"PK"):
        return _from_skops(path, content, allow_pickle)
    if not content.startswith((b"\x80\x05", b"\x80\x04")):
        raise InvalidInput(f"{path} is not a model that nearbest saved.")
    if not allow_pickle:
        odd = " under a name of skops" if path.suffix == ".skops" else ""
        raise UnsafeModel(
            f"{path} is a pickle{odd}, which can run code when it is read{WAY_OUT}"
        )
    logger.info("Loading %s with pickle.", path)
    return unpickle_at_home(content)


def _from_skops(path: Path, content: bytes, allow_any: bool) -> Any:
    """The model in a file of skops, of listed types unless any are allowed."""
    try:
        from skops import io
    except ImportError as error:
        raise MissingExtra(
            f'{path} needs skops to be read; `pip install "nearbest[skops]"`.'
        ) from error
    try:
        names = distrusted(content)
        if names and not allow_any:
            raise UnsafeModel(
                f"{path} holds what nearbest does not save in such a file, {_told(names)}, and "
                f"might run code{WAY_OUT}"
            )
        trusted = io.get_untrusted_types(data=content) if allow_any else [*TYPES]
        return io.loads(content, trusted=trusted)
    except UnsafeModel:
        raise
    except Exception as error:  # whatever a damaged file leads skops and the learners to
        reason = str(error).partition("\n")[0]
        raise InvalidInput(
            f"{path} is not a model that can be read here ({type(error).__name__}: {reason}); "
            "it is damaged, or was saved with other versions of the libraries."
        ) from error


def _told(names: list[str]) -> str:
    """The first names of a file, as safe to print as `repr` makes them."""
    more = f" and {len(names) - TOLD} more" if len(names) > TOLD else ""
    return ", ".join(repr(name[:80]) for name in names[:TOLD]) + more


def digest_of(configuration: Configuration) -> str:
    """Tells a candidate's files from those of others."""
    name = configuration.name
    return fingerprint.of_parts([name, fingerprint.of_candidates([configuration])[name]])


@dataclass(frozen=True)
class ModelFiles:
    """Where the models of a run are saved.

    Attributes
    ----------
    folder : Path
        Of this run alone. It is made when the run starts, and never by a probe: one
        that goes on after its run has ended must not leave a folder behind.
    digests : dict of str to str
        Of each configuration, so that no file is taken for that of another, in
        whatever order and company its configuration comes next time.
    lasting : bool, default=True
        Whether others than this run may read them, or write there.
    """

    folder: Path
    digests: dict[str, str]
    lasting: bool = True

    def admit(self, configuration: Configuration) -> None:
        """Know the files of a candidate that came while the race runs."""
        if configuration.name not in self.digests:
            self.digests[configuration.name] = digest_of(configuration)

    def stem(self, name: str, n_train: int) -> Path:
        """The file to save a probe's model in, without its suffix."""
        if not self.folder.is_dir():
            raise CannotWrite(f"{self.folder} is not a folder any more.")
        return self._stem(name, n_train)

    def save(self, name: str, n_train: int, model: Any) -> str | None:
        """Save the model of a probe; why not, in words, where that fails.

        Then it is trained again if it is to be delivered.
        """
        try:
            save_model(model, self.stem(name, n_train), lasting=self.lasting)
        except Exception as error:  # of the disk, or of the model's own pickling
            reason = str(error).partition("\n")[0]
            return f"The model could not be saved: {type(error).__name__}: {reason}"
        return None

    def _stem(self, name: str, n_train: int) -> Path:
        return self.folder / f"{self.digests[name]}-{n_train}"

    def present(self) -> list[Path]:
        """The files that probes of this run made, whole or half-written, and no others."""
        digests = "|".join(map(re.escape, self.digests.values()))
        made = re.compile(rf"({digests})-\d+\.(skops|pkl)|\.[0-9a-f]{{32}}\.part")
        if self.folder.is_symlink():
            return []
        return [
            path
            for path in self.folder.glob("*")
            if made.fullmatch(path.name) and path.is_file() and not path.is_symlink()
        ]

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
        names = distrusted(content)
        if names:
            logger.debug("%r holds %s, which cannot be read back.", type(model), _told(names))
            return None, ""
        io.loads(content, trusted=[*TYPES])
    except Exception as error:  # skops raises whatever the model's parts raise
        logger.debug("skops cannot hold %r: %s", type(model), error)
        return None, ""
    return content, ".skops"
