"""Numbers and tables as the pages print them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any


def table(headers: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A Markdown table."""
    lines = [headers, ["---"] * len(headers), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def times(value: float) -> str:
    """A speed-up with a sensible number of digits."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def spread(low: float, high: float) -> str:
    """A range of speed-ups, or one number."""
    return times(low) if times(low) == times(high) else f"{times(low)}–{times(high)}"


def percent(value: float) -> str:
    """A share in percent, two digits of it."""
    return f"{float(f'{100 * value:.2g}'):g} %"


def duration(hours: float) -> str:
    """A time in minutes or hours."""
    return f"{hours * 60:.0f} min" if hours < 2 else f"{hours:.1f} h"


def ranges(numbers: Sequence[int]) -> str:
    """Whole numbers with runs drawn together, as in 0–2, 5, 7–8."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(r[0]) if len(r) == 1 else f"{r[0]}–{r[-1]}" for r in runs)
