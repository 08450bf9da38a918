"""The paired self-check of fitness."""

import pytest

from nearbest.race.bounds.fitness import (
    fitness_violations,
    is_rising,
    repaired_scores,
    score_on,
    trend,
)
from nearbest.race.observation import Observation
from nearbest.race.score import ACCURACY, Score

SIZES = (1_000, 2_000, 4_000, 8_000, 16_000)


def observe(*prefixes):
    """The observation at the size up to which correct rows are given."""
    size = SIZES[len(prefixes) - 1]
    return Observation.of_counts("a", size, 2 * size, prefixes[-1], size, prefixes, SIZES)


def unpaired(size, correct):
    return Observation.of_counts("a", size, 2 * size, correct, size)


def counts(*n_right):
    """As many scores, each on the size up to which it is given."""
    return [Score.of_count(n, size) for n, size in zip(n_right, SIZES, strict=False)]


def test_a_later_models_count_on_an_earlier_sample_is_found_by_size():
    """The count for a size stands at the size's place in the plan."""
    later = observe(700, 1_500, 3_100)
    assert score_on(later, 1_000, SIZES) == Score.of_count(700, 1_000)
    assert score_on(later, 2_000, SIZES) == Score.of_count(1_500, 2_000)


def test_a_count_that_was_not_recorded_is_missing():
    """Recorded curves of others have no counts on earlier samples."""
    assert score_on(unpaired(4_000, 3_100), 1_000, SIZES) is None


def test_counts_that_obey_fitness_need_no_repair():
    """If no later model is better on an earlier sample, each keeps its own count."""
    probes = [observe(800), observe(790, 1_590), observe(800, 1_580, 3_100)]
    assert repaired_scores(probes, SIZES) == counts(800, 1_590, 3_100)
    assert trend(probes, SIZES) == 0
    assert fitness_violations(probes, counts(800, 1_590, 3_100), ACCURACY) == ()


def test_a_later_model_that_fits_an_earlier_sample_better_repairs_its_count():
    """Each sample gets the most rows that any model so far got right on it."""
    probes = [observe(700), observe(740, 1_450), observe(720, 1_500, 3_000)]
    assert repaired_scores(probes, SIZES) == counts(740, 1_500, 3_000)


def test_counts_without_pairs_stay_as_they_are():
    """There is nothing to repair with where only totals are known."""
    probes = [unpaired(1_000, 700), unpaired(2_000, 1_500)]
    assert repaired_scores(probes, SIZES) == counts(700, 1_500)


def test_the_trend_is_the_paired_rise_over_two_steps_times_the_steps_left():
    """0.72 − 0.70 on the sample two steps back, and two steps to 16,000 rows."""
    probes = [observe(700), observe(705, 1_420), observe(720, 1_450, 2_900)]
    assert trend(probes, SIZES) == pytest.approx(0.02 * 2)


def test_the_trend_after_two_probes_takes_their_one_step():
    """0.73 − 0.70, and three steps left."""
    assert trend([observe(700), observe(730, 1_440)], SIZES) == pytest.approx(0.03 * 3)


def test_the_trend_looks_back_two_steps_only():
    """The first of four probes is out of sight."""
    probes = [
        observe(500),
        observe(500, 1_400),
        observe(600, 1_400, 2_800),
        observe(900, 1_420, 2_800, 5_600),
    ]
    assert trend(probes, SIZES) == pytest.approx(0.01 * 1)


def test_the_trend_without_pairs_is_the_rise_of_the_training_accuracy():
    """0.75 − 0.70 between two totals, and three steps left."""
    probes = [unpaired(1_000, 700), unpaired(2_000, 1_500)]
    assert trend(probes, SIZES) == pytest.approx(0.05 * 3)


def test_a_step_left_is_as_long_as_the_last_ones_were():
    """After a step of factor 4, one such step is left from 4,000 to 16,000 rows."""
    probes = [observe(700), observe(720, 1_450, 2_900)]
    assert trend(probes, SIZES) == pytest.approx(0.02 * 1)


def test_a_falling_training_accuracy_has_no_trend():
    """The correction only raises."""
    assert trend([observe(800), observe(700, 1_400)], SIZES) == 0


def test_one_probe_has_no_trend():
    """There is no step to look at."""
    assert trend([observe(800)], SIZES) == 0


def test_the_largest_violation_is_reported_with_its_magnitude():
    """One line a configuration: where the later model is better, and by how much."""
    probes = [observe(700), observe(720, 1_400), observe(730, 1_480, 2_900)]
    (seen,) = fitness_violations(probes, repaired_scores(probes, SIZES), ACCURACY)
    assert (seen.configuration, seen.assumption) == ("a", "fitness")
    assert seen.magnitude == pytest.approx(0.04)
    assert "first 2,000 rows" in seen.message
    assert "0.0400" in seen.message


def test_a_violation_below_a_thousandth_is_not_worth_a_line():
    """Learners that minimise another loss break fitness a little all the time."""
    probes = [observe(700), observe(700, 1_401)]
    assert fitness_violations(probes, counts(700, 1_402), ACCURACY) == ()
    assert fitness_violations(probes, counts(701, 1_401), ACCURACY) != ()


def scored_in_part(n_train, share, accuracy):
    """A probe that scored so much of its sample, and of each prefix."""
    sizes = [size for size in SIZES if size <= n_train]
    scores = [
        Score.of_count(round(accuracy * size * share), round(size * share)) for size in sizes
    ]
    test = Score.of_count(n_train, 2 * n_train)
    return Observation("a", n_train, 2 * n_train, scores[-1], test, tuple(scores))


@pytest.mark.parametrize(("before", "last"), [(1.0, 0.25), (0.25, 1.0), (1.0, 1.0)])
@pytest.mark.parametrize("rise", [0.05, 0.0, -0.05])
def test_a_rise_is_seen_on_rows_that_both_models_scored(before, last, rise):
    """One probe may have scored more rows than the other; then fewer are compared."""
    probes = [scored_in_part(4_000, before, 0.8), scored_in_part(8_000, last, 0.8 + rise)]
    assert is_rising(probes, ACCURACY) == (rise > 0)


def test_a_rise_that_cannot_be_ruled_out_counts():
    """Where no prefix was scored on as many rows by both."""
    probes = [scored_in_part(4_000, 1.0, 0.8), scored_in_part(8_000, 0.3, 0.8)]
    assert is_rising(probes, ACCURACY)


def test_without_prefixes_nothing_tells_of_a_rise():
    """As in recorded curves of others."""
    assert not is_rising([unpaired(1_000, 700), unpaired(2_000, 1_600)], ACCURACY)
