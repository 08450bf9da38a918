"""What users are told while a race runs, and when it has ended."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from nearbest.errors import InvalidInput
from nearbest.race.certificate import Pruning
from nearbest.race.interval import Interval
from nearbest.race.observation import Observation, Task
from nearbest.race.race import Race

if TYPE_CHECKING:
    from nearbest.running.loop import Watcher

logger = logging.getLogger("nearbest")

#: What callbacks are told of.
EVENTS = ("on_probe", "on_exclusion", "on_end", "on_error")


class Callback:
    """Is told of probes, exclusions and the end; override what you need.

    Any object with one of these methods will do as well. They are called in the process and
    the thread that runs the race. A callback that raises is not called again, and a warning
    says so: a tracker that cannot be reached does not stop the race.

    Examples
    --------
    >>> from sklearn.datasets import make_classification
    >>> from sklearn.dummy import DummyClassifier
    >>> from nearbest import Callback, select
    >>> class Count(Callback):
    ...     n_probes = 0
    ...     def on_probe(self, race, observation, interval):
    ...         self.n_probes += 1
    >>> X, y = make_classification(2_000, random_state=0)
    >>> count = Count()
    >>> found = select({"dummy": DummyClassifier()}, X, y, callbacks=[count], epsilon=0.4)
    >>> count.n_probes == len(found.history)
    True
    """

    def on_probe(self, race: Race, observation: Observation, interval: Interval) -> None:
        """Hear of a probe, and of the interval of its candidate since then."""

    def on_exclusion(self, race: Race, pruning: Pruning) -> None:
        """Hear who was excluded by proof, and by whom."""

    def on_end(self, selection: Any) -> None:
        """Hear what was found, a `nearbest.Selection`."""

    def on_error(self, error: BaseException) -> None:
        """Hear that nothing will be found, because of an error or Ctrl-C."""


class Announcer:
    """Tells callbacks what has happened in a race since it last looked.

    As a context manager it tells them of an error that ends the race.
    """

    def __init__(self, callbacks: Sequence[Callback], watch: Watcher | None = None) -> None:
        self._callbacks, self._watch = list(callbacks), watch
        self._n_probes = self._n_excluded = 0

    def __call__(self, race: Race, running: Collection[Task]) -> None:
        """Tell of new probes and exclusions, and call the watcher."""
        for observation, interval in race.history[self._n_probes :]:
            self._n_probes += 1
            self._tell("on_probe", race, observation, interval)
        for pruning in race.prunings[self._n_excluded :]:
            self._n_excluded += 1
            self._tell("on_exclusion", race, pruning)
        if self._watch is not None:
            self._watch(race, running)

    def __enter__(self) -> Announcer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: Any
    ) -> None:
        if error is not None:
            self._tell("on_error", error)

    def end(self, selection: Any) -> None:
        """Tell what was found."""
        self._tell("on_end", selection)

    def _tell(self, event: str, *facts: Any) -> None:
        for callback in list(self._callbacks):
            try:
                getattr(callback, event, _nothing)(*facts)
            except Exception as error:
                self._callbacks.remove(callback)
                logger.warning(
                    "%s is not called again: %s: %s",
                    type(callback).__name__,
                    type(error).__name__,
                    error,
                )


def check_callbacks(name: str, value: object) -> None:
    """Raise unless these are callbacks, or none."""
    if value is None:
        return
    is_list = isinstance(value, Sequence) and not isinstance(value, str)
    strange = [c for c in value if not _is_callback(c)] if is_list else [value]  # type: ignore[attr-defined]
    if strange:
        got = type(strange[0]).__name__
        raise InvalidInput(f"`{name}` must be a list of `nearbest.Callback`; got {got}.")


def _is_callback(value: object) -> bool:
    """Whether it is an object that can be told of something."""
    hears = any(callable(getattr(value, event, None)) for event in EVENTS)
    return hears and not isinstance(value, type)


def _nothing(*facts: Any) -> None:
    """What a callback does with an event that it has no method for."""
