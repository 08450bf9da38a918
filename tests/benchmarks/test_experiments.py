"""The replayed experiments: their pure parts, on a small made-up recording."""

from pathlib import Path

import joblib
import numpy as np
import pandas as pd
import pytest
from experiments import (
    anytime,
    failures,
    guesses,
    memorizers,
    other_scores,
    overview,
    replays,
    summaries,
)
from experiments.markdown import percent, ranges, spread, table, times
from experiments.other_scores import Contest
from experiments.overview_page import overview_page
from experiments.recordings import Recording, load, load_all, missing
from experiments.replays import HALVING, N_SEEDS, OURS, Job

from nearbest.forecast import CalibratedOutlook
from nearbest.probing.metrics.probabilities import LogLoss
from nearbest.probing.metrics.squared import R2, RootMeanSquaredError

DOCS = Path(__file__).parents[2] / "docs"
SIZES = (1_000, 2_000, 4_000, 8_000, 16_000, 32_000)
N_TEST = 8_000


def curve(name, final, *, early=0.0, gap=0.02, seconds=10.0):
    """Test accuracy from final + early to final; training accuracy above it by a gap."""
    rows = []
    for i, size in enumerate(SIZES):
        share = i / (len(SIZES) - 1)
        test = final + early * (1 - share)
        train = final + gap * (1 - share)
        rows.append(
            {
                "configuration": name,
                "n_train": size,
                "n_test": N_TEST,
                "train_score": train,
                "test_score": test,
                "fit_time": seconds * size / SIZES[-1],
                "score_time": 0.0,
                "prefix_sizes": list(SIZES[: i + 1]),
                "prefix_correct": [round(train * s) for s in SIZES[: i + 1]],
            }
        )
    return pd.DataFrame(rows)


def recording(*curves, name="made-up"):
    return Recording(name, name, pd.concat(curves, ignore_index=True), {}, len(curves))


@pytest.fixture
def good():
    """Six configurations that keep every assumption."""
    finals = (0.9, 0.8, 0.78, 0.75, 0.7, 0.6)
    return recording(
        *(curve(f"tree-{i}", final, early=-0.05) for i, final in enumerate(finals))
    )


class TestRecordings:
    def test_numbers_of_configurations(self, good):
        """The paper's numbers below what is there, and all of it."""
        assert good.numbers == (5, 6)

    def test_subsets_are_seeded(self, good):
        """The same seed draws the same configurations, another seed others."""
        drawn = [tuple(good.subset(3, seed)["configuration"].unique()) for seed in range(9)]
        assert drawn == [
            tuple(good.subset(3, seed)["configuration"].unique()) for seed in range(9)
        ]
        assert len(set(drawn)) > 1
        assert all(len(names) == 3 for names in drawn)

    def test_configurations_without_a_full_run_are_left_out(self, tmp_path):
        """What was not trained on all rows cannot be compared."""
        frame = pd.concat([curve("a-1", 0.9), curve("b-2", 0.8).iloc[:-1]])
        frame.to_parquet(tmp_path / "odd.parquet", index=False)
        assert load(tmp_path / "odd.parquet").names == ("a-1",)

    def test_missing_counts_against_the_plan(self, good):
        """A table that is there in part is named with its numbers."""
        partly = Recording("taxi", "taxi", good.frame, {}, 40)
        phrases = missing([partly])
        assert any("6 of 40" in phrase for phrase in phrases)
        assert any("0 of " in phrase for phrase in phrases)


class TestReplays:
    def test_a_replay_is_a_row(self, good):
        """Our rule finds the best of well-behaved curves, and no bound fails."""
        row, failed = replays.run(good, Job(OURS, 6, 0))
        assert (row["best"], row["loss"], row["decided"], failed) == ("tree-0", 0.0, True, [])
        assert row["speedup"] > row["speedup_with_refit"] > 1

    def test_halving_promises_nothing(self, good):
        """So nothing of it can fail."""
        row, failed = replays.run(good, Job(HALVING, 6, 0))
        assert not row["decided"]
        assert failed == []

    def test_halving_is_not_charged_for_scores_it_does_not_use(self):
        """It ranks by test scores; the race needs those of the samples too."""
        slow = pd.concat([curve("a-1", 0.9), curve("b-2", 0.8)]).assign(score_time=10.0)
        found = recording(slow).curves().successive_halving(random_state=0)
        fitting = 2 * slow["fit_time"].iloc[0]
        scored = 2 * 10.0 * 2_000 / (1_000 + N_TEST)
        assert found.seconds == pytest.approx(fitting + scored)


class TestSummaries:
    @pytest.fixture
    def rows(self):
        """Two experiments of two rules, three seeds each."""
        speedups = {
            ("fast", 5): (10, 4, 6),
            ("fast", 10): (20, 8, 9),
            ("slow", 5): (5, 4, 3),
            ("slow", 10): (2, 2, 2),
        }
        return pd.DataFrame(
            {
                "rule": rule,
                "table": "t",
                "n": n,
                "seed": seed,
                "speedup": float(value),
                "speedup_with_refit": value / 2,
                "accuracy": 0.8,
                "best_accuracy": 0.82,
                "loss": 0.02 if rule == "slow" and seed == 0 else 0.0,
                "relative_loss": 0.01,
            }
            for (rule, n), values in speedups.items()
            for seed, value in enumerate(values)
        )

    def test_an_experiment_has_the_median_of_its_seeds(self, rows):
        """And counts what lost more than ε, and what reached |C|."""
        found = summaries.experiments(rows, "fast")
        assert found["speedup"].tolist() == [6, 9]
        assert found["with_refit"].tolist() == [3, 4.5]
        assert (found["slowest"].tolist(), found["fastest"].tolist()) == ([4, 8], [10, 20])
        assert summaries.experiments(rows, "slow")["beyond"].tolist() == [1, 1]
        assert summaries.reaching(found, "speedup") == 1

    def test_a_rule_has_the_mean_of_its_experiments(self, rows):
        """Medians first, as the page says."""
        found = summaries.rules(rows, ("fast", "slow"))
        assert found["speedup"].tolist() == [7.5, 3]
        assert found["beyond"].tolist() == [0, 2]

    def test_ratio_pairs_the_same_draws(self, rows):
        """How many times as fast the first is as the second."""
        assert summaries.ratio(rows, "fast", "slow").tolist() == [2, 1, 2, 10, 4, 4.5]


class TestFailures:
    def test_a_falling_learner_breaks_exploitativeness(self):
        """Its lower bound is true for the sample's model and not for the full run's."""
        falling = curve("falling-1", 0.7, early=0.2)
        found = recording(falling, curve("poor-2", 0.5, early=-0.05))
        _, failed = replays.run(found, Job(OURS, 2, 0))
        assert {(f["configuration"], f["what"], f["cause"]) for f in failed} == {
            ("falling-1", "lower", "exploitativeness")
        }

    def test_a_learner_that_starts_to_fit_late_breaks_fitness(self):
        """The rule without a self-check prunes it; the loss has the cause of the bound."""
        late = curve("late-1", 0.95, early=-0.35, gap=-0.35)
        late["prefix_correct"] = [
            [round(train * s) for s in SIZES[: i + 1]]
            for i, train in enumerate(late["train_score"])
        ]
        found = recording(late, curve("steady-2", 0.8, early=-0.01))
        row, failed = replays.run(found, Job("Exact, no self-check", 2, 0))
        assert row["best"] == "steady-2"
        kinds = {(f["configuration"], f["what"], f["cause"]) for f in failed}
        assert kinds == {("late-1", "upper", "fitness"), ("steady-2", "loss", "fitness")}

    def test_a_bound_that_does_not_matter_is_not_to_blame(self):
        """The choice's lower bound is wrong too, by less than what was lost."""
        late = curve("late-1", 0.95, early=-0.35, gap=-0.35)
        found = recording(late, curve("falling-2", 0.8, early=0.03))
        _, failed = replays.run(found, Job("Exact, no self-check", 2, 0))
        causes = {(f["configuration"], f["what"]): f["cause"] for f in failed}
        assert causes["falling-2", "lower"] == "exploitativeness"
        assert causes["falling-2", "loss"] == "fitness"

    def test_lists_name_rules_and_seeds(self):
        """One row for what happens alike under several rules and seeds."""
        late = curve("late-1", 0.95, early=-0.35, gap=-0.35)
        found = recording(late, curve("steady-2", 0.8, early=-0.01))
        jobs = [Job("Exact, no self-check", 2, seed) for seed in (0, 1)]
        failed = pd.DataFrame(
            {**failure, "table": "t", **vars(job)}
            for job in jobs
            for failure in replays.run(found, job)[1]
        )
        (wrong,) = failures.wrong_intervals(failed).to_dict("records")
        assert (wrong["configuration"], wrong["seeds"]) == ("late-1", [0, 1])
        assert (wrong["replays"], wrong["to_the_end"]) == (2, 2)
        (lost,) = failures.losses(failed).to_dict("records")
        assert (lost["better"], lost["chosen"]) == ("late-1", ["steady-2"])
        assert (lost["replays"], lost["seeds"]) == (2, [0, 1])
        assert lost["training_accuracy"] > lost["training_accuracy_seen"]

    def test_a_miss_without_a_broken_assumption_is_chance(self):
        """Neither the training nor the test curve explains it."""
        flat = curve("flat-1", 0.8, gap=0.0)
        found = recording(flat, curve("other-2", 0.5))
        race = found.curves().replay(epsilon=0.0, random_state=0).race
        estimator = race.bounds.estimator(race.plan)
        probes = race.tracks["flat-1"].probes[:3]
        assert failures.cause_above(flat, probes, estimator, 0.9) == "chance"
        assert failures.cause_above(flat, probes, estimator, 0.8) == "fitness"
        assert failures.cause_below(flat, 1_000, lower=0.81) == "chance"


class TestAnytime:
    def test_trace_ends_as_the_replay_does(self, good):
        """The last state is the replay's certificate."""
        curves = good.curves()
        traced = anytime.trace(curves, seed=0)
        found = curves.replay(random_state=0)
        assert traced["share"].is_monotonic_increasing
        assert traced["guess"].iloc[-1] == found.best
        assert traced["gap"].iloc[-1] == pytest.approx(found.certificate.gap)
        assert traced["share"].iloc[-1] == pytest.approx(1 / found.speedup)

    def test_nothing_is_known_before_the_first_probe(self, good):
        """A share of no time has no state."""
        traced = anytime.trace(good.curves(), seed=0)
        assert anytime.at(traced, 0.0) is None
        assert anytime.at(traced, 1.0)["guess"] == "tree-0"

    def test_halving_is_compared_at_equal_time(self):
        """The current winner at the time that halving took."""
        ours = pd.DataFrame(
            {"table": "t", "share": [0.1, 0.5], "accuracy": [0.7, 0.9], "seed": 0}
        )
        theirs = pd.DataFrame(
            {"table": "t", "start": [1, 2, 3], "share": [0.05, 0.2, 0.6]}
        ).assign(accuracy=0.8)
        (found,) = summaries.against_halving(ours, theirs).to_dict("records")
        assert found == {"table": "t", "better": 1, "equal": 0, "worse": 1}

    def test_a_guess_can_turn_worse(self):
        """Within ε of the best at some time, and later not; nothing is known at first."""
        losses = {0: (np.nan, 0.0, 0.05, 0.0), 1: (np.nan, 0.05, 0.05, 0.0)}
        frame = pd.DataFrame(
            {"table": "t", "seed": seed, "share": share, "loss": loss}
            for seed, values in losses.items()
            for share, loss in zip((0.01, 0.05, 0.2, 0.5), values, strict=True)
        )
        assert summaries.turning_worse(frame).to_dict() == {"t": 1}


def test_memorizers_join_the_recording(good):
    """The configurations alone, and with each extra one."""
    extra = pd.concat([curve("grown", 0.8, gap=0.2), curve("limited", 0.8)])
    found = memorizers.cases(good, extra)
    assert list(found) == ["none", "grown", "limited"]
    assert [len(curves.names) for curves in found.values()] == [6, 7, 7]


class TestMarkdown:
    def test_table(self):
        """Headers, a rule, and the rows."""
        assert table(("a", "b"), [(1, 2)]) == "| a | b |\n| --- | --- |\n| 1 | 2 |"

    def test_ranges(self):
        """Runs are drawn together."""
        assert ranges([7, 0, 1, 2, 5]) == "0–2, 5, 7"

    def test_numbers(self):
        """Two digits of a share; a range of equal ends is one number."""
        assert (percent(0.00238), percent(1.0), spread(2.0, 2.0)) == ("0.24 %", "100 %", "2.0")


def test_the_page_is_that_of_the_recordings():
    """`make experiments` was run since the last table was recorded or a rule changed."""
    page = (DOCS / "paper-experiments.md").read_text()
    recordings = load_all()
    for found in recordings:
        assert f"| {found.title} (`{found.name}`) | {found.n_train:,} |" in page
        assert f"| {len(found.names)} of {found.n_planned} | {len(found.frame)} |" in page
    both = page + (DOCS / "experiments.md").read_text()
    for figure in (DOCS / "images" / "experiments").glob("*.svg"):
        assert f"images/experiments/{figure.name}" in both
    smallest = min(recordings, key=lambda found: len(found.frame))
    n = len(smallest.names)
    rows = [replays.run(smallest, Job(OURS, n, seed))[0] for seed in range(N_SEEDS)]
    (row,) = summaries.experiments(pd.DataFrame(rows), OURS).itertuples()
    speedup = f"{times(row.speedup)} ({spread(row.slowest, row.fastest)})"
    assert f"| {smallest.title} | {n} | {speedup} |" in page


def test_the_page_can_be_written(good, monkeypatch):
    """Every number that the template names is there, with losses and without."""
    from experiments import __main__ as bench

    late = curve("late-1", 0.95, early=-0.35, gap=-0.35, seconds=1.0)
    poor = recording(
        late, curve("steady-2", 0.8, early=-0.01), curve("low-3", 0.5), name="poor"
    )
    for module in (replays, anytime):
        monkeypatch.setattr(module, "N_SEEDS", 2)
    post = pd.DataFrame(
        [{"trained_on": "a sample", "n_train": 100, "accuracy": 0.8, "full_accuracy": 0.5}]
    ).assign(decided=True, gap=0.0)
    monkeypatch.setattr(bench.postprocessing, "run_all", lambda: post)
    with joblib.parallel_config(backend="sequential"):
        text = bench.experiments_page(bench.measure([good, poor]))
    assert "| made-up (`made-up`) | 32,000 | 8,000 | 6 of 6 |" in text
    assert "| poor | late-1 |" in text
    assert "nan" not in text


def test_the_overview_can_be_written(good, monkeypatch):
    """Every rule, peer and score has its row."""
    for module in (overview, guesses, other_scores):
        monkeypatch.setattr(module, "N_SEEDS", 2)
    for module in (overview, guesses):
        monkeypatch.setattr(module, "outlook", lambda plan, table: CalibratedOutlook(plan))
    chosen = [
        next(other_scores.contests()),
        Contest("acs_coverage", "neg_log_loss", LogLoss(), "5%"),
        Contest("beijing_pm25", "r2", R2(), 0.05),
        Contest("beijing_pm25", "neg_root_mean_squared_error", RootMeanSquaredError(), "5%"),
    ]
    monkeypatch.setattr(other_scores, "contests", lambda: chosen)
    with joblib.parallel_config(backend="sequential"):
        found, guessed = overview.run_all([good]), guesses.compare([good])
        text = overview_page([good], found, guessed, other_scores.run_all())
    assert all(f"| {title} |" in text for title in overview.TITLES.values())
    assert "| made-up | 6 | 0 of 2 |" in text
    assert "| ROC AUC | `acs_coverage` | 30 | 0.01 |" in text
    assert "| log loss | `acs_coverage` | 26 | 0.03044 (5 %) |" in text
    assert "| R² | `beijing_pm25` | 31 | 0.05 |" in text
    assert "nan" not in text


def test_figures_can_be_drawn(good, tmp_path):
    """Each figure is an SVG with its text as text."""
    pytest.importorskip("matplotlib")
    from experiments import figures

    rows = [
        replays.run(good, Job(rule, 6, seed))[0]
        for rule in (*replays.RULES, HALVING)
        for seed in range(2)
    ]
    frame, titles = pd.DataFrame(rows), {good.name: "made up"}
    figures.save(figures.bounds(frame, titles), tmp_path / "bounds.svg")
    figures.save(figures.speedups(frame, titles), tmp_path / "speedup.svg")
    figures.save(figures.learning_curves([good]), tmp_path / "curves.svg")
    assert "made up" in (tmp_path / "bounds.svg").read_text()
    assert np.all([path.stat().st_size > 1_000 for path in tmp_path.glob("*.svg")])


class TestOverview:
    @pytest.fixture
    def rows(self):
        """Four races of one rule, one of them beyond ε."""
        return pd.DataFrame(
            {
                "rule": overview.PROVED,
                "table": "t",
                "n": 5,
                "seed": range(4),
                "loss": [0.0, 0.0, 0.01, 0.02],
                "speedup": [1.0, 4.0, 16.0, 4.0],
                "speedup_with_refit": [1.0, 1.0, 4.0, 4.0],
            }
        )

    def test_a_rule_is_a_row(self, rows):
        """Shares count what is beyond ε by more than rounding; speeds are geometric means."""
        found = overview.by_rule(rows).loc[overview.PROVED]
        assert found["beyond"] == 0.25
        assert found["speedup"] == pytest.approx(4)
        assert (found["with_refit"], found["slowest"]) == (pytest.approx(2), 1)

    def test_a_full_run_that_confirms_is_training(self, good):
        """What a race takes to select leaves out the last full run of its winner."""
        ended = overview.by_proof(good.curves(), 0, stop_at="proved")
        last = ended.history.iloc[-1]
        assert last["configuration"] != ended.best or overview.selecting(ended) < ended.seconds

    def test_halving_takes_longer_from_larger_samples(self, good):
        """So that at each time one of its runs can be held against a guess."""
        found = guesses.halving(good.curves(), 0)
        assert found["share"].is_monotonic_increasing
        assert len(found) == len(SIZES)

    def test_worse_than_halving(self):
        """Only cells whose medians differ by more than is tolerated."""
        cells = pd.DataFrame(
            {
                "table": "t",
                "n": 5,
                "share": [0.01, 0.1],
                "loss": [0.011, 0.01],
                "halving": 0.008,
            }
        )
        assert guesses.worse(cells).reset_index()["share"].tolist() == [0.01]
