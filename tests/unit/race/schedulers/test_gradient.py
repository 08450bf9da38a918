"""Algorithm 2, by gradients computed by hand."""

import pytest

from nearbest.race.observation import Task
from nearbest.race.schedulers import GradientCI

from .scripted import SIZES, asked, race_of, tell

ASK = GradientCI()


def three_contenders(guess_seconds):
    """Ω₁ = a, Ω₂ = b, Ω₃ = c, each with two probes.

    b: ΔT/|Δu| = 2 s / 0.05 = 40; c: 3 s / 0.10 = 30; together 70.
    a: Δl = 0.1, so that ΔT/Δl = 10·ΔT.
    """
    race = race_of("abc")
    tell(race, "b", (0.3, 0.9, 1), (0.35, 0.85, 3))
    tell(race, "c", (0.3, 0.9, 1), (0.35, 0.8, 4))
    tell(race, "a", (0.3, 0.95, 1), (0.4, 0.92, 1 + guess_seconds))
    return race


def test_the_guess_is_probed_where_raising_its_lower_bound_is_cheaper():
    """ΔT₁/Δl₁ = 69 against 40 + 30: probe Ω₁."""
    assert asked(ASK, three_contenders(6.9)) == [("a", 400)]


def test_the_challenger_is_probed_where_lowering_the_others_is_cheaper():
    """ΔT₁/Δl₁ = 71 against 40 + 30: probe Ω₂, the highest upper bound of the others."""
    assert asked(ASK, three_contenders(7.1)) == [("b", 400)]


def test_all_others_count_in_the_sum():
    """45 is more than b's 40 alone, but less than 40 + 30."""
    assert asked(ASK, three_contenders(4.5)) == [("a", 400)]


def test_running_tasks_do_not_count():
    """Without c in the sum, 45 against 40 sends the probe to Ω₂."""
    race = three_contenders(4.5)
    assert asked(ASK, race, [Task("c", 400, 800)]) == [("b", 400)]


def test_with_the_guess_running_the_rule_applies_to_the_rest():
    """B is Ω₁ now: 2 s / 0.05 of its lower bound is 40, above c's 30: probe c."""
    race = three_contenders(7.1)
    assert asked(ASK, race, [Task("a", 400, 800)]) == [("c", 400)]


def test_several_workers_get_what_the_rule_chooses_in_turn():
    """The rule is applied again to those that were not chosen."""
    race = three_contenders(7.1)
    assert asked(ASK, race, free=2) == [("b", 400), ("c", 400)]
    assert sorted(asked(ASK, race, free=9)) == [("a", 400), ("b", 400), ("c", 400)]


def test_everyone_is_probed_before_anyone_twice():
    """An unprobed candidate has upper bound 1 and fewer probes than its equals."""
    race = race_of("abc")
    order = []
    for _ in range(6):
        ((name, _),) = asked(ASK, race)
        order.append(name)
        tell(race, name, (0.3, 1.0, 1))
    assert order == list("abcabc")


def test_a_guess_without_two_probes_is_probed():
    """It has no gradient yet, and getting one is cheap."""
    race = race_of("ab")
    tell(race, "a", (0.3, 0.95, 100))
    tell(race, "b", (0.3, 0.9, 1), (0.35, 0.8, 1.1))
    assert asked(ASK, race) == [("a", 200)]


def test_a_challenger_without_two_probes_does_not_count_in_the_sum():
    """C's first interval is no gradient: 45 against b's 40 alone."""
    race = race_of("abc")
    tell(race, "a", (0.3, 0.95, 1), (0.4, 0.92, 5.5))
    tell(race, "b", (0.3, 0.9, 1), (0.35, 0.85, 3))
    tell(race, "c", (0.3, 0.7, 30))
    assert asked(ASK, race) == [("b", 400)]


def test_an_upper_bound_that_stands_still_does_not_count_in_the_sum():
    """A memorizer among the others would otherwise send every probe to Ω₁."""
    race = race_of("abm")
    tell(race, "m", (0.3, 0.9, 1), (0.35, 0.9, 3))
    tell(race, "b", (0.3, 0.9, 1), (0.35, 0.85, 3))
    tell(race, "a", (0.3, 0.95, 1), (0.4, 0.92, 5.5))
    assert asked(ASK, race) == [("m", 400)]
    tell(race, "a", (0.45, 0.91, 6.0))
    assert asked(ASK, race) == [("a", 800)]


def test_a_guess_whose_lower_bound_stands_still_leaves_it_to_the_cheaper_probe():
    """Δl₁ = 0 has no gradient: 4 s of Ω₁ against 6 s of Ω₂, and the other way round."""
    for seconds, expected in ((2, "a"), (4, "b")):
        race = race_of("ab")
        tell(race, "a", (0.3, 0.95, 1), (0.3, 0.95, seconds))
        tell(race, "b", (0.3, 0.9, 1), (0.35, 0.85, 3))
        assert asked(ASK, race) == [(expected, 400)]


def test_a_lower_bound_that_fell_is_no_gradient_either():
    """The paper's bounds can move backwards between snapshots."""
    race = race_of("ab")
    tell(race, "a", (0.35, 0.95, 1), (0.3, 0.95, 4))
    tell(race, "b", (0.3, 0.9, 1), (0.35, 0.85, 3))
    assert asked(ASK, race) == [("b", 400)]


def test_with_no_gradient_among_the_others_the_cheaper_probe_is_made():
    """All upper bounds stand still: 6 s of Ω₁ against 4 s of Ω₂."""
    race = race_of("ab")
    tell(race, "a", (0.3, 0.95, 1), (0.4, 0.95, 3))
    tell(race, "b", (0.3, 0.9, 1), (0.35, 0.9, 2))
    assert asked(ASK, race) == [("b", 400)]


def test_an_exhausted_guess_leaves_the_rule_to_the_rest():
    """Ω₁ had its full run: the best of the others takes its place."""
    race = race_of("abc")
    tell(race, "a", *[(0.3, 0.99, 1)] * len(SIZES))
    tell(race, "b", (0.3, 0.9, 1), (0.35, 0.85, 3))
    tell(race, "c", (0.3, 0.9, 1), (0.35, 0.8, 2))
    assert race.exhausted("a")
    assert asked(ASK, race) == [("c", 400)]


def test_a_last_probe_that_was_faster_costs_nothing_extra():
    """A negative ΔT is timing noise and counts as 0."""
    race = race_of("ab")
    tell(race, "a", (0.3, 0.95, 5), (0.4, 0.92, 4))
    tell(race, "b", (0.3, 0.9, 1), (0.35, 0.85, 3))
    assert asked(ASK, race) == [("a", 400)]


def play(race, curves):
    """Names in the order in which they were probed until the race is over."""
    order = []
    while not race.decided and (tasks := ASK.ask(race, (), 1)):
        name, size = tasks[0].configuration, tasks[0].n_train
        tell(race, name, curves[name](SIZES.index(size)), size=size)
        order.append(name)
    return order


def memorizer(k):
    """Upper bound 1 and a slow lower bound until the full run."""
    return (0.7, 0.7, 16) if k == 4 else (0.5 + 0.01 * k, 1.0, 2**k)


def shrinking(centre):
    def curve(k):
        half = 0.16 / 4**k
        return (centre - half, centre + half, 2**k)

    return curve


@pytest.mark.parametrize("names", ["mxy", "xym", "xmy"])
def test_a_memorizer_neither_starves_the_others_nor_is_starved(names):
    """Its still upper bound sends neither all probes to it nor all to the others."""
    race = race_of(names)
    order = play(race, {"m": memorizer, "x": shrinking(0.8), "y": shrinking(0.78)})
    assert race.decided
    assert race.incumbent == "x"
    assert race.exhausted("m")
    last_of_memorizer = len(order) - 1 - order[::-1].index("m")
    assert {"x", "y"} <= set(order[:last_of_memorizer])
    assert order.count("x") >= 2
    assert order.count("y") >= 2
    assert set(order[: order.index("m") + 7]) == set("mxy")


def test_two_memorizers_take_turns():
    """Where no bound moves the cheaper probe comes first, so neither runs ahead."""
    race = race_of("mn")
    still = dict.fromkeys("mn", lambda k: (0.5, 0.5 if k == 4 else 1.0, 2**k))
    order = play(race, still)
    counts = [order[:k].count("m") - order[:k].count("n") for k in range(len(order))]
    assert max(map(abs, counts)) <= 1
    assert race.exhausted("m")
    assert race.exhausted("n")


def test_it_has_a_name():
    """The scheduler prints as one would write it."""
    assert repr(ASK) == "GradientCI()"
