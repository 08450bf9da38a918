"""How the test rows came about: one value for all who must know it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

#: Test rows are a random part of the rows or of the groups, the last by time, or chosen by
#: the user, as a test set or by a splitter that draws nothing at random.
DrawnBy = Literal["rows", "groups", "time", "choice"]


@dataclass(frozen=True, slots=True)
class Drawn:
    """How the test rows came about.

    `by_cv` says that a splitter of the user's own took them, at random or not.

    Examples
    --------
    >>> Drawn("groups", by_cv=True).arguments, Drawn("choice").arguments, Drawn().arguments
    (('cv', 'groups'), ('X_test', 'y_test'), ())
    """

    by: DrawnBy = "rows"
    by_cv: bool = False

    @property
    def at_random(self) -> bool:
        """Whether they are a random part of all rows, as proofs need it."""
        return self.by == "rows"

    @property
    def arguments(self) -> tuple[str, ...]:
        """Those of `nearbest.select` that take the same rows; none where it draws them."""
        own = ("cv",) if self.by_cv else ()
        if self.by == "choice":
            return own or ("X_test", "y_test")
        return own if self.by == "rows" else (*own, self.by)

    def __str__(self) -> str:
        match self.by:
            case "rows":
                return "The test rows were drawn at random"
            case "groups":
                return "The test set was drawn group by group, not row by row"
            case "time":
                return "The test rows are the last by time, not drawn at random"
            case "choice":
                chosen = "rows were chosen by `cv`" if self.by_cv else "set was given"
                return f"The test {chosen}, not drawn at random"

    def to_json(self) -> dict[str, bool]:
        """As run directories have it."""
        return {
            "exchangeable": self.at_random,
            "grouped": self.by == "groups",
            "timed": self.by == "time",
            "own_split": self.by_cv,
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Drawn:
        """The inverse of `to_json`; earlier versions knew fewer ways."""
        by: DrawnBy = "rows" if values["exchangeable"] else "choice"
        if values.get("grouped"):
            by = "groups"
        elif values.get("timed"):
            by = "time"
        return cls(by, values.get("own_split", False))


AT_RANDOM = Drawn()
