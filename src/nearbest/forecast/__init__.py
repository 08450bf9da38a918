"""Forecasts from past learning curves: a second opinion beside the proof."""

from nearbest.forecast.analogs import Analogs
from nearbest.forecast.library import COLUMNS, CURVE, Library, own_folder
from nearbest.forecast.outlook import Outlook

__all__ = ["COLUMNS", "CURVE", "Analogs", "Library", "Outlook", "own_folder"]
