import json

import pytest

from nearbest.candidates.space import Space
from nearbest.cli.job import CANDIDATES, COMMAND, PAPER, Job, kept
from nearbest.errors import DifferentRun, InvalidInput, RunDirInUse
from nearbest.running.run_dir import RunDir

TREE = '[[candidates]]\nestimator = "sklearn.tree.DecisionTreeClassifier"\n'


def job(candidates=PAPER, **changes):
    values = {"n": 3, "epsilon": 0.01, "delta": 0.05, "seed": None, **changes}
    return Job("data.csv", "y", str(candidates), **values)


def test_comes_back(tmp_path):
    """What was kept is what is read, with the data's path made absolute."""
    job().keep(tmp_path / "run")
    found = kept(tmp_path / "run")
    assert found.data.endswith("/data.csv")
    assert (found.target, found.n, found.candidates) == ("y", 3, PAPER)
    assert isinstance(found.read_candidates(()), Space)


def test_candidates_are_copied(tmp_path):
    """The run goes on with the candidates it began with, though their file is gone."""
    file = tmp_path / "mine.toml"
    file.write_text(TREE)
    job(file, n=None).keep(tmp_path / "run")
    file.unlink()
    found = kept(tmp_path / "run")
    assert found.candidates == str(tmp_path / "run" / CANDIDATES)
    assert [c.name for c in found.read_candidates(())] == ["DecisionTreeClassifier"]
    found.keep(tmp_path / "run")  # as `nearbest resume` does


def test_the_rule_to_stop_by(tmp_path):
    """It is kept, may change without being another run, and was proof at first."""
    job(stop_at="predicted").keep(tmp_path)
    assert kept(tmp_path).stop_at == "predicted"
    job(stop_at="proved").keep(tmp_path)
    assert kept(tmp_path).stop_at == "proved"
    written = json.loads((tmp_path / COMMAND).read_text())
    del written["stop_at"]
    (tmp_path / COMMAND).write_text(json.dumps(written))
    assert kept(tmp_path).stop_at == "proved"


def test_another_job(tmp_path):
    """A folder that holds another run is refused and left as it was."""
    job().keep(tmp_path)
    with RunDir(tmp_path) as folder:
        folder.begin({})
    before = (tmp_path / COMMAND).read_text()
    with pytest.raises(DifferentRun, match="nearbest resume"):
        job(n=4).keep(tmp_path)
    assert (tmp_path / COMMAND).read_text() == before
    job(epsilon=0.02).keep(tmp_path)  # ε may change


def test_a_job_that_never_began(tmp_path):
    """One that was refused for its arguments leaves the folder to the next."""
    job(delta=5).keep(tmp_path)
    job().keep(tmp_path)
    assert kept(tmp_path).delta == 0.05


def test_a_folder_in_use(tmp_path):
    """It is not written to."""
    with RunDir(tmp_path), pytest.raises(RunDirInUse):
        job().keep(tmp_path)
    assert not (tmp_path / COMMAND).exists()


@pytest.mark.parametrize("content", ["", "[]", '{"format": 1}', '{"data": 3}'])
def test_damaged(tmp_path, content):
    """A damaged file is named."""
    (tmp_path / COMMAND).write_text(content)
    with pytest.raises(InvalidInput, match=f"{COMMAND} is damaged"):
        kept(tmp_path)


def test_other_format(tmp_path):
    """A file of another version says so."""
    job().keep(tmp_path)
    values = json.loads((tmp_path / COMMAND).read_text())
    (tmp_path / COMMAND).write_text(json.dumps({**values, "format": 9}))
    with pytest.raises(InvalidInput, match="format 9"):
        kept(tmp_path)


def test_missing(tmp_path):
    """A folder that no command line made says so."""
    with pytest.raises(InvalidInput, match="not made by `nearbest select --run-dir`"):
        kept(tmp_path)
