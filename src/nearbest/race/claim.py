"""How sure a gap is, besides its confidence."""

from __future__ import annotations

from typing import Literal

Claim = Literal["proved", "approximate", "estimated"]


def gap_name(claim: Claim) -> str:
    """What a gap by bounds is called.

    Examples
    --------
    >>> gap_name("proved"), gap_name("approximate")
    ('certified gap', 'approximate gap')
    """
    return "certified gap" if claim == "proved" else f"{claim} gap"
