"""Recorded speech."""

from __future__ import annotations

import itertools
import wave
from pathlib import Path

import numpy as np
import pandas as pd

from public_tables.downloads import from_debian

#: Samples in 32 milliseconds, and bands of pitch that their spectrum is cut into.
WIDTH, BANDS = 256, 24
#: Root mean square, of 1, below which it is silent.
SILENT = 0.01


def voices(scratch: Path) -> pd.DataFrame:
    """Which of five recorded voices speaks, by the spectrum of 32 milliseconds."""
    parts = []
    for language in ("en", "es", "fr", "it", "ru"):
        folder = from_debian(f"asterisk-core-sounds-{language}-wav", scratch)
        sounds = [read_sound(path) for path in sorted(folder.rglob("*.wav"))]
        parts += [spectra(sound).assign(label=language) for sound in sounds]
    frame = pd.concat(parts, ignore_index=True)
    return frame.astype({"label": "category"})


def read_sound(path: Path) -> np.ndarray:
    """The samples of a WAVE file of 16 bits and one channel, from −1 to 1."""
    with wave.open(str(path)) as file:
        return np.frombuffer(file.readframes(file.getnframes()), "<i2") / 2**15


def spectra(sound: np.ndarray) -> pd.DataFrame:
    """Loudness of bands of pitch, and how often the sign changes, where it is not silent."""
    frames = sound[: len(sound) // WIDTH * WIDTH].reshape(-1, WIDTH)
    frames = frames[np.sqrt((frames**2).mean(axis=1)) > SILENT]
    power = np.abs(np.fft.rfft(frames * np.hanning(WIDTH))) ** 2
    edges = np.unique(np.geomspace(2, WIDTH // 2, BANDS + 1).astype(int))
    heights = [power[:, a:b].mean(axis=1) for a, b in itertools.pairwise(edges)]
    frame = pd.DataFrame({f"band_{i}": np.log10(h + 1e-9) for i, h in enumerate(heights)})
    frame["sign_changes"] = (np.diff(np.sign(frames), axis=1) != 0).sum(axis=1)
    return frame
