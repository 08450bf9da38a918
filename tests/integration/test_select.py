"""`select` from end to end, on learners whose accuracy is known."""

import signal
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import make_classification
from sklearn.dummy import DummyClassifier
from sklearn.tree import DecisionTreeClassifier

from nearbest import Configuration, Exact, Hoeffding, RoundRobin, replay, select
from nearbest.errors import AllFailed, InvalidInput

N = 20_000
FULL = 16_000


@pytest.fixture
def data(coins):
    return coins(N)


def raising(error, from_rows=0):
    def on_fit(n_rows):
        if n_rows >= from_rows:
            raise error

    return on_fit


def interrupting(at):
    """Press Ctrl-C in the fit with that number, counted over all learners."""
    count = [0]

    def on_fit(n_rows):
        count[0] += 1
        if count[0] == at:
            signal.raise_signal(signal.SIGINT)

    return on_fit


class TestDecided:
    def test_easy(self, stub, data, fits):
        """The winner is trained in full once, and that model is delivered."""
        candidates = {"bad": stub(0.6, "bad"), "good": stub(0.9, "good")}
        found = select(candidates, *data, cost="rows", random_state=0)
        assert found.best == "good"
        assert found.certificate.ending in ("proved", "forecast")
        assert [(f.tag, f.n_rows) for f in fits].count(("good", FULL)) == 1
        assert found.estimator in [f.model for f in fits if f.n_rows == FULL]
        assert found.certificate.delivery.trained_on == "all training rows"

    def test_easy_by_proof(self, stub, data, fits):
        """The paper's rule needs no full run of whom a bound excludes."""
        candidates = {"bad": stub(0.6, "bad"), "good": stub(0.9, "good")}
        found = select(candidates, *data, stop_at="paper")
        assert found.best == "good"
        assert found.certificate.decided
        assert found.certificate.gap <= 0.01
        assert found.certificate.proven
        assert ("bad", FULL) not in [(f.tag, f.n_rows) for f in fits]

    def test_strictly_proved(self, stub, data, fits):
        """A learner that nobody knows is measured on all rows before it is excluded."""
        candidates = {"bad": stub(0.6, "bad"), "good": stub(0.9, "good")}
        found = select(candidates, *data, stop_at="proved")
        assert found.best == "good"
        assert found.certificate.decided
        assert ("bad", FULL) in [(f.tag, f.n_rows) for f in fits]

    def test_close(self, stub, data):
        """With ε = 0 the smallest difference decides, if need be on the full data."""
        found = select({"a": stub(0.8), "b": stub(0.805)}, *data, epsilon=0.0, random_state=0)
        assert found.best == "b"
        assert found.certificate.decided
        assert found.certificate.gap == 0

    def test_one_candidate(self, stub, data, fits):
        """A single candidate needs no race."""
        found = select({"only": stub(0.7)}, *data, random_state=0)
        assert found.best == "only"
        assert found.certificate.decided
        assert found.certificate.gap == 0
        assert found.certificate.n_probes == 1
        assert [f.n_rows for f in fits] == [1_000, FULL]

    @pytest.mark.parametrize("growth", [2.0, 4, "auto"])
    @pytest.mark.parametrize("scheduler", ["gradient", "ucb", "round robin", RoundRobin()])
    @pytest.mark.parametrize(
        "bounds", ["exact", "hoeffding", Exact(self_check=False), Hoeffding]
    )
    def test_every_strategy(self, stub, data, bounds, scheduler, growth):
        """All bounds, schedulers and growths find the best of three."""
        found = select(
            {"a": stub(0.6), "b": stub(0.9), "c": stub(0.7)},
            *data,
            bounds=bounds,
            scheduler=scheduler,
            growth=growth,
            stop_at="paper",
            random_state=0,
        )
        assert found.best == "b"
        assert found.certificate.decided
        assert found.certificate.gap <= 0.01

    def test_stratified(self, stub, data):
        """Stratified samples decide too."""
        options = {"stratify": True, "stop_at": "paper", "random_state": 0}
        found = select({"a": stub(0.6), "b": stub(0.9)}, *data, **options)
        assert found.best == "b"
        assert found.certificate.decided

    def test_given_test_set(self, stub, coins, data):
        """A test set of one's own turns the proof into an estimate, and says so."""
        X_test, y_test = coins(3_000, seed=1)
        options = {"X_test": X_test, "y_test": y_test, "stop_at": "paper"}
        found = select({"a": stub(0.6), "b": stub(0.9)}, *data, **options)
        certificate = found.certificate
        assert found.best == "b"
        assert not certificate.proven
        assert "is estimated to be" in certificate.sentence
        assert any("not drawn at random" in a for a in certificate.assumptions)
        assert certificate.delivery.n_train == N
        assert certificate.delivery.score == (X_test[:, 1] < 0.9).mean()

    def test_late_bloomer(self, stub, data):
        """A learner that is worst on small samples and best in full is not lost to a proof."""
        blooming = stub(lambda n: 0.5 + 0.45 * n / FULL, memorizes=True)
        candidates = {"steady": stub(0.8), "late": blooming}
        found = select(candidates, *data, stop_at="proved", random_state=0)
        assert found.best == "late"

    @pytest.mark.parametrize(
        "options", [{"scheduler": "round robin"}, {"scheduler": "gradient", "cost": "rows"}]
    )
    def test_repeatable(self, stub, data, options):
        """The seed fixes everything but the times, unless these steer the scheduler."""
        candidates = {"a": stub(0.8), "b": stub(0.82), "c": stub(0.6)}
        options = {**options, "stop_at": "paper", "random_state": 4}
        first, second = (select(candidates, *data, **options) for _ in range(2))
        untimed = [
            c for c in first.history if c not in ("fit_time", "score_time", "elapsed", "cost")
        ]
        pd.testing.assert_frame_equal(first.history[untimed], second.history[untimed])
        assert first.certificate.sentence == second.certificate.sentence
        assert first.seed == second.seed == 4

    def test_the_seed_it_reports_repeats_it(self, stub, data):
        """Without a seed, the one that was drawn can be passed to repeat the run."""
        candidates = {"a": stub(0.8), "b": stub(0.6)}
        options = {"scheduler": "ucb", "stop_at": "paper"}
        first = select(candidates, *data, **options)
        second = select(candidates, *data, **options, random_state=first.seed)
        assert first.history["test_correct"].tolist() == second.history["test_correct"].tolist()

    def test_leaves_the_estimators_alone(self, stub, data):
        """The estimators that were passed stay unfitted."""
        mine = stub(0.9)
        select({"mine": mine, "other": stub(0.5)}, *data, random_state=0)
        assert not hasattr(mine, "share_")
        assert mine.random_state is None

    def test_tables(self, stub, data):
        """The frame lists the best first, the history every probe."""
        found = select({"a": stub(0.6), "b": stub(0.9)}, *data, random_state=0)
        assert found.to_frame()["configuration"].tolist() == ["b", "a"]
        assert len(found.history) == found.certificate.n_probes
        assert found.configuration.name == "b"


class TestRefit:
    def test_false(self, stub, data, fits):
        """Scenario (i): nothing is trained beyond the probes."""
        found = select({"a": stub(0.6), "b": stub(0.9)}, *data, refit=False, random_state=0)
        assert found.estimator is None
        assert found.certificate.delivery is None
        assert len(fits) == found.certificate.n_probes

    def test_all(self, stub, data, fits):
        """Training on every row is said in the certificate."""
        found = select({"a": stub(0.6), "b": stub(0.9)}, *data, refit="all", random_state=0)
        assert fits[-1].n_rows == N
        assert found.certificate.delivery.trained_on == "every row"
        assert found.certificate.delivery.score is None
        assert found.certificate.gap <= 0.01

    def test_full_run_is_reused(self, stub, data, fits):
        """The very model of a full probe is delivered."""
        found = select({"a": stub(0.8, "a"), "b": stub(0.8, "b")}, *data, epsilon=0.0)
        full = [f.model for f in fits if f.tag == found.best and f.n_rows == FULL]
        assert len(full) == 1
        assert found.estimator is full[0]

    def test_better_sample(self, stub, data, fits):
        """A learner that gets worse with more rows is delivered from its sample."""
        fading = stub(lambda n: 0.95 if n < FULL else 0.75, "fading")
        options = {"stop_at": "proved", "cost": "rows", "random_state": 0}
        found = select({"fading": fading, "bad": stub(0.5)}, *data, **options)
        delivery = found.certificate.delivery
        assert found.best == "fading"
        assert delivery.trained_on == "a sample"
        assert found.estimator.share_ == 0.95
        assert found.estimator in [f.model for f in fits if f.n_rows == delivery.n_train]
        assert delivery.score > 0.94
        assert "more rows made fading worse" in str(found.certificate)
        assert "a sample" in str(found.certificate)
        assert found.certificate.gap <= 0.01

    def test_final_training_fails(self, stub, data):
        """If the winner cannot be trained in full, its sample's model is not lost."""
        large = stub(0.9, on_fit=raising(MemoryError("too large"), FULL))
        options = {"stop_at": "paper", "random_state": 0}
        found = select({"large": large, "bad": stub(0.5)}, *data, **options)
        assert found.best == "large"
        assert found.certificate.delivery.trained_on == "a sample"


@pytest.mark.parametrize("rule", ["paper", "proved"])
def test_a_decision_that_the_model_undoes(stub, data, rule, monkeypatch):
    """Trained once more the winner is bad; the race goes on, and the other one wins."""
    monkeypatch.setattr("nearbest.running.workers.kept_models.Keeper.get", lambda *probe: None)
    seen = set()

    def moody(n_rows):
        first = n_rows not in seen
        seen.add(n_rows)
        return 0.9 if first and n_rows < FULL else 0.6

    candidates = {"moody": stub(moody, "moody"), "steady": stub(0.8, "steady")}
    options = {"stop_at": rule, "random_state": 0}
    if rule == "proved":  # a kind whose bounds are relied on
        candidates = [Configuration(n, e, kind="tree") for n, e in candidates.items()]
    found = select(candidates, *data, **options)
    assert found.best == "steady"
    assert found.certificate.delivery.score > 0.78
    assert found.certificate.decided
    assert ("moody", FULL) in [(o.configuration, o.n_train) for o, _ in found.race.history]


RELEASED = threading.Event()


class Hanging(DummyClassifier):
    """A learner that does not come to an end by itself."""

    def fit(self, X, y):
        RELEASED.wait()
        return super().fit(X, y)


class HangingInFull(DummyClassifier):
    """A learner that does not come to an end on all rows."""

    released = threading.Event()

    def fit(self, X, y):
        if len(y) >= 3_200:
            self.released.wait()
        return super().fit(X, y)


class TestStopping:
    def test_timeout(self, coins):
        """A timeout does not wait for the probe under way and gives the current winner."""
        with ThreadPoolExecutor(1) as pool:  # at hand at once, unlike a process
            try:
                found = select(
                    {"quick": DummyClassifier(), "hangs": Hanging()},
                    *coins(4_000),
                    scheduler="round robin",
                    stop_at="paper",
                    executor=pool,
                    timeout=10,
                    refit=False,
                    random_state=0,
                )
            finally:
                RELEASED.set()
        certificate = found.certificate
        assert found.best == "quick"
        assert not certificate.decided
        assert certificate.gap == 1 - certificate.interval.lower
        assert set(found.history["configuration"]) == {"quick"}
        assert not certificate.failed
        assert "Stopped before" in str(certificate)
        assert f"within {certificate.gap:.4g} of the best" in certificate.sentence

    def test_a_timeout_is_a_caution(self):
        """Levels come from races without one, which a certificate by past curves says."""
        X, y = make_classification(40_000, n_informative=8, random_state=0)
        trees = (DecisionTreeClassifier(), {"max_depth": [1, 6]})
        for timeout in (None, 300):
            found = select(trees, X, y, timeout=timeout, cost="rows", random_state=0)
            assert found.certificate.ending == "forecast"
            said = any("A timeout has quick" in note for note in found.certificate.notes)
            assert said is (timeout is not None)

    def test_a_short_timeout_of_a_small_table(self, coins):
        """There is an answer although no candidate's full run ends in time."""
        with ThreadPoolExecutor(1) as pool:
            try:
                found = select(
                    {"a": HangingInFull(), "b": HangingInFull()},
                    *coins(4_000),
                    executor=pool,
                    timeout=3,
                    random_state=0,
                )
            finally:
                HangingInFull.released.set()
        assert found.best in ("a", "b")
        assert found.estimator is not None
        assert found.certificate.delivery.trained_on == "a sample"
        assert {o.configuration for o, _ in found.race.history} == {"a", "b"}

    def test_no_time_at_all(self, coins):
        """A timeout before the first probe ends leaves nothing to choose from."""
        with pytest.raises(AllFailed, match="No probe has finished yet"):
            select({"a": DummyClassifier()}, *coins(4_000), timeout=1e-9)

    @pytest.mark.parametrize("at", [2, 3, 5])
    def test_interrupt(self, stub, data, at, ctrl_c_as_in_a_terminal):
        """Ctrl-C ends like a timeout."""
        on_fit = interrupting(at)
        candidates = {"a": stub(0.8, "a", on_fit), "b": stub(0.8, "b", on_fit)}
        found = select(candidates, *data, epsilon=0.0, stop_at="paper", random_state=0)
        assert not found.certificate.decided
        assert found.certificate.n_probes == at - 1
        assert found.certificate.gap >= 0
        assert found.estimator is not None

    def test_interrupt_at_once(self, stub, data, fits, ctrl_c_as_in_a_terminal):
        """Ctrl-C before any observation is Ctrl-C."""
        with pytest.raises(KeyboardInterrupt):
            select({"a": stub(0.8, on_fit=interrupting(1)), "b": stub(0.8)}, *data)
        assert len(fits) == 1

    def test_best_guess(self, stub, data, ctrl_c_as_in_a_terminal):
        """By the paper's rule it is the incumbent or the most promising, by the smaller gap."""
        on_fit = interrupting(7)
        stubs = {name: stub(a, name, on_fit) for name, a in (("a", 0.8), ("b", 0.82))}
        options = {"epsilon": 0.0, "refit": False, "stop_at": "paper", "random_state": 0}
        found = select(stubs, *data, **options)
        race = found.race
        assert race.gap(found.best) == min(race.gap(name) for name in stubs)


class TestFailures:
    def test_some_fail(self, stub, data):
        """Failed candidates are listed with their cause, and never win."""
        candidates = {
            "raises": stub(0.99, on_fit=raising(ValueError("bad luck"))),
            "exits": stub(0.99, on_fit=raising(SystemExit(3))),
            "late": stub(0.99, on_fit=raising(RuntimeError("too many rows"), 2_000)),
            "good": stub(0.8),
            "bad": stub(0.5),
        }
        found = select(candidates, *data, random_state=0)
        assert found.best == "good"
        assert found.race.ending is not None
        failed = dict(found.certificate.failed)
        assert failed["raises"] == "ValueError: bad luck"
        assert "SystemExit" in failed["exits"]
        assert "too many rows" in failed["late"]
        assert "raises: ValueError: bad luck" in str(found.certificate)
        assert "best of 2 candidates" in found.certificate.sentence

    def test_all_fail(self, stub, data):
        """If all fail, one error lists every cause."""
        candidates = {
            "a": stub(on_fit=raising(ValueError("first"))),
            "b": stub(on_fit=raising(RuntimeError("second"))),
        }
        with pytest.raises(AllFailed, match=r"(?s)a: ValueError: first.*b: Runtime.*second"):
            select(candidates, *data)

    def test_only_one_is_left(self, stub, data):
        """The certificate says when there was nothing to compare with."""
        candidates = {"a": stub(on_fit=raising(ValueError("no"))), "b": stub(0.6)}
        found = select(candidates, *data, random_state=0)
        assert found.best == "b"
        assert "only candidate" in found.certificate.sentence

    def test_missing_class(self, stub):
        """A sample without a class moves a learner on to the next size."""
        rng = np.random.default_rng(0)
        y = np.zeros(8_000, int)
        y[:40] = 1
        X = np.column_stack([y, rng.random(8_000)])

        def needs_both(n_rows):
            if n_rows < 400:
                raise ValueError("This solver needs samples of at least 2 classes")

        seeds = (
            select(
                {"picky": stub(0.9, on_fit=needs_both), "dull": stub(0.5)},
                X,
                y,
                min_train_size=50,
                random_state=seed,
            )
            for seed in range(20)
        )
        found = next(f for f in seeds if "too small" in f.history["status"].tolist())
        assert found.best == "picky" or dict(found.certificate.failed)
        early = found.history[found.history["status"] == "too small"]
        assert (early["configuration"] == "picky").all()


@pytest.mark.parametrize("epsilons", [[-0.01], [0], [], "0.01", 0.01, ["x"], [None]])
def test_tolerances_that_are_none(stub, data, epsilons):
    """How much longer is asked for positive tolerances; anything else gets a sentence."""
    found = select({"bad": stub(0.6), "good": stub(0.9)}, *data, random_state=0)
    found.plan([0.02, 0.005])
    with pytest.raises(InvalidInput, match="`epsilons` must be a list of positive numbers"):
        found.plan(epsilons)


def test_replay_agrees(stub, data):
    """Replaying a recording of the same problem makes the same choice."""
    candidates = {"a": stub(0.8), "b": stub(0.9), "c": stub(0.6)}
    options = {"scheduler": "round robin", "stop_at": "paper", "refit": False}
    found = select(candidates, *data, **options, random_state=0)
    frame = replay.record(candidates, *data, random_state=0)
    curves = replay.Curves.from_frame(frame, n_test=4_000)
    again = curves.replay(scheduler="round robin", random_state=0)
    assert again.best == found.best == curves.full_run().best
    assert again.loss == 0
    ours, theirs = found.history, again.history
    keys = ["configuration", "n_train", "train_correct", "prefix_correct"]
    n = min(len(ours), len(theirs))
    pd.testing.assert_frame_equal(ours[keys][:n], theirs[keys][:n])
    assert np.abs(ours["test_score"][:n] - theirs["test_score"][:n]).max() < 0.05
