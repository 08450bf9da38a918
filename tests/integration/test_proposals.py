"""Candidates that a search proposes while the race runs, from the first to the certificate."""

from __future__ import annotations

import html
import json
import multiprocessing
import os
import signal
import time
from functools import partial

import numpy as np
import optuna
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import ParameterGrid
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from typer.testing import CliRunner

from nearbest import NearBestSearch, open_table, select
from nearbest.cli import app
from nearbest.errors import (
    AllFailed,
    CandidateFailed,
    DifferentRun,
    InvalidInput,
    NotSupported,
)
from nearbest.report import write_report
from nearbest.running.resume import read_past_run
from tests.integration.misbehaving import Slow, noisy_signs

X, Y = make_classification(6_000, n_features=8, n_informative=4, random_state=0)
NOISE = (0.1, 0.105, 0.11, 0.2, 0.3)
SMALL = {"min_train_size": 200, "cost": "rows", "random_state": 0, "epsilon": 0.05}


def suggest(trial):
    if trial.suggest_categorical("learner", ["tree", "linear"]) == "tree":
        return DecisionTreeClassifier(max_depth=trial.suggest_int("max_depth", 1, 6))
    return LogisticRegression(C=trial.suggest_float("C", 1e-3, 10, log=True))


def slow(trial):
    """A predictor of one column; the others do not matter, so that proposals differ."""
    return Slow(trial.suggest_int("feature", 0, 4), trial.suggest_float("seconds", 0.001, 0.01))


def proposed(found):
    return [c.build().get_params() for c in found.configurations]


class TestSelect:
    def test_a_function_of_a_trial(self):
        """The certificate is about all that were tried, and names what that rests on."""
        found = select(suggest, X, Y, n_candidates=15, **SMALL)
        certificate = found.certificate
        assert certificate.n_configurations == 15
        assert "the best of all 15 candidates that were tried" in certificate.sentence
        assert any("which serve the search alone" in a for a in certificate.assumptions)
        assert "it is not so that" not in str(certificate)
        assert found.race.ending == "proved"
        assert len(found.to_frame()) == 15
        assert found.estimator.score(X, Y) > 0.7

    def test_the_same_seed_proposes_the_same(self):
        first, second = (select(suggest, X, Y, n_candidates=12, **SMALL) for _ in range(2))
        assert proposed(first) == proposed(second)
        assert list(first.history.test_score) == list(second.history.test_score)

    def test_proposals_do_not_depend_on_test_rows(self):
        """Labels of test rows that are turned round change the race, and not one proposal.

        Depth is at stake: whoever looks bad on test rows is probed less.
        """
        whole = select(suggest, X, Y, n_candidates=12, refit=False, **SMALL)
        samples_of_test = _test_rows(seed=0)
        turned = Y.copy()
        turned[samples_of_test] = 1 - turned[samples_of_test]
        other = select(suggest, X, turned, n_candidates=12, refit=False, **SMALL)
        assert list(whole.history.test_score) != list(other.history.test_score)
        assert proposed(whole) == proposed(other)

    def test_workers(self):
        """Tasks bring candidates that came after the workers were made."""
        found = select(suggest, X, Y, n_candidates=8, n_jobs=2, **SMALL)
        assert not found.certificate.failed
        assert found.estimator is not None
        assert found.race.plan.n_configurations == 8

    def test_a_failing_proposal(self):
        """It is told as a failure, and the others go on."""

        def fragile(trial):
            C = trial.suggest_float("C", -1, 1)
            return LogisticRegression(C=C)

        with pytest.warns(match="candidates failed"):
            found = select(fragile, X, Y, n_candidates=8, **SMALL)
        assert 0 < len(found.certificate.failed) < 8
        assert "failed)" in found.certificate.sentence
        with pytest.raises(CandidateFailed):
            select(fragile, X, Y, n_candidates=8, error_score="raise", **SMALL)

    def test_without_a_number_it_ends_when_nothing_better_comes(self):
        """A space of four is gone through, and no more are waited for."""

        def few(trial):
            return DecisionTreeClassifier(max_depth=trial.suggest_int("max_depth", 1, 4))

        certificate = select(few, X, Y, **SMALL).certificate
        assert certificate.n_configurations == 4
        ended = "the search ended after 4 candidates: it proposes no new ones"
        assert ended in certificate.notes

    def test_convergence(self, monkeypatch, tmp_path):
        """Of so many in a row none was better by more than ε; whoever reads on is told so."""
        monkeypatch.setattr("nearbest.running.searching.arrivals.CONVERGED", 8)
        options = {**SMALL, "epsilon": 0.3, "run_dir": tmp_path / "run"}
        found = select(suggest, X, Y, **options)
        n = found.certificate.n_configurations
        assert 8 <= n <= 20
        [note] = [note for note in found.certificate.notes if "the search ended" in note]
        assert note.startswith(f"the search ended after {n} candidates: none of the last ")
        assert note in read_past_run(tmp_path / "run").certificate().notes
        shown = CliRunner().invoke(app, ["show", str(tmp_path / "run")]).output
        assert "none of the last" in " ".join(shown.split())
        for source in (found, tmp_path / "run"):
            page = write_report(source, tmp_path / "report.html").read_text()
            assert html.escape(note[1:]) in page
            assert "max_depth=" in page

    def test_the_log_tells_of_proposals_and_the_end(self, caplog):
        """With what was proposed, each on a line of its own."""
        with caplog.at_level("INFO", logger="nearbest"):
            found = select(suggest, X, Y, n_candidates=4, **SMALL)
        proposals = [line for line in caplog.messages if line.startswith("Proposed: ")]
        assert len(proposals) == 4
        assert any(
            "DecisionTreeClassifier" in line and "max_depth=" in line for line in proposals
        )
        assert caplog.messages[-1] == f"Ended: {found.certificate.sentence}"

    def test_timeout(self):
        """It ends the search too, with what was tried."""
        found = select(suggest, X, Y, timeout=5, n_candidates=10_000, refit=False, **SMALL)
        assert 1 <= found.certificate.n_configurations < 10_000
        assert not found.race.more_to_come

    def test_the_race_begins_when_nobody_is_to_come_any_more(self):
        """By the calibrated rule, whose forecasts are of all candidates together."""
        options = {**SMALL, "epsilon": 0.01, "n_candidates": 12, "refit": False}
        found = select(suggest, X, Y, **options)
        assert found.certificate.stop_at == "calibrated"
        came = [o.for_search for o, _ in found.race.history]
        assert came == sorted(came, reverse=True)

    def test_with_a_timeout_only_a_proof_ends_it(self, caplog):
        """The search takes all the time, so that there is no race to forecast."""
        options = {**SMALL, "epsilon": 0.01, "n_candidates": 3, "refit": False}
        with caplog.at_level("INFO", logger="nearbest"):
            found = select(suggest, X, Y, timeout=20, **options)
        assert found.certificate.stop_at == "proved"
        assert "only a proof ends it sooner" in caplog.text

    def test_a_loss(self):
        """Values of a loss are positive; a candidate proposed twice is told twice."""
        sampler = optuna.samplers.TPESampler(seed=0)
        study = optuna.create_study(direction="minimize", sampler=sampler)
        select(
            suggest, X, Y, study=study, n_candidates=6, scoring="neg_log_loss",
            min_train_size=200, random_state=0, epsilon=0.3,
        )  # fmt: skip
        values = [t.value for t in study.trials if t.value is not None]
        assert len(set(values)) == 6
        assert min(values) > 0

    def test_regressors_by_a_score_that_is_named(self):
        """They are proposed as classifiers are, where the score says so."""
        rng = np.random.default_rng(0)
        rows = rng.normal(size=(6_000, 3))
        target = np.clip(rows[:, 0] + 0.1 * rng.normal(size=6_000), -2, 2)

        def ridge(trial):
            return Ridge(alpha=trial.suggest_float("alpha", 1e-3, 1e5, log=True))

        options = {**SMALL, "epsilon": 0.2, "scoring": "r2"}
        found = select(ridge, rows, target, n_candidates=6, **options)
        assert found.certificate.n_configurations == 6
        assert found.estimator.score(rows, target) > 0.8

    def test_any_object_with_ask_and_tell(self):
        class Deeper:
            def __init__(self):
                self.depth, self.told = 0, {}

            def ask(self):
                self.depth += 1
                return DecisionTreeClassifier(max_depth=self.depth)

            def tell(self, tree, score):
                self.told[tree.max_depth] = score

        asked = Deeper()
        select(asked, X, Y, n_candidates=4, **SMALL)
        assert asked.told.keys() == {1, 2, 3, 4}
        assert all(0.4 < score < 1 for score in asked.told.values())

    def test_a_generator(self):
        """It needs no rows of its own, and no word about how candidates were found."""
        trees = (DecisionTreeClassifier(max_depth=d) for d in (1, 3, 5))
        found = select(trees, X, Y, **SMALL)
        assert found.certificate.n_configurations == 3
        assert found.history.n_train.max() <= 4_800
        assert not any("serve the search" in a for a in found.certificate.assumptions)

    def test_a_generator_of_regressors(self):
        """A target of numbers says that they are compared by R², as listed ones are."""
        y = X[:, 0] + np.random.default_rng(0).normal(0, 0.1, len(X))
        trees = (DecisionTreeRegressor(max_depth=d) for d in (1, 3, 5))
        found = select(trees, X, y, epsilon=0.3, random_state=0)
        assert found.certificate.scale.name == "R²"
        assert found.certificate.n_configurations == 3

    def test_proposals_for_a_table_in_files(self, tmp_path):
        """Its target says what candidates must be, as that of a table in memory does."""
        y = X[:, 0] + np.random.default_rng(0).normal(0, 0.1, len(X))
        for name, target in (("number", y), ("label", Y)):
            table = pd.DataFrame(X, columns=[f"x{k}" for k in range(8)]).assign(y=target)
            table.to_parquet(tmp_path / f"{name}.parquet")
        options = {"epsilon": 0.3, "random_state": 0}

        def deep(trial, tree):
            return tree(max_depth=trial.suggest_int("max_depth", 1, 6))

        def opened(name):
            return open_table(tmp_path / f"{name}.parquet", "y", cache_dir=tmp_path / "cache")

        numbers = partial(deep, tree=DecisionTreeRegressor)
        found = select(numbers, opened("number"), n_candidates=3, **options)
        assert found.certificate.scale.name == "R²"
        labels = partial(deep, tree=DecisionTreeClassifier)
        found = select(labels, opened("label"), n_candidates=3, **options)
        assert found.certificate.scale.name == "accuracy"

    def test_classifiers_for_numbers(self):
        """They fail one by one, as whatever cannot be fitted does."""
        y = X[:, 0] + np.random.default_rng(0).normal(0, 0.1, len(X))
        trees = (DecisionTreeClassifier(max_depth=d) for d in (1, 3))
        with pytest.raises(AllFailed, match="Unknown label type: continuous"):
            select(trees, X, y, epsilon=0.3, random_state=0)

    @pytest.mark.parametrize(
        "grid",
        [[{"max_depth": [1, 2]}, {"max_depth": [3]}], ParameterGrid({"max_depth": [1, 2, 3]})],
    )
    def test_grids_as_in_scikit_learn(self, grid):
        found = select((DecisionTreeClassifier(), grid), X, Y, **SMALL)
        assert [c.parameters["max_depth"] for c in found.configurations] == [1, 2, 3]


def _test_rows(seed):
    """The test rows of a selection, as it draws them."""
    return np.random.default_rng([seed, 0]).permutation(len(Y))[: len(Y) // 5]


class TestRefused:
    def test_nothing_is_proposed(self):
        with pytest.raises(InvalidInput, match="must propose at least one estimator"):
            select(iter([]), X, Y)

    def test_the_papers_bounds(self):
        with pytest.raises(NotSupported, match="depend on how many there are"):
            select(suggest, X, Y, n_candidates=5, bounds="hoeffding")

    def test_a_study_without_a_function(self):
        with pytest.raises(InvalidInput, match="`study` must be left out unless"):
            select([LogisticRegression()], X, Y, study=optuna.create_study())

    def test_repeated_names(self):
        named = (("tree", DecisionTreeClassifier(max_depth=d)) for d in (1, 2))
        with pytest.raises(InvalidInput, match="'tree' is repeated"):
            select(named, X, Y, **SMALL)


class TestEstimator:
    def test_search(self):
        study = optuna.create_study(
            direction="maximize", sampler=optuna.samplers.TPESampler(seed=0)
        )
        search = NearBestSearch(suggest, n_iter=8, study=study, **SMALL).fit(X, Y)
        attributes = [trial.user_attrs for trial in study.trials]
        held = {each["nearbest:candidate"] for each in attributes}
        assert held == set(search.cv_results_["configuration"])
        assert len(held) == 8
        trial = next(t for t in study.trials if t.user_attrs["nearbest:standing"] == "winner")
        assert trial.user_attrs["nearbest:candidate"] == search.best_name_
        assert trial.user_attrs["nearbest:lower"] <= search.best_score_ + 1e-9
        assert search.predict(X[:3]).shape == (3,)

    def test_clone(self):
        search = NearBestSearch(suggest, sampler=optuna.samplers.TPESampler(seed=0))
        assert clone(search).candidates is suggest


class TestResume:
    def test_going_on_after_a_timeout_with_more(self, tmp_path):
        """What was proposed is proposed again, what was probed is not."""
        options = {**SMALL, "run_dir": tmp_path / "run", "refit": False}
        first = select(suggest, X, Y, n_candidates=6, **options)
        second = select(suggest, X, Y, n_candidates=10, **options)
        assert proposed(second)[:6] == proposed(first)
        assert second.certificate.n_configurations == 10
        n = len(first.history)
        assert list(second.history.test_score[:n]) == list(first.history.test_score)

    def test_a_search_that_was_hurried_goes_on(self, tmp_path):
        """What it had heard came by the clock, and is heard again as it was."""

        class Restless:
            """Proposes what only the same answers, in the same order, would make it propose."""

            def __init__(self):
                self.C = 1.0

            def ask(self):
                return LogisticRegression(C=self.C)

            def tell(self, model, score):
                self.C = 0.9 * self.C + score

        options = {**SMALL, "run_dir": tmp_path / "run", "refit": False}
        first = select(Restless(), X, Y, n_candidates=6, timeout=600, **options)
        second = select(Restless(), X, Y, n_candidates=9, **options)
        assert len(set(map(str, proposed(first)))) == 6
        assert proposed(second)[:6] == proposed(first)
        assert second.certificate.n_configurations == 9

    @pytest.mark.parametrize("limits", [(600, 600), (600, None), (None, 600)])
    def test_going_on_with_another_time_limit(self, tmp_path, limits):
        """Without one proposals begin otherwise; those of the run come again all the same."""
        options = {**SMALL, "run_dir": tmp_path / "run", "refit": False}
        then, now = limits
        first = select(suggest, X, Y, n_candidates=6, timeout=then, **options)
        second = select(suggest, X, Y, n_candidates=9, timeout=now, **options)
        middle = first.configurations[0].build().get_params().get("max_depth") == 3
        assert middle is (then is not None)
        assert proposed(second)[:6] == proposed(first)
        assert len(set(map(str, proposed(second)))) == 9

    def test_reading_needs_neither_data_nor_optuna(self, tmp_path):
        found = select(suggest, X, Y, n_candidates=6, run_dir=tmp_path / "run", **SMALL)
        past = read_past_run(tmp_path / "run")
        assert past.certificate().sentence == found.certificate.sentence
        assert past.race.plan.names == found.race.plan.names
        assert set(past.record.parameters) == set(found.race.plan.names)

    def test_another_function_is_refused(self, tmp_path):
        options = {**SMALL, "run_dir": tmp_path / "run", "n_candidates": 4}
        select(lambda t: LogisticRegression(C=t.suggest_float("C", 1, 2)), X, Y, **options)
        with pytest.raises(DifferentRun, match="is not proposed again"):
            select(
                lambda t: LogisticRegression(tol=t.suggest_float("C", 1, 2)), X, Y, **options
            )

    def test_a_list_in_the_place_of_a_search_is_refused(self, tmp_path):
        options = {**SMALL, "run_dir": tmp_path / "run"}
        select(suggest, X, Y, n_candidates=3, **options)
        with pytest.raises(DifferentRun, match="that were proposed, and now they are listed"):
            select([LogisticRegression()], X, Y, extend=True, **options)

    def test_killed_it_ends_as_if_nothing_had_happened(self, tmp_path):
        """A real SIGKILL, several times; the sampler's state comes from the journal."""
        undisturbed = searching(tmp_path / "whole")
        context = multiprocessing.get_context("fork")
        kills, seen = 0, 0
        while True:
            process = context.Process(target=searching, args=(tmp_path / "killed",))
            process.start()
            wait_for_lines(tmp_path / "killed", seen + 6, process)
            if process.is_alive():
                os.kill(process.pid, signal.SIGKILL)
                kills += 1
            process.join()
            seen = n_lines(tmp_path / "killed")
            if process.exitcode == 0:
                break
        assert kills >= 3
        after = searching(tmp_path / "killed")
        assert proposed(after) == proposed(undisturbed)
        assert after.best == undisturbed.best
        lines = (tmp_path / "killed" / "journal.jsonl").read_text().splitlines()
        probes = [
            (e["configuration"], e["n_train"])
            for e in map(json.loads, lines)
            if e["event"] == "observed"
        ]
        assert len(set(probes)) == len(probes)


def searching(folder):
    data = noisy_signs(4_000, noise=NOISE, seed=0)
    options = {"epsilon": 0.02, "cost": "rows", "random_state": 0, "min_train_size": 250}
    return select(slow, *data, n_candidates=12, run_dir=folder, **options)


def n_lines(folder):
    journal = folder / "journal.jsonl"
    return journal.read_bytes().count(b"\n") if journal.exists() else 0


def wait_for_lines(folder, n, process):
    while process.is_alive() and n_lines(folder) < n:
        time.sleep(0.005)
