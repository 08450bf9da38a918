"""Packages of a Debian release."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from public_tables.downloads import debian_metadata
from public_tables.frames import most_frequent

SECTIONS = {
    "libs": "libs oldlibs introspection",
    "libdevel": "libdevel",
    "doc": "doc",
    "languages": "python perl haskell rust golang javascript java ruby gnu-r php ocaml lisp "
    "cli-mono interpreters",
    "devel": "devel vcs debug editors embedded",
    "network": "net web httpd mail comm news zope database",
    "system": "utils admin kernel otherosfs shells misc metapackages tasks localization",
    "science": "science math electronics hamradio education tex",
    "desktop": "games graphics sound video fonts x11 gnome kde xfce gnustep text",
}
RELATIONS = ("Depends", "Recommends", "Suggests", "Breaks", "Provides", "Replaces")
NEEDED = ("libc6", "libstdc++6", "python3", "perl", "libgtk", "libqt", "default-jre")


def debian_sections(_: Path) -> pd.DataFrame:
    """Section of a Debian package by its sizes, relations, and maintainer."""
    raw = pd.DataFrame(paragraphs(debian_metadata()))
    raw = raw.drop_duplicates("Package", keep="last")
    text = raw.fillna("")
    section = {old: new for new, olds in SECTIONS.items() for old in olds.split()}
    frame = pd.DataFrame({"label": text["Section"].map(section).astype("category")})
    frame["installed_size"] = pd.to_numeric(raw["Installed-Size"])
    frame["size"] = pd.to_numeric(raw["Size"])
    _add_relations(frame, text)
    _add_texts(frame, text)
    for field in ("Architecture", "Multi-Arch", "Priority"):
        frame[field.lower().replace("-", "_")] = text[field].astype("category")
    frame["maintainer"] = most_frequent(text["Maintainer"], 200)
    host = text["Homepage"].str.extract(r"//([^/]*)")[0]
    frame["homepage"] = most_frequent(host, 60)
    return frame.dropna(subset="label")


def paragraphs(text: str) -> Iterator[dict[str, str]]:
    """Fields of each package; lines that go on are left out."""
    for paragraph in text.split("\n\n"):
        lines = [line for line in paragraph.splitlines() if not line.startswith(" ")]
        if lines:
            yield dict(line.split(": ", 1) for line in lines if ": " in line)


def _add_relations(frame: pd.DataFrame, text: pd.DataFrame) -> None:
    """How many packages it relates to, and whether it needs some that many do."""
    for field in RELATIONS:
        frame[field.lower()] = text[field].str.count(",") + (text[field] != "")
    for needed in NEEDED:
        needs = text["Depends"].str.contains(needed, regex=False)
        frame[f"needs_{needed.replace('+', 'p')}"] = needs


def _add_texts(frame: pd.DataFrame, text: pd.DataFrame) -> None:
    """Lengths and counts of what is written of it."""
    frame["tags"] = text["Tag"].str.count("::")
    frame["description_length"] = text["Description"].str.len()
    frame["description_words"] = text["Description"].str.count(" ")
    frame["version_length"] = text["Version"].str.len()
    frame["name_length"] = text["Package"].str.len()
    frame["name_hyphens"] = text["Package"].str.count("-")
    frame["name_digits"] = text["Package"].str.count(r"\d")
    frame["other_source"] = text["Source"] != ""
