"""Tables in files of any size, as sources of samples."""

from nearbest.data.files.source import TableSource, open_table

__all__ = ["TableSource", "open_table"]
