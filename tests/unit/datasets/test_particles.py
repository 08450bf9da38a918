import gzip

import numpy as np
import pytest

from nearbest.datasets import hepmass, higgs
from nearbest.errors import InvalidInput

HIGGS_ROW = ",".join([f"{1:.18e}", *(f"{i / 7:.18e}" for i in range(28))])
HEPMASS_HEADER = "# label," + ",".join(f"f{i}" for i in range(27)) + ",mass"
HEPMASS_ROW = ",".join(["1.000000", *(f"{i / 7:.6f}" for i in range(27)), "1000.000000"])


@pytest.fixture
def higgs_file(tmp_path):
    """Numbers in scientific notation, the label first, no header, gzipped."""
    path = tmp_path / "HIGGS.csv.gz"
    background = HIGGS_ROW.replace(f"{1:.18e}", f"{0:.18e}", 1)
    path.write_bytes(gzip.compress(f"{HIGGS_ROW}\n{background}\n".encode()))
    return path


def test_higgs(higgs_file):
    """28 features of single precision and a label of 0 or 1."""
    X, y = higgs(higgs_file, return_X_y=True)
    assert X.shape == (2, 28)
    assert set(X.dtypes) == {np.dtype("float32")}
    assert y.tolist() == [1, 0]
    assert (X.columns[0], X.columns[-1]) == ("lepton_pt", "m_wwbb")
    assert X["jet_1_pt"].iloc[0] == pytest.approx(5 / 7)


def test_hepmass(tmp_path):
    """The header's sign is dropped; two files follow each other."""
    for name in ("all_train.csv", "all_test.csv"):
        (tmp_path / name).write_text(f"{HEPMASS_HEADER}\n{HEPMASS_ROW}\n")
    frame = hepmass([tmp_path / "all_train.csv", tmp_path / "all_test.csv"])
    assert frame.shape == (2, 29)
    assert list(frame.columns[:2]) == ["signal", "f0"]
    assert frame["mass"].tolist() == [1000.0, 1000.0]


def test_another_file(tmp_path, higgs_file):
    """A file of another form is refused with the address of the right one."""
    other = tmp_path / "other.csv"
    other.write_text("1,2,3\n4,5,6\n")
    with pytest.raises(InvalidInput, match=r"HIGGS as published at https.*3 columns, not 29"):
        higgs(other)
    with pytest.raises(InvalidInput, match=r"HEPMASS as published.*not the label"):
        hepmass(other)
    with pytest.raises(InvalidInput, match=r"nowhere\.csv does not exist. Get it from https"):
        higgs(tmp_path / "nowhere.csv")
