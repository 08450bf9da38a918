"""Short digests that tell data and candidates apart."""

from __future__ import annotations

import copyreg
import dis
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import CellType, CodeType, EllipsisType, FunctionType, ModuleType, NoneType
from typing import Any

import numpy as np
import pandas as pd

from nearbest.candidates.configuration import Configuration
from nearbest.data.rows import Table
from nearbest.moved import MOVED

#: Names that modules had in version 0.1.0, by which runs of then know their candidates.
MOVED_FROM = {new: old for old, new in MOVED.items()}

#: Types whose values are told apart by how they are written.
PLAIN = (NoneType, bool, int, float, complex, str, bytes, EllipsisType)

#: Where scikit-learn keeps what `set_output` was told.
OUTPUT_SETTINGS = ("_sklearn_output_config",)

#: Descriptions above this are replaced by their digest.
LONGEST = 10_000


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
    """A digest of each configuration, the same in every process.

    It covers the estimator's class and parameters, and of functions the code, the
    defaults and the values that they refer to. The code of classes is not looked at.
    """
    return {c.name: _Description().estimator(c.specimen) for c in configurations}


def of_value(value: object) -> str:
    """A digest of any value, of functions their code, the same in every process.

    Examples
    --------
    >>> of_value(len) == of_value(len), of_value({"a": 1}) == of_value({"a": 2})
    (True, False)
    """
    return _hashed(_Description().text(value))


class _Description:
    """Values as texts that are equal where the values are, without memory addresses."""

    def __init__(self) -> None:
        self._open: dict[int, int] = {}
        self._done: dict[int, tuple[object, str]] = {}  # holds objects, so ids stay theirs

    def estimator(self, estimator: Any) -> str:
        """A digest of an estimator's class and parameters."""
        text = f"{_module(type(estimator))}.{self._kind(estimator)}"
        for key, value in sorted(estimator.get_params(deep=True).items()):
            shown = self._kind(value) if _is_estimator(value) else self.text(value)
            text += f";{key}={shown}"
        return _hashed(text)

    def _kind(self, estimator: Any) -> str:
        """The class of an estimator, and what was learned if it was frozen."""
        held = getattr(estimator, "__dict__", {})
        kept = {k: v for k, v in held.items() if k.endswith("_") or k in OUTPUT_SETTINGS}
        return type(estimator).__qualname__ + (self._mapping(kept) if kept else "")

    def text(self, value: Any) -> str:
        """A text for any value; one that holds itself refers to how deep it began."""
        if type(value) in PLAIN or isinstance(value, np.generic):
            return repr(value)
        key = id(value)
        if key in self._open:
            return f"<{self._open[key]}>"
        if key not in self._done:
            self._open[key] = len(self._open)
            text = self._compound(value)
            del self._open[key]
            self._done[key] = value, text if len(text) < LONGEST else _hashed(text)
        return self._done[key][1]

    def _compound(self, value: Any) -> str:
        kind = type(value)
        if kind in (list, tuple):
            return self._sequence(value)
        if kind is dict:
            return self._mapping(value)
        if kind in (set, frozenset):
            return f"{kind.__name__}({', '.join(sorted(map(self.text, value)))})"
        if kind is np.ndarray and not value.dtype.hasobject:
            return f"array({of_table(value)})"
        if isinstance(value, type | ModuleType):
            return _name(value)
        if isinstance(value, FunctionType):
            return self._function(value)
        if isinstance(value, CodeType):
            return self._code(value)
        if isinstance(value, np.random.RandomState):
            return self._object(kind, value.get_state(legacy=False))
        if isinstance(value, np.random.Generator):
            return self._object(kind, value.bit_generator.state)
        if _is_estimator(value):
            return self.estimator(value)
        if callable(value) and hasattr(value, "__wrapped__"):  # compiled, or with a cache
            return self._object(kind, value.__wrapped__)
        return self._reduced(value)

    def _sequence(self, values: Iterable[Any]) -> str:
        return "[" + ",".join(map(self.text, values)) + "]"

    def _mapping(self, values: Mapping[Any, Any]) -> str:
        items = sorted((self.text(key), self.text(value)) for key, value in values.items())
        return "{" + ", ".join(f"{key}: {value}" for key, value in items) + "}"

    def _object(self, kind: Any, *parts: Any) -> str:
        return f"{_name(kind)}({_hashed(self._sequence(parts))})"

    def _function(self, function: FunctionType) -> str:
        used = {n: function.__globals__.get(n) for n in sorted(_globals(function.__code__))}
        return self._object(
            FunctionType,
            function.__code__,
            function.__defaults__,
            function.__kwdefaults__,
            [_content(cell) for cell in function.__closure__ or ()],
            {n: v for n, v in used.items() if _belongs_to(function, v)},
        )

    def _code(self, code: CodeType) -> str:
        arguments = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount
        names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
        return self._object(
            CodeType, code.co_code, code.co_consts, code.co_flags, arguments, names
        )

    def _reduced(self, value: Any) -> str:
        """Any other object, by what would be pickled of it."""
        try:
            reducer = copyreg.dispatch_table.get(type(value))
            reduced: Any = reducer(value) if reducer is not None else value.__reduce_ex__(4)
        except Exception:  # as locks and open files do
            return self._object(type(value), getattr(value, "__dict__", None))
        if isinstance(reduced, str):
            return f"{_module(value, None)}.{reduced}"
        make, *parts = reduced
        return self._object(make, *(list(p) if isinstance(p, Iterator) else p for p in parts))


def _hashed(text: str) -> str:
    return hashlib.blake2b(text.encode(errors="surrogatepass"), digest_size=16).hexdigest()


def _name(thing: Any) -> str:
    """The name by which a class, module or function is imported."""
    name = getattr(thing, "__qualname__", getattr(thing, "__name__", type(thing).__name__))
    return f"{_module(thing)}.{name}"


def _module(thing: Any, unknown: str | None = "") -> str | None:
    """Where a thing is defined; what has moved keeps the digest it had before."""
    module: str | None = getattr(thing, "__module__", unknown)
    return MOVED_FROM.get(module or "", module)


def _is_estimator(value: Any) -> bool:
    return hasattr(value, "get_params") and not isinstance(value, type)


def _content(cell: CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # nothing was assigned yet
        return None


def _globals(code: CodeType) -> set[str]:
    """The global names that a function reads, functions within it included."""
    found = {i.argval for i in dis.get_instructions(code) if i.opname == "LOAD_GLOBAL"}
    inner = (const for const in code.co_consts if isinstance(const, CodeType))
    return found.union(*map(_globals, inner))


def _belongs_to(function: FunctionType, value: Any) -> bool:
    """Whether a global is data, or a function beside `function`, and not of a library."""
    if isinstance(value, FunctionType):
        return value.__module__ == function.__module__
    return type(value) in (*PLAIN, list, tuple, dict, set, frozenset, np.ndarray)


def of_parts(digests: Iterable[str]) -> str:
    """One digest of several."""
    return hashlib.blake2b("".join(digests).encode(), digest_size=16).hexdigest()
