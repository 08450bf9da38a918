"""Everything nearbest raises on purpose.

Each error also inherits the built-in that a caller would expect, so that
``except ValueError`` and ``except NearBestError`` both work.
"""

from typing import Self


class NearBestError(Exception):
    """Base class of all errors raised by nearbest."""


class InvalidInput(ValueError, NearBestError):
    """An argument breaks a rule; the message names it, the rule and the value."""


class InvalidType(TypeError, NearBestError):
    """An argument is of a type that cannot serve; the message names it."""


class NotSupported(InvalidInput, NotImplementedError):
    """What was asked for is sensible, but not something nearbest does."""


class AllFailed(ValueError, NearBestError):
    """No configuration could be fitted; the message lists each one's cause."""


class CandidateFailed(ValueError, NearBestError):
    """A candidate failed, and the caller asked to be told at once."""


class DamagedRun(InvalidInput):
    """A file of a run directory is not what nearbest wrote; the message names it."""


class DamagedJournal(DamagedRun):
    """A journal lacks lines, or has a damaged one that is not its torn last; it is named."""


class UnsafeModel(ValueError, NearBestError):
    """Loading this model could run code, and the caller did not ask for that."""


class CannotWrite(OSError, NearBestError):
    """A file of a run cannot be written; what was there before is unharmed."""


class CannotRead(OSError, NearBestError):
    """The samples of a run cannot be read, which is no candidate's failure.

    Everything observed before is unharmed.
    """


class DifferentRun(ValueError, NearBestError):
    """A run directory belongs to other data, candidates or settings."""


class RunDirInUse(RuntimeError, NearBestError):
    """Another process holds the lock of a run directory."""


class MissingExtra(ImportError, NearBestError):
    """An optional package is not installed; the message names the extra."""

    @classmethod
    def of(cls, need: str, extra: str) -> Self:
        """That something needs a package, and the extra that brings it.

        Examples
        --------
        >>> print(MissingExtra.of("Figures need Plotly", "plotly"))
        Figures need Plotly; `pip install "nearbest[plotly]"`.
        """
        return cls(f'{need}; `pip install "nearbest[{extra}]"`.')
