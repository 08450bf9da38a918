"""Short digests that tell data and candidates apart."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from nearbest.configuration import Configuration
from nearbest.samples import Table


def of_table(table: Table) -> str:
    """A digest of a table's values, columns and types.

    Examples
    --------
    >>> import numpy as np
    >>> of_table(np.zeros((2, 2))) == of_table(np.zeros((2, 2)))
    True
    >>> of_table(np.zeros((2, 2))) == of_table(np.zeros((4, 1)))
    False
    """
    digest = hashlib.blake2b(digest_size=16)
    if isinstance(table, pd.DataFrame | pd.Series):
        frame = table.to_frame() if isinstance(table, pd.Series) else table
        for column, dtype in frame.dtypes.items():
            digest.update(f"{column}:{dtype};".encode())
            hashes = pd.util.hash_pandas_object(frame[column], index=False)
            digest.update(np.ascontiguousarray(hashes.to_numpy()).data)
        return digest.hexdigest()
    is_sparse = hasattr(table, "indptr")
    for part in (table.data, table.indices, table.indptr) if is_sparse else (table,):
        digest.update(f"{part.shape}:{part.dtype};".encode())
        digest.update(np.ascontiguousarray(part).reshape(-1).view(np.uint8).data)
    return digest.hexdigest()


def of_candidates(configurations: Sequence[Configuration]) -> dict[str, str]:
    """A digest of each configuration: its estimator, parameters and all."""
    return {c.name: _digest(c.build()) for c in configurations}


def _digest(estimator: Any) -> str:
    text = f"{type(estimator).__module__}.{type(estimator).__qualname__}"
    for key, value in sorted(estimator.get_params(deep=True).items()):
        shown = type(value).__qualname__ if hasattr(value, "get_params") else _stable(value)
        text += f";{key}={shown}"
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _stable(value: Any) -> str:
    """A text that is the same in every process, so without memory addresses."""
    if callable(value):
        return getattr(value, "__qualname__", type(value).__qualname__)
    if isinstance(value, list | tuple):
        return "[" + ",".join(_stable(item) for item in value) + "]"
    if hasattr(value, "get_params"):
        return _digest(value)
    return repr(value)


def of_parts(digests: Iterable[str]) -> str:
    """One digest of several."""
    return hashlib.blake2b("".join(digests).encode(), digest_size=16).hexdigest()
