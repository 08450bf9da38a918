"""Forecasts from past learning curves: a second opinion beside the proof."""

from nearbest.forecast.analogs import Analogs
from nearbest.forecast.calibrated import CalibratedOutlook
from nearbest.forecast.library import COLUMNS, CURVE, Library, own_folder
from nearbest.forecast.named import forecaster_named
from nearbest.forecast.outlook import Outlook

__all__ = [
    "COLUMNS",
    "CURVE",
    "Analogs",
    "CalibratedOutlook",
    "Library",
    "Outlook",
    "forecaster_named",
    "own_folder",
]
