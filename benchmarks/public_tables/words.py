"""Words of nine languages."""

from __future__ import annotations

import gzip
from pathlib import Path

import msgpack
import numpy as np
import pandas as pd

from public_tables.downloads import find_one, from_pypi
from public_tables.frames import most_frequent

LANGUAGES = ("de", "en", "es", "fi", "fr", "it", "nl", "pl", "sv")
MOST_WORDS = 60_000


def german_genders(scratch: Path) -> pd.DataFrame:
    """Gender of a German noun by its letters."""
    path = find_one(from_pypi("german-nouns==1.2.5", scratch), "nouns.csv")
    raw = pd.read_csv(path, usecols=["lemma", "pos", "genus"], dtype=str)
    raw = raw.dropna().drop_duplicates("lemma").reset_index(drop=True)
    raw = raw[raw["genus"].isin(list("fmn"))]
    frame = pd.DataFrame({"label": raw["genus"].astype("category")})
    frame["word"] = raw["lemma"].astype("str")
    frame["length"] = raw["lemma"].str.len()
    frame["kind"] = most_frequent(raw["pos"], 10)
    for n, kept in ((1, 40), (2, 200), (3, 500)):
        frame[f"ending_{n}"] = most_frequent(raw["lemma"].str.lower().str[-n:], kept)
    return frame


def word_frequencies(scratch: Path) -> pd.DataFrame:
    """Whether a word is among the rarer half of its language, by its letters."""
    folder = from_pypi("wordfreq==3.1.1", scratch)
    parts = []
    for language in LANGUAGES:
        with gzip.open(find_one(folder, f"large_{language}.msgpack.gz")) as file:
            ranks = msgpack.load(file)[1:]  # the first says what the file is
        parts.append(halves(ranks).assign(language=language))
    raw = pd.concat(parts, ignore_index=True)
    frame = raw[["label"]].assign(word=raw["word"].astype("str"))
    frame["language"] = raw["language"].astype("category")
    frame["length"] = raw["word"].str.len()
    frame["beginning"] = most_frequent(raw["word"].str[:2], 200)
    frame["ending"] = most_frequent(raw["word"].str[-2:], 200)
    return frame


def halves(ranks: list[list[str]]) -> pd.DataFrame:
    """Words of letters alone, from frequent to rare; `label` is 1 for the rarer half."""
    words = pd.Series(ranks, name="word").explode().dropna()
    words = words[words.str.isalpha()].head(MOST_WORDS)
    rare = np.arange(len(words)) >= len(words) // 2
    return words.to_frame().assign(label=rare.astype(int))
