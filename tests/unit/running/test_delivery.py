import os
import pickle
from dataclasses import replace

import cloudpickle
import numpy as np
import pytest

from nearbest.forecast import Outlook
from nearbest.probing.model_files import ModelFiles, save_model
from nearbest.race.answer.certify import certify
from nearbest.race.bounds import Exact, Hoeffding
from nearbest.race.observation import Observation, Task
from nearbest.race.race import Race
from nearbest.race.stopping import PapersRule, rule_named
from nearbest.running import time_limit
from nearbest.running.delivery import deliver
from nearbest.running.prepare import prepare
from nearbest.running.time_limit import FailedInWorker, NoTime, TimeLimit
from nearbest.running.training import Trainer
from nearbest.running.workers.kept_models import Keeper, SavedModels
from nearbest.running.workers.remote_probe import SavingProbe
from tests.unit.forecast.past import LINES


@pytest.fixture
def started(stub, coins):
    """A function that prepares a race between stubs and probes the tasks given."""

    def start(stubs, tasks, bounds=None, predicted=False):
        problem = prepare(stubs, *coins(4_000), min_train_size=400, random_state=0)
        forecaster = Outlook(problem.plan, LINES) if predicted else None
        rule = rule_named("stated" if predicted else "paper")
        race = Race(problem.plan, bounds or Exact(), rule=rule, forecaster=forecaster)
        keeper = Keeper()
        models = {}
        for name, size in tasks:
            task = Task(name, size, problem.plan.n_test_for(name, size))
            observation, models[name, size] = problem.prober(task)
            race.tell(observation)
            keeper.offer(race, observation, models[name, size])
        return problem, race, keeper, models

    return start


class TestKeeper:
    def test_keeps_the_incumbent(self, started, stub):
        """The model that attained the incumbent's lower bound is kept."""
        _, _, keeper, models = started({"a": stub(0.9), "b": stub(0.5)}, [("a", 400)])
        assert keeper.get("a", 400) is models["a", 400]

    def test_keeps_no_others(self, started, stub):
        """Models that cannot be delivered are let go."""
        tasks = [("a", 400), ("b", 400), ("a", 800), ("a", 1_600)]
        _, race, keeper, _ = started({"a": stub(0.9), "b": stub(0.5)}, tasks)
        attained = race.tracks["a"].estimate.attained_at
        kept = [s for s in (400, 800, 1_600) if keeper.get("a", s) is not None]
        assert kept == [attained]
        assert keeper.get("b", 400) is None

    def test_keeps_what_is_to_be_delivered(self, started, stub):
        """Whoever has won; what is taken is the user's, and let go of."""
        _, race, keeper, models = started({"a": stub(0.9), "b": stub(0.5)}, [("a", 400)])
        other = Observation.of_counts("b", 400, 800, 200, 400)
        keeper.offer(race, other, models["a", 400], delivered=True)
        assert keeper.take("b", 400) is models["a", 400]
        assert keeper.get("b", 400) is None

    def test_follows_a_new_incumbent(self, started, stub):
        """When the lead changes, the new leader's model is kept."""
        tasks = [("b", 400), ("a", 400)]
        _, race, keeper, models = started({"a": stub(0.9), "b": stub(0.5)}, tasks)
        assert race.incumbent == "a"
        assert keeper.get("a", 400) is models["a", 400]
        assert keeper.get("b", 400) is None

    @pytest.mark.parametrize("bounds", [Exact(), Hoeffding()])
    def test_keeps_the_full_run(self, started, stub, bounds):
        """Full run and best sample are both kept."""
        tasks = [("a", 800), ("a", 3_200)]
        _, _, keeper, models = started({"a": stub(0.9), "b": stub(0.5)}, tasks, bounds)
        assert keeper.get("a", 3_200) is models["a", 3_200]
        assert keeper.get("a", 800) is models["a", 800]


class NoTimeToTrain:
    """Trains nobody on all rows; what there is time for is `in_part`."""

    def __init__(self, in_part=None, of_other=None):
        self.in_part = {"a": in_part, "b": of_other}

    def __call__(self, name, n_train):
        raise NoTime("it takes too long")

    def part(self, name, more_than):
        return self.in_part[name]


class TestDeliver:
    def test_trains_the_winner(self, started, stub, fits):
        """Without a full run the winner is trained on all training rows."""
        problem, race, keeper, _ = started({"a": stub(0.9, "a"), "b": stub(0.5)}, [("a", 400)])
        model, delivery = deliver(race, problem.prober, keeper, True)
        assert [f.n_rows for f in fits if f.tag == "a"] == [400, 3_200]
        assert model is fits[-1].model
        assert delivery.trained_on == "all training rows"
        assert delivery.n_train == 3_200
        X_test, _ = problem.samples.test(800)
        assert delivery.score == (X_test[:, 1] < 0.9).mean()

    def test_reuses_the_full_run(self, started, stub, fits):
        """The very model of a full run is delivered, not one trained again."""
        tasks = [("a", 400), ("a", 3_200)]
        problem, race, keeper, models = started({"a": stub(0.9), "b": stub(0.5)}, tasks)
        n_fits = len(fits)
        model, delivery = deliver(race, problem.prober, keeper, True)
        assert model is models["a", 3_200]
        assert len(fits) == n_fits
        assert "kept" in delivery.reason

    def test_the_full_run_is_not_measured_again(self, started, stub, monkeypatch):
        """All test rows were scored then."""
        tasks = [("a", 3_200)]
        problem, race, keeper, _ = started({"a": stub(0.9), "b": stub(0.5)}, tasks)
        monkeypatch.setattr(problem.prober, "score", None)
        _, delivery = deliver(race, problem.prober, keeper, True)
        assert delivery.accuracy == race.tracks["a"].probes[-1].test_score

    def test_a_better_sample(self, started, stub):
        """If the sample's model is better than the full one, it is delivered instead."""
        fading = stub(lambda n: 0.9 if n < 3_200 else 0.6)
        problem, race, keeper, models = started({"a": fading, "b": stub(0.5)}, [("a", 400)])
        model, delivery = deliver(race, problem.prober, keeper, True)
        assert model is models["a", 400]
        assert (delivery.trained_on, delivery.n_train) == ("a sample", 400)
        assert "more rows made a worse" in delivery.reason
        assert abs(delivery.score - 0.9) < 0.05

    @pytest.mark.parametrize(("seconds", "n_rows"), [(float("inf"), 400), (60.0, 3_200)])
    def test_a_sample_is_not_trained_again_in_limited_time(
        self, started, stub, seconds, n_rows
    ):
        """Not as the rival of a full run, at least; without a limit it is."""
        fading = stub(lambda n: 0.9 if n < 3_200 else 0.85)
        tasks = [("a", 400), ("a", 3_200)]
        problem, race, _, models = started({"a": fading, "b": stub(0.5)}, tasks)
        race.tracks["a"].estimate = replace(race.tracks["a"].estimate, attained_at=400)
        keeper = Keeper()
        keeper._models["a", 3_200] = models["a", 3_200]
        limit = TimeLimit(seconds, 0.0, True, clock=lambda: 50.0)
        _, delivery = deliver(race, problem.prober, keeper, True, None, limit)
        assert delivery.n_train == n_rows

    def test_the_better_of_two_models_that_exist(self, started, stub):
        """A winner that turns out worse than what another has is not delivered."""

        class Guess(PapersRule):
            def winner(self, race):
                return "b"

        problem, race, keeper, models = started(
            {"a": stub(0.8), "b": stub(0.6)}, [("a", 400), ("b", 400)]
        )
        race.rule = Guess()
        model, delivery = deliver(race, problem.prober, keeper, True)
        assert model is models["a", 400]
        assert (delivery.candidate, delivery.trained_on) == ("a", "a sample")
        assert "b was chosen first, and trained on all training rows it has" in delivery.reason
        certificate = certify(race, delivery)
        assert (certificate.winner, certificate.ending) == ("a", "stopped")
        assert [e.candidate for e in certificate.exclusions] == ["b"]
        assert "the better one" in str(certificate)

    def test_another_is_trained_where_the_winner_takes_too_long(self, started, stub):
        """In a search; the certificate is about whose model it is."""

        class Reaching(TimeLimit):
            def to_train(self, race):
                return "b"

        problem, race, keeper, _ = started(
            {"a": stub(0.8), "b": stub(lambda n: 0.78 if n < 3_200 else 0.9)},
            [("a", 400), ("b", 400)],
        )
        assert race.winner == "a"
        _, delivery = deliver(race, problem.prober, keeper, True, limit=Reaching())
        assert (delivery.candidate, delivery.n_train) == ("b", 3_200)
        assert "as training a would have taken too long" in delivery.reason
        assert certify(race, delivery).winner == "b"

    def test_unless_the_winners_sample_is_better_than_that(self, started, stub):
        class Reaching(TimeLimit):
            def to_train(self, race):
                return "b"

        problem, race, keeper, models = started(
            {"a": stub(0.8), "b": stub(0.6)}, [("a", 400), ("b", 400)]
        )
        model, delivery = deliver(race, problem.prober, keeper, True, limit=Reaching())
        assert model is models["a", 400]
        assert (delivery.candidate, delivery.trained_on) == (None, "a sample")
        assert "better than b on all 3,200 training rows" in delivery.reason

    def test_a_sample_that_is_surely_better_need_not_be_measured(
        self, started, stub, monkeypatch
    ):
        """Where time is up, scoring all test rows would only make the user wait."""

        class Reaching(TimeLimit):
            def to_train(self, race):
                return "b"

        problem, race, keeper, models = started(
            {"a": stub(0.9), "b": stub(0.5)}, [("a", 1_600), ("b", 400)]
        )
        late = Reaching(60.0, 0.0, True, clock=lambda: 61.0)
        monkeypatch.setattr("nearbest.race.cost.CostModel.scoring", lambda self, n_rows: 30.0)
        model, delivery = deliver(race, problem.prober, keeper, True, limit=late)
        assert model is models["a", 1_600]
        assert delivery.score is None
        assert "better than b on all 3,200 training rows" in delivery.reason

    def test_equals_go_to_the_full_model(self, started, stub):
        """A sample's model that is no better is not delivered."""
        problem, race, keeper, _ = started({"a": stub(0.9), "b": stub(0.5)}, [("a", 400)])
        assert deliver(race, problem.prober, keeper, True)[1].n_train == 3_200

    def test_no_time_to_train(self, started, stub):
        """The sample's model is delivered and measured, and the reason given."""
        problem, race, keeper, models = started({"a": stub(0.9), "b": stub(0.5)}, [("a", 400)])

        model, delivery = deliver(race, problem.prober, keeper, True, NoTimeToTrain())
        assert model is models["a", 400]
        assert (delivery.trained_on, delivery.n_train) == ("a sample", 400)
        assert delivery.reason == "it takes too long"
        X_test, _ = problem.samples.test(800)
        assert delivery.score == (X_test[:, 1] < 0.9).mean()

    @pytest.mark.parametrize(("score", "n_train"), [(0.95, 1_600), (0.5, 400)])
    def test_time_to_train_on_a_part_of_the_rows(self, started, stub, score, n_train):
        """Its model is delivered, unless the one of the small sample is surely better."""
        problem, race, keeper, _ = started({"a": stub(0.9), "b": stub(0.5)}, [("a", 400)])
        part = problem.prober.fit("a", 1_600), 1_600, score
        _, delivery = deliver(race, problem.prober, keeper, True, NoTimeToTrain(part))
        assert (delivery.trained_on, delivery.n_train) == ("a sample", n_train)
        said = "it takes too long; for these there was time"
        assert (delivery.reason == said) is (n_train == 1_600)

    @pytest.mark.parametrize(("score", "candidate"), [(0.93, None), (0.97, "b")])
    def test_time_for_a_part_of_another(self, started, stub, score, candidate):
        """Who may be better is trained while there is time, and the better model delivered."""
        rising = stub(lambda n_rows: 0.5 if n_rows < 800 else 0.9)
        tasks = [("a", 400), ("b", 400), ("b", 800)]
        problem, race, keeper, _ = started({"a": stub(0.91), "b": rising}, tasks)
        models = {name: problem.prober.fit(name, 1_600) for name in "ab"}
        train = NoTimeToTrain((models["a"], 1_600, 0.95), (models["b"], 1_600, score))
        model, delivery = deliver(race, problem.prober, keeper, True, train)
        assert race.winner == "a"
        assert delivery.candidate == candidate
        assert (model, delivery.score) == (models[candidate or "a"], max(score, 0.95))

    def test_there_was_time_for_all_rows_after_all(self, started, stub):
        """A part of them had shown it."""
        problem, race, keeper, _ = started({"a": stub(0.9), "b": stub(0.5)}, [("a", 400)])
        full = problem.prober.fit("a", 3_200), 3_200, 0.95
        _, delivery = deliver(race, problem.prober, keeper, True, NoTimeToTrain(full))
        assert (delivery.trained_on, delivery.n_train) == ("all training rows", 3_200)
        assert delivery.full_score == delivery.score == 0.95

    def test_no_time_to_measure_either(self, started, stub, monkeypatch):
        """Then the gap is that of the lower bound, which holds for this very model."""
        problem, race, keeper, models = started({"a": stub(0.9), "b": stub(0.5)}, [("a", 400)])
        late = TimeLimit(60.0, 0.0, True, clock=lambda: 61.0)
        monkeypatch.setattr("nearbest.race.cost.CostModel.scoring", lambda self, n_rows: 30.0)
        train = Trainer(race, problem.prober, None, late)
        model, delivery = deliver(race, problem.prober, keeper, True, train, late)
        assert model is models["a", 400]
        assert delivery.score is None
        assert certify(race, delivery).gap == race.gap("a")

    def test_no_time_for_every_row(self, started, stub, fits, monkeypatch):
        """What is too long for the training rows is too long for the test rows as well."""
        monkeypatch.setattr(time_limit, "QUICK", 0.0)
        problem, race, keeper, models = started({"a": stub(0.9), "b": stub(0.5)}, [("a", 400)])
        late = TimeLimit(60.0, 0.0, "all", clock=lambda: 61.0)
        train = Trainer(race, problem.prober, None, late)
        model, delivery = deliver(race, problem.prober, keeper, "all", train, late)
        assert model is models["a", 400]
        assert "training it on all 4,000 rows was expected" in delivery.reason

    def test_the_score_of_the_training_is_taken(self, started, stub):
        """A model that was measured where it was trained is not measured again."""
        problem, race, keeper, _ = started({"a": stub(0.9), "b": stub(0.5)}, [("a", 400)])
        trained = problem.prober.fit("a", 3_200)
        _, delivery = deliver(
            race, problem.prober, keeper, True, lambda name, n_train: (trained, 0.97)
        )
        assert delivery.score == 0.97

    def test_every_row(self, started, stub, fits):
        """`refit="all"` trains on test rows too and measures nothing."""
        problem, race, keeper, _ = started({"a": stub(0.9), "b": stub(0.5)}, [("a", 400)])
        model, delivery = deliver(race, problem.prober, keeper, "all")
        assert fits[-1].n_rows == 4_000
        assert model is fits[-1].model
        assert delivery.score is None
        assert delivery.trained_on == "every row"

    def test_final_training_fails(self, started, stub, caplog):
        """A winner that cannot be trained in full is delivered from its sample, and named."""

        def on_fit(n_rows):
            if n_rows == 3_200:
                raise MemoryError("too large")

        stubs = {"a": stub(0.9, on_fit=on_fit), "b": stub(0.5)}
        problem, race, keeper, models = started(stubs, [("a", 400)])
        model, delivery = deliver(race, problem.prober, keeper, True)
        assert model is models["a", 400]
        reason = "training on all 3,200 rows failed with MemoryError: too large"
        assert (delivery.reason, caplog.messages) == (reason, [f"a: {reason}"])

    def test_final_training_fails_in_a_worker(self, started, stub):
        """The kind of the error is in its words already."""
        problem, race, keeper, _ = started({"a": stub(0.9), "b": stub(0.5)}, [("a", 400)])

        def train(name, n_train):
            raise FailedInWorker("ValueError: too large")

        _, delivery = deliver(race, problem.prober, keeper, True, train)
        assert delivery.reason.endswith("rows failed with ValueError: too large")

    def test_the_full_run_of_a_late_winner(self, started, stub):
        """A full run is delivered even if its candidate was not leading at the time."""

        def on_fit(n_rows):
            if n_rows == 1_600:
                raise ValueError("no")

        stubs = {"a": stub(0.7), "b": stub(0.9, on_fit=on_fit)}
        tasks = [("b", 800), ("a", 3_200), ("b", 1_600)]
        problem, race, keeper, models = started(stubs, tasks)
        assert race.winner == "a"
        assert deliver(race, problem.prober, keeper, True)[0] is models["a", 3_200]


class TestPredicted:
    """A forecast may choose another than the incumbent."""

    @pytest.fixture
    def rising(self, started, stub):
        """`a` leads with a full run; `b` rises by so much that it will end above."""
        growing = stub(lambda n: {400: 0.6, 800: 0.72}.get(n, 0.8))
        stubs = {"a": stub(0.74), "b": growing}
        tasks = [("b", 400), ("a", 3_200), ("b", 800)]
        return started(stubs, tasks, predicted=True)

    def test_its_model_is_kept(self, rising):
        """The sample's model of the winner is kept beside the incumbent's."""
        _, race, keeper, models = rising
        assert (race.incumbent, race.winner) == ("a", "b")
        attained = race.tracks["b"].estimate.attained_at
        assert keeper.get("b", attained) is models["b", attained]
        assert keeper.get("a", 3_200) is models["a", 3_200]

    def test_it_is_delivered(self, rising, fits):
        """The winner is trained in full; its sample's model, if better, wins."""
        problem, race, keeper, _ = rising
        n_fits = len(fits)
        model, delivery = deliver(race, problem.prober, keeper, True)
        assert [fit.n_rows for fit in fits[n_fits:]] == [3_200]  # the sample was kept
        assert model is fits[-1].model
        assert delivery.n_train == 3_200

    def test_one_that_fades(self, started, stub):
        """Where the winner turns out worse than another's full run, that one is delivered."""
        fading = stub(lambda n: {400: 0.6, 800: 0.72}.get(n, 0.5))
        problem, race, keeper, models = started(
            {"a": stub(0.74), "b": fading},
            [("b", 400), ("a", 3_200), ("b", 800)],
            predicted=True,
        )
        model, delivery = deliver(race, problem.prober, keeper, True)
        assert model is models["a", 3_200]
        assert (delivery.candidate, delivery.trained_on) == ("a", "all training rows")


def test_files_are_kept_as_models_are(tmp_path, started, stub):
    """In a folder, too, the winner by forecast keeps its model."""
    stubs = {"a": stub(0.74), "b": stub(lambda n: 0.72 if n > 400 else 0.6)}
    problem, race, _, _ = started(stubs, [], predicted=True)
    files = ModelFiles(tmp_path, {"a": "digest-of-a", "b": "digest-of-b"})
    saved, probe = SavedModels(files), SavingProbe(problem.prober, files)
    for name, size in [("b", 400), ("a", 3_200), ("b", 800)]:
        observation, model = probe(Task(name, size, problem.plan.n_test_for(name, size)))
        race.tell(observation)
        saved.offer(race, observation, model)
    assert race.winner == "b"
    assert saved.get("b", 800) is not None
    assert saved.get("a", 3_200) is not None
    assert saved.get("b", 400) is None


def test_a_file_that_is_to_be_delivered_is_kept_whoever_has_won(tmp_path, started, stub):
    """Its model was gone, and with it the answer, where the winner took too long to train."""
    problem, race, _, _ = started({"a": stub(0.9), "b": stub(0.6)}, [("a", 400), ("b", 400)])
    files = ModelFiles(tmp_path, {"a": "digest-of-a", "b": "digest-of-b"})
    saved, probe = SavedModels(files), SavingProbe(problem.prober, files)
    observation, _ = probe(Task("b", 3_200, 800))
    assert race.winner == "a"
    saved.offer(race, observation, None, delivered=True)
    assert saved.get("b", 3_200) is not None


def test_a_model_that_cannot_be_saved_costs_no_observation(tmp_path, started, stub):
    """The probe counts, with a warning; the model is trained again if it is wanted."""
    problem, _, _, _ = started({"a": stub(0.9)}, [])
    (tmp_path / "models").write_text("a file, not a folder")
    probe = SavingProbe(problem.prober, ModelFiles(tmp_path / "models", {"a": "digest"}))
    observation, _ = probe(Task("a", 400, 100))
    assert observation.status == "ok"
    assert "could not be saved" in observation.warnings[-1]


def test_nor_does_one_that_was_trained_in_this_process(tmp_path, started, stub, caplog):
    """It is warned of, and the race goes on without the file."""
    _, race, _, models = started({"a": stub(0.9)}, [("a", 400)])
    kept = SavedModels(ModelFiles(tmp_path / "gone", {"a": "digest"}))
    kept.offer(race, race.history[0][0], models["a", 400], delivered=True)
    assert kept.get("a", 400) is None
    assert "a: The model could not be saved: CannotWrite" in caplog.messages[0]


@pytest.mark.parametrize(
    ("content", "cause"),
    [(b"", "InvalidInput"), (b"PK\x03\x04junk", "BadZipFile")],
    ids=["empty", "torn"],
)
def test_a_file_that_cannot_be_read_is_trained_anew(tmp_path, caplog, content, cause):
    """It counts as not kept, with a warning that names the cause."""
    (tmp_path / "digest-400.skops").write_bytes(content)
    assert SavedModels(ModelFiles(tmp_path, {"a": "digest"})).get("a", 400) is None
    assert f"Training a again: {cause}" in caplog.text


def test_a_pickle_of_an_earlier_process_is_trained_anew(tmp_path, caplog):
    """The warning says why, and advises nothing that a run cannot be told."""
    (tmp_path / "digest-400.skops").write_bytes(pickle.dumps("a model", protocol=4))
    assert SavedModels(ModelFiles(tmp_path, {"a": "digest"})).get("a", 400) is None
    (message,) = caplog.messages
    assert message.endswith(
        "is a pickle under a name of skops, which can run code when it is read"
    )


class TestEarlierFiles:
    """What an earlier process left in the folder."""

    @pytest.fixture
    def offered(self, tmp_path, started, stub):
        """A function that probes `a` on 400 rows, with files of an earlier process.

        The files come as a mapping of names to contents; `meanwhile` is called after
        the start and before the probe.
        """

        def offer(earlier, meanwhile=lambda probe: None):
            stubs = {"a": stub(0.9), "b": stub(0.5)}
            problem, race, _, _ = started(stubs, [])
            for name, content in earlier.items():
                (tmp_path / name).write_bytes(content)
            files = ModelFiles(tmp_path, {"a": "digest-of-a", "b": "digest-of-b"})
            saved, probe = SavedModels(files), SavingProbe(problem.prober, files)
            meanwhile(probe)
            observation, model = probe(Task("a", 400, problem.plan.n_test_for("a", 400)))
            race.tell(observation)
            saved.offer(race, observation, model)
            return saved

        return offer

    def test_those_that_cannot_be_delivered_are_removed(self, tmp_path, offered):
        """Superseded models and half-written ones go; folders are not touched."""
        (tmp_path / "folder").mkdir()
        earlier = ["digest-of-a-100.pkl", "digest-of-b-400.pkl", f".{'0123' * 8}.part"]
        offered(dict.fromkeys(earlier, b"old"))
        kept = {path.name for path in tmp_path.iterdir()}
        assert kept == {"digest-of-a-400.pkl", "folder"}

    def test_those_that_may_be_delivered_stay(self, tmp_path, offered):
        """The full run of the incumbent is kept, whichever process made it."""
        offered({"digest-of-a-3200.pkl": b"old"})
        assert (tmp_path / "digest-of-a-3200.pkl").exists()

    def test_what_is_being_written_stays(self, tmp_path, offered):
        """A model whose observation is yet to come is not removed, nor is a half of one."""

        def meanwhile(probe):
            probe(Task("b", 400, 100))
            (tmp_path / ".4567.part").write_bytes(b"half")

        offered({"digest-of-b-400.pkl": b"old"}, meanwhile)
        assert (tmp_path / "digest-of-b-400.pkl").read_bytes() != b"old"
        assert (tmp_path / ".4567.part").exists()

    def test_none_is_taken_for_one_of_this_process(self, tmp_path, offered, monkeypatch):
        """A pickle that was there is not loaded, though its probe was made again."""
        monkeypatch.setattr("nearbest.probing.model_files.save_model", lambda *_, **__: None)
        saved = offered({"digest-of-a-400.pkl": cloudpickle.dumps("planted")})
        assert saved.get("a", 400) is None


def test_models_are_on_disk_before_they_have_their_name(tmp_path, monkeypatch):
    """A crash of the machine leaves no empty file of that name."""
    calls = []
    fsync, replace = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda *a: (calls.append("fsync"), fsync(*a)))
    monkeypatch.setattr(os, "replace", lambda *a: (calls.append("replace"), replace(*a)))
    save_model({"a": 1}, tmp_path / "model")
    assert calls == ["fsync", "replace"]


def test_gap_uses_the_measured_accuracy(started, stub):
    """The certificate counts from the accuracy of the model delivered."""
    stubs = {"a": stub(0.9), "b": stub(0.5)}
    problem, race, keeper, _ = started(stubs, [("a", 400), ("b", 400), ("b", 800)])
    _, delivery = deliver(race, problem.prober, keeper, True)
    certificate = certify(race, delivery)
    upper = race.tracks["b"].interval.upper
    assert np.isclose(certificate.gap, max(0.0, upper - delivery.score))


class Planted:
    """A pickle that says that it was opened."""

    opened = False

    def __reduce__(self):
        return setattr, (Planted, "opened", True)


def test_a_planted_file_is_not_taken_for_the_model_made_just_now(tmp_path):
    """What was there before a worker saved its model may be anybody's."""
    files = ModelFiles(tmp_path, {"a": "digest"})
    planted = tmp_path / "digest-400.skops"
    planted.write_bytes(pickle.dumps(Planted(), protocol=4))
    kept = SavedModels(files)
    with pytest.raises(OSError, match="could not be saved"):
        kept.take("a", 400)
    (tmp_path / "digest-400.pkl").write_bytes(pickle.dumps("ours"))
    assert kept.take("a", 400) == "ours"
    assert planted.exists()
    assert not Planted.opened


def test_nor_does_it_hide_that_model(tmp_path, started, stub):
    """A model that was saved as a pickle is found beside it, and delivered."""
    _, race, _, _ = started({"a": stub(0.9)}, [("a", 400)])
    (tmp_path / "digest-400.skops").write_bytes(pickle.dumps(Planted(), protocol=4))
    kept = SavedModels(ModelFiles(tmp_path, {"a": "digest"}))
    (tmp_path / "digest-400.pkl").write_bytes(pickle.dumps("ours"))
    kept.offer(race, race.history[0][0], None)
    assert kept.get("a", 400) == "ours"
    assert not Planted.opened
