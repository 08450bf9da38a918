import numpy as np
import pandas as pd
import pytest
from sklearn.tree import DecisionTreeClassifier

from nearbest.candidates.configuration import Configuration
from nearbest.forecast import Outlook
from nearbest.race.bounds import Exact
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from nearbest.selection.cv_results import history, results

SIZES = (1_000, 2_000)


@pytest.fixture
def race():
    plan = Plan(dict.fromkeys("abcd", SIZES), n_test=500, epsilon=0.05)
    race = Race(plan, Exact(), forecaster=Outlook(plan))
    race.tell(
        Observation.of_counts("a", 1_000, 500, 800, 400, (800,), fit_time=1.0, score_time=0.5)
    )
    race.tell(
        Observation.of_counts("a", 2_000, 500, 1_600, 390, (800, 1_600), SIZES, fit_time=2.0)
    )
    race.tell(
        Observation.of_counts("b", 2_000, 500, 1_000, 250, (500, 1_000), SIZES, fit_time=3.0)
    )
    race.tell(Observation("c", 1_000, 500, status="failed", message="ValueError: no"))
    return race


@pytest.fixture
def table(race):
    tree = DecisionTreeClassifier()
    listed = [
        Configuration("a", tree, {"max_depth": 3}),
        Configuration("b", tree, {"max_leaf_nodes": 8}),
        Configuration("c", tree),
        Configuration("d", tree),
    ]
    return results(race, listed)


def test_one_entry_a_candidate(table):
    """Every column has an entry for each candidate, in the order given."""
    assert list(table["configuration"]) == list("abcd")
    assert all(len(column) == 4 for column in table.values())


def test_counts_and_times(table):
    """Sizes are those of the last probe, times those of all."""
    assert list(table["n_train"]) == [2_000, 2_000, 0, 0]
    assert list(table["n_test"]) == [500, 500, 0, 0]
    assert list(table["n_probes"]) == [2, 1, 0, 0]
    assert list(table["fit_time"]) == [3.0, 3.0, 0.0, 0.0]
    assert list(table["score_time"]) == [0.5, 0.0, 0.0, 0.0]
    np.testing.assert_array_equal(table["mean_test_score"], [0.78, 0.5, np.nan, np.nan])
    assert (table["lower"][0], table["upper"][0]) == (0.78, 0.78)
    np.testing.assert_array_equal(table["full_run_time"], [2.0, 3.0, np.nan, np.nan])


def test_standings(table):
    """Each candidate's standing is told, with what excluded it or why it failed."""
    assert list(table["standing"]) == ["winner", "excluded", "failed", "waiting"]
    assert list(table["excluded_by"]) == [None, "full run", None, None]
    assert list(table["beaten_by"]) == [None, "a", None, None]
    assert list(table["failure"]) == [None, None, "ValueError: no", None]


def test_ranks(table):
    """The best comes first, failed ones last."""
    assert table["rank_test_score"][0] == 1
    assert table["rank_test_score"][2] == 4
    assert sorted(table["rank_test_score"]) == [1, 2, 3, 4]


def test_the_winner_ranks_first():
    """Also where another has the larger lower bound."""
    plan = Plan(dict.fromkeys("ab", SIZES), n_test=500, epsilon=0)
    race = Race(plan, Exact())
    race.tell(Observation.of_counts("a", 2_000, 500, 1_600, 390, (800, 1_600), SIZES))
    race.tell(Observation.of_counts("b", 1_000, 500, 850, 385, (850,), SIZES))
    assert (race.incumbent, race.winner) == ("a", "b")
    tree = DecisionTreeClassifier()
    found = results(race, [Configuration(name, tree) for name in "ab"])
    assert list(found["rank_test_score"]) == [2, 1]


def test_parameters_are_masked_where_they_do_not_apply(table):
    """As in scikit-learn, a parameter that a candidate lacks is masked."""
    assert table["params"][0] == {"max_depth": 3}
    assert table["param_max_depth"].mask.tolist() == [False, True, True, True]
    assert table["param_max_depth"][0] == 3


def test_as_a_frame(table):
    """The table fits into a DataFrame."""
    assert pd.DataFrame(table).shape == (4, len(table))


def test_forecasts(table, race):
    """Where there is a forecast, its interval and the chance to beat the winner are told."""
    lower, upper, chance = (
        table[key] for key in ("predicted_lower", "predicted_upper", "chance_to_beat")
    )
    np.testing.assert_allclose(lower, [0.78, 0.5, np.nan, np.nan], atol=1e-6)
    np.testing.assert_allclose(upper, [0.78, 0.5, np.nan, np.nan], atol=1e-6)
    np.testing.assert_array_equal(chance, [0.0, 0.0, np.nan, np.nan])


def test_chance_of_a_rival():
    """A rival that may be better has a chance between 0 and 1."""
    plan = Plan(dict.fromkeys("ab", SIZES), n_test=500, epsilon=0)
    race = Race(plan, Exact(), forecaster=Outlook(plan))
    race.tell(Observation.of_counts("a", 2_000, 500, 1_600, 390, (800, 1_600), SIZES))
    race.tell(Observation.of_counts("b", 1_000, 500, 850, 385, (850,)))
    tree = DecisionTreeClassifier()
    found = results(race, [Configuration(name, tree) for name in "ab"])
    assert race.winner == "b"
    assert found["chance_to_beat"][1] == 0
    assert 0 < found["chance_to_beat"][0] < 1
    assert found["predicted_lower"][1] < found["predicted_upper"][1]


def test_forecasts_without_a_choice():
    """Before the first probe there is nothing to beat."""
    race = Race(Plan({"a": SIZES}, n_test=500), Exact())
    found = results(race, [Configuration("a", DecisionTreeClassifier())])
    assert np.isnan(found["chance_to_beat"]).all()


def test_history(race):
    """One row a probe, with scores and the interval after it."""
    frame = history(race)
    assert frame["configuration"].tolist() == ["a", "a", "b", "c"]
    assert frame["test_score"].tolist()[:3] == [0.8, 0.78, 0.5]
    assert frame["train_score"].tolist()[:3] == [0.8, 0.8, 0.5]
    assert frame["status"].tolist() == ["ok", "ok", "ok", "failed"]
    assert (frame["lower"] <= frame["upper"]).all()
    assert frame.loc[2, "lower"] == frame.loc[2, "upper"] == 0.5


def test_failed_probes_have_no_score(race):
    """A probe that failed did not score 0: its scores are missing."""
    frame = history(race)
    assert frame.loc[3, ["train_score", "test_score"]].isna().all()
