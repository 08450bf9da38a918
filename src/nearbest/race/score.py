"""A measured score, and what a race must know of the metric behind it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from nearbest.race.interval import Interval

#: How a score is made up of rows, which decides how it can be bounded: as a share of
#: right rows, as a mean over rows of values in a known range, as a mean over classes of
#: their shares of right rows, as a mean over pairs of rows of two classes, or in a way for
#: which there is only an approximate bound.
Kind = Literal["counts", "row means", "class means", "pairs", "approximate"]
#: Kinds of which the rows of the rarest class are the sample size.
OF_RAREST: tuple[Kind, ...] = ("class means", "pairs")

#: Scores and probabilities are shares: what is exactly as much as is asked for may come out
#: a little less.
ROUNDING = 1e-9
#: Numbers that would need more are printed in powers of ten.
MOST_DECIMALS = 8


@dataclass(frozen=True, slots=True)
class Scale:
    """The scores that a metric can give; larger is always better.

    Attributes
    ----------
    name : str
        As printed.
    low, high : float
        The worst and the best score there can be.
    kind : {"counts", "row means", "class means", "pairs", "approximate"}
    row_low : float or None
        The worst value of a single row, where it lies below `low`: a mean over some of
        the rows may, too. None for `low`.
    shown_negated : bool
        Whether users know it as a loss: an RMSE of 12.3, not a score of −12.3.
    is_root : bool
        Whether it is minus the root of a mean over rows, of losses from 0 on.
    is_relative : bool
        Whether it is relative to the best constant prediction, which has 0, while 1 is
        perfect: as R².
    heavy_tails : bool
        Whether the range is of no use as a bound: single rows can lose far more than
        rows usually do.
    decimals : int
        As printed.

    Examples
    --------
    >>> from nearbest.race.score import Scale
    >>> loss = Scale("log loss", low=-6.9, high=0.0, kind="row means", shown_negated=True)
    >>> loss.unknown
    Interval(lower=-6.9, upper=0.0)
    >>> loss.share(-6.9), loss.share(0.0), loss.shown(-0.25)
    (0.0, 1.0, 0.25)
    """

    name: str
    low: float
    high: float
    kind: Kind
    shown_negated: bool = False
    row_low: float | None = None
    is_root: bool = False
    is_relative: bool = False
    heavy_tails: bool = False
    decimals: int = 4

    @property
    def unknown(self) -> Interval:
        """Where a score lies before anything is known of it."""
        return Interval(self.low, self.high)

    @property
    def of_rows(self) -> Interval:
        """Where the values of single rows lie, and so their means."""
        return Interval(self.low if self.row_low is None else self.row_low, self.high)

    @property
    def width(self) -> float:
        """How far the best score is from the worst."""
        return self.high - self.low

    @property
    def is_bounded(self) -> bool:
        """Whether both ends are known."""
        return math.isfinite(self.width)

    def share(self, value: float) -> float:
        """How far up the range of single rows a value lies, from 0 to 1."""
        if self.is_root:
            return 1 - (value / self.of_rows.lower) ** 2
        return (value - self.of_rows.lower) / self.of_rows.width

    def at(self, share: float) -> float:
        """The value that lies so far up; the inverse of `share`."""
        if self.is_root:
            return self.of_rows.lower * math.sqrt(max(1 - share, 0.0))
        return self.of_rows.lower + self.of_rows.width * share

    def shown(self, value: float) -> float:
        """The value as users write it."""
        return 0.0 - value if self.shown_negated else value  # no loss is -0

    @property
    def better_bound(self) -> str:
        """The bound that says how good a score can be at best, in the words of users."""
        return "lower bound" if self.shown_negated else "upper bound"

    @property
    def line(self) -> str:
        """What a candidate must be able to beat so as to stay in the race."""
        if self.shown_negated:
            return "smallest upper bound − ε"
        return "largest lower bound + ε"

    def text(self, value: float) -> str:
        """The value as users write it, with as many digits as tell something."""
        return self.number(self.shown(value))

    def label(self, name: str) -> str:
        """What a further score, asked for by this name, is called where it is shown.

        Examples
        --------
        >>> loss = Scale("log loss", -6.9, 0.0, "row means", shown_negated=True)
        >>> loss.label("neg_log_loss"), loss.label("mine"), ACCURACY.label("accuracy")
        ('log loss', 'mine', 'accuracy')
        """
        return self.name if name.startswith("neg_") and self.shown_negated else name

    def number(self, difference: float) -> str:
        """A difference of scores, or a value as it is, with as many digits.

        Examples
        --------
        >>> ACCURACY.number(0.25)
        '0.2500'
        >>> Scale("RMSE", -9e6, 0.0, "row means", decimals=0).number(1_234_567.8)
        '1,234,568'
        """
        if self.decimals > MOST_DECIMALS:
            return f"{difference:.4g}"
        return f"{difference:z,.{self.decimals}f}"  # z, as a loss of nothing is no −0

    def at_most(self, difference: float) -> str:
        """A difference that is promised not to be exceeded: rounded up, as `number` has it.

        Examples
        --------
        >>> ACCURACY.at_most(0.19361), ACCURACY.at_most(0.0), ACCURACY.at_most(0.01)
        ('0.1937', '0.0000', '0.0100')
        """
        return self.number(self.rounded_up(difference))

    def rounded_up(self, difference: float) -> float:
        """The smallest number of as many digits as are printed that is no less."""
        if self.decimals > MOST_DECIMALS or not math.isfinite(difference):
            return difference
        step = 10.0**-self.decimals
        return math.ceil(difference / step - ROUNDING) * step

    @property
    def above(self) -> str:
        """Where a better score stands, in the words of users."""
        return "below" if self.shown_negated else "above"

    @property
    def below(self) -> str:
        """Where a worse score stands, in the words of users."""
        return "above" if self.shown_negated else "below"

    def shown_interval(self, interval: Interval) -> Interval:
        """The interval as users write it: of a loss the smaller end first."""
        if not self.shown_negated:
            return interval
        return Interval(self.shown(interval.upper), self.shown(interval.lower))

    def interval_text(self, interval: Interval) -> str:
        """The interval as users write it.

        Examples
        --------
        >>> loss = Scale("RMSE", -90.0, 0.0, "row means", shown_negated=True, decimals=2)
        >>> loss.interval_text(Interval(-12.345, -9.0))
        '[9.00, 12.35]'
        """
        shown = self.shown_interval(interval)
        return f"[{self.number(shown.lower)}, {self.number(shown.upper)}]"

    def standard_error(self, score: Score) -> float:
        """Of a score on rows drawn at random; at most this where rows spread less.

        NaN where nothing is known of the spread.

        Examples
        --------
        >>> ACCURACY.standard_error(Score(0.5, 100))
        0.05
        """
        if score.stderr is not None:
            return score.stderr
        if not self.is_bounded:
            return math.nan
        share = self.share(score.value)
        if self.is_root:  # the root of a mean moves by half of its error over the root
            return -self.of_rows.lower / 2 * math.sqrt(share / score.n_rows)
        return self.of_rows.width * math.sqrt(share * (1 - share) / score.n_rows)

    def score(self, value: float, n_rows: int) -> Score:
        """A score on so many rows; of counts, the nearest that there is."""
        if self.kind == "counts":
            return Score.of_count(round(value * n_rows), n_rows)
        return Score(value, n_rows)

    def rise(self, later: Score, earlier: Score) -> float:
        """By how much one score lies above another on the same rows.

        Of counts without rounding errors, as thresholds are compared with it.
        """
        if self.kind == "counts":
            return (later.count - earlier.count) / earlier.n_rows
        return later.value - earlier.value


@dataclass(frozen=True, slots=True)
class Score:
    """What a model reached on some rows.

    Attributes
    ----------
    value : float
        Larger is better.
    n_rows : int
        Measured on so many rows.
    n_effective : float or None
        Rows that count for the bound, where they are fewer: of ROC AUC those of the
        rarer class, of means over classes as many of each. None for `n_rows`.
    stderr : float or None
        The standard error, where it is not that of a mean over rows.

    Examples
    --------
    >>> from nearbest.race.score import Score
    >>> Score.of_count(850, 1_000)
    Score(value=0.85, n_rows=1000, n_effective=None, stderr=None)
    """

    value: float
    n_rows: int
    n_effective: float | None = None
    stderr: float | None = None

    @classmethod
    def of_count(cls, n_right: int, n_rows: int) -> Score:
        """The share of rows that a model gets right."""
        return cls(n_right / n_rows, n_rows)

    @property
    def count(self) -> int:
        """Rows that the model gets right, where the score is their share.

        Dividing and multiplying again is off by far less than half a row.
        """
        return round(self.value * self.n_rows) if self.is_measured else 0

    @property
    def is_measured(self) -> bool:
        """Whether there was a model to score."""
        return self.n_rows > 0


def as_tolerated(epsilon: float) -> str:
    """ε as it is printed: one that comes from a share has more digits than anybody wants.

    Examples
    --------
    >>> as_tolerated(0.01), as_tolerated(0.00658292), as_tolerated(1_234.5)
    ('0.01', '0.00658', '1230')
    """
    return f"{float(f'{epsilon:.3g}'):g}"


ACCURACY = Scale("accuracy", low=0.0, high=1.0, kind="counts")
#: Of two classes.
ROC_AUC = Scale("ROC AUC", low=0.0, high=1.0, kind="pairs")

#: The score of a model that there is not; worse than any.
UNMEASURED = Score(-math.inf, 0)
