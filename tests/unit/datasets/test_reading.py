import pandas as pd
import pytest

from nearbest import open_table
from nearbest.datasets import PAPER, reading, sentiment140
from nearbest.datasets.__main__ import main


@pytest.fixture
def file(tmp_path):
    rows = [f'"{4 * (i % 2)}","{i}","day","NO_QUERY","me","tweet {i}"' for i in range(50)]
    (tmp_path / "tweets.csv").write_text("\n".join(rows))
    return tmp_path / "tweets.csv"


def test_conversion_in_chunks(file, tmp_path, monkeypatch):
    """A file is converted a chunk at a time into what reading it gives."""
    monkeypatch.setattr(reading, "CHUNK", 7)
    to = sentiment140.convert(file, tmp_path / "tweets.parquet")
    pd.testing.assert_frame_equal(
        pd.read_parquet(to), sentiment140(file), check_dtype=False, check_column_type=False
    )
    assert open_table(to, target="positive", as_="text").shuffled(0, path=tmp_path / "s")


def test_command(file, tmp_path):
    """The command converts and says what comes next."""
    to = str(tmp_path / "out.parquet")
    assert "nearbest select" in main(["sentiment140", str(file), to])
    assert len(pd.read_parquet(to)) == 50
    with pytest.raises(SystemExit, match="does not exist"):
        main(["higgs", str(tmp_path / "nowhere.csv"), to])
    with pytest.raises(SystemExit, match=r"Usage.*higgs\|hepmass"):
        main(["iris"])


def test_every_dataset_has_an_address():
    """Each says where its file is and what to predict."""
    for dataset in PAPER.values():
        assert dataset.address.startswith("http")
        assert dataset.target
        assert dataset.description
