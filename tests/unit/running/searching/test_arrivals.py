"""When newcomers are let in, and what is written down of them first."""

import pytest
from sklearn.dummy import DummyClassifier

from nearbest.candidates.configuration import Configuration
from nearbest.candidates.streams import Listed
from nearbest.errors import DifferentRun, InvalidInput
from nearbest.race.bounds import Exact
from nearbest.race.observation import Observation, Task
from nearbest.race.plan import Arriving, Plan
from nearbest.race.race import Race
from nearbest.race.score import Score
from nearbest.running.run_dir.proposal import Proposal
from nearbest.running.searching.arrivals import STARTERS, Arrivals

SIZES = (1_000, 2_000, 4_000, 8_000)


class Where:
    """Takes note of who was announced to workers."""

    def __init__(self):
        self.admitted = []

    def admit(self, configuration):
        self.admitted.append(configuration.name)


class Adaptive(Listed):
    """A list that is told scores as if it would learn from them."""

    adaptive = True

    def __init__(self, configurations):
        super().__init__(configurations)
        self.told, self.finished = [], {}

    def tell(self, name, score, n_train):
        self.told.append(name)

    def finish(self, name, score, facts):
        self.finished[name] = facts


def candidates(n):
    return [Configuration(f"c{k}", DummyClassifier()) for k in range(n)]


def arrivals_of(stream, n_candidates=None, lag=1, **more):
    arriving = Arriving(SIZES, slots=100, adaptive=stream.adaptive, lag=lag)
    race = Race(Plan({}, 16_000, arriving=arriving), Exact(), cost="rows")
    race.more_to_come = True
    return race, Arrivals(stream, arriving, n_candidates, lambda c: None, **more)


def probe(race, arrivals, task, accuracy=0.8):
    n_test = 2 * task.n_train
    observation = Observation(
        task.configuration,
        task.n_train,
        n_test,
        Score.of_count(int(accuracy * task.n_train), task.n_train),
        Score.of_count(int(accuracy * n_test), n_test),
        search=Score(accuracy, 1_000),
    )
    race.tell(observation)
    arrivals.tell(race, observation)


def test_a_newcomer_is_written_down_and_known_to_workers_before_its_first_probe():
    written, where = [], Where()
    race, arrivals = arrivals_of(Adaptive(candidates(3)), journal=written.append)
    [task] = arrivals.tasks(race, [], 1, where)
    assert (task.configuration, task.n_train) == ("c0", 1_000)
    assert [each.name for each in written] == where.admitted == ["c0"]


def test_the_next_waits_for_the_lessons_of_the_first():
    """Unless the lag lets more be in flight."""
    race, arrivals = arrivals_of(Adaptive(candidates(3)))
    [task] = arrivals.tasks(race, [], 2, Where())
    assert arrivals.tasks(race, [task], 1, Where()) == []
    probe(race, arrivals, task)
    [second] = arrivals.tasks(race, [], 1, Where())
    assert (second.configuration, second.n_train) == ("c0", 2_000)
    probe(race, arrivals, second)
    [newcomer] = arrivals.tasks(race, [], 1, Where())
    assert newcomer.configuration == "c1"
    assert arrivals.stream.told == ["c0"]


def test_with_a_lag_of_two_two_come_at_once():
    race, arrivals = arrivals_of(Adaptive(candidates(3)), lag=2)
    assert [t.configuration for t in arrivals.tasks(race, [], 3, Where())] == ["c0", "c1"]


def test_those_that_do_not_learn_wait_for_nobody():
    race, arrivals = arrivals_of(Listed(candidates(3)))
    assert len(arrivals.tasks(race, [], 5, Where())) == 3
    assert not race.more_to_come


def test_so_many_and_no_more():
    race, arrivals = arrivals_of(Listed(candidates(9)), n_candidates=4)
    assert len(arrivals.tasks(race, [], 9, Where())) == 4
    assert not race.more_to_come


def test_half_of_what_is_spent_goes_to_the_search():
    """After the first ten."""
    race, arrivals = arrivals_of(Listed(candidates(20)))
    arrivals.tasks(race, [], STARTERS, Where())
    probe(race, arrivals, Task("c0", 1_000, 2_000))
    assert not arrivals.go_first(race)
    probe(race, arrivals, Task("c0", 4_000, 8_000))
    assert arrivals.go_first(race)


def test_the_end_is_told_of_everybody():
    stream = Adaptive(candidates(2))
    race, arrivals = arrivals_of(stream, lag=2)
    for task in arrivals.tasks(race, [], 2, Where()):
        probe(race, arrivals, task)
    arrivals.close(race)
    assert not race.more_to_come
    assert stream.finished.keys() == {"c0", "c1"}
    assert {"standing", "lower", "upper", "n_train"} <= stream.finished["c0"].keys()


def test_nothing_to_propose():
    race, arrivals = arrivals_of(Listed([]))
    with pytest.raises(InvalidInput, match="at least one estimator"):
        arrivals.tasks(race, [], 1, Where())


def test_another_candidate_than_before_is_refused():
    race, arrivals = arrivals_of(Listed(candidates(1)))
    other = Configuration("c0", DummyClassifier(strategy="uniform"))
    with pytest.raises(DifferentRun, match="'c0' is not proposed again"):
        arrivals.recall(race, Proposal.of(other, {}))


class TestNote:
    """Why a search ended, where it did so by itself."""

    def searched(self, stream, n, n_candidates=None):
        race, arrivals = arrivals_of(stream, n_candidates)
        for _ in range(n):
            for size in SIZES[:2]:
                for task in arrivals.tasks(race, [], 1, Where()):
                    probe(race, arrivals, task)
                    assert task.n_train == size
        arrivals.close(race)
        return arrivals.note(race)

    def test_nothing_better_came(self, monkeypatch):
        monkeypatch.setattr("nearbest.running.searching.arrivals.CONVERGED", 3)
        said = self.searched(Adaptive(candidates(20)), 4)
        assert said == (
            "the search ended after 4 candidates: none of the last 3 is expected to beat the "
            "best before them by more than ε"
        )

    def test_no_more_came(self):
        said = self.searched(Adaptive(candidates(2)), 2, n_candidates=10)
        assert said == "the search ended after 2 of 10 candidates: it proposes no new ones"

    def test_it_had_its_number(self):
        assert self.searched(Adaptive(candidates(4)), 4, n_candidates=4) is None

    def test_a_list_is_no_search(self):
        """That it ends where it ends is no news."""
        race, arrivals = arrivals_of(Listed(candidates(1)))
        arrivals.tasks(race, [], 2, Where())
        assert arrivals.note(race) is None
