"""`open_table`: a table in files as a source of samples."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from nearbest.data.files.arguments import check_arguments, check_aside
from nearbest.data.files.features import Feature, holds_numbers
from nearbest.data.files.paths import Files, find_files
from nearbest.data.store.columns import Kind
from nearbest.data.store.manifest import read_manifest
from nearbest.data.store.store import Store
from nearbest.errors import InvalidInput
from nearbest.places import as_path

As = Literal["pandas", "polars", "numpy", "csr", "text"]
Names = str | Sequence[str]

#: Bytes that the pass may use unless told otherwise.
MEMORY = 1 << 30
#: DuckDB needs this much to sort at all.
LEAST_MEMORY = 64 << 20
CACHE_VARIABLE = "NEARBEST_CACHE"
#: Raised when the order or the form of stores changes, so that old ones are not found.
VERSION = 1
#: That of files which version 0.1.0 may have taken for others.
VERSION_OF_MISREAD = 2


@dataclass(frozen=True)
class TableSource:
    """A table in files, to be passed to `select` or `NearBestSearch.fit` as X.

    Made by `open_table`, which has read the names and types of its columns and nothing
    else. The rows are read when a store is made.

    Attributes
    ----------
    files : Files
    target : str
    label : str
        The target as an SQL expression that is NULL where it is missing.
    features : tuple of Feature
    groups : str or None
    kind : str
        What samples come as.
    types : mapping of str to str or None
        DuckDB types of CSV columns that are not to be guessed.
    memory : int
        Bytes that making a store may take.
    cache_dir : Path or None
        Where stores are kept; by default beside other caches of the user.
    progress : callable, bool or None
        Told the share that is done while a store is made; true for a bar.
    sample_weight, time : str or None
    target_type : str
        The target's DuckDB type.
    of_numbers : bool
        Whether the target is one of numbers to predict, not of classes.
    """

    files: Files
    target: str
    label: str
    features: tuple[Feature, ...]
    groups: str | None = None
    kind: Kind = "frame"
    types: Mapping[str, str] | None = None
    memory: int = MEMORY
    cache_dir: Path | None = None
    progress: Callable[[float], None] | bool | None = None
    sample_weight: str | None = None
    time: str | None = None
    target_type: str = ""
    of_numbers: bool = False

    @property
    def feature_names(self) -> list[str]:
        """The columns of X, in order."""
        return [feature.name for feature in self.features]

    def predicting(self, numbers: bool) -> TableSource:
        """The same source with a target of numbers, or of classes.

        Raises where numbers are wanted and the target holds something else.
        """
        if numbers and self.target_type and not holds_numbers(self.target_type):
            raise InvalidInput(
                f"`target` {self.target} of {self.files.shown} must hold numbers, as the "
                f"candidates are regressors; it holds {self.target_type}. Pass classifiers to "
                "predict labels."
            )
        return replace(self, of_numbers=numbers)

    def has_fractions(self) -> bool:
        """Whether the target holds numbers that cannot be labels; reads it until one is met."""
        from nearbest.data.files.survey import has_fractions  # needs an extra

        return has_fractions(self)

    def key(self, test_size: float | int) -> str:
        """A digest of the files and of what is asked of them, but for the seed."""
        asked: dict[str, object] = {
            "version": VERSION_OF_MISREAD if self.files.once_misread else VERSION,
            "files": self.files.fingerprint,
            "label": self.label,
            "features": [(f.name, f.kind, f.read_as) for f in self.features],
            "groups": self.groups,
            "kind": self.kind,
            "types": dict(self.types or {}),
            "test_size": repr(test_size),
        }
        aside = {"sample_weight": self.sample_weight, "time": self.time}
        asked |= {k: v for k, v in aside.items() if v is not None}  # else as before
        if self.of_numbers:  # else as before there were any
            asked["of_numbers"] = True
        return hashlib.blake2b(json.dumps(asked).encode(), digest_size=16).hexdigest()

    def store_path(self, seed: int, test_size: float | int) -> Path:
        """Where the store of this source is kept unless a run has its own place."""
        folder = Path(self.cache_dir) if self.cache_dir is not None else cache_folder()
        return folder.absolute() / "stores" / f"{self.key(test_size)}-{seed}"

    def known_seed(
        self, test_size: float | int, path: str | os.PathLike[str] | None = None
    ) -> int | None:
        """The seed of this source's finished store, at `path` or in the cache; or None."""
        if path is not None:
            if not Path(path).exists():
                return None
            manifest = read_manifest(Path(path))
            same = manifest.fingerprint == f"{self.key(test_size)}-{manifest.seed}"
            return manifest.seed if same else None
        pattern = f"{self.key(test_size)}-*"
        found = sorted(self.store_path(0, test_size).parent.glob(pattern), key=os.path.getmtime)
        return int(found[0].name.rpartition("-")[2]) if found else None

    def shuffled(
        self,
        seed: int,
        test_size: float | int = 0.2,
        path: str | os.PathLike[str] | None = None,
    ) -> Store:
        """The shuffled store: the one at `path` or in the cache, or else a new one.

        Examples
        --------
        >>> import tempfile
        >>> import pandas as pd
        >>> from nearbest import open_table
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = f"{folder}/trips.csv"
        ...     pd.DataFrame({"km": range(100), "late": [0, 1] * 50}).to_csv(file, index=False)
        ...     store = open_table(file, target="late").shuffled(0, path=f"{folder}/store")
        ...     store.n_train, store.n_test, store.train(5)[0].shape
        (80, 20, (5, 1))
        """
        from nearbest.data.files.shuffling import find_or_make  # needs an extra

        place = Path(path).absolute() if path is not None else self.store_path(seed, test_size)
        return find_or_make(self, place, seed, test_size)


def open_table(
    path: str | os.PathLike[str],
    target: str,
    *,
    drop: Names = (),
    keep: Names | None = None,
    groups: str | None = None,
    sample_weight: str | None = None,
    time: str | None = None,
    as_: As = "pandas",
    types: Mapping[str, str] | None = None,
    memory: int = MEMORY,
    cache_dir: str | os.PathLike[str] | None = None,
    progress: Callable[[float], None] | bool | None = None,
) -> TableSource:
    """A table in files, for `select` and `NearBestSearch.fit` in place of X and y.

    The first selection reads the files once and writes a shuffled store, from which
    samples of any size are read in milliseconds; later ones find it.

    Parameters
    ----------
    path : path or URL
        A Parquet, CSV or Arrow IPC file, a folder of them, a glob, or a URL that
        fsspec can open. CSV may be compressed (``.gz``, ``.zst``). Folders named like
        ``year=2024`` add no column.
    target : str
        The column to predict: class labels, or numbers where candidates are regressors.
        Rows in which it is missing are left out, and the certificate says how many.
    drop : str or list of str, optional
        Columns to leave out.
    keep : str or list of str, optional
        The only columns to use as features.
    groups : str, optional
        A column whose equal values stay on one side of the split. It is no feature.
        The certificate is then an estimate, not a proof.
    sample_weight : str, optional
        A column of weights of rows, as in `nearbest.select`. It is no feature.
    time : str, optional
        A column of dates or numbers by which the last rows are the test data, as in
        `nearbest.select`. It is no feature.
    as_ : {"pandas", "polars", "numpy", "csr", "text"}, default="pandas"
        What samples come as; "text" is a Series of the one text column.
    types : mapping of str to str, optional
        DuckDB types of CSV columns, where guessing from the first rows goes wrong.
    memory : int, default=1 GiB
        Bytes that the pass over the files may use, whatever their size.
    cache_dir : path, optional
        Where stores are kept if a run has no ``run_dir``; by default the folder in the
        environment variable ``NEARBEST_CACHE``, or the user's cache folder.
    progress : callable or bool, optional
        Called with the share of the pass that is done. By default a bar is shown on
        a terminal; False shows none.

    Returns
    -------
    TableSource

    Examples
    --------
    >>> import tempfile
    >>> import pandas as pd
    >>> from nearbest import open_table
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = f"{folder}/trips.parquet"
    ...     trips = pd.DataFrame({"km": [1.5, 2.0], "zone": ["a", "b"], "late": [0, 1]})
    ...     trips.to_parquet(file)
    ...     open_table(file, target="late").feature_names
    ['km', 'zone']
    """
    if not isinstance(memory, int) or memory < LEAST_MEMORY:
        raise InvalidInput(f"`memory` must be at least {LEAST_MEMORY:,} bytes; got {memory!r}.")
    check_arguments(path, target, drop, keep, groups, types)
    aside = {"sample_weight": sample_weight, "time": time}
    check_aside(aside, target, groups)
    files = find_files(path)
    from nearbest.data.files.opening import described  # needs an extra

    label, features, kind, types, target_type = described(
        files,
        target,
        _listed(drop),
        None if keep is None else _listed(keep),
        groups,
        as_,
        types,
        {argument: name for argument, name in aside.items() if name is not None},
    )
    return TableSource(
        files=files,
        target=target,
        label=label,
        features=features,
        groups=groups,
        kind=kind,
        types=types,
        memory=memory,
        cache_dir=as_path(cache_dir).absolute() if cache_dir is not None else None,
        progress=progress,
        sample_weight=sample_weight,
        time=time,
        target_type=target_type,
    )


def cache_folder() -> Path:
    """The folder for stores: ``NEARBEST_CACHE``, or where the platform keeps caches."""
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen:
        return as_path(chosen)
    if sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home()))
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "nearbest"


def _listed(names: Any) -> list[str]:
    return [names] if isinstance(names, str) else list(names)
