"""Killed at any moment, a run loses and repeats nothing."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import time

import pytest

from nearbest import select
from tests.integration.misbehaving import Slow, noisy_signs

KILLS = 50
SAME = ["configuration", "n_train", "n_test", "train_correct", "test_correct"]


def selection(folder, seed, n_jobs, n_candidates=5):
    X, y = noisy_signs(6_000, noise=(0.1, 0.105, 0.11, 0.2, 0.3), seed=seed)
    candidates = {f"feature {i}": Slow(i, 0.005) for i in range(n_candidates)}
    options = {"epsilon": 0.0, "cost": "rows", "random_state": seed, "n_jobs": n_jobs}
    return select(candidates, X, y, run_dir=folder, extend=True, **options)


def run_in_group(folder, seed, n_jobs):
    """Run as the head of a process group of its own, so that all of it can be killed."""
    os.setsid()
    selection(folder, seed, n_jobs)


def finished_probes(folder):
    journal = folder / "journal.jsonl"
    whole = journal.read_bytes().split(b"\n")[:-1] if journal.exists() else []
    events = [json.loads(line) for line in whole]
    return [event for event in events if event["event"] == "observed"]


def killed_until_done(context, folder, seed, n_jobs, patience):
    """Start, kill after a random time, and start again until it ends; count the kills."""
    rng, kills, known = random.Random(seed), 0, []
    while True:
        process = context.Process(target=run_in_group, args=(folder, seed, n_jobs))
        process.start()
        process.join(rng.uniform(0.0, patience))
        if process.exitcode is None:
            kills += 1
            kill_group(process)
        done = process.exitcode == 0
        process.join()
        now = finished_probes(folder)
        assert now[: len(known)] == known, "a finished probe was lost or changed"
        probes = [(probe["configuration"], probe["n_train"]) for probe in now]
        assert len(set(probes)) == len(probes), "a finished probe was repeated"
        known = now
        patience *= 1.02  # so that a slow machine gets there too
        if done:
            return kills


def kill_group(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:  # it has not made its group yet
        os.kill(process.pid, signal.SIGKILL)
    process.join()


@pytest.fixture
def context():
    """Processes that start in milliseconds, with nearbest imported."""
    server = multiprocessing.get_context("forkserver")
    server.set_forkserver_preload(["nearbest", "tests.integration.misbehaving"])
    return server


def test_fifty_kills_of_serial_runs_change_nothing(tmp_path, context):
    """Over short runs killed 50 times in all, every end equals the undisturbed one."""
    kills, seed = 0, 0
    while kills < KILLS:
        seed += 1
        kills += killed_until_done(context, tmp_path / str(seed), seed, None, 0.4)
        resumed = selection(tmp_path / str(seed), seed, None)
        undisturbed = selection(tmp_path / f"undisturbed {seed}", seed, None)
        assert resumed.history[SAME].equals(undisturbed.history[SAME])
        assert resumed.certificate.gap == undisturbed.certificate.gap
        assert resumed.best == undisturbed.best


def test_kills_of_extended_runs_change_nothing(tmp_path, context):
    """Killed at any moment of its extension, a run ends as the undisturbed one."""
    kills, seed = 0, 200
    while kills < 10:
        seed += 1
        killed, undisturbed = tmp_path / str(seed), tmp_path / f"undisturbed {seed}"
        for folder in (killed, undisturbed):
            selection(folder, seed, None, n_candidates=3)
        kills += killed_until_done(context, killed, seed, None, 0.4)
        expected, resumed = selection(undisturbed, seed, None), selection(killed, seed, None)
        assert resumed.race.plan.batches == expected.race.plan.batches == (3, 2)
        assert resumed.history[SAME].equals(expected.history[SAME])
        assert resumed.certificate.gap == expected.certificate.gap
        admitted = (killed / "journal.jsonl").read_bytes().count(b'"event": "admitted"')
        assert admitted == 1


def test_kills_of_parallel_runs_lose_and_repeat_nothing(tmp_path, context):
    """The whole tree of a run with two workers is killed; it goes on and ends well."""
    kills, seed = 0, 100
    while kills < 4:
        seed += 1
        kills += killed_until_done(context, tmp_path / str(seed), seed, 2, 6.0)
        resumed = selection(tmp_path / str(seed), seed, 2)
        assert resumed.certificate.decided
        assert resumed.best == selection(tmp_path / f"undisturbed {seed}", seed, None).best
    time.sleep(0.5)
