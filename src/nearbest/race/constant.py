"""Races that mean nothing: a constant prediction would do as well."""

from __future__ import annotations

from nearbest.race.plan import Plan
from nearbest.race.score import as_tolerated


def constant_to_beat(plan: Plan) -> float | None:
    """The score of the best constant prediction, where comparing with it tells something.

    None where it is not known, and where it is as good as can be: "positive" everywhere
    has recall 1, so that no candidate could ever be better, however good it is.
    """
    constant = plan.constant
    return None if constant is None or constant >= plan.scale.high else constant


def nothing_to_gain(plan: Plan) -> str | None:
    """A sentence where ε is as large as all that can be gained; None where it is not.

    Examples
    --------
    >>> from nearbest.race.plan import Plan
    >>> nothing_to_gain(Plan({"tree": (100,)}, n_test=100, constant=0.5))
    >>> nothing_to_gain(Plan({"tree": (100,)}, n_test=100, constant=0.992))
    'ε = 0.01 is more than there is to gain: the best constant prediction has accuracy 0.9920 already, so any candidate near it would do. Take a smaller `epsilon` or another `scoring`'
    """  # noqa: E501, as it is printed in one line
    scale, constant = plan.scale, constant_to_beat(plan)
    if constant is None or scale.high - constant > plan.epsilon:
        return None
    return (
        f"ε = {as_tolerated(plan.epsilon)} is more than there is to gain: the best constant "
        f"prediction has {scale.name} {scale.text(constant)} already, so any candidate near it "
        "would do. Take a smaller `epsilon` or another `scoring`"
    )


def beats_no_constant(plan: Plan, winner: str, score: float, measured: bool) -> str | None:
    """A sentence where the winner is not better than a constant by more than ε.

    `score` is that of the model delivered or, where that was not `measured`, the lower
    end of the winner's interval.
    """
    scale, constant = plan.scale, constant_to_beat(plan)
    if constant is None or score > constant + plan.epsilon:
        return None
    has = "has" if measured else "is sure of no more than"
    return (
        f"{winner} {has} {scale.name} {scale.text(score)}, and the best constant "
        f"prediction {scale.text(constant)}: it is not better by more than ε = "
        f"{as_tolerated(plan.epsilon)}, so choosing it means little"
    )
