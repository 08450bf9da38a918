"""Warnings that show the user's own line, not one of ours."""

from __future__ import annotations

import os
import sys
import warnings

#: How the paths of our own code begin.
OURS = os.path.join(os.path.dirname(__file__), "")


def warn_user(sentence: str, category: type[Warning] = UserWarning) -> None:
    """Warn of `sentence` at the line outside of this package that led here.

    As `skip_file_prefixes` does, which Python has from 3.12 on.
    """
    frame, level = sys._getframe(), 1
    while frame.f_back is not None and frame.f_code.co_filename.startswith(OURS):
        frame, level = frame.f_back, level + 1
    warnings.warn(sentence, category, stacklevel=level)
