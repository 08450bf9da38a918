"""What ships of the calibrated forecast: one file per score, made by `make lab-ship`."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from importlib.resources import as_file, files

import numpy as np

from nearbest.forecast.calibration import Levels
from nearbest.forecast.pasts import OF_ACCURACY, Past
from nearbest.forecast.quantiles import QUANTILES, QuantileForecaster
from nearbest.forecast.trees import Trees

Arrays = dict[str, np.ndarray]


def to_arrays(forecaster: QuantileForecaster, levels: Levels) -> Arrays:
    """All that ships, by name."""
    arrays = {"shape": forecaster.shape.astype(np.float32)}
    for k, model in enumerate(forecaster.models):
        for field in fields(Trees):
            arrays[f"trees{k}_{field.name}"] = np.asarray(getattr(model, field.name))
    arrays["fewest_rows"] = np.array(levels.fewest_rows)
    arrays["epsilons"] = np.array(sorted(levels.by_epsilon))
    units = sorted(next(iter(levels.by_epsilon.values())))
    arrays["units"] = np.array(units)
    for epsilon, found in levels.by_epsilon.items():
        counts = [len(found[unit]) for unit in units]
        arrays[f"wrong_{epsilon:g}"] = np.concatenate([found[unit] for unit in units])
        arrays[f"unit_{epsilon:g}"] = np.repeat(np.arange(len(units)), counts)
    return arrays


def forecaster_of(arrays: Arrays) -> QuantileForecaster:
    """The forecaster among what ships."""
    names = [field.name for field in fields(Trees) if field.name != "depth"]
    models = tuple(
        Trees(
            **{name: arrays[f"trees{k}_{name}"] for name in names},
            depth=int(arrays[f"trees{k}_depth"]),
        )
        for k in range(len(QUANTILES))
    )
    return QuantileForecaster(models, arrays["shape"].astype(float))


def levels_of(arrays: Arrays) -> Levels:
    """The levels among what ships."""
    return Levels(
        {
            float(epsilon): {
                str(unit): tuple(
                    map(float, arrays[f"wrong_{epsilon:g}"][arrays[f"unit_{epsilon:g}"] == k])
                )
                for k, unit in enumerate(arrays["units"])
            }
            for epsilon in arrays["epsilons"]
        },
        **({"fewest_rows": int(arrays["fewest_rows"])} if "fewest_rows" in arrays else {}),
    )


@cache
def shipped_forecaster(past: Past = OF_ACCURACY) -> QuantileForecaster:
    """The forecaster of a score that comes with nearbest; of accuracy if none is named."""
    return forecaster_of(_arrays(past.file))


@cache
def shipped_levels(past: Past = OF_ACCURACY) -> Levels:
    """The levels of a score that come with nearbest; of accuracy if none is named."""
    return levels_of(_arrays(past.file))


@cache
def _arrays(file: str) -> Arrays:
    with as_file(files("nearbest.forecast") / file) as path, np.load(path) as loaded:
        return {name: loaded[name] for name in loaded.files}
