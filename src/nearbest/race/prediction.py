"""What past learning curves let us expect of a choice, and words for it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from nearbest.race.score import Scale

#: What happened to none of the similar past curves is rarer than this, and no more is known.
RAREST = 0.01


@dataclass(frozen=True, slots=True)
class Prediction:
    """What past learning curves let us expect of the winner. It proves nothing.

    Attributes
    ----------
    probability : float
        That no other candidate is better by more than ε.
    gap : float
        No other candidate is better by more than this, with probability 1 − δ.
    notes : tuple of str
        Where the library of past curves does not reach, and files it does without.
    level : float
        The probability 1 − δ of `gap`.
    n_missing : int
        Candidates without a forecast. They count against the winner.
    n_datasets : int
        Past datasets behind it: those whose races set the calibrated level, or those whose
        curves the library holds.
    needed : float or None
        From which `probability` on a calibrated race ends; None for `level`.
    n_to_follow : int
        Candidates that must be probed further before such a race may end, the winner
        among them while it was probed once only.
    is_too_early : bool
        Whether more must be spent on probes before a forecast that is no surer may end it.
    """

    probability: float
    gap: float
    notes: tuple[str, ...] = ()
    level: float = 0.95
    n_missing: int = 0
    n_datasets: int = 0
    needed: float | None = None
    n_to_follow: int = 0
    is_too_early: bool = False

    @property
    def suffices(self) -> bool:
        """Whether the winner is as surely within ε as was asked for."""
        return self.probability >= (self.level if self.needed is None else self.needed)


def chance(probability: float) -> str:
    """A probability with the digits that so many past curves give it, never rounded up.

    Examples
    --------
    >>> chance(0.9683), chance(0.95), chance(1.0), chance(0.0)
    ('0.96', '0.95', 'above 0.99', 'below 0.01')
    """
    if probability > 1 - RAREST:
        return f"above {1 - RAREST:g}"
    if probability < RAREST:
        return f"below {RAREST:g}"
    return f"{math.floor(probability / RAREST + 1e-9) * RAREST:.2f}"


def percent(probability: float) -> str:
    """A probability in per cent, never rounded up.

    Examples
    --------
    >>> percent(0.9683), percent(0.95), percent(1.0), percent(0.0)
    ('96 %', '95 %', 'more than 99 %', 'less than 1 %')
    """
    if probability > 1 - RAREST:
        return f"more than {1 - RAREST:.0%}".replace("%", " %")
    if probability < RAREST:
        return f"less than {RAREST:.0%}".replace("%", " %")
    return f"{math.floor(probability * 100 + 1e-9)} %"


def probability(prediction: Prediction) -> str:
    """The probability that the winner is within ε, as part of a sentence.

    Examples
    --------
    >>> probability(Prediction(0.97, 0.0)), probability(Prediction(1.0, 0.0))
    ('a probability of 0.97', 'a probability above 0.99')
    >>> probability(Prediction(0.96, 0.0, n_missing=3))
    'a probability of at least 0.96'
    """
    shown = chance(prediction.probability)
    if not shown[0].isdigit():
        return f"a probability {shown}"
    return f"a probability of {'at least ' if prediction.n_missing else ''}{shown}"


def margin(prediction: Prediction, scale: Scale) -> str:
    """Within how much the winner is of the best, and how probably.

    Examples
    --------
    >>> from nearbest.race.score import ACCURACY
    >>> [margin(each, ACCURACY) for each in (Prediction(0.97, 0.00351), Prediction(1.0, 0.0))]
    ['with probability 0.95 it is within 0.0036', 'with probability 0.95 none is better']
    """
    held = f"with probability {chance(prediction.level)}"
    if prediction.gap <= 0:
        return f"{held} none is better"
    return f"{held} it is within {scale.at_most(prediction.gap)}"


def calibration(prediction: Prediction) -> str:
    """What a calibrated forecast rests on, in a sentence.

    Examples
    --------
    >>> calibration(Prediction(0.99, 0.0, needed=0.97, n_datasets=42))
    'Forecast, not proved: a race this sure is wrong on at most 5 % of datasets like the 42 \
whose learning curves it was calibrated on; on data unlike them it may be wrong more often.'
    >>> calibration(Prediction(0.5, 0.0, needed=0.97, n_datasets=42))
    'Forecast: not sure enough yet, by what was calibrated on past learning curves of 42 \
datasets.'
    """
    n = prediction.n_datasets
    if not prediction.suffices:
        return (
            "Forecast: not sure enough yet, by what was calibrated on past learning curves of "
            f"{n} datasets."
        )
    return (
        f"Forecast, not proved: a race this sure is wrong on at most "
        f"{100 * (1 - prediction.level):.3g} % of datasets like the {n} whose learning curves "
        "it was calibrated on; on data unlike them it may be wrong more often."
    )


def says_nothing(prediction: Prediction) -> bool:
    """Whether candidates without a forecast leave nothing to say."""
    return prediction.n_missing > 0 and prediction.probability < prediction.level


def is_empty(prediction: Prediction) -> bool:
    """Whether there is no forecast at all, nor a level that one could reach.

    Examples
    --------
    >>> is_empty(Prediction(0.0, 1.0, n_missing=8)), is_empty(Prediction(0.4, 0.0, needed=0.9))
    (True, False)
    """
    return says_nothing(prediction) or (prediction.needed or 0.0) > 1
