"""What `fit` takes besides the rows."""

from __future__ import annotations

from collections.abc import Mapping

from nearbest.errors import InvalidType


def check_fit_params(given: Mapping[str, object]) -> None:
    """Refuse what `fit` cannot pass on, and name the way."""
    others = [name for name in given if name != "sample_weight"]
    if others:
        raise InvalidType(
            f"`fit` passes no `{others[0]}` on to the candidates; let each candidate bring its "
            "own, in a subclass whose `fit` adds it, or stop early by a parameter such as "
            "HistGradientBoostingClassifier's `early_stopping`."
        )
