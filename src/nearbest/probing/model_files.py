"""Fitted models on disk.

Saved with skops where it is installed and can hold the model: reading such a file
builds objects of listed types (see docs/security.md) and runs no code of the file's
maker. Other models are pickled, and a pickle is loaded only on request.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import cloudpickle

from nearbest.candidates import fingerprint
from nearbest.candidates.configuration import Configuration
from nearbest.errors import CannotWrite, InvalidInput, MissingExtra, UnsafeModel
from nearbest.places import MODELS, as_path, check_folder_of
from nearbest.probing.trust import TYPES, distrusted
from nearbest.probing.unpickling import unpickle_at_home
from nearbest.warn import warn_user
from nearbest.writing import write_whole

logger = logging.getLogger("nearbest")

#: What a caller may do who meets a model that is not trusted.
WAY_OUT = "; pass `allow_pickle=True` if you trust the file."
#: Names of a file that an error tells, so that it stays a sentence.
TOLD = 3


def save_model(model: Any, path: str | os.PathLike[str], *, lasting: bool = True) -> Path:
    """Write `model`; the suffix of the path returned tells how.

    Parameters
    ----------
    model : object
    path : path
        The file, in a folder that exists. Its name may leave out the suffix, which is
        ``.skops``, or ``.pkl`` where skops is not installed or cannot hold the model. If the
        name has the wrong one of them, the model is saved beside it, a warning says where, and
        no other file is replaced.
    lasting : bool, default=True
        If false the model is pickled, which is quicker.

    Examples
    --------
    >>> import tempfile
    >>> from sklearn.dummy import DummyClassifier
    >>> from nearbest import save_model
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_model(DummyClassifier().fit([[0]], [1]), f"{folder}/best").name
    'best.skops'
    """
    wanted = as_path(path)
    check_folder_of(wanted, "path")
    held = _as_skops(model) if lasting else None
    content = cloudpickle.dumps(model) if held is None else held
    place = _place(wanted, ".pkl" if held is None else ".skops")
    try:
        write_whole(place, content)
    except OSError as error:
        raise CannotWrite(f"{place} cannot be written: {error.strerror}.") from error
    if wanted.suffix.lower() in MODELS and place != wanted:
        pickled = "skops cannot hold this model, so it is pickled"
        why = "skops holds this model" if held is not None else pickled
        warn_user(f"Saved as {place}: {why}.")
    return place


def _place(wanted: Path, suffix: str) -> Path:
    """Where a model of that suffix is written that is wanted there."""
    named = wanted.suffix.lower()
    if named == suffix:
        return wanted
    if named in MODELS:
        return _free(wanted.with_suffix(suffix))
    return wanted.with_name(wanted.name + suffix)


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
        raise MissingExtra.of(f"{path} needs skops to be read", "skops") from error
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

    def find(
        self, name: str, n_train: int, but: Callable[[Path], bool] = lambda _: False
    ) -> Path | None:
        """The file that `save_model` wrote for a probe, if any, `but` for some."""
        stem = self._stem(name, n_train)
        named = (stem.with_name(stem.name + suffix) for suffix in (".skops", ".pkl"))
        return next((path for path in named if path.exists() and not but(path)), None)


def _as_skops(model: Any) -> bytes | None:
    """The model as skops has it, or None where skops cannot hold or restore it."""
    try:
        from skops import io
    except ImportError:
        return None
    try:
        content: bytes = io.dumps(model)
        names = distrusted(content)
        if names:
            logger.debug("%r holds %s, which cannot be read back.", type(model), _told(names))
            return None
        io.loads(content, trusted=[*TYPES])
    except Exception as error:  # skops raises whatever the model's parts raise
        logger.debug("skops cannot hold %r: %s", type(model), error)
        return None
    return content
