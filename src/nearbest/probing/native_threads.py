"""How many native threads (BLAS, OpenMP) a fit may use."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from threadpoolctl import ThreadpoolController


class _Libraries:
    """The native libraries of this process; looked up again after each import.

    Finding them walks over everything that is loaded, which takes longer than a small
    fit. A library is loaded by a module that is imported, so that as long as no module
    was added there is none to be found.
    """

    def __init__(self) -> None:
        self.n_modules = 0
        self.controller: Any = None

    def known(self) -> Any:
        n_modules = len(sys.modules)  # counted first: a thread may import meanwhile
        if n_modules != self.n_modules:
            self.controller, self.n_modules = ThreadpoolController(), n_modules
        return self.controller


_libraries = _Libraries()


def limited_threads(limit: int | None) -> AbstractContextManager[Any]:
    """Let native code use at most `limit` threads inside the block; None for no limit.

    Examples
    --------
    >>> with limited_threads(1):
    ...     pass
    """
    if limit is None:
        return nullcontext()
    block: AbstractContextManager[Any] = _libraries.known().limit(limits=limit)
    return block
