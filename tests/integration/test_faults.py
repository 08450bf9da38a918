"""Faults of the machine end a run or are tried again; no candidate pays for them."""

from __future__ import annotations

import json
import os
import shutil

import pandas as pd
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin

from nearbest import open_table, select
from nearbest.errors import CannotRead, InvalidInput
from nearbest.race.observation import Observation
from nearbest.running.resume import read_past_run
from nearbest.running.run_dir.journal import Journal
from tests.integration.misbehaving import Misbehaving, Slow, noisy_signs

X, Y = noisy_signs(8_000, noise=(0.1, 0.12, 0.3))
CANDIDATES = {"best": Slow(0, 0.0), "second": Slow(1, 0.0), "worst": Slow(2, 0.0)}
OPTIONS = {"epsilon": 0.0, "random_state": 0, "min_train_size": 200, "refit": False}


def journal(folder):
    return [json.loads(line) for line in (folder / "journal.jsonl").read_text().splitlines()]


@pytest.fixture
def table(tmp_path):
    frame = pd.DataFrame(X, columns=["a", "b", "c"]).assign(y=Y)
    frame.to_parquet(tmp_path / "signs.parquet")
    return open_table(tmp_path / "signs.parquet", target="y")


def hiding(file, after):
    """A watcher that moves a file away when so many probes have been made."""

    def watch(race, running):
        if len(race.history) == after and file.exists():
            os.replace(file, f"{file}.away")

    return watch


def stop_at_once(race, running):
    """Ends a run as soon as its settings are written."""
    raise ZeroDivisionError


class Opening(ClassifierMixin, BaseEstimator):
    """Needs a file of its own, which is not there."""

    def fit(self, X, y):
        with open("/nowhere/weights.bin") as file:
            return file

    def predict(self, X):
        raise NotImplementedError


class TestSamplesThatCannotBeRead:
    @pytest.mark.parametrize("name", ["train.arrow", "test.y.npy"])
    def test_they_end_the_run_and_count_against_nobody(self, name, table, tmp_path):
        """One error names the store; when it is back the run goes on to the same answer."""
        folder, file = tmp_path / "run", tmp_path / "run" / "store" / name
        watch = hiding(file, after=2)
        with pytest.raises(CannotRead, match=r"run/store cannot be read any more.*`run_dir`"):
            select(CANDIDATES, table, run_dir=folder, watch=watch, **OPTIONS)
        before = journal(folder)
        assert len(before) >= 2
        assert all(line["status"] == "ok" for line in before)

        os.replace(f"{file}.away", file)
        found = select(CANDIDATES, table, run_dir=folder, **OPTIONS)
        assert found.best == "best"
        assert found.certificate.failed == ()
        assert journal(folder)[: len(before)] == before

    @pytest.mark.parametrize("name", ["train.arrow", "manifest.json"])
    def test_deleting_the_folder_is_a_remedy(self, name, table, tmp_path):
        """As the error says, in sentences that end with one full stop."""
        folder, store = tmp_path / "run", tmp_path / "run" / "store"
        first = select(CANDIDATES, table, run_dir=folder, **OPTIONS)
        (store / name).write_bytes(b"\xff\xff\xff\xff\x00\x10\x00\x00garbage" * 9)
        for model in (folder / "models").iterdir():
            model.unlink()
        again = OPTIONS | {"refit": True}
        with pytest.raises((CannotRead, InvalidInput), match="delete") as caught:
            select(CANDIDATES, table, run_dir=folder, **again)
        assert str(store) in str(caught.value)
        assert "`store`" not in str(caught.value)
        assert ".." not in str(caught.value)
        shutil.rmtree(store)
        found = select(CANDIDATES, table, run_dir=folder, **again)
        assert found.best == first.best

    def test_worker_processes_say_the_same(self, tmp_path):
        file = tmp_path / "store" / "train.npy"
        watch = hiding(file, after=3)
        with pytest.raises(CannotRead, match=r"store cannot be read any more"):
            select(CANDIDATES, X, Y, n_jobs=2, run_dir=tmp_path, watch=watch, **OPTIONS)
        assert all(line["status"] == "ok" for line in journal(tmp_path))

    def test_while_the_choice_is_trained(self, table, tmp_path, monkeypatch):
        """The run has its answer, and training it can be tried again."""
        select(CANDIDATES, table, run_dir=tmp_path / "run", **OPTIONS)
        file = tmp_path / "run" / "store" / "train.arrow"
        os.replace(file, f"{file}.away")
        for model in (tmp_path / "run" / "models").iterdir():
            model.unlink()
        with pytest.raises(CannotRead):
            select(CANDIDATES, table, run_dir=tmp_path / "run", **OPTIONS | {"refit": True})

    def test_what_cannot_be_drawn_from_memory_is_no_failure_either(self, tmp_path, monkeypatch):
        def broken(prefixes, n):
            raise OSError(5, "Input/output error")

        monkeypatch.setattr("nearbest.data.memory._Prefixes.__call__", broken)
        with pytest.raises(CannotRead, match=r"cannot be drawn.*Input/output error"):
            select(CANDIDATES, X, Y, run_dir=tmp_path, **OPTIONS)
        assert not (tmp_path / "journal.jsonl").exists()

    def test_a_file_of_the_candidates_own_is_its_own_failure(self):
        found = select({"opens": Opening(), "good": Slow(0, 0.0)}, X, Y, **OPTIONS)
        [(name, cause)] = found.certificate.failed
        assert name == "opens"
        assert "FileNotFoundError" in cause


LIMITS = {"probe_timeout": 3.0, "probe_memory": 200_000_000}


class TestLimitsThatWereRaised:
    @pytest.mark.parametrize("limit", LIMITS)
    def test_their_candidates_are_tried_again(self, limit, tmp_path):
        """But not with the same limit, nor where only the other one was raised."""
        self.break_once(tmp_path, limit)
        other = next(name for name in LIMITS if name != limit)
        for limits in ({limit: LIMITS[limit]}, {limit: LIMITS[limit], other: 10**10}):
            same = select(CANDIDATES, X, Y, run_dir=tmp_path, **limits, **OPTIONS)
            assert dict(same.certificate.failed) == {"worst": "too much"}

        again = select(CANDIDATES, X, Y, run_dir=tmp_path, **OPTIONS)
        assert again.certificate.failed == ()
        assert read_past_run(tmp_path).certificate().failed == ()
        lower = select(CANDIDATES, X, Y, run_dir=tmp_path, **{limit: 1}, **OPTIONS)
        assert lower.certificate.failed == ()  # what succeeded stays

    def test_a_higher_limit_that_is_broken_too(self, tmp_path):
        """The candidate fails once more, and the journal says by which limit."""
        candidates = CANDIDATES | {"worst": Misbehaving("hang", rows=10)}
        self.break_once(tmp_path, "probe_timeout", candidates)
        select(candidates, X, Y, run_dir=tmp_path, probe_timeout=4.0, **OPTIONS)
        failed = [line for line in journal(tmp_path) if line["status"] == "failed"]
        assert [line["configuration"] for line in failed] == ["worst", "worst"]
        assert [line["broke"] for line in failed] == [
            ["probe_timeout", 3.0],
            ["probe_timeout", 4.0],
        ]

    def break_once(self, folder, limit, candidates=CANDIDATES):
        """A run in which the first probe of "worst" broke a limit."""
        healthy = candidates | {"worst": Slow(2, 0.0)}
        other = folder.with_name(f"{folder.name}-healthy")
        select(healthy, X, Y, run_dir=other, **OPTIONS)
        made = list(Journal(other / "journal.jsonl").replay())
        first = next(o for o in made if o.configuration == "worst")
        with pytest.raises(ZeroDivisionError):
            select(candidates, X, Y, run_dir=folder, watch=stop_at_once, **OPTIONS)
        log = Journal(folder / "journal.jsonl")
        for observation in made:
            if observation is first:
                log.append(
                    Observation(
                        "worst",
                        first.n_train,
                        first.n_test,
                        status="failed",
                        message="too much",
                        broke=(limit, LIMITS[limit]),
                    )
                )
            elif observation.configuration != "worst":
                log.append(observation)
