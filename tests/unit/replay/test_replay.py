import itertools
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.stats import hypergeom

from nearbest.baselines import asha, daub, hyperband, raced_hyperband
from nearbest.errors import DifferentRun, InvalidInput
from nearbest.race.observation import Task
from nearbest.replay import Curves, RecordedProbe, record


def frame_of(**curves):
    """Curves from sizes, training scores, test scores and seconds."""
    return pd.DataFrame(
        [
            {
                "configuration": name,
                "n_train": n,
                "train_score": train,
                "test_score": test,
                "fit_time": seconds,
            }
            for name, points in curves.items()
            for n, train, test, seconds in points
        ]
    )


GOOD = [(1_000, 0.91, 0.88, 1.0), (10_000, 0.905, 0.89, 10.0), (100_000, 0.90, 0.90, 100.0)]
BAD = [(1_000, 0.71, 0.68, 2.0), (10_000, 0.705, 0.69, 20.0), (100_000, 0.70, 0.70, 300.0)]


@pytest.fixture
def curves():
    return Curves.from_frame(frame_of(good=GOOD, bad=BAD), n_test=25_000)


def observed(curves, task, seed):
    return RecordedProbe(curves, seed)(task)[0]


class TestFromFrame:
    @pytest.mark.parametrize("column", ["configuration", "n_train", "test_score", "fit_time"])
    def test_missing_column(self, column):
        """A column that is missing is named."""
        with pytest.raises(InvalidInput, match=rf"`frame` must have .*\['{column}'\] are miss"):
            Curves.from_frame(frame_of(good=GOOD).drop(columns=column))

    def test_no_rows(self):
        """An empty frame is refused."""
        with pytest.raises(InvalidInput, match="`frame` must have at least one row"):
            Curves.from_frame(frame_of(good=GOOD).iloc[:0])

    @pytest.mark.parametrize("value", [-0.1, 1.1, 88.0, np.nan])
    @pytest.mark.parametrize("column", ["train_score", "test_score"])
    def test_scores(self, column, value):
        """Scores are shares."""
        frame = frame_of(good=GOOD)
        frame.loc[1, column] = value
        with pytest.raises(InvalidInput, match=f"`frame` must have .* 0 to 1 in '{column}'"):
            Curves.from_frame(frame)

    def test_repeated_rows(self):
        """One row for each configuration and size."""
        with pytest.raises(InvalidInput, match="`frame` must have one row for each"):
            Curves.from_frame(frame_of(good=GOOD + GOOD[:1]))

    @pytest.mark.parametrize(
        ("column", "value"),
        [("fit_time", np.nan), ("fit_time", -1.0), ("n_train", 0), ("n_train", np.nan)],
    )
    def test_times_and_sizes(self, column, value):
        """Times that are missing or negative and sizes below 1 are refused."""
        frame = frame_of(good=GOOD).astype({"n_train": float})
        frame.loc[1, column] = value
        with pytest.raises(InvalidInput, match=f"`frame` .*{column}"):
            Curves.from_frame(frame)

    @pytest.mark.parametrize("n_test", [0, -3])
    def test_n_test(self, n_test):
        """The number of test rows is positive."""
        with pytest.raises(InvalidInput, match="`n_test` must be at least 1"):
            Curves.from_frame(frame_of(good=GOOD), n_test=n_test)

    def test_default_n_test(self):
        """Without a number of test rows, a quarter of the largest size is assumed."""
        assert Curves.from_frame(frame_of(good=GOOD)).n_test == 25_000

    def test_sizes_in_any_order(self):
        """Rows may come in any order."""
        frame = frame_of(good=GOOD, bad=BAD).sample(frac=1, random_state=0)
        assert Curves.from_frame(frame).plan().sizes["good"] == (1_000, 10_000, 100_000)

    def test_unequal_sizes(self):
        """Each configuration keeps its own sizes."""
        frame = frame_of(good=GOOD, bad=[(500, 0.7, 0.6, 1.0), (40_000, 0.7, 0.6, 40.0)])
        curves = Curves.from_frame(frame, n_test=25_000)
        assert curves.plan().sizes["bad"] == (500, 40_000)
        assert curves.full_seconds == 140.0
        found = curves.replay(random_state=0)
        assert found.best == "good"
        assert set(found.history["n_train"]) <= {500, 1_000, 10_000, 40_000, 100_000}


class TestByHand:
    def test_replay(self, curves):
        """Two probes each separate 0.9 from 0.7, at 33 of 400 seconds."""
        found = curves.replay(random_state=0, scheduler="round robin")
        assert found.best == "good"
        assert found.loss == 0.0
        assert found.seconds == 33.0
        assert found.speedup == pytest.approx(400 / 33)
        assert found.seconds_with_refit == 133.0
        assert found.speedup_with_refit == pytest.approx(400 / 133)
        assert found.certificate.decided
        assert len(found.history) == 4

    def test_loss(self, curves):
        """Loss is counted against the best at the full size."""
        assert curves.loss("bad") == pytest.approx(0.2)
        assert curves.loss("good") == 0.0

    def test_no_refit_after_a_full_run(self):
        """A winner that was probed in full is not trained again."""
        same = [(1_000, 0.9, 0.9, 1.0), (2_000, 0.9, 0.9, 2.0)]
        curves = Curves.from_frame(frame_of(a=same, b=same), n_test=500)
        found = curves.replay(epsilon=0.0, scheduler="round robin")
        assert found.seconds == found.seconds_with_refit == 6.0
        assert found.speedup == pytest.approx(4 / 6)

    def test_full_run(self, curves):
        """The full run takes all the time and loses nothing."""
        found = curves.full_run()
        assert (found.best, found.loss, found.seconds) == ("good", 0.0, 400.0)
        assert found.speedup == found.speedup_with_refit == 1.0

    def test_halving(self, curves):
        """Halving decides between two at the first rung."""
        found = curves.successive_halving(random_state=0)
        assert found.best == "good"
        assert found.seconds == 3.0
        assert found.seconds_with_refit == 103.0
        assert found.certificate is None
        assert found.history["n_train"].tolist() == [1_000, 1_000]

    def test_halving_start(self, curves):
        """A start between two sizes takes the larger."""
        found = curves.successive_halving(start=2_000, random_state=0)
        assert found.history["n_train"].tolist() == [10_000, 10_000]
        assert found.seconds == 30.0

    def test_halving_loses_late_bloomers(self):
        """A curve that crosses late is lost by halving and kept by the race."""
        late = [(1_000, 1.0, 0.5, 1.0), (10_000, 1.0, 0.7, 10.0), (100_000, 1.0, 0.97, 99.0)]
        curves = Curves.from_frame(frame_of(good=GOOD, late=late), n_test=25_000)
        assert curves.successive_halving(random_state=0).loss == pytest.approx(0.07)
        assert curves.replay(random_state=0).best == "late"

    @pytest.mark.parametrize("how", [hyperband, asha, daub, raced_hyperband])
    def test_other_baselines(self, curves, how):
        """Where one is best at every size, each finds it, and says what it cost."""
        found = curves.baseline(how)
        assert (found.best, found.certificate) == ("good", None)
        assert 0 < found.seconds <= found.seconds_with_refit <= 440.0

    @pytest.mark.parametrize(
        ("timeout", "n_probes"), [(15, 2), (25, 2), (45, 3)], ids=["under way", "none", "one"]
    )
    def test_timeout_is_simulated(self, timeout, n_probes):
        """The timeout counts the seconds that were recorded.

        In 15 s the second probe is under way; in 25 s no other would end; in 45 s one does.
        """
        same = [(1_000, 0.9, 0.9, 10.0), (2_000, 0.9, 0.9, 20.0), (4_000, 0.9, 0.9, 40.0)]
        curves = Curves.from_frame(frame_of(a=same, b=same), n_test=1_000)
        found = curves.replay(epsilon=0.0, timeout=timeout, scheduler="round robin")
        assert found.seconds == {2: 20.0, 3: 40.0}[n_probes]
        assert len(found.history) == n_probes
        assert not found.certificate.decided
        assert found.certificate.gap > 0

    @pytest.mark.parametrize("timeout", [0, -1, float("nan")])
    def test_bad_timeout(self, curves, timeout):
        """A timeout that leaves no time is refused, as in `select`."""
        with pytest.raises(InvalidInput, match="`timeout` must be a positive number"):
            curves.replay(timeout=timeout)

    def test_forecasts_cannot_tell_a_small_delta(self, curves):
        """A δ that past curves do not resolve is refused where they are to decide."""
        with pytest.raises(InvalidInput, match=r"`delta` must be at least 0\.01"):
            curves.replay(stop_at="stated", delta=1e-9)
        assert curves.replay(stop_at="stated", delta=0.01).best == "good"
        assert curves.replay(delta=1e-9).best == "good"

    def test_score_time_is_in_proportion(self):
        """Scoring part of the test rows takes that part of the time."""
        frame = frame_of(a=[(1_000, 0.9, 0.9, 1.0), (8_000, 0.9, 0.9, 8.0)])
        frame["score_time"] = [11.0, 18.0]
        curves = Curves.from_frame(frame, n_test=10_000)
        assert observed(curves, Task("a", 1_000, 2_000), 0).score_time == pytest.approx(3.0)
        assert observed(curves, Task("a", 8_000, 10_000), 0).score_time == pytest.approx(18.0)
        assert curves.full_seconds == pytest.approx(8.0 + 18.0 * 10 / 18)

    @pytest.mark.parametrize("scheduler", ["gradient", "ucb", "round robin"])
    @pytest.mark.parametrize("bounds", ["exact", "hoeffding"])
    def test_every_strategy(self, curves, bounds, scheduler):
        """Each set of bounds and each scheduler finds the better one."""
        assert curves.replay(bounds=bounds, scheduler=scheduler, random_state=0).loss == 0.0


class TestDraws:
    def test_full_test_data_is_exact(self, curves):
        """Scoring all test rows shows the recorded score."""
        seen = observed(curves, Task("good", 100_000, 25_000), 3)
        assert seen.test_correct == 22_500
        assert seen.train_correct == 90_000

    def test_seeded_and_free_of_order(self, curves):
        """A draw depends on seed, configuration and size alone."""
        tasks = [Task(name, n, 2_000) for name in ("good", "bad") for n in (1_000, 10_000)]
        forth = {t: observed(curves, t, 0) for t in tasks}
        back = {t: observed(curves, t, 0) for t in reversed(tasks)}
        assert forth == back
        assert any(observed(curves, t, 1) != forth[t] for t in tasks)

    def test_distribution(self, curves):
        """Sampled scores have the mean and the variance of sampling without replacement."""
        task = Task("good", 1_000, 2_000)
        draws = [observed(curves, task, seed).test_correct for seed in range(2_000)]
        law = hypergeom(25_000, 22_000, 2_000)
        assert abs(np.mean(draws) - law.mean()) < 6 * law.std() / np.sqrt(2_000)
        assert 0.8 < np.var(draws) / law.var() < 1.2

    def test_same_seed_same_replay(self, curves):
        """One seed gives one replay."""
        first, second = (curves.replay(random_state=5) for _ in range(2))
        pd.testing.assert_frame_equal(first.history, second.history)
        assert first.seconds == second.seconds


class TestRecord:
    def options(self, coins):
        X, y = coins(2_000)
        return {"X": X, "y": y, "min_train_size": 400, "random_state": 0}

    def test_every_size(self, stub, coins, fits):
        """Every candidate is trained at every size and scored on all test rows."""
        frame = record({"a": stub(0.9, "a"), "b": stub(0.6, "b")}, **self.options(coins))
        assert [(f.tag, f.n_rows) for f in fits] == [
            (tag, n) for tag in "ab" for n in (400, 800, 1_600)
        ]
        assert list(frame["configuration"]) == [f.tag for f in fits]
        assert set(frame["n_test"]) == {400}
        last = frame.iloc[-1]
        assert last["prefix_correct"][-1] == round(last["train_score"] * 1_600)

    def test_clock(self, stub, coins):
        """Times are those of the clock that is given."""
        ticks = itertools.count(step=5)
        frame = record({"a": stub()}, clock=lambda: next(ticks), **self.options(coins))
        assert set(frame["fit_time"]) == set(frame["score_time"]) == {5}

    def test_some_sizes(self, stub, coins, fits):
        """Recording can be kept to some sizes of the plan."""
        record({"a": stub()}, sizes=np.array([400, 1_600]), **self.options(coins))
        assert [f.n_rows for f in fits] == [400, 1_600]

    @pytest.mark.parametrize("size", [5_000, 0, 401])
    def test_sizes_outside_the_plan(self, stub, coins, fits, size):
        """A size that is not in the plan is refused before any training."""
        with pytest.raises(InvalidInput, match="`sizes`"):
            record({"a": stub()}, sizes=[size], **self.options(coins))
        assert not fits

    def test_failures_are_left_out(self, stub, coins):
        """Failed trainings are not in the frame."""

        def on_fit(n_rows):
            if n_rows > 400:
                raise ValueError("no")

        frame = record({"a": stub(), "b": stub(on_fit=on_fit)}, **self.options(coins))
        assert frame.groupby("configuration")["n_train"].max().to_dict() == {
            "a": 1_600,
            "b": 400,
        }

    def test_resume(self, stub, coins, fits, tmp_path):
        """An interrupted recording goes on where it stopped, without repeating any."""
        interrupted = tmp_path / "interrupted"  # a list would make it another candidate

        def on_fit(n_rows):
            if n_rows == 800 and not interrupted.exists():
                interrupted.touch()
                raise KeyboardInterrupt

        candidates = {"a": stub(0.9, "a"), "b": stub(0.6, "b", on_fit), "c": stub(0.5, "c")}
        options = self.options(coins) | {"journal": tmp_path / "journal.jsonl"}
        with pytest.raises(KeyboardInterrupt):
            record(candidates, **options)
        assert len(fits) == 5  # a at its three sizes; b at 400, and interrupted at 800
        frame = record(candidates, **options)
        assert len(fits) == 5 + 5
        whole = record(candidates, **self.options(coins))
        untimed = [c for c in frame if not c.endswith("_time")]
        pd.testing.assert_frame_equal(frame[untimed], whole[untimed])
        record(candidates, **options)
        assert len(fits) == 10 + 9  # nothing was left to do the third time

    def test_a_journal_of_another_problem(self, stub, coins, tmp_path):
        """Trainings with another seed are not taken for these."""
        options = self.options(coins) | {"journal": tmp_path / "journal.jsonl"}
        record({"a": stub()}, **options)
        with pytest.raises(DifferentRun, match="journal"):
            record({"a": stub()}, **options | {"random_state": 1})

    def test_more_candidates(self, stub, coins, fits, tmp_path):
        """A recording can be made longer; a candidate that changed is refused."""
        options = self.options(coins) | {"journal": tmp_path / "curves.jsonl"}
        record({"a": stub(0.9, "a")}, **options)
        frame = record({"a": stub(0.9, "a"), "b": stub(0.6, "b")}, **options)
        assert [f.tag for f in fits] == list("aaabbb")
        assert list(frame["configuration"]) == list("aaabbb")
        with pytest.raises(DifferentRun, match="other data, candidates"):
            record({"a": stub(0.7, "a")}, **options)

    def test_replaying_a_record(self, stub, coins):
        """A record of a file's kind replays to the same choice as the full run."""
        frame = record({"a": stub(0.9), "b": stub(0.6)}, **self.options(coins))
        curves = Curves.from_frame(frame, n_test=400)
        assert curves.full_run().best == curves.replay().best == "a"


RECORDED = Path(__file__).parents[3] / "benchmarks" / "curves"
KINDS = {
    "LightGBM": "boosting",
    "NeuralNetwork": "network",
    "RandomForest": "forest",
    "LogisticRegression": "linear",
    "LinearSVM": "linear",
    "DecisionTree": "tree",
}


def recorded_draw(table, n, seed):
    """Some candidates of a recorded table, with the kinds that their names tell."""
    frame = pd.read_parquet(RECORDED / f"{table}.parquet")
    names = np.random.default_rng(seed).choice(
        frame["configuration"].unique(), n, replace=False
    )
    frame = frame[frame["configuration"].isin(names)]
    kinds = [KINDS.get(name.partition("-")[0], "unknown") for name in frame["configuration"]]
    return Curves.from_frame(frame.assign(kind=kinds))


class TestCalibrated:
    @pytest.mark.parametrize("table", sorted(path.stem for path in RECORDED.glob("*.parquet")))
    @pytest.mark.parametrize(("n", "seed"), [(3, 0), (5, 0), (5, 1), (5, 2), (5, 3), (10, 1)])
    def test_costs_little_more_than_full_runs(self, table, n, seed):
        """All probes cost at most a tenth more than full runs."""
        curves = recorded_draw(table, n, seed)
        found = curves.replay(stop_at="calibrated", random_state=seed)
        assert found.seconds <= 1.1 * curves.full_seconds
        assert found.certificate.ending in ("proved", "forecast")
        assert found.seconds == found.seconds_with_refit  # the winner's full run is among them

    def test_says_who_was_excluded_by_what(self):
        """The sentence counts every rival once."""
        found = recorded_draw("household", 10, 1).replay(stop_at="calibrated")
        counts = [int(n) for n in re.findall(r"against (\d+)", found.certificate.sentence)]
        assert found.certificate.ending == "forecast"
        assert sum(counts) == 9

    @pytest.mark.parametrize(
        ("asked", "why"),
        [
            ({"delta": 0.001}, "datasets vouch for no δ below"),
            ({"epsilon": 0.001}, "no level is calibrated for ε below 0.005"),
        ],
    )
    def test_goes_on_by_proof_where_no_level_is_known(self, asked, why):
        """What past datasets cannot vouch for is proved, and that is said."""
        found = recorded_draw("household", 5, 0).replay(stop_at="calibrated", **asked)
        assert found.certificate.ending == "proved"
        assert found.loss <= asked.get("epsilon", 0.01)
        [note] = found.certificate.prediction.notes
        assert note.startswith("No forecast: ")
        assert why in note


class TestThrift:
    """Where scoring was recorded to take longer than fitting, fewer rows are scored."""

    def curves(self, score_time):
        rows = [(s, 0.8, 0.8, s / 1e4) for s in (16_000, 32_000, 64_000)]
        frame = frame_of(good=rows, bad=[(s, 0.6, 0.6, t) for s, _, _, t in rows])
        return Curves.from_frame(frame.assign(score_time=score_time), n_test=16_000)

    def test_slow_scores(self):
        """Scoring then takes no longer than fitting did; full runs score all test rows."""
        history = self.curves(100.0).replay(random_state=0).history
        samples = history[history["n_train"] < 64_000]
        assert (samples["n_test"] < 16_000).all()
        task = Task("good", 32_000, 16_000, scored="thrifty")
        seen = observed(self.curves(4.0), task, 0)
        assert seen.score_time <= seen.fit_time
        assert seen.train.n_rows < 32_000

    def test_quick_scores(self):
        """Otherwise all are."""
        history = self.curves(0.01).replay(random_state=0).history
        assert (history["n_test"] == 16_000).all()

    def test_not_with_bounds_that_do_not_pay_for_it(self):
        """Hoeffding's are as the paper prints them."""
        history = self.curves(100.0).replay(bounds="hoeffding", random_state=0).history
        assert (history["n_test"] == 16_000).all()
