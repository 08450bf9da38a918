"""Settings of sampling: how rows are split, and which samples of them probes train on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict

from nearbest.arguments import check_flag
from nearbest.running.settings.field import Option, setting

if TYPE_CHECKING:
    from nearbest.race.sizes import Growth


@dataclass(frozen=True, kw_only=True)
class SamplingSettings:
    """How rows are split, and which samples of them probes train on."""

    test_size: float | int = setting(
        0.2,
        "Share or number of rows that are set aside as test data.",
        remembered="fixed",
    )
    cv: Any = setting(
        None,
        """A splitter of scikit-learn with one split, or a list of one pair of training and
        test rows, instead of `test_size`. What was drawn at random, by ShuffleSplit or
        StratifiedShuffleSplit, is proved as usual; other splits give an estimate.""",
        shown=False,
    )
    stratify: bool | None = setting(
        None,
        """Keep the shares of the classes even in every sample; bounds are then binomial,
        which are wider by up to √(1 + training rows / test rows). None does so where a class
        would otherwise often be missing from the smallest sample or from the test data.""",
        check=lambda name, value: None if value is None else check_flag(name, value),
        remembered="fixed",
        option=Option(
            "--stratify",
            "flag",
            "Keep the shares of the classes even in every sample, for rare classes. Reads DATA "
            "into memory.",
        ),
    )
    min_train_size: int | None = setting(
        None,
        "The smallest sample; by default 1,000 rows, more where classes are rare.",
        remembered="fixed",
        option=Option(
            "--min-train-size", "integer", "Rows of the smallest sample; by default 1,000."
        ),
    )
    growth: Growth = setting(
        2.0,
        'Factor from one sample to the next; "auto" fits it to the training times.',
        remembered="fixed",
    )


class SamplingArguments(TypedDict, total=False):
    """The same as keyword arguments."""

    test_size: float | int
    cv: Any
    stratify: bool | None
    min_train_size: int | None
    growth: Growth
