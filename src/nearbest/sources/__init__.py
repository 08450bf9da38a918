"""Tables in files of any size, as sources of samples."""

from nearbest.sources.table import TableSource, open_table

__all__ = ["TableSource", "open_table"]
