"""Files of a run that cannot be what nearbest wrote, named in one sentence."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from nearbest.errors import DamagedRun, NearBestError

#: What contents that nearbest did not write lead to.
WRONG = (
    *(ValueError, TypeError, AttributeError, ArithmeticError, IndexError, EOFError),
    zipfile.BadZipFile,
)


@contextmanager
def naming_damage(file: Path) -> Iterator[None]:
    """Turn what goes wrong with the contents of `file` into a sentence that names it."""
    try:
        yield
    except NearBestError:
        raise
    except KeyError as error:
        raise DamagedRun(_sentence(file, f"{error} is missing")) from error
    except RecursionError as error:
        raise DamagedRun(_sentence(file, "it is nested too deeply")) from error
    except WRONG as error:
        raise DamagedRun(_sentence(file, str(error))) from error


def read_mapping(file: Path) -> dict[str, Any]:
    """The JSON object in `file`."""
    with naming_damage(file):
        values = json.loads(file.read_bytes())
        if not isinstance(values, dict):
            raise TypeError(f"it must hold an object, not a {type(values).__name__}")
        return values


def _sentence(file: Path, reason: str) -> str:
    what = reason.splitlines()[0].rstrip(".") if reason else "it cannot be read"
    return f"`run_dir`: {file} is damaged: {what}; restore it from a backup."
