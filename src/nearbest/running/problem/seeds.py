"""From `random_state` to the one integer behind every draw."""

from __future__ import annotations

from typing import Any

import numpy as np

from nearbest.arguments import is_whole
from nearbest.errors import InvalidInput


def seed_from(random_state: Any) -> int:
    """An integer that fixes every draw; a fresh one for None."""
    if random_state is None:
        return int(np.random.SeedSequence().generate_state(1)[0])
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**32))
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(2**32, dtype=np.uint32))
    if is_whole(random_state) and 0 <= random_state < 2**32:
        return int(random_state)
    raise InvalidInput(
        "`random_state` must be None, an integer from 0 to 2**32 - 1, a RandomState "
        f"or a Generator; got {random_state!r}."
    )
