"""A forecast that goes on towards the final scores of one of its draws."""

import numpy as np
import pytest

from nearbest.forecast import CalibratedOutlook
from nearbest.race.interval import Interval
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.score import Score

SIZES = tuple(1_000 * 2**k for k in range(8))
FULL, ANY = SIZES[-1], Interval(0.0, 1.0)


def probe(size, score):
    return Observation("a", size, 20_000, test=Score(score, 20_000))


@pytest.fixture
def known():
    return [probe(1_000, 0.80), probe(2_000, 0.82)]


@pytest.fixture
def outlook(known):
    plan = Plan({"a": SIZES}, 20_000, kinds={"a": "forest"})
    outlook = CalibratedOutlook(plan)
    outlook.update("a", known, ANY)
    return outlook


def final(world, known):
    return world.score("a", FULL, known)


def test_final_scores_are_those_of_the_draw(outlook, known):
    """Each world has others, within what the forecast expects."""
    finals = [final(outlook.imagine(k, 0.01), known) for k in range(50)]
    assert len(set(finals)) > 10
    expected = outlook.interval("a")
    assert np.mean([expected.lower <= score <= expected.upper for score in finals]) > 0.8


def test_scores_on_the_way(outlook, known):
    """They lie between the last one and the final one, nearer to it with more rows."""
    world = outlook.imagine(3, 0.01)
    scores = [world.score("a", size, known) for size in (2_000, 8_000, 32_000, FULL)]
    assert scores[0] == pytest.approx(0.82)
    assert scores == sorted(scores, reverse=scores[-1] < scores[0])


def test_forecasts_become_narrower_and_end_at_the_score(outlook, known):
    """After each probe there, and after a full run nothing is left to guess."""
    world, before = outlook.imagine(3, 0.01), outlook.interval("a").width
    probes = list(known)
    for size in (8_000, 32_000):
        probes.append(probe(size, world.score("a", size, probes)))
        world.update("a", probes, ANY)
        assert world.interval("a").width < before
        before = world.interval("a").width
    score = final(world, probes)
    world.update("a", [*probes, probe(FULL, score)], ANY)
    assert world.interval("a").width == 0
    assert world.interval("a").lower == pytest.approx(score)


def test_honest(outlook, known):
    """Over many worlds what is expected after a probe is the final score in the mean."""
    errors = []
    for k in range(300):
        world = outlook.imagine(k, 0.01)
        probes = [*known, probe(16_000, world.score("a", 16_000, known))]
        world.update("a", probes, ANY)
        errors.append(world._beliefs.centre[0] - final(world, known))
    spread = np.std(errors)
    assert abs(np.mean(errors)) < 0.5 * spread
    assert spread < outlook.interval("a").width / 2


def test_what_is_known_stays(outlook, known):
    """A world goes on beside the race's own forecast."""
    before = outlook.interval("a")
    world = outlook.imagine(0, 0.01)
    world.update("a", [*known, probe(FULL, 0.9)], ANY)
    assert outlook.interval("a") == before
    assert world.interval("a") != before


def test_another_epsilon(outlook):
    """It has its own level; below all that are known there is no such world."""
    assert outlook.imagine(0, 0.01).stop_level == outlook.stop_level
    double = outlook.imagine(0, 0.02)
    assert double.tuning.epsilon == 0.02
    assert double.stop_level < 1
    assert outlook.imagine(0, 1e-6) is None
    assert outlook.tuning.epsilon == 0.01


def test_nothing_without_a_forecast():
    """Before the first probe nothing can be imagined."""
    assert CalibratedOutlook(Plan({"a": SIZES}, 20_000)).imagine(0, 0.01) is None
