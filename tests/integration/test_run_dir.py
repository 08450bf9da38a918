"""A run directory keeps everything that is needed to go on, and nothing that runs."""

from __future__ import annotations

import json
import os
import pickletools
import resource
import subprocess
import sys
from dataclasses import replace
from types import MappingProxyType

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import SGDClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.tree import DecisionTreeClassifier

from nearbest import Exact, select
from nearbest.errors import (
    CannotWrite,
    DamagedJournal,
    DamagedRun,
    DifferentRun,
    InvalidInput,
    RunDirInUse,
)
from nearbest.race.answer.certify import certify
from nearbest.running.resume import read_past_run, read_run
from nearbest.running.run_dir.run_dir import RunDir
from tests.integration.misbehaving import Misbehaving, Slow, noisy_signs

X, Y = noisy_signs(8_000, noise=(0.1, 0.12, 0.3))
CANDIDATES = {"best": Slow(0, 0.0), "second": Slow(1, 0.0), "worst": Slow(2, 0.0)}


def run(folder, **options):
    usual = {"random_state": 0, "epsilon": 0.005, "cost": "rows", "stop_at": "paper"}
    arguments = usual | options
    candidates = arguments.pop("candidates", CANDIDATES)
    data = arguments.pop("data", (X, Y))
    return select(candidates, *data, run_dir=folder, **arguments)


def crashed(folder, journal):
    """Leave what a crash would have left: the journal so far, and no end."""
    (folder / "journal.jsonl").write_bytes(journal)
    (folder / "outcome.json").unlink()


def lines(folder):
    return (folder / "journal.jsonl").read_bytes().splitlines(keepends=True)


def test_a_finished_run_is_not_repeated(tmp_path):
    """Calling again with the same folder makes no probe and gives the same answer."""
    first = run(tmp_path)
    run(tmp_path)  # in which the winner's training counts as a probe
    before = lines(tmp_path)
    again = run(tmp_path)
    assert lines(tmp_path) == before
    assert again.certificate.gap == first.certificate.gap
    assert again.best == first.best


class TestTrainedAfterTheRace:
    """What the winner's training took is not spent again, nor is its model given up."""

    TWO = MappingProxyType(
        {"tree": DecisionTreeClassifier(max_depth=1), "constant": DummyClassifier()}
    )

    @pytest.mark.parametrize("n_jobs", [None, 2])
    def test_it_counts_when_the_run_goes_on(self, tmp_path, n_jobs):
        options = {"candidates": dict(self.TWO), "n_jobs": n_jobs}
        first = run(tmp_path, **options)
        full, n_lines = first.race.plan.full_size(first.best), len(lines(tmp_path))
        assert not first.race.exhausted(first.best)
        [model] = (tmp_path / "models").glob(f"*-{full}.*")
        written = model.stat().st_mtime_ns
        again = run(tmp_path, **options)
        assert again.race.exhausted(first.best)
        assert len(lines(tmp_path)) == n_lines + 1
        assert again.certificate.delivery.reason == "the probe on all training rows, kept"
        assert model.stat().st_mtime_ns == written

    def test_less_time_gives_no_worse_a_model(self, tmp_path):
        """It was trained in full, and there is no time to train anything now."""
        first = run(tmp_path, candidates=dict(self.TWO))
        less = {"timeout": 1e-9, "stop_at": "proved", "epsilon": 0.0}
        again = run(tmp_path, candidates=dict(self.TWO), **less)
        assert again.certificate.delivery.score == first.certificate.delivery.score
        assert again.certificate.delivery.n_train == first.race.plan.full_size(first.best)

    def test_what_is_shown_is_what_was_said(self, tmp_path):
        """Until the run goes on, the race is the one that the answer was about."""
        first = run(tmp_path)
        assert read_past_run(tmp_path).certificate() == first.certificate

    @pytest.mark.parametrize("trained", [[3], [{"configuration": "best"}], "best"])
    def test_damage(self, tmp_path, trained):
        run(tmp_path)
        outcome = json.loads((tmp_path / "outcome.json").read_text())
        (tmp_path / "outcome.json").write_text(json.dumps({**outcome, "trained": trained}))
        before = lines(tmp_path)
        with pytest.raises(DamagedRun, match=r"outcome\.json"):
            run(tmp_path)
        assert lines(tmp_path) == before


def test_numbers_of_numpy(tmp_path):
    """Settings given as NumPy's numbers can be written down."""
    found = run(
        tmp_path, timeout=np.int64(60), n_jobs=np.int64(1), min_train_size=np.int64(500)
    )
    assert read_run(tmp_path).winner == found.best


def test_an_extended_run_keeps_its_split(tmp_path):
    """A generator is asked for one seed only, also where the plan is made twice."""
    few = {name: CANDIDATES[name] for name in ("best", "second")}
    before = run(tmp_path, candidates=few, random_state=np.random.RandomState(5))
    after = run(tmp_path, extend=True, random_state=np.random.RandomState(5))
    assert after.seed == before.seed


def test_models_are_found_again_in_another_order(tmp_path):
    """Files belong to candidates, not to places in a list."""
    first = run(tmp_path, epsilon=0.0)
    again = run(tmp_path, epsilon=0.0, candidates=dict(reversed(CANDIDATES.items())))
    assert again.best == first.best
    assert again.estimator.get_params() == first.estimator.get_params()


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path):
    """With half of the journal gone the rest is made again, to the same end."""
    whole = run(tmp_path)
    kept = lines(tmp_path)[:4]
    crashed(tmp_path, b"".join(kept))
    again = run(tmp_path)
    assert lines(tmp_path)[:4] == kept
    assert again.certificate.gap == whole.certificate.gap
    same = ["configuration", "n_train", "train_correct", "test_correct"]
    assert again.history[same].equals(whole.history[same])


def test_a_torn_last_line_is_dropped_and_a_damaged_middle_one_is_named(tmp_path):
    """A crash tears at most the last line; other damage is an error with its line."""
    run(tmp_path)
    content = lines(tmp_path)
    crashed(tmp_path, b"".join(content[:3]) + content[3][:20])
    run(tmp_path)
    assert [json.loads(line)["n_train"] for line in lines(tmp_path)] == [
        json.loads(line)["n_train"] for line in content
    ]
    (tmp_path / "journal.jsonl").write_bytes(content[0] + b"{oops\n" + b"".join(content[2:]))
    answer = (tmp_path / "outcome.json").read_bytes()
    with pytest.raises(DamagedJournal, match="line 2"):
        run(tmp_path)
    assert (tmp_path / "outcome.json").read_bytes() == answer  # what was computed stays


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"data": (X[::-1].copy(), Y[::-1].copy())}, "other data"),
        ({"data": (X + 1, Y)}, "other data"),
        ({"random_state": 1}, "random_state"),
        ({"delta": 0.1}, "`delta`, 0.05; got 0.1"),
        ({"test_size": 0.3}, "test_size"),
        ({"growth": 3.0}, "growth"),
        ({"bounds": Exact(self_check=False)}, "bounds"),
        ({"candidates": {**CANDIDATES, "best": Slow(2, 0.0)}}, "'best' is different"),
        ({"candidates": {"best": CANDIDATES["best"]}}, "'second' is missing"),
        ({"candidates": {**CANDIDATES, "new": Slow(2, 0.01)}}, "extend=True"),
    ],
)
def test_another_run_is_refused_in_a_sentence_that_says_what_differs(tmp_path, change, words):
    """Other data, settings or candidates do not mix with what is there."""
    run(tmp_path)
    before = lines(tmp_path)
    with pytest.raises(DifferentRun, match=words):
        run(tmp_path, **change)
    assert lines(tmp_path) == before


def test_a_score_that_was_computed_otherwise_is_another_run(tmp_path):
    """Balanced accuracy was a mean over rows once; such scores are not to be mixed."""
    run(tmp_path, scoring="balanced_accuracy")
    settings = json.loads((tmp_path / "settings.json").read_text())
    settings["scale"]["kind"] = "row means"
    (tmp_path / "settings.json").write_text(json.dumps(settings))
    with pytest.raises(DifferentRun, match="computed balanced accuracy in another way"):
        run(tmp_path, scoring="balanced_accuracy")


class Wandering(DecisionTreeClassifier):
    """Changes to another folder while it is fitted, as some frameworks do."""

    def __init__(self, folder="."):
        super().__init__(max_depth=2)
        self.folder = folder

    def fit(self, X, y):
        """Fit a small tree elsewhere."""
        os.chdir(self.folder)
        return super().fit(X, y)


def test_a_run_stays_where_it_began_whatever_candidates_change_to(tmp_path, monkeypatch):
    """Another folder may hold a run of the same name, which is not this one's to touch."""
    here, elsewhere = tmp_path / "here", tmp_path / "elsewhere"
    here.mkdir()
    elsewhere.mkdir()
    run(elsewhere / "run")
    before = {path: path.read_bytes() for path in (elsewhere / "run").rglob("*.json*")}
    monkeypatch.chdir(here)
    found = run("run", candidates={**CANDIDATES, "wandering": Wandering(str(elsewhere))})
    assert {path: path.read_bytes() for path in before} == before
    assert len(lines(here / "run")) == len(found.race.history)
    assert (here / "run" / "outcome.json").exists()


def test_the_seed_of_a_run_without_one_is_kept(tmp_path):
    """Going on without a random_state takes the seed that was journalled."""
    first = run(tmp_path, random_state=None)
    assert run(tmp_path, random_state=None).seed == first.seed


def test_candidates_can_be_added(tmp_path):
    """extend=True keeps all observations, races the newcomers and halves the first δ."""
    first = run(tmp_path, candidates={k: CANDIDATES[k] for k in ("second", "worst")})
    kept = lines(tmp_path)
    found = run(tmp_path, extend=True)
    assert lines(tmp_path)[: len(kept)] == kept
    assert found.best == "best"
    assert found.race.plan.batches == (2, 1)
    shares = found.race.plan.shares
    assert (shares["second"].delta, shares["best"].delta) == (0.05 / 2, 0.05 / 6)
    assert any("added later" in sentence for sentence in found.certificate.assumptions)
    earlier, now = (r.race.tracks["worst"].probes[:2] for r in (first, found))
    assert earlier == now
    assert run(tmp_path, extend=True).race.plan.batches == (2, 1)


@pytest.mark.parametrize("thrifty", [True, False])
def test_a_run_keeps_what_its_bounds_have_paid_for(tmp_path, thrifty):
    """Whether fewer rows may be scored is decided when it begins; old runs never did."""
    found = run(tmp_path, cost="seconds")
    assert found.race.plan.thrifty
    file = tmp_path / "settings.json"
    written = json.loads(file.read_text())
    assert written["thrifty"] is True
    if not thrifty:
        del written["thrifty"]
        file.write_text(json.dumps(written))
    assert read_run(tmp_path).plan.thrifty is thrifty
    assert run(tmp_path, cost="seconds").race.plan.thrifty is thrifty


class TestKilledWhileExtending:
    """The journal knows who was admitted, whatever else was written."""

    FIRST = {k: CANDIDATES[k] for k in ("second", "worst")}  # noqa: RUF012

    def extended(self, folder):
        """A run whose settings.json is that of before its extension, and how it ended."""
        run(folder, candidates=self.FIRST)
        before = (folder / "settings.json").read_bytes()
        found = run(folder, extend=True)
        (folder / "settings.json").write_bytes(before)
        (folder / "outcome.json").unlink()
        return found

    def test_the_run_can_be_read(self, tmp_path):
        """With everybody in it, and δ divided among the batches."""
        found = self.extended(tmp_path)
        past = read_past_run(tmp_path)
        assert past.race.plan.batches == (2, 1)
        assert past.race.winner == found.best == "best"
        assert set(past.record.parameters) == set(CANDIDATES)
        assert past.certificate().gap == found.certificate.gap

    @pytest.mark.parametrize("extend", [True, False])
    def test_the_run_goes_on(self, tmp_path, extend):
        """Nobody is admitted twice, and no probe is made again."""
        found, kept = self.extended(tmp_path), lines(tmp_path)
        again = run(tmp_path, extend=extend)
        assert lines(tmp_path) == kept
        assert again.race.plan.batches == (2, 1)
        assert again.certificate.gap == found.certificate.gap

    def test_who_was_admitted_cannot_be_left_out(self, tmp_path):
        """A part of δ is theirs."""
        self.extended(tmp_path)
        with pytest.raises(DifferentRun, match="'best' is missing now"):
            run(tmp_path, candidates=self.FIRST)

    def test_a_run_of_before_there_was_the_event(self, tmp_path):
        """Format 2: batches stand in the settings alone, and it goes on and can be extended."""
        run(tmp_path, candidates=self.FIRST)
        run(tmp_path, extend=True)
        journal = tmp_path / "journal.jsonl"
        journal.write_bytes(b"".join(x for x in lines(tmp_path) if b'"admitted"' not in x))
        ended = json.loads((tmp_path / "outcome.json").read_text())
        del ended["n_lines"]  # which came later
        (tmp_path / "outcome.json").write_text(json.dumps(ended))
        assert read_run(tmp_path).plan.batches == (2, 1)
        more = {**CANDIDATES, "more": Slow(1, 0.001)}
        assert run(tmp_path, candidates=more, extend=True).race.plan.batches == (2, 1, 1)
        assert read_run(tmp_path).plan.batches == (2, 1, 1)


class TestPredicted:
    """A run that stops by forecast, in a folder."""

    #: More than the forecast needs to be sure, and less than the proof needs.
    OPTIONS = {"epsilon": 0.02, "stop_at": "stated"}  # noqa: RUF012

    def test_the_proof_can_be_completed_later(self, tmp_path):
        """Resumed with the other rule, no probe is repeated, and the race is decided."""
        predicted = run(tmp_path, **self.OPTIONS)
        assert predicted.race.ending is not None
        assert not predicted.race.decided
        before = lines(tmp_path)
        proved = run(tmp_path, epsilon=0.02, stop_at="paper")
        assert lines(tmp_path)[: len(before)] == before
        probes = [(o.configuration, o.n_train) for o, _ in proved.race.history]
        assert len(probes) == len(set(probes)) > len(before)
        assert proved.certificate.decided
        assert (read_run(tmp_path).rule.stop_at, read_run(tmp_path).ending) == (
            "paper",
            "proved",
        )

    def test_it_is_not_repeated(self, tmp_path):
        """Calling again with the same rule makes no probe, and starts no worker."""
        first = run(tmp_path, **self.OPTIONS, refit=False)
        before = lines(tmp_path)
        again = run(tmp_path, **self.OPTIONS, refit=False, n_jobs=2)
        assert lines(tmp_path) == before
        assert again.best == first.best
        assert not (tmp_path / "store").exists()

    def test_it_reads_as_it_ended(self, tmp_path, monkeypatch):
        """Choice and prediction are those of the run, though past curves change."""
        found = run(tmp_path, **self.OPTIONS)

        def changed():
            raise AssertionError("the forecast was made anew")

        monkeypatch.setattr("nearbest.forecast.outlook.default_analogs", changed)
        race = read_run(tmp_path)
        assert (race.rule.stop_at, race.ending) == ("stated", "forecast")
        certificate = certify(race, read_past_run(tmp_path).delivery)
        assert replace(certificate, notes=found.certificate.notes) == found.certificate

    def test_before_it_has_ended(self, tmp_path):
        """A folder of a run under way is read by the rule of the run."""
        found = run(tmp_path, **self.OPTIONS)
        (tmp_path / "outcome.json").unlink()
        race = read_run(tmp_path)
        assert (race.rule.stop_at, race.ending) == ("stated", "forecast")
        assert race.winner == found.best

    def test_folders_of_before_forecasts(self, tmp_path):
        """Without a word on the rule, a run was to be proved as the paper does."""
        run(tmp_path, stop_at="paper")
        settings = json.loads((tmp_path / "settings.json").read_text())
        del settings["rule"]
        (tmp_path / "settings.json").write_text(json.dumps(settings))
        (tmp_path / "outcome.json").write_text(json.dumps({"delivery": None, "seconds": 1}))
        assert read_run(tmp_path).rule.stop_at == "paper"
        assert certify(read_run(tmp_path)).decided


def test_a_second_process_is_refused_by_the_lock(tmp_path):
    """Two processes never write one journal."""
    script = (
        "import sys, time\n"
        "from nearbest.running.run_dir.run_dir import RunDir\n"
        "with RunDir(sys.argv[1]):\n"
        "    print('locked', flush=True)\n"
        "    time.sleep(60)\n"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert holder.stdout.readline().strip() == "locked"
        with pytest.raises(RunDirInUse, match="in use by another process"):
            run(tmp_path)
    finally:
        holder.kill()
        holder.wait()
    run(tmp_path)  # the kernel let go of a dead process's lock


def test_a_full_disk_is_a_clear_error_and_harms_nothing(tmp_path):
    """No room for the next line: what was recorded stays, and the run can go on."""
    whole = run(tmp_path)
    kept = lines(tmp_path)[:4]  # more than the settings, which are written again
    (tmp_path / "journal.jsonl").write_bytes(b"".join(kept))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    room = sum(map(len, kept)) + 50  # the next line will be cut short, as on a full disk
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, limits[1]))
    try:
        with pytest.raises(CannotWrite, match="cannot be written: File too large"):
            run(tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    again = run(tmp_path)
    assert lines(tmp_path)[:4] == kept
    assert again.certificate.gap == whole.certificate.gap


def test_no_room_for_the_last_note_costs_no_answer(tmp_path, monkeypatch, caplog):
    """The selection is returned, and a sentence says what is not kept."""

    def full(self, name, content, write=RunDir._write):
        if name == "outcome.json":
            raise CannotWrite(f"{self.path}: No space left on device.")
        write(self, name, content)

    monkeypatch.setattr(RunDir, "_write", full)
    found = run(tmp_path)
    assert found.best == "best"
    assert found.estimator is not None
    [message] = [r.message for r in caplog.records if "No space left" in r.message]
    assert message.startswith("The answer could not be written to the run directory: ")


@pytest.mark.parametrize("name", ["settings.json", "outcome.json"])
@pytest.mark.parametrize("notes", [5, "text", [1]])
def test_notes_that_are_no_texts_are_damage(name, notes, tmp_path):
    """A sentence names the file, and nothing else goes wrong later."""
    run(tmp_path)
    file = tmp_path / name
    file.write_text(json.dumps({**json.loads(file.read_text()), "notes": notes}))
    with pytest.raises(DamagedRun, match=f"{name} is damaged: 'notes' cannot be"):
        read_past_run(tmp_path)


def test_no_room_for_the_store_is_a_clear_error_and_leaves_nothing(tmp_path):
    """Where the shuffled data does not fit, no half of it stays behind."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (X.nbytes // 4, limits[1]))
    try:
        with pytest.raises(CannotWrite, match="`store` must be a place to write to"):
            run(tmp_path, n_jobs=2)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert not (tmp_path / "store").exists()
    assert not list(tmp_path.glob(".store.part*"))


def test_a_folder_that_cannot_be_written_is_a_clear_error():
    """A run directory below a read-only place is refused before any training."""
    trained = []

    class Counting(Slow):
        def fit(self, X, y):
            trained.append(len(y))
            return super().fit(X, y)

    with pytest.raises(InvalidInput, match="`run_dir` must be a directory to write to"):
        run("/proc/nearbest", candidates={"a": Counting(0, 0.0)})
    assert trained == []


def test_reading_a_run_needs_no_data_and_runs_no_code(tmp_path):
    """The race can be rebuilt from text files; a hostile pickle in models/ stays shut."""
    found = run(tmp_path)
    hostile = tmp_path / "models" / "0-1.pkl"
    hostile.write_bytes(b"cos\nsystem\n(S'touch " + os.fsencode(tmp_path / "owned") + b"'\ntR.")
    assert any(op.name == "REDUCE" for op, *_ in pickletools.genops(hostile.read_bytes()))
    race = read_run(tmp_path)
    assert certify(race).winner == found.best
    assert race.gap(found.best) == found.race.gap(found.best)
    run(tmp_path)
    assert not (tmp_path / "owned").exists()


def test_a_stratified_run_can_be_read_back(tmp_path):
    """The class counts that the stratified bound needs are kept."""
    found = run(tmp_path, stratify=True)
    race = read_run(tmp_path)
    for name, track in found.race.tracks.items():
        assert race.tracks[name].interval == track.interval


class TestStrata:
    """The class counts of a stratified run, in a file of their own."""

    def test_a_resumed_run_leaves_them_alone(self, tmp_path):
        """They are written once, so that no kill can tear them later."""
        run(tmp_path, stratify=True)
        before = (tmp_path / "strata.npz").stat()
        run(tmp_path, stratify=True)
        after = (tmp_path / "strata.npz").stat()
        assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)

    def test_they_come_before_the_settings_and_whole(self, tmp_path, monkeypatch):
        """A folder with settings has them; they get their name when all is written."""
        named = []
        replace = os.replace
        monkeypatch.setattr(os, "replace", lambda a, b: (named.append(b.name), replace(a, b)))
        run(tmp_path, stratify=True)
        assert named[:2] == ["strata.npz", "settings.json"]

    @pytest.mark.parametrize("stratify", [True, False])
    def test_those_of_a_run_that_never_began_are_not_taken(self, tmp_path, stratify):
        """Killed before the settings were written, a run is nobody's past."""
        run(tmp_path / "first", stratify=True, random_state=1)
        strata = (tmp_path / "first" / "strata.npz").read_bytes()
        (tmp_path / "second").mkdir()
        (tmp_path / "second" / "strata.npz").write_bytes(strata)
        (tmp_path / "second" / "lock").touch()
        found = run(tmp_path / "second", stratify=stratify)
        race = read_run(tmp_path / "second")
        for name, track in found.race.tracks.items():
            assert race.tracks[name].interval == track.interval
        file = tmp_path / "second" / "strata.npz"
        assert file.exists() == stratify
        assert not stratify or file.read_bytes() != strata


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04junk"], ids=["empty", "torn"])
def test_a_model_that_cannot_be_read_is_trained_again(tmp_path, content):
    """A crash may tear a model; the run that it belongs to can still be resumed."""
    candidates = {"a": SGDClassifier(random_state=1), "b": SGDClassifier(random_state=2)}
    options = {"data": noisy_signs(4_000), "candidates": candidates, "min_train_size": 3_200}
    first = run(tmp_path, **options)
    for file in (tmp_path / "models").iterdir():
        file.write_bytes(content)
    again = run(tmp_path, **options)
    assert "trained after the race" in again.certificate.delivery.reason
    assert np.array_equal(first.estimator.coef_, again.estimator.coef_)


def test_a_changed_function_is_another_candidate(tmp_path):
    """The old results are not those of a lambda that was rewritten."""

    def candidates(columns):
        return {"a": make_pipeline(FunctionTransformer(columns), SGDClassifier(random_state=1))}

    run(tmp_path, candidates=candidates(lambda X: X[:, :1]))
    run(tmp_path, candidates=candidates(lambda X: X[:, :1]))
    with pytest.raises(DifferentRun, match="'a' is different"):
        run(tmp_path, candidates=candidates(lambda X: X[:, 1:]))


def test_the_model_of_a_full_probe_is_kept_across_processes(tmp_path):
    """A resumed run delivers the very model of the full probe, if reading it is safe."""
    candidates = {"a": SGDClassifier(random_state=1), "b": SGDClassifier(random_state=2)}
    options = {"data": noisy_signs(4_000), "candidates": candidates, "min_train_size": 3_200}
    first, again = run(tmp_path, **options), run(tmp_path, **options)
    assert "kept" in again.certificate.delivery.reason
    assert np.array_equal(first.estimator.coef_, again.estimator.coef_)


def test_how_a_run_ended_is_kept_until_it_goes_on(tmp_path):
    """The model delivered can be read back; a later call that has not ended hides it."""
    found = run(tmp_path)
    assert read_past_run(tmp_path).delivery == found.certificate.delivery
    with RunDir(tmp_path) as folder:
        folder.begin(folder.record())
    assert read_past_run(tmp_path).delivery is None


def test_only_models_that_may_be_delivered_stay_on_disk(tmp_path):
    """The models folder holds the incumbent's full run and best sample at most."""
    run(tmp_path)
    assert 1 <= len(list((tmp_path / "models").iterdir())) <= 2


def test_failed_probes_are_journalled_too(tmp_path):
    """A failure is an observation: it is not tried again after a resume."""
    candidates = {"bad": Misbehaving("exit"), **CANDIDATES}
    run(tmp_path, candidates=candidates, refit=False)
    before = lines(tmp_path)
    assert any(json.loads(line)["status"] == "failed" for line in before)
    run(tmp_path, candidates=candidates, refit=False)
    assert lines(tmp_path) == before


class TestFilesOfTheUser:
    """What nearbest did not make stays."""

    def test_in_the_models_folder(self, tmp_path):
        """Only models of this run's candidates are removed, by their exact names."""
        run(tmp_path, epsilon=0.0)
        names = ("thesis.pkl", "model.skops", "0" * 32 + "-400.pkl", ".hidden", "notes.part")
        for name in names:
            (tmp_path / "models" / name).write_text("mine")
        (tmp_path / "models" / "more").mkdir()
        (tmp_path / "journal.jsonl").write_bytes(b"".join(lines(tmp_path)[:2]))
        run(tmp_path, epsilon=0.0)
        assert all((tmp_path / "models" / name).read_text() == "mine" for name in names)

    def test_in_a_folder_that_is_no_run(self, tmp_path):
        """A project that happens to have a models folder is refused, unharmed."""
        (tmp_path / "models").mkdir()
        (tmp_path / "models" / "mine.pkl").write_text("mine")
        with pytest.raises(InvalidInput, match="must be a new or empty directory"):
            run(tmp_path)
        assert (tmp_path / "models" / "mine.pkl").read_text() == "mine"
        assert [path.name for path in tmp_path.iterdir()] == ["models"]

    def test_behind_a_link(self, tmp_path):
        """A models folder that is a link leads to no deletion elsewhere."""
        folder, elsewhere = tmp_path / "run", tmp_path / "elsewhere"
        run(folder, epsilon=0.0)
        (folder / "models").rename(elsewhere)
        (folder / "models").symlink_to(elsewhere)
        before = sorted(elsewhere.iterdir())
        with pytest.raises(InvalidInput, match="is a link to another place"):
            run(folder, epsilon=0.0)
        assert sorted(elsewhere.iterdir()) == before
