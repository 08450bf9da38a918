"""How a race stands, shown while it runs."""

from nearbest.progress.bars import bar
from nearbest.progress.display import Progress
from nearbest.progress.standings import Standings, standings

__all__ = ["Progress", "Standings", "bar", "standings"]
