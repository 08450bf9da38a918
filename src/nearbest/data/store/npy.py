"""Writing ``.npy`` files piece by piece.

With ordinary writes: on a full disk they raise, where a mapped file would kill the process.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np


class NpyWriter:
    """A ``.npy`` file whose length is not known in advance.

    Parameters
    ----------
    path : Path
    dtype : dtype
    row_shape : tuple of int
        Shape of one row; empty for a vector.
    """

    def __init__(self, path: Path, dtype: np.dtype, row_shape: tuple[int, ...] = ()) -> None:
        self.dtype, self.row_shape, self.n_rows = np.dtype(dtype), row_shape, 0
        self._file = path.open("wb")
        self._write_header()

    def write(self, rows: np.ndarray) -> None:
        """Append `rows`."""
        self.n_rows += len(rows)
        self._file.write(np.ascontiguousarray(rows, dtype=self.dtype).tobytes())

    def close(self) -> None:
        """Put the length into the header, for which numpy leaves room."""
        self._file.seek(0)
        self._write_header()
        self._file.close()

    def _write_header(self) -> None:
        header = {
            "descr": np.lib.format.dtype_to_descr(self.dtype),
            "fortran_order": False,
            "shape": (self.n_rows, *self.row_shape),
        }
        np.lib.format.write_array_header_1_0(self._file, header)
