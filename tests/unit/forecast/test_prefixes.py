from dataclasses import replace

import numpy as np
import pytest

from nearbest.forecast import prefixes
from nearbest.forecast.features import KINDS
from nearbest.forecast.pasts import (
    LOWEST,
    OF_AVERAGE_PRECISION,
    OF_F1,
    OF_LOG_LOSS,
    Unit,
    past_of,
)
from nearbest.forecast.prefixes import as_every_kind
from nearbest.race.observation import Observation
from nearbest.race.score import ROC_AUC, Scale, Score
from tests.unit.forecast.test_calibrated import areas, plan_of, probes

LOG_LOSS = Scale("log loss", -6.9, 0.0, "row means", shown_negated=True)


def prefix_of(curve, plan, kind):
    """As the past curves of the plan's score tell it."""
    past = past_of(plan.scale)
    return prefixes.prefix_of(curve, plan, kind, past, past.unit(plan))


def test_convergence_that_was_not_noted_is_unknown():
    """Curves recorded without it are not taken to have converged."""
    curve = probes("a", 0.80, 0.82)
    noted, not_noted = plan_of("a"), plan_of("a", notes_convergence=False)
    assert prefix_of(curve, noted, 0).converged.tolist() == [1]
    assert np.isnan(prefix_of(curve, not_noted, 0).converged).all()


def test_areas_by_the_rarer_class():
    """ROC AUC is noisier the rarer a class is, and its constant prediction has a half."""
    whole = plan_of("a", scale=ROC_AUC, n_test_pairs=10_000)
    assert prefix_of(areas("a", 0.80), whole, 0).constant == 0.5
    assert prefix_of(areas("a", 0.80), whole, 0).noise[0, 2] == 0  # all rows were scored
    large = replace(whole, n_test=2_000_000, n_test_pairs=1_000_000)
    half = prefix_of(areas("a", 0.80), large, 0)
    rare = prefix_of(areas("a", 0.80), replace(large, n_test_pairs=10_000), 0)
    assert rare.noise[0, 2] > 3 * half.noise[0, 2] > 0


def test_constant_of_accuracy():
    """The share of the most frequent class, where the counts are known."""
    counted = plan_of("a", class_counts=(30, 70))
    assert prefix_of(probes("a", 0.8), counted, 0).constant == pytest.approx(0.7)
    assert np.isnan(prefix_of(probes("a", 0.8), plan_of("a"), 0).constant)


def test_every_kind():
    """One prefix for each kind, alike in all else."""
    found = as_every_kind(prefix_of(probes("a", 0.80, 0.82), plan_of("a"), 3))
    assert found.kind.tolist() == list(range(len(KINDS)))
    assert (found.test[:, 2] == 0.82).all()


def losses(*values):
    """Probes of rising size with these log losses, on samples and test rows alike."""
    sizes = [1_000 * 4**k for k in range(len(values))]
    return [
        Observation("a", size, 2 * size, Score(-value, size), Score(-value, 2 * size))
        for size, value in zip(sizes, values, strict=True)
    ]


def test_losses_are_told_relative_to_a_constant():
    """The best constant prediction has 0, as in R², and 1 is perfect."""
    plan = plan_of("a", scale=LOG_LOSS, constant=-0.5)
    found = prefix_of(losses(0.4, 0.3), plan, 0)
    assert found.test[0, 1:] == pytest.approx([0.2, 0.4])
    assert found.constant == 0
    assert found.first_test == pytest.approx([0.2])


def test_noise_of_losses_falls_with_the_rows_scored():
    """By the spread that rows of past tables had; in units of what a constant loses."""
    plan = replace(plan_of("a", scale=LOG_LOSS, constant=-0.5), n_test=1_000_000)
    found = prefix_of(losses(0.4, 0.4), plan, 0).noise[0]
    assert found[1] == pytest.approx(2 * found[2], rel=0.01)
    assert found[2] == pytest.approx(0.8 * 0.4**0.2 / 0.5 / 8_000**0.5, rel=0.01)


def test_hopeless_losses_are_told_as_the_worst():
    """How far a model is behind is of no interest, if it is as far as that."""
    assert Unit(-0.01, 0.01).told(-6.9) == LOWEST


@pytest.mark.parametrize(
    "scale",
    [
        Scale("log loss", -6.9, 0.0, "row means"),
        Scale("weighted log loss", -6.9, 0.0, "row means", shown_negated=True),
        Scale("accuracy", 0.0, 1.0, "row means"),
    ],
    ids=["a user's own", "weighted", "accuracy of a user's own"],
)
def test_scores_of_other_meaning_have_no_past(scale):
    """A name alone does not make a score one that past curves tell of."""
    assert past_of(scale) is None


def test_losses_without_a_constant_are_not_told():
    """What a constant loses is the unit; where nobody knows it, there is none."""
    assert "constant prediction" in OF_LOG_LOSS.without_curves(plan_of("a", scale=LOG_LOSS))
    known = plan_of("a", scale=LOG_LOSS, constant=-0.5)
    assert OF_LOG_LOSS.without_curves(known) is None


@pytest.mark.parametrize(("past", "constant"), [(OF_F1, 0.9), (OF_AVERAGE_PRECISION, 0.8)])
def test_scores_of_the_larger_class_have_no_past(past, constant):
    """They were recorded of the rarer one, which is what they are used for."""
    scale = Scale(past.name, 0.0, 1.0, "approximate")
    assert past_of(scale) is past
    plan = plan_of("a", scale=scale, constant=constant)
    assert "of the rarer class" in past.without_curves(plan)
    assert past.without_curves(replace(plan, constant=0.3)) is None


def test_scores_of_one_class_are_noisier_the_rarer_it_is():
    """Rows of the other class hardly tell anything of it."""
    scale = Scale("average precision", 0.0, 1.0, "approximate")
    often, seldom = (
        replace(plan_of("a", scale=scale, constant=share), n_test=2_000_000)
        for share in (0.4, 0.004)
    )
    curve = probes("a", 0.80, 0.82)
    assert prefix_of(curve, seldom, 0).noise[0, 2] == pytest.approx(
        10 * prefix_of(curve, often, 0).noise[0, 2]
    )
    assert prefix_of(curve, often, 0).constant == 0.4
