"""The loss that is tolerated, in units of the score."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from nearbest.arguments import check_unit_range, is_number
from nearbest.data.numbers import Numbers
from nearbest.data.target import Classes, Target
from nearbest.errors import InvalidInput
from nearbest.probing.metric import Metric
from nearbest.race.score import Scale

#: Taken where nothing else is asked for and scores span a range of 1, or rise from 0 for a
#: constant prediction to 1.
USUAL = 0.01
#: Targets to ask a metric about before any row is read.
TWO_CLASSES, SOME_NUMBERS = Classes(np.arange(2), (2, 2)), Numbers.of(np.array([1.0, 4.0]))
SHARE = re.compile(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*%\s*")


def check_epsilon(epsilon: Any, scoring: object) -> None:
    """Raise unless `epsilon` is None, a share such as "1%", or a number that may do.

    Whether a number is small enough is known here for accuracy alone; of other scores
    it depends on the data.
    """
    if epsilon is None or (isinstance(epsilon, str) and _share(epsilon)):
        return
    by_accuracy = scoring is None or (isinstance(scoring, str) and scoring == "accuracy")
    if by_accuracy and not isinstance(epsilon, str):
        check_unit_range("epsilon", epsilon, "[0, 1)", epsilon == 0)
    if not (is_number(epsilon) and epsilon >= 0):
        got = f"the text {epsilon!r}" if isinstance(epsilon, str) else repr(epsilon)
        raise InvalidInput(
            "`epsilon` must be a number of at least 0, in units of the score, or a share such "
            f"as '1%'; got {got}."
        )


def check_has_usual(epsilon: float | str | None, metric: Metric, numbers: bool) -> None:
    """Raise where ε is left out of a score that has no usual one, before any row is read.

    What depends on the classes that there are, `tolerance` refuses.
    """
    if epsilon is not None:
        return
    target: Target = SOME_NUMBERS if numbers else TWO_CLASSES
    try:
        scale = metric.scale(target)
    except InvalidInput:  # it is a score of certain labels
        return
    tolerance(None, scale, None)


def tolerance(epsilon: float | str | None, scale: Scale, constant: float | None) -> float:
    """ε in units of the score.

    A share is one of the score of the best constant prediction, `constant`.

    Examples
    --------
    >>> from nearbest.race.score import ACCURACY
    >>> tolerance(None, ACCURACY, 0.5), tolerance("2%", ACCURACY, 0.5)
    (0.01, 0.01)
    """
    if epsilon is None:
        if scale.width != 1 and not scale.is_relative:
            raise InvalidInput(
                f"`epsilon` must be given for {scale.name}, in its own units or as a share "
                f"such as '1%' of what the best constant prediction has; got none, and "
                f"{USUAL:g} is usual only where scores span a range of 1."
            )
        return USUAL
    if not isinstance(epsilon, str):
        return float(epsilon)
    if not constant:
        known = "not known" if constant is None else "0"
        raise InvalidInput(
            f"`epsilon` must be a number for {scale.name}, as the score of the best constant "
            f"prediction is {known}; got {epsilon!r}."
        )
    return _share(epsilon) * abs(constant)


def _share(epsilon: str) -> float:
    """The share that a text such as "1%" stands for; 0 if it is none below 100 %."""
    found = SHARE.fullmatch(epsilon)
    share = float(found[1]) / 100 if found else 0.0
    return share if share < 1 else 0.0
