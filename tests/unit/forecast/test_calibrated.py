from dataclasses import replace

import numpy as np
import pytest

from nearbest.forecast import CalibratedOutlook
from nearbest.race.interval import Interval
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.score import ROC_AUC, Scale, Score

SIZES = tuple(1_000 * 2**k for k in range(8))
ANY = Interval(0.0, 1.0)
LOG_LOSS = Scale("log loss", -6.9, 0.0, "row means", shown_negated=True)


def plan_of(names, kind="boosting", **options):
    sizes = dict.fromkeys(names, options.pop("sizes", SIZES))
    return Plan(sizes, 20_000, kinds=dict.fromkeys(names, kind), **options)


def probes(name, *accuracies, sizes=SIZES):
    return [
        Observation.of_counts(name, s, 20_000, round(0.95 * s), round(a * 20_000))
        for s, a in zip(sizes, accuracies, strict=False)
    ]


def outlook_of(curves, **options):
    outlook = CalibratedOutlook(plan_of(curves, **options))
    for name, curve in curves.items():
        outlook.update(name, probes(name, *curve), ANY)
    return outlook


CLOSE = {"a": (0.80, 0.82, 0.83), "b": (0.79, 0.81, 0.82), "c": (0.75, 0.80, 0.81)}
FAR_APART = {"good": (0.80, 0.84, 0.86, 0.87), "bad": (0.60, 0.61, 0.61, 0.61)}


def test_clear_winner():
    """A candidate that leads by far is chosen, surely enough to end the race."""
    outlook = outlook_of(FAR_APART)
    assert outlook.best == "good"
    assert outlook.plan.names[outlook.verdict.winner] == "good"
    assert outlook.prediction("good").suffices
    assert not outlook.prediction("bad").suffices
    assert outlook.threats("good").tolist() == [0, 0]
    assert outlook.threats("bad")[0] == 1


def test_known_score_of_the_winner():
    """A winner that falls short in its full run is sure no longer, nor within ε."""
    outlook = outlook_of(FAR_APART)
    as_forecast, short = outlook.prediction("good", 0.87), outlook.prediction("good", 0.59)
    assert as_forecast.suffices
    assert as_forecast.gap == 0
    assert short.probability < 0.05
    assert not short.suffices
    assert short.gap > 0.01


def test_a_known_score_leaves_no_doubt_without_rivals():
    """However bad it is."""
    assert outlook_of({"only": (0.8, 0.8)}).prediction("only", 0.1).probability == 1


def test_rule_and_scheduler_see_the_same_probability():
    """What is predicted of the winner is what the verdict says."""
    outlook = outlook_of({"a": (0.80, 0.82), "b": (0.77, 0.79), "c": (0.70, 0.71)})
    verdict = outlook.verdict
    winner = outlook.plan.names[verdict.winner]
    assert outlook.prediction(winner).probability == pytest.approx(verdict.probability)


@pytest.mark.parametrize(("seconds", "is_too_early"), [(0.1, True), (5.0, False)])
def test_too_early_to_end(seconds, is_too_early):
    """Unless it is quite sure, a race goes on until probes cost as much as the winner will."""
    outlook = CalibratedOutlook(plan_of(CLOSE))
    for name, curve in CLOSE.items():
        per_row = (1.0 if name == "a" else 30 * seconds) / SIZES[-1]
        made = [replace(p, fit_time=per_row * p.n_train) for p in probes(name, *curve)]
        outlook.update(name, made, ANY)
    found = outlook.prediction("a")
    assert outlook.verdict.winner == 0
    assert outlook.verdict.probability < outlook.tuning.plain
    assert found.is_too_early is is_too_early
    assert (found.probability <= 0.5) is is_too_early


def test_forecasts_narrow():
    """More rows leave less to guess, and the full size nothing."""
    curve = (0.80, 0.83, 0.85, 0.86, 0.865, 0.868, 0.87, 0.871)
    widths = []
    for n in range(2, 9):
        interval = outlook_of({"a": curve[:n], "b": curve[:2]}).interval("a")
        widths.append(interval.upper - interval.lower)
    assert widths[0] > widths[3] > widths[-2] > widths[-1] == 0


def test_hardly_probed_rival_holds_up_the_end():
    """A winner is not sure while a rival that was level with it was not grown with it."""
    grown = {"good": (0.80, 0.84, 0.86, 0.87, 0.875, 0.88), "late": (0.80, 0.84)}
    outlook = outlook_of({**grown, "bad": (0.5, 0.5)})
    lags = dict(zip(outlook.plan.names, outlook.verdict.lagging.tolist(), strict=True))
    assert lags == {"good": False, "late": True, "bad": False}
    assert outlook.prediction("good").probability <= 0.5
    outlook.update("late", probes("late", 0.80, 0.84, 0.841, 0.842, 0.843), ANY)
    assert not outlook.verdict.lagging.any()
    assert outlook.prediction("good").suffices


def test_any_number_at_once():
    """Probes told one by one or together lead to the same forecast, in whatever order."""
    names = ("a", "b")
    whole = {"a": probes("a", 0.80, 0.84, 0.85), "b": probes("b", 0.70, 0.80, 0.86)}
    one_by_one, at_once = (CalibratedOutlook(plan_of(names)) for _ in range(2))
    for k in (1, 2, 3):
        for name in names:
            one_by_one.update(name, whole[name][:k], ANY)
    for name in reversed(names):
        at_once.update(name, whole[name], ANY)
    assert one_by_one.prediction("a") == at_once.prediction("a")


def test_unknown_is_widest():
    """A learner of unknown kind is forecast with the most caution."""
    curve = {"a": (0.80, 0.82, 0.83), "b": (0.80, 0.82, 0.83)}
    known = outlook_of(curve, kind="linear").interval("a")
    unknown = outlook_of(curve, kind="unknown").interval("a")
    assert unknown.upper - unknown.lower > known.upper - known.lower


def test_failed_has_no_part():
    """Who failed is no rival, and needs no forecast."""
    outlook = outlook_of(FAR_APART)
    outlook.forget("good")
    assert outlook.covers("good")
    assert outlook.best == "bad"
    assert outlook.prediction("bad").suffices


def test_unprobed_counts_against_all():
    """Nothing is said before everybody has a forecast."""
    outlook = CalibratedOutlook(plan_of(("a", "b")))
    outlook.update("a", probes("a", 0.8, 0.85), ANY)
    found = outlook.prediction("a")
    assert (found.probability, found.n_missing, outlook.verdict) == (0, 1, None)
    assert outlook.best == "a"


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (
            {"scale": Scale("profit", -6.9, 0.0, "row means")},
            "there are no past curves of profit",
        ),
        (
            {"scale": LOG_LOSS, "constant": -0.5, "epsilon": 0.004},
            "no level is calibrated for ε below 0.005",
        ),
        ({"sizes": (1_000, 2_000, 4_000)}, "8,900 training rows and more"),
        (
            {"sizes": (1_000, 2_000, 4_000), "scale": ROC_AUC, "n_test_pairs": 5_000},
            "8,900 training rows and more",
        ),
        ({"sizes": (1_000, 2_000, 4_000_000)}, "11.0 doublings are left"),
    ],
)
def test_declines(options, why):
    """Where past curves do not tell, there is no forecast, and a note says why."""
    outlook = CalibratedOutlook(plan_of(("a", "b"), **options))
    sizes = options.get("sizes", SIZES)
    outlook.update("a", probes("a", 0.80, 0.85, sizes=sizes), ANY)
    assert not outlook.covers("a")
    assert why in outlook.prediction("a").notes[0]


def test_admits_further_candidates():
    """With an extended plan it begins anew, and is updated again by the race."""
    outlook = outlook_of(FAR_APART)
    outlook.admit(outlook.plan.extended({"late": SIZES}))
    assert outlook.verdict is None
    for name, curve in {**FAR_APART, "late": (0.90, 0.94, 0.95)}.items():
        outlook.update(name, probes(name, *curve), ANY)
    assert outlook.best == "late"


def test_draws_are_repeatable():
    """The same probes lead to the same numbers."""
    first, second = outlook_of(FAR_APART), outlook_of(FAR_APART)
    np.testing.assert_array_equal(first.verdict.lead, second.verdict.lead)


def areas(name, *values):
    return [
        Observation(name, s, 20_000, Score(0.99, s, s // 4), Score(a, 20_000, 5_000))
        for s, a in zip(SIZES, values, strict=False)
    ]


def test_past_curves_of_the_score():
    """By ROC AUC it goes by past curves of ROC AUC."""
    by_area = CalibratedOutlook(plan_of(FAR_APART, scale=ROC_AUC, n_test_pairs=5_000))
    for name, curve in FAR_APART.items():
        by_area.update(name, areas(name, *curve), ANY)
    assert by_area.best == "good"
    assert by_area.prediction("good").suffices
    assert by_area.prediction("good").n_datasets == 46
    by_accuracy = outlook_of(FAR_APART)
    assert by_area.interval("good") != by_accuracy.interval("good")


def outlook_of_losses(constant, **curves):
    """By log losses, relative to what the best constant prediction loses."""
    plan = plan_of(curves, scale=LOG_LOSS, constant=-constant, epsilon=0.02 * constant)
    outlook = CalibratedOutlook(plan)
    for name, losses in curves.items():
        scores = [Score(-loss * constant, 20_000) for loss in losses]
        made = [
            Observation(name, size, 20_000, Score(0.9 * score.value, size), score)
            for size, score in zip(SIZES, scores, strict=False)
        ]
        outlook.update(name, made, ANY)
    return outlook


def test_losses_are_forecast_relative_to_a_constant():
    """What is said of them is in the units of the race, whatever a constant loses."""
    curves = {"good": (0.60, 0.55, 0.53, 0.52), "bad": (0.95, 0.94, 0.935, 0.932)}
    few, many = (outlook_of_losses(constant, **curves) for constant in (0.3, 1.2))
    for outlook, constant in ((few, 0.3), (many, 1.2)):
        assert outlook.best == "good"
        assert outlook.prediction("good").suffices
        assert outlook.tuning.epsilon == 0.02
        interval = outlook.interval("good")
        assert -0.55 * constant < interval.lower < interval.upper < -0.4 * constant
        lost = outlook.prediction("good", -0.99 * constant)  # its full run was far worse
        assert not lost.suffices
        assert 0.04 * constant < lost.gap < 0.2 * constant


def test_imagined_losses_are_losses():
    """Probes in worlds that a forecast holds possible have scores of the race."""
    outlook = outlook_of_losses(0.5, a=(0.6, 0.55, 0.52), b=(0.62, 0.56, 0.53))
    last = Observation("a", SIZES[2], 20_000, Score(-0.2, 4_000), Score(-0.26, 20_000))
    world = outlook.imagine(0, 0.01)
    assert -0.5 < world.score("a", SIZES[5], [last]) < 0


def test_nothing_is_forecast_of_who_learns_late():
    """Whatever a small sample shows, it may still win, until its full run."""
    plan = replace(plan_of(("a", "b")), kinds={"a": "linear", "b": "late"})
    outlook = CalibratedOutlook(plan)
    outlook.update("a", probes("a", 0.80, 0.81, 0.81, 0.81), ANY)
    outlook.update("b", probes("b", 0.50, 0.50, 0.50, 0.50), ANY)
    assert outlook.interval("b").upper == 1
    assert not outlook.prediction("a").suffices
