"""Tests are found where their module would be looked for."""

from __future__ import annotations

from pathlib import Path

import pytest

UNIT = Path(__file__).parents[1] / "unit"
SOURCE = Path(__file__).parents[2] / "src" / "nearbest"


def mirrors_source(path):
    """Whether the file names a module or a package of its folder, or that package itself.

    Words after the name, as in test_loop_in_flight.py, tell one aspect from others.
    """
    folder = SOURCE / path.parent.relative_to(UNIT)
    words = path.stem.split("_")[1:]
    names = ["_".join(words[:n]) for n in range(len(words), 0, -1)]
    return folder.name in names or any(
        (folder / f"{name}.py").exists() or (folder / name).is_dir() for name in names
    )


@pytest.mark.parametrize(
    "path", [*UNIT.rglob("test_*.py")], ids=lambda path: str(path.relative_to(UNIT))
)
def test_unit_tests_mirror_the_source(path):
    """tests/unit/race/test_plan.py is about src/nearbest/race/plan.py."""
    assert mirrors_source(path)


def test_a_file_that_mirrors_nothing_is_noticed():
    """As one that stayed when its module went."""
    assert not mirrors_source(UNIT / "race" / "test_parts.py")
