import json
from dataclasses import replace

import pytest

from nearbest.candidates.space import Space
from nearbest.cli.job import CANDIDATES, COMMAND, Job, read_job
from nearbest.cli.option_groups import PAPER
from nearbest.errors import DifferentRun, InvalidInput, RunDirInUse
from nearbest.running.run_dir.admission import Admission
from nearbest.running.run_dir.run_dir import RunDir
from nearbest.running.settings import Settings
from tests.doubles import BEGUN

TREE = '[[candidates]]\nestimator = "sklearn.tree.DecisionTreeClassifier"\n'


def job(candidates=PAPER, **changes):
    settings = {"n_candidates": 3, "epsilon": 0.01, "delta": 0.05, **changes}
    return Job(data="data.csv", target="y", candidates=str(candidates), settings=settings)


def keep(job, run_dir, extend=False):
    with job.kept_in(run_dir, extend) as written:
        return written


def test_comes_back(tmp_path):
    """What was kept is what is read, with the data's path made absolute."""
    keep(job(), tmp_path / "run")
    found = read_job(tmp_path / "run")
    assert found.data.endswith("/data.csv")
    assert (found.target, found.settings["n_candidates"], found.candidates) == ("y", 3, PAPER)
    assert isinstance(found.read_candidates(()), Space)


def test_candidates_are_copied(tmp_path):
    """The run goes on with the candidates it began with, though their file is gone."""
    file = tmp_path / "mine.toml"
    file.write_text(TREE)
    keep(job(file, n_candidates=None), tmp_path / "run")
    file.unlink()
    found = read_job(tmp_path / "run")
    assert found.candidates == str(tmp_path / "run" / CANDIDATES)
    assert [c.name for c in found.read_candidates(())] == ["DecisionTreeClassifier"]
    keep(found, tmp_path / "run")  # as `nearbest resume` does


def test_the_rule_to_stop_by(tmp_path):
    """It is kept, and may change without being another run."""
    keep(job(stop_at="calibrated"), tmp_path)
    assert read_job(tmp_path).settings["stop_at"] == "calibrated"
    keep(job(stop_at="proved"), tmp_path)
    assert read_job(tmp_path).settings["stop_at"] == "proved"


@pytest.mark.parametrize(
    ("former", "rule"),
    [(None, "paper"), ("proved", "paper"), ("predicted", "stated"), ("calibrated",) * 2],
)
def test_rules_of_before(tmp_path, former, rule):
    """What was written when rules had other names is read as what it meant."""
    keep(job(stop_at=former), tmp_path)
    written = json.loads((tmp_path / COMMAND).read_text()) | {"format": 2}
    if former is None:
        del written["settings"]["stop_at"]
    (tmp_path / COMMAND).write_text(json.dumps(written))
    assert Settings(**read_job(tmp_path).settings).stop_at == rule


def test_written_by_the_first_version(tmp_path):
    """Its command.json is read, and the same command goes on with it."""
    first = {
        "format": 1, "data": "/data.csv", "target": "y", "candidates": "paper", "n": 3,
        "epsilon": 0.02, "delta": 0.05, "seed": 7, "drop": ["a"], "keep_only": [],
        "stop_at": "predicted",
    }  # fmt: skip
    with RunDir(tmp_path) as folder:
        folder.begin(BEGUN)
    (tmp_path / COMMAND).write_text(json.dumps(first))
    found = read_job(tmp_path)
    assert (found.data, found.drop, found.candidates) == ("/data.csv", ("a",), PAPER)
    assert found.settings == {
        "n_candidates": 3, "epsilon": 0.02, "delta": 0.05, "random_state": 7,
        "stop_at": "stated",
    }  # fmt: skip
    settings = {"n_candidates": 3, "random_state": 7, "min_train_size": None}
    same = Job(data="/data.csv", target="y", candidates=PAPER, drop=("a",), settings=settings)
    assert keep(same, tmp_path).settings == settings


class TestExtending:
    @pytest.fixture
    def begun(self, tmp_path):
        (tmp_path / "one.toml").write_text(TREE)
        (tmp_path / "two.toml").write_text(TREE + TREE.replace("Decision", "Extra"))
        keep(job(tmp_path / "one.toml", n_candidates=None), tmp_path / "run")
        with RunDir(tmp_path / "run") as folder:
            folder.begin(BEGUN)
        return tmp_path

    def test_other_candidates(self, begun):
        """They are another run, unless the run is to be extended."""
        more = job(begun / "two.toml", n_candidates=None)
        with pytest.raises(DifferentRun):
            keep(more, begun / "run")
        keep(more, begun / "run", extend=True)
        assert len(read_job(begun / "run").read_candidates(())) == 2

    def test_other_settings(self, begun):
        """What is fixed stays fixed."""
        with pytest.raises(DifferentRun):
            keep(job(begun / "one.toml", delta=0.2), begun / "run", extend=True)

    @pytest.mark.parametrize("error", [DifferentRun, InvalidInput, OSError, KeyboardInterrupt])
    def test_refused_later(self, begun, error):
        """Where the selection does not take the candidates, the folder is left as it was."""
        more = job(begun / "two.toml", n_candidates=None)
        before = {path: path.read_bytes() for path in (begun / "run").iterdir()}
        with pytest.raises(error), more.kept_in(begun / "run", extend=True):
            raise error("The first candidate is missing now.")
        assert {path: path.read_bytes() for path in (begun / "run").iterdir()} == before
        assert len(read_job(begun / "run").read_candidates(())) == 1

    def test_refused_where_no_command_made_the_run(self, begun):
        """No job is left behind that would be another than the run."""
        (begun / "run" / COMMAND).unlink()
        (begun / "run" / CANDIDATES).unlink()
        more = job(begun / "two.toml", n_candidates=None)
        with pytest.raises(InvalidInput), more.kept_in(begun / "run", extend=True):
            raise InvalidInput("`y` has one class only.")
        assert not list((begun / "run").glob("c*"))

    @pytest.mark.parametrize("written", ["journal", "settings"])
    def test_stopped_after_they_were_taken(self, begun, written):
        """The run has the new candidates by then, so it goes on with them."""
        more = job(begun / "two.toml", n_candidates=None)
        taken = Admission(2, {"ExtraTreeClassifier": "8f0e"}, {"ExtraTreeClassifier": {}}, {})

        def take_and_stop():
            with RunDir(begun / "run") as folder:
                folder.journal.append(taken)
                if written == "settings":
                    folder.begin(BEGUN.with_admitted([taken]))
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt), more.kept_in(begun / "run", extend=True):
            take_and_stop()
        assert len(read_job(begun / "run").read_candidates(())) == 2

    def test_another_process_was_faster(self, begun):
        """What it has written by then is left alone."""
        more = job(begun / "two.toml", n_candidates=None)
        with RunDir(begun / "run") as other:
            other.close()

            def be_late():
                other._lock.acquire()
                raise RunDirInUse("The run directory is in use.")

            with pytest.raises(RunDirInUse), more.kept_in(begun / "run", extend=True):
                be_late()
        assert len(read_job(begun / "run").read_candidates(())) == 2


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (job(n_candidates=4), "number of candidates"),
        (job(delta=0.2), "`delta`"),
        (replace(job(), target="z"), "target"),
        (replace(job(), data="more.csv"), "file of data"),
        (replace(job(), groups="g"), "column of groups"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_another_job(tmp_path, other, said):
    """A folder that holds another run is refused, saying what differs, and left as it was."""
    keep(job(), tmp_path)
    with RunDir(tmp_path) as folder:
        folder.begin(BEGUN)
    before = (tmp_path / COMMAND).read_text()
    with pytest.raises(DifferentRun, match=f"with another {said}; `nearbest resume"):
        keep(other, tmp_path)
    assert (tmp_path / COMMAND).read_text() == before
    keep(job(epsilon=0.02), tmp_path)  # ε may change


def test_a_job_that_never_began(tmp_path):
    """One that was refused for its arguments leaves the folder to the next."""
    keep(job(delta=5), tmp_path)
    keep(job(), tmp_path)
    assert read_job(tmp_path).settings["delta"] == 0.05


def test_a_folder_in_use(tmp_path):
    """It is not written to."""
    with RunDir(tmp_path), pytest.raises(RunDirInUse):
        keep(job(), tmp_path)
    assert not (tmp_path / COMMAND).exists()


@pytest.mark.parametrize(
    "content", ["", "[]", '{"format": 1}', '{"data": 3}', '{"format": 2, "settings": {"x": 1}}']
)
def test_damaged(tmp_path, content):
    """A damaged file is named."""
    (tmp_path / COMMAND).write_text(content)
    with pytest.raises(InvalidInput, match=f"{COMMAND} is damaged"):
        read_job(tmp_path)


@pytest.mark.parametrize(("content", "key"), [("{}", "format"), ('{"format": 3}', "settings")])
def test_what_is_missing_is_named(tmp_path, content, key):
    """In a sentence, not by its name alone."""
    (tmp_path / COMMAND).write_text(content)
    with pytest.raises(InvalidInput, match=f"{COMMAND} is damaged: '{key}' is missing"):
        read_job(tmp_path)


def test_other_format(tmp_path):
    """A file of another version says so."""
    keep(job(), tmp_path)
    values = json.loads((tmp_path / COMMAND).read_text())
    (tmp_path / COMMAND).write_text(json.dumps({**values, "format": 9}))
    with pytest.raises(InvalidInput, match="format 9"):
        read_job(tmp_path)


def test_missing(tmp_path):
    """A folder that no command line made says so."""
    with pytest.raises(InvalidInput, match="not made by `nearbest select --run-dir`"):
        read_job(tmp_path)
