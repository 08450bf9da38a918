"""The promise and what it rests on, as a user reads it."""

from dataclasses import replace

import pytest

from nearbest.bounds import Violation
from nearbest.certificate import Certificate, Delivery
from nearbest.interval import Interval

DECIDED = Certificate(
    winner="tree",
    interval=Interval(0.81, 0.83),
    gap=0.0073,
    epsilon=0.01,
    confidence=0.95,
    n_configurations=40,
    n_probes=123,
    decided=True,
    proven=True,
    assumptions=("fitness: models fit", "exploitativeness: more is better"),
)


def violation(k):
    return Violation(f"sgd-{k}", "fitness", 0.01 * k, f"rose by {0.01 * k:.2f}")


def test_the_sentence_of_a_decided_race_states_epsilon_and_the_certified_gap():
    """The promise is ε; the gap that was reached stands beside it."""
    assert DECIDED.sentence == (
        "tree is within 0.01 of the best of 40 candidates with confidence 0.95; "
        "certified gap 0.0073."
    )


def test_the_sentence_of_a_stopped_race_promises_the_gap_only():
    """After a timeout the sentence claims what is certified, not ε."""
    stopped = replace(DECIDED, decided=False, gap=0.0421)
    assert "within 0.0421 of the best" in stopped.sentence
    assert "Stopped before 0.01 was certified." in str(stopped)


def test_a_delivered_model_below_its_bound_is_not_promised_epsilon():
    """A measured model can be worse than the lower bound said; then its own gap counts."""
    assert "within 0.02 of the best" in replace(DECIDED, gap=0.02).sentence


def test_a_given_test_set_makes_it_an_estimate():
    """Without a random split nothing is proven, and the sentence says so."""
    assert "is estimated to be within" in replace(DECIDED, proven=False).sentence


def test_failed_candidates_are_not_counted_among_the_best_of():
    """Nothing is said about candidates that failed, and each is named with its cause."""
    certificate = replace(DECIDED, failed=(("svm", "ValueError: bad kernel"),))
    assert "best of 39 candidates" in certificate.sentence
    assert "svm: ValueError: bad kernel" in str(certificate)


def test_one_survivor_is_called_the_only_one():
    """With one candidate there is nothing to compare."""
    alone = replace(DECIDED, n_configurations=2, failed=(("svm", "ValueError: no"),))
    assert alone.sentence == "tree is the only candidate that could be fitted."


def test_it_lists_its_assumptions_and_the_violations_seen():
    """Each assumption and each violation has a line of its own."""
    text = str(replace(DECIDED, violations=(violation(1),)))
    assert "  - fitness: models fit" in text.splitlines()
    assert "  - exploitativeness: more is better" in text.splitlines()
    assert "  - sgd-1: rose by 0.01" in text.splitlines()
    assert "Failed, and not covered: none." in text.splitlines()


def test_no_violation_is_stated_too():
    """Silence would leave the reader guessing."""
    assert "Assumptions seen to fail: none." in str(DECIDED).splitlines()


@pytest.mark.parametrize(("n", "rest"), [(5, None), (8, "  - and 3 more")])
def test_a_long_list_is_cut_and_the_rest_counted(n, rest):
    """Five violations are printed, the others counted; all stay in the object."""
    certificate = replace(DECIDED, violations=tuple(violation(k) for k in range(1, n + 1)))
    lines = str(certificate).splitlines()
    assert sum(line.startswith("  - sgd-") for line in lines) == 5
    assert (rest in lines) == (rest is not None)
    assert len(certificate.violations) == n


def test_the_delivered_model_is_described():
    """The certificate says what the model was trained on, its score and why it."""
    delivery = Delivery("a sample", 16_000, 0.8123, "better than the full one")
    text = str(replace(DECIDED, delivery=delivery))
    assert (
        "Model delivered: trained on a sample (16,000 rows), test accuracy 0.8123: "
        "better than the full one." in text
    )


def test_a_model_that_was_not_measured_has_no_score():
    """A model trained on every row cannot be scored on rows it has not seen."""
    delivery = Delivery("every row", 1_000, None, "asked for")
    assert str(delivery) == "trained on every row (1,000 rows): asked for"
