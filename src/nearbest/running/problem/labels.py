"""Labels of the test rows that a score cannot do without, or cannot do with."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from nearbest.data.drawn import Drawn
from nearbest.data.samples import Samples
from nearbest.data.target import Classes
from nearbest.errors import InvalidInput
from nearbest.probing.metric import Metric


def check_test_labels(metrics: Mapping[str, Metric], samples: Samples, drawn: Drawn) -> None:
    """Raise where a score makes no sense on these test rows, and say which."""
    if not isinstance(samples.target, Classes):
        return
    tested = np.unique(samples.test_labels())
    way = "take a larger `test_size`, or `stratify=True`"
    if not drawn.at_random:
        way = "choose more test rows, or other ones"
    for name, metric in metrics.items():
        kind = metric.scale(samples.target).kind
        if len(tested) < 2 and kind in ("pairs", "approximate"):
            raise InvalidInput(
                f"`scoring` {name!r} needs test rows of both classes; all "
                f"{samples.n_test:,} are of class {tested[0].item()!r}; {way}."
            )
    by_probabilities = [n for n, m in metrics.items() if m.needs == "probabilities"]
    if by_probabilities and not drawn.at_random:
        _check_all_seen(by_probabilities[0], samples, tested)


def _check_all_seen(name: str, samples: Samples, tested: np.ndarray) -> None:
    """Raise where a label is in the test rows alone: no model can give it a probability."""
    unseen = np.setdiff1d(tested, np.unique(samples.train_labels()))
    if len(unseen):
        raise InvalidInput(
            f"`scoring` {name!r} needs labels that occur in the training rows; "
            f"{unseen[0].item()!r} is in test rows alone; leave those rows out, or take "
            "'accuracy'."
        )
