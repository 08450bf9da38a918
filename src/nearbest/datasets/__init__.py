"""Real data to try nearbest on: embedded flights, and the paper's five datasets.

`flights` comes with nearbest. The others read files that you have downloaded.
"""

from nearbest.datasets.bts import bts_flights
from nearbest.datasets.flights import flights
from nearbest.datasets.particles import hepmass, higgs
from nearbest.datasets.reading import Dataset
from nearbest.datasets.sentiment import ngrams_of, sentiment140
from nearbest.datasets.taxi import taxi

#: The paper's five, by the name that the command line knows.
PAPER = {
    "higgs": higgs,
    "hepmass": hepmass,
    "taxi": taxi,
    "bts_flights": bts_flights,
    "sentiment140": sentiment140,
}

__all__ = [
    "PAPER",
    "Dataset",
    "bts_flights",
    "flights",
    "hepmass",
    "higgs",
    "ngrams_of",
    "sentiment140",
    "taxi",
]
