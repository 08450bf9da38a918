"""Pickles that come back to the process whose classes they hold.

cloudpickle sends classes of ``__main__`` as they are. Where such a class comes home, it
finds the original and sets every method and attribute of it anew: what a user changed
since is undone, and `super` and identity checks on methods break.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable
from typing import Any

from cloudpickle import cloudpickle

#: What cloudpickle has a pickle call, under this name, to fill in a class that it sent.
SETS_CLASS = ("cloudpickle.cloudpickle", "_class_setstate")
#: Where cloudpickle notes the classes that this process has sent or received.
TRACKED = "_DYNAMIC_CLASS_TRACKER_BY_ID"


def unpickle_at_home(content: bytes) -> Any:
    """What `content` holds; classes that this process knows already stay as they are.

    Like `pickle.loads` it can run any code.

    Examples
    --------
    >>> import cloudpickle
    >>> Own = type("Own", (), {"greet": lambda self: "hello", "__module__": "__main__"})
    >>> packed, greet = cloudpickle.dumps(Own()), Own.greet
    >>> type(unpickle_at_home(packed)) is Own and Own.greet is greet
    True
    """
    return _AtHome(io.BytesIO(content)).load()


class _AtHome(pickle.Unpickler):
    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file)
        self._known = list(getattr(cloudpickle, TRACKED, {}).values())

    def find_class(self, module_name: str, global_name: str, /) -> Any:
        found = super().find_class(module_name, global_name)
        return self._but_known(found) if (module_name, global_name) == SETS_CLASS else found

    def _but_known(self, fill: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        """`fill` for classes that came with the pickle, and nothing for others."""

        def set_state(kind: Any, state: Any) -> Any:
            return kind if any(kind is each for each in self._known) else fill(kind, state)

        return set_state
