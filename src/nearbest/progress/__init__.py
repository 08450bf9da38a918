"""How a race stands, shown while it runs."""

from nearbest.progress.bars import bar
from nearbest.progress.display import Progress
from nearbest.progress.view import View, view_of

__all__ = ["Progress", "View", "bar", "view_of"]
