import pytest

from nearbest.cli.comparison import Comparison, UntilAnswered, comparison_of
from nearbest.race.bounds import Exact
from nearbest.race.interval import Interval
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from nearbest.race.schedulers import RoundRobin


def judged(a, b, epsilon=0.01):
    return Comparison("A", Interval(*a), "B", Interval(*b), epsilon)


@pytest.mark.parametrize(
    ("a", "b", "answer"),
    [
        ((0.70, 0.72), (0.75, 0.78), "better"),
        ((0.75, 0.78), (0.70, 0.72), "worse"),
        ((0.800, 0.804), (0.801, 0.803), "equal"),
        ((0.800, 0.800), (0.805, 0.805), "equal"),
        ((0.800, 0.800), (0.815, 0.815), "better"),
        ((0.70, 0.80), (0.75, 0.78), "unknown"),
        ((0.80, 0.82), (0.75, 0.805), "unknown"),
        ((0.75, 0.80), (0.80, 0.85), "unknown"),
        ((0.0, 1.0), (0.0, 1.0), "unknown"),
    ],
)
def test_answers(a, b, answer):
    """Better and worse need disjoint intervals, equal needs ε to hold both ways."""
    assert judged(a, b).answer == answer


@pytest.mark.parametrize(
    ("a", "b", "words"),
    [
        ((0.70, 0.72), (0.75, 0.78), "B is better than A: by 0.0300 to 0.0800."),
        ((0.75, 0.78), (0.70, 0.72), "B is worse than A: by 0.0300 to 0.0800."),
        ((0.800, 0.804), (0.801, 0.803), "equal within 0.01: B is at most 0.0030 worse"),
        ((0.80, 0.82), (0.75, 0.805), "B is not better than A by more than 0.0050, but may"),
        ((0.75, 0.805), (0.80, 0.82), "B is not worse than A by more than 0.0050, but may"),
        ((0.70, 0.80), (0.72, 0.79), "B may be worse than A by up to 0.0800, or better by"),
    ],
)
def test_words(a, b, words):
    """Each answer is a sentence with the numbers it rests on."""
    assert words in str(judged(a, b))


def test_unknown_says_so():
    """What is not known is not passed off as an answer."""
    assert str(judged((0.0, 1.0), (0.0, 1.0))).startswith("Not known yet: ")


def test_asks_no_more_once_answered():
    """Probing ends with the answer, not with a decided race."""
    race = Race(Plan({"a": (1_000, 2_000), "b": (1_000, 2_000)}, 2_000, epsilon=0), Exact())
    scheduler = UntilAnswered(RoundRobin(), epsilon=0.01)
    assert scheduler.ask(race, [], 1)
    for name in ("a", "b"):
        race.tell(
            Observation.of_counts(name, 2_000, 2_000, 1_600, 1_500, (800, 1_600), (1_000,))
        )
    assert comparison_of(race, 0.01).answer == "equal"
    assert scheduler.ask(race, [], 1) == []
