"""What makes a race mean less than it seems, as far as the data tell."""

from __future__ import annotations

from nearbest.data.repeats import share_repeated
from nearbest.data.samples import Samples
from nearbest.race.constant import nothing_to_gain
from nearbest.race.plan import Plan
from nearbest.warn import warn_user

#: From this share of test rows that occur in the training data a word is due.
MANY_REPEATED = 0.1


def cautions(samples: Samples, plan: Plan) -> tuple[str, ...]:
    """Sentences for the certificate, each given as a warning, too."""
    looked_for = nothing_to_gain(plan), _heavy_tails(plan), _repeated(samples, plan)
    found = tuple(filter(None, looked_for))
    for sentence in found:
        warn_user(f"{sentence}.")
    return tuple(found)


def _heavy_tails(plan: Plan) -> str | None:
    """A sentence where the labels tell that nothing can be proved."""
    scale = plan.scale
    if not scale.heavy_tails or plan.constant is None:
        return None
    return (
        f"The target has heavy tails: a row can change {scale.name} far more than rows usually "
        "do, so that its bounds are approximate; 'neg_mean_absolute_error', the logarithm of "
        "the target or a `RowScore` of a clipped loss could be proved"
    )


def _repeated(samples: Samples, plan: Plan) -> str | None:
    """A sentence where many test rows can be known by heart."""
    share = share_repeated(samples)
    if share < MANY_REPEATED:
        return None
    way_out = "" if plan.drawn.by == "groups" else "; keep equal rows together by `groups`"
    return (
        f"{share:.0%} of the test rows occur among the training rows, label and all, so scores "
        f"say less about new rows{way_out}"
    )
