"""Observations, and their form in the journal."""

import json

import pytest

from nearbest.race.observation import Observation
from nearbest.race.score import Score

AUC = Score(0.8, 1_000, n_effective=30)


@pytest.mark.parametrize(
    "observation",
    [
        Observation.of_counts("a", 200, 400, 150, 290, (80, 150), (100, 200), fit_time=0.5),
        Observation("a", 200, 400, status="failed", message="no", warnings=("w",)),
        Observation("a", 1_000, 1_000, AUC, AUC, (AUC,), converged=False),
        Observation("a", 9, 9, Score(0.5, 9, stderr=0.1), Score(0.25, 9, stderr=0.2)),
    ],
    ids=["counts", "failed", "pairs", "approximate"],
)
def test_the_journal_gives_back_what_it_was_given(observation):
    """Scores, what the bounds need of them, and their absence survive JSON."""
    plain = json.loads(json.dumps(observation.to_json()))
    assert Observation.from_json(plain) == observation


def test_counts_are_scores_on_their_sizes():
    """Each prefix is scored on the planned size it belongs to, the last on all rows."""
    observation = Observation.of_counts("a", 200, 400, 150, 290, (80, 150), (100, 200, 400))
    assert observation.prefixes == (Score(0.8, 100), Score(0.75, 200))
    assert (observation.train, observation.test) == (Score(0.75, 200), Score(0.725, 400))
    assert observation.prefix_correct == (80, 150)
    assert (observation.train_correct, observation.test_correct) == (150, 290)


def test_a_count_too_many_is_refused():
    """Counts that do not belong to planned sizes would be scored on wrong ones."""
    with pytest.raises(ValueError, match="zip"):
        Observation.of_counts("a", 200, 400, 150, 290, (80, 150), (50, 100, 200))
