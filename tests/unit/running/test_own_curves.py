"""The curves of a run, taken from its folder into the user's own library."""

import json
import os
import subprocess
import sys

import pytest
from sklearn.datasets import make_classification
from sklearn.tree import DecisionTreeClassifier

from nearbest import select
from nearbest.errors import InvalidInput
from nearbest.forecast import Library
from nearbest.forecast.library import file_of
from nearbest.race.observation import Observation
from nearbest.running.own_curves import add_run, curves_of
from nearbest.running.run_dir.journal import Journal


@pytest.fixture
def a_run(tmp_path, stub, coins):
    """A function that makes a run directory of two stubs."""

    def make(name="run", seed=0, **stubs):
        candidates = {"a": stub(0.9), "b": stub(0.88), **stubs}
        options = {"min_train_size": 400, "epsilon": 0, "random_state": seed, "refit": False}
        options |= {"stop_at": "paper"}
        select(candidates, *coins(4_000), run_dir=tmp_path / name, **options)
        return tmp_path / name

    return make


def test_points_are_the_successful_probes(a_run):
    """One point for each, with the scores that were observed."""
    run = a_run()
    probes = {(o.configuration, o.n_train): o for o in Journal(run / "journal.jsonl").replay()}
    points = curves_of(run, "coins").points
    assert len(points) == len(probes)
    for point in points.to_dict("records"):
        name = point["configuration"].split()[0]
        probe = probes[name, point["n_train"]]
        scored = probe if point["n_train"] < 3_200 else probes[name, 1_600]
        assert point["train_score"] == scored.train_score  # a full run has none
        assert point["test_score"] == probe.test_score


@pytest.mark.parametrize(
    ("scoring", "name"), [("roc_auc", "ROC AUC"), ("balanced_accuracy", "balanced accuracy")]
)
def test_runs_by_another_score_are_refused(tmp_path, scoring, name):
    """Forecasts of accuracy are made from these curves, and no other score says the same."""
    X, y = make_classification(4_000, random_state=0)
    trees = (DecisionTreeClassifier(), {"max_depth": [3, 4]})
    options = {"stop_at": "paper", "epsilon": 0, "scoring": scoring, "random_state": 0}
    select(trees, X, y, run_dir=tmp_path / "run", refit=False, **options)
    with pytest.raises(InvalidInput, match=f"must hold a run by accuracy.* is by {name}"):
        add_run(tmp_path / "run", folder=tmp_path / "library")
    assert not (tmp_path / "library").exists()


def test_failures_and_lone_points_are_left_out(a_run):
    """A curve needs two sizes at which the training succeeded."""
    run = a_run()
    journal = Journal(run / "journal.jsonl")
    journal.append(Observation.of_counts("c", 400, 800, 300, 600))
    journal.append(Observation("c", 800, 800, status="failed", message="no"))
    journal.append(Observation.of_counts("d", 400, 800, 300, 600))
    journal.append(Observation.of_counts("d", 800, 800, 700, 700))
    found = {name.split()[0] for name in curves_of(run).points["configuration"]}
    assert found == {"a", "b", "d"}


def test_a_run_that_is_added_twice_counts_once(a_run, tmp_path):
    """Its curves are replaced, and go on where it went on."""
    run, folder = a_run(), tmp_path / "library"
    add_run(run, folder=folder)
    journal = Journal(run / "journal.jsonl")
    longest = max(o.n_train for o in journal.replay())
    journal.append(Observation.of_counts("a", 2 * longest, 800, 2 * longest, 700))
    add_run(run, folder=folder)
    (summary,) = Library.own(folder).summary().to_dict("records")
    assert (summary["curves"], summary["largest"]) == (2, 2 * longest)


def test_several_runs_under_one_name(a_run, tmp_path, stub):
    """Another seed is another curve; so is another candidate of the same name."""
    folder = tmp_path / "library"
    add_run(a_run("first"), "coins", folder)
    add_run(a_run("second", seed=1), "coins", folder)
    add_run(a_run("third", a=stub(0.9, tag="other")), "coins", folder)
    summary = Library.own(folder).summary()
    assert list(summary.index) == ["coins"]
    assert summary.loc["coins", "curves"] == 5  # b of the third is b of the first


def test_without_a_name_each_split_is_a_dataset(a_run, tmp_path):
    """The digest is of the data as it was split and shuffled."""
    add_run(a_run("first"), folder=tmp_path / "library")
    add_run(a_run("second", seed=1), folder=tmp_path / "library")
    assert len(Library.own(tmp_path / "library").summary()) == 2


def test_no_run(tmp_path):
    """A folder without a run is named."""
    with pytest.raises(InvalidInput, match=r"nothing has no settings\.json"):
        add_run(tmp_path / "nothing", folder=tmp_path)


def test_no_curve(a_run, tmp_path):
    """A run whose configurations were all probed once has nothing to add."""
    run = a_run()
    first = (run / "journal.jsonl").read_text().splitlines()[0]
    (run / "journal.jsonl").write_text(first + "\n")
    with pytest.raises(InvalidInput, match="two sizes, so there is no curve"):
        add_run(run, folder=tmp_path / "library")
    assert not (tmp_path / "library").exists()


def test_an_empty_name(a_run):
    """A name of blanks would be found by nobody."""
    with pytest.raises(InvalidInput, match="`name`"):
        curves_of(a_run(), " ")


def test_curves_that_cannot_be_read_are_not_written_over(a_run, tmp_path):
    """A damaged file of the same dataset is named and left as it is."""
    damaged = file_of("coins", tmp_path)
    damaged.write_bytes(b"torn")
    with pytest.raises(InvalidInput, match=damaged.name):
        add_run(a_run(), "coins", tmp_path)
    assert damaged.read_bytes() == b"torn"


def test_a_damaged_file_does_not_harm_a_run(tmp_path):
    """Whatever the rule to stop by, the run goes on without that file, and says so."""
    (tmp_path / "bad.parquet").write_bytes(b"torn")
    code = """
import json
from sklearn.datasets import make_classification
from sklearn.tree import DecisionTreeClassifier
from nearbest import select
X, y = make_classification(4_000, random_state=0)
trees = DecisionTreeClassifier(), {"max_depth": [1, 4]}
for rule in ("proved", "stated"):
    found = select(trees, X, y, stop_at=rule, random_state=0)
    said = found.certificate.prediction
    print(json.dumps([found.best, found.race.ending, said.notes if said else []]))
"""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        env={**os.environ, "NEARBEST_LIBRARY": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    for line in done.stdout.splitlines():
        best, ending, notes = json.loads(line)
        assert (best, ending is None) == ("DecisionTreeClassifier(max_depth=4)", False)
        assert all(str(tmp_path / "bad.parquet") in note for note in notes)
    assert len(done.stdout.splitlines()) == 2
    assert done.stderr.count("bad.parquet") == 1  # once a process
