"""What makes a race mean less than it seems, as far as the data tell."""

from __future__ import annotations

from nearbest.data.numeric_texts import columns_of_numeric_texts, first_training_rows
from nearbest.data.repeats import share_repeated
from nearbest.data.samples import Samples
from nearbest.data.target import Classes
from nearbest.printable import in_words
from nearbest.probing.metric import Metric
from nearbest.race.constant import nothing_to_gain
from nearbest.race.plan import Plan
from nearbest.warn import warn_user

#: From this share of test rows that occur in the training data a word is due.
MANY_REPEATED = 0.1
#: Training rows whose texts are looked at, and columns that are named.
LOOKED_AT, MOST_NAMED = 2_000, 5


def cautions(samples: Samples, plan: Plan, metric: Metric) -> tuple[str, ...]:
    """Sentences for the certificate, each given as a warning, too."""
    of_score = nothing_to_gain(plan), _heavy_tails(plan), _commoner_class(samples, plan, metric)
    of_data = _numeric_texts(samples), _repeated(samples, plan)
    found = tuple(filter(None, (*of_score, *of_data)))
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


def _commoner_class(samples: Samples, plan: Plan, metric: Metric) -> str | None:
    """A sentence where a score is of the commoner one of two labels, which nobody named."""
    of_class, target = getattr(metric, "of_class", None), samples.target
    which = None if of_class is None else of_class(target)
    if which is None or not isinstance(target, Classes) or 1 in target.values.tolist():
        return None
    share, labels = target.counts[which] / sum(target.counts), target.values.tolist()
    if share <= 0.5:
        return None
    return (
        f"{plan.scale.name} is of {labels[which]!r}, the last of the two labels, which "
        f"{share:.0%} of the rows have; if {labels[1 - which]!r} is what you look for, write "
        "it as 1 or True, and the other as 0 or False"
    )


def _numeric_texts(samples: Samples) -> str | None:
    """A sentence where columns of numbers are not used as such."""
    found = columns_of_numeric_texts(first_training_rows(samples, LOOKED_AT))
    if not found:
        return None
    names = [repr(name) for name in found[:MOST_NAMED]]
    if len(found) > MOST_NAMED:
        names.append(f"{len(found) - MOST_NAMED} more")
    hold = "Column {} holds" if len(found) == 1 else "Columns {} hold"
    return (
        f"{hold.format(in_words(names))} numbers as texts, used as categories: write them as "
        "numbers with a decimal point, and leave values that are none, such as '?', empty"
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
