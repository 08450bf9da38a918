"""The pure parts of the forecast's benchmark."""

import pandas as pd
import pytest

pytest.importorskip("matplotlib")


def rows(losses, rule="stated, 0.95"):
    return pd.DataFrame(
        {
            "rule": rule,
            "dataset": [f"d{k // 2}" for k in range(len(losses))],
            "loss": losses,
            "speedup": 4.0,
            "with_refit": 2.0,
        }
    )


def test_shares_within_epsilon():
    """A loss of exactly ε is within it; the interval holds the share."""
    from calibration.replays import summary

    found = summary(rows([0.0, 0.01, 0.02, 0.03])).loc["stated, 0.95"]
    assert found["within"] == 0.5
    assert found["beyond"] == 2
    assert found["datasets_beyond"] == 1
    assert found["largest"] == 0.03
    assert found["low"] < 0.5 < found["high"]


def test_intervals_at_the_ends():
    """With all or none within ε the interval still has two ends."""
    from calibration.replays import summary

    all_within = summary(rows([0.0] * 20)).loc["stated, 0.95"]
    assert (all_within["within"], all_within["high"]) == (1.0, 1.0)
    assert 0.8 < all_within["low"] < 0.9
    none_within = summary(rows([0.5] * 20)).loc["stated, 0.95"]
    assert (none_within["low"], none_within["within"]) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("within", "high", "word"),
    [(0.99, 1.0, "At every level"), (0.7, 0.99, "no more than"), (0.5, 0.6, "refuted")],
)
def test_the_verdict_says_what_was_seen(within, high, word):
    """The page's sentence follows from the numbers."""
    from calibration.page import LEVELS, _verdict

    overall = pd.DataFrame(
        {"within": within, "high": high}, index=[f"stated, {level}" for level in LEVELS]
    )
    assert word in _verdict(overall)


def test_every_problem_leaves_its_own_dataset_out():
    """No forecast is made from curves of the dataset that it is for."""
    from calibration import problems

    from nearbest.forecast import Library

    library = Library.shipped()
    known = set(library.summary().index)
    made = [
        *problems.from_database(library),
        *problems.from_recordings(library),
        *problems.draws_from_recordings(library),
    ]
    assert {problem.dataset for problem in made} & known
    for analogs, dataset in {(problem.analogs, problem.dataset) for problem in made}:
        assert analogs.n_datasets == len(known - {dataset})


def test_draws_are_of_fewer_than_all():
    """All configurations drawn again are no draw."""
    from calibration import problems

    from nearbest.forecast import Library

    drawn = list(problems.draws_from_recordings(Library.shipped()))
    sizes = {r.name: len(r.names) for r in problems.load_all()}
    assert all(len(problem.curves.names) < sizes[problem.dataset] for problem in drawn)
