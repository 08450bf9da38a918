"""Forecasts from past learning curves: a second opinion beside the proof."""

from nearbest.forecast.analogs import Analogs
from nearbest.forecast.library import COLUMNS, Library, own_folder
from nearbest.forecast.outlook import Outlook, Prediction

__all__ = ["COLUMNS", "Analogs", "Library", "Outlook", "Prediction", "own_folder"]
