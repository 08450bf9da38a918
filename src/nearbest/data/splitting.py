"""How a table in memory is split: as the user asks, checked and carried out."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

import numpy as np

from nearbest.data.drawn import AT_RANDOM, Drawn
from nearbest.data.groups import checked_groups
from nearbest.data.own_split import one_split
from nearbest.data.rare import kept_even
from nearbest.data.rows import Table
from nearbest.data.shuffle import Shuffle, grouped, interleaved, stratified, test_rows, uniform
from nearbest.data.target import Classes
from nearbest.data.time_order import checked_time, timed
from nearbest.errors import InvalidInput, NotSupported


@dataclass(frozen=True)
class Split:
    """How the rows of a table in memory are split.

    Where `stratify` is None it is decided by the classes, and by the rows of the `smallest`
    sample of so many training rows.
    """

    test_size: float | int
    stratify: bool | None
    groups: object = None
    smallest: Callable[[Classes, int], int] | None = None
    weights: object = None
    time: object = None
    cv: object = None

    def check_alone(self, what: str = "", *, but: Collection[str] = ()) -> None:
        """Raise where something else than `what` says how to split.

        Without a name it is a test set of the user's own.
        """
        given = {
            "groups": self.groups is not None,
            "time": self.time is not None,
            "cv": self.cv is not None,
            "stratify": bool(self.stratify),
        }
        for name, is_given in given.items():
            if is_given and name not in (what, *but):
                both = (what, name) if what else (name, what)
                one, other = map(_quoted, both)
                raise NotSupported(f"{one} cannot be combined with {other}.")


def _quoted(name: str) -> str:
    """An argument as a sentence names it."""
    if not name:
        return "a test set of your own"
    return "`stratify=True`" if name == "stratify" else f"`{name}`"


def with_strata(split: Split, target: Classes) -> tuple[Split, tuple[str, ...]]:
    """The split, with classes kept even where that was left open and is of use; and why."""
    others = (split.groups, split.time, split.cv)
    is_open = split.stratify is None and all(each is None for each in others)
    if not is_open or split.smallest is None:
        return split, ()
    n_rows = sum(target.counts)
    n_test = test_rows(n_rows, split.test_size)
    why = kept_even(target, split.smallest(target, n_rows - n_test), n_test)
    return replace(split, stratify=why is not None), () if why is None else (why,)


def split_rows(
    X: Table, labels: np.ndarray, split: Split, rng: np.random.Generator
) -> tuple[Shuffle, Drawn]:
    """The shuffled parts, and how the test rows were drawn."""
    if split.cv is not None:
        split.check_alone("cv", but=("groups",))
        return _split_by_cv(X, labels, split, rng)
    n_test = test_rows(len(labels), split.test_size)
    if split.time is not None:
        split.check_alone("time")
        return timed(checked_time(split.time, len(labels)), n_test, rng), Drawn("time")
    if split.groups is not None:
        split.check_alone("groups")
        return grouped(checked_groups(split.groups, len(labels)), n_test, rng), Drawn("groups")
    return _split_at_random(labels, split, n_test, rng), AT_RANDOM


def _split_by_cv(
    X: Table, labels: np.ndarray, split: Split, rng: np.random.Generator
) -> tuple[Shuffle, Drawn]:
    """The one split of the user's own splitter, either side shuffled."""
    groups = split.groups
    if groups is not None:
        groups = checked_groups(groups, len(labels))
    found = one_split(split.cv, X, labels, groups)
    if groups is not None and found.drawn_by != "groups":
        raise NotSupported("`groups` needs a `cv` that keeps them, such as GroupShuffleSplit.")
    if found.drawn_by == "classes":
        codes = np.unique(labels, return_inverse=True)[1]
        return interleaved(codes, found.train, found.test, rng), Drawn("rows", by_cv=True)
    shuffle = Shuffle(rng.permutation(found.train), rng.permutation(found.test))
    return shuffle, Drawn(found.drawn_by, by_cv=True)


def _split_at_random(
    labels: np.ndarray, split: Split, n_test: int, rng: np.random.Generator
) -> Shuffle:
    if split.stratify:
        shuffle = stratified(np.unique(labels, return_inverse=True)[1], n_test, rng)
        if len(shuffle.test) == 0:
            raise InvalidInput(
                "`test_size` must give some class a test row to stratify; got "
                f"{split.test_size!r}."
            )
        return shuffle
    return uniform(len(labels), n_test, rng)
