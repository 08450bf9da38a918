import gzip
import os

import fsspec
import pandas as pd
import pytest

from nearbest.data.files.paths import find_files, format_of
from nearbest.errors import InvalidInput


@pytest.fixture
def frame():
    return pd.DataFrame({"a": range(10), "y": [0, 1] * 5})


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.parquet", "parquet"),
        ("A.PARQUET", "parquet"),
        ("a.csv", "csv"),
        ("a.tsv.gz", "csv"),
        ("a.csv.zst", "csv"),
        ("a.feather", "arrow"),
        ("s3://bucket/a.arrow", "arrow"),
    ],
)
def test_formats(name, expected):
    """The name of a file says what it holds."""
    assert format_of(name) == expected


def test_unknown_format(tmp_path):
    """A name that says nothing is refused with those that do."""
    (tmp_path / "a.xlsx").write_bytes(b"PK\x03\x04")
    with pytest.raises(InvalidInput, match=r"must end in one of \.parquet.*a\.xlsx"):
        find_files(tmp_path / "a.xlsx")


def test_folder_is_sorted_and_skips_hidden_files(frame, tmp_path):
    """A folder stands for its tables, by name, without what Spark and others hide."""
    for name in ("b/2.parquet", "a/1.parquet", "_temporary/3.parquet", ".hidden.parquet"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        frame.to_parquet(tmp_path / name)
    (tmp_path / "_SUCCESS").touch()
    (tmp_path / "readme.md").write_text("not a table")
    found = find_files(tmp_path)
    assert [p.rsplit("/", 2)[1:] for p in found.paths] == [
        ["a", "1.parquet"],
        ["b", "2.parquet"],
    ]


def test_glob(frame, tmp_path):
    """A glob stands for the files that match."""
    for i in range(3):
        frame.to_parquet(tmp_path / f"{i}.parquet")
    assert len(find_files(tmp_path / "[01].parquet").paths) == 2


def test_two_formats(frame, tmp_path):
    """A folder of two formats is refused."""
    frame.to_parquet(tmp_path / "a.parquet")
    frame.to_csv(tmp_path / "b.csv")
    with pytest.raises(InvalidInput, match=r"one format; .*a\.parquet and .*b\.csv"):
        find_files(tmp_path)


def test_fingerprint_follows_the_content(frame, tmp_path):
    """Another content, of the same length, is another fingerprint."""
    path = tmp_path / "a.csv"
    path.write_text("a,y\n1,0\n")
    before = find_files(path).fingerprint
    assert find_files(path).fingerprint == before
    path.write_text("a,y\n2,0\n")
    assert find_files(path).fingerprint != before


def test_urls(frame):
    """Files behind a URL are found by name, folder and glob."""
    memory = fsspec.filesystem("memory")
    for i in range(2):
        with memory.open(f"/found/{i}.parquet", "wb") as file:
            frame.to_parquet(file)
    one = find_files("memory://found/0.parquet")
    assert one.paths == ("memory:///found/0.parquet",)
    assert find_files("memory://found").paths == find_files("memory://found/*.parquet").paths
    assert len(find_files("memory://found").paths) == 2


def content(kind, tmp_path):
    good = tmp_path / "good.parquet"
    pd.DataFrame({"a": range(1_000)}).to_parquet(good)
    return {
        "empty": b"",
        "text": b"a,y\n1,2\n",
        "parquet": good.read_bytes(),
        "truncated": good.read_bytes()[:-100],
        "gzip": gzip.compress(b"a,y\n1,2\n"),
        "binary": b"\0\1\2\3",
    }[kind]


@pytest.mark.parametrize(
    ("name", "kind", "message"),
    [
        ("a.parquet", "empty", "is empty"),
        ("a.csv", "empty", "is empty"),
        ("a.parquet", "text", "should hold Parquet, but holds text"),
        ("a.parquet", "truncated", "is truncated"),
        ("a.arrow", "parquet", "should hold Arrow IPC, but holds Parquet"),
        ("a.csv", "parquet", "should hold text, but holds Parquet"),
        ("a.csv", "gzip", "should hold text, but holds gzip"),
        ("a.csv.gz", "text", "should hold gzip, but holds text"),
        ("a.csv", "binary", "should hold text, but holds binary"),
    ],
)
def test_not_what_its_name_says(name, kind, message, tmp_path):
    """One sentence names the file and what is wrong with it."""
    path = tmp_path / name
    path.write_bytes(content(kind, tmp_path))
    with pytest.raises(InvalidInput, match=message) as raised:
        find_files(path)
    assert str(path) in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    "path", ["nowhere.parquet", "no*where.parquet", "memory://nowhere/a.parquet"]
)
def test_nothing_there(path):
    """A path without files is named."""
    with pytest.raises(InvalidInput, match=r"`path` .*where.*"):
        find_files(path)


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:9/a.parquet", "nosuchsystem://a.parquet", "s3://b/a.parquet"]
)
def test_unreachable_url(url):
    """A URL that cannot be reached is an error in one sentence."""
    with pytest.raises(InvalidInput, match="cannot be") as raised:
        find_files(url)
    assert url in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("name", ["pipe.csv", "link.csv", "device.csv"])
def test_what_may_never_end_is_not_opened(name, tmp_path):
    """Reading a pipe waits for a writer for ever, and a device may have no end."""
    os.mkfifo(tmp_path / "pipe.csv")
    (tmp_path / "link.csv").symlink_to("pipe.csv")
    (tmp_path / "device.csv").symlink_to("/dev/zero")
    with pytest.raises(InvalidInput, match="must be a regular file or a folder"):
        find_files(tmp_path / name)


def test_pipes_in_a_folder_are_left_alone(frame, tmp_path):
    os.mkfifo(tmp_path / "a.csv")
    frame.to_csv(tmp_path / "b.csv", index=False)
    assert find_files(tmp_path).paths == (str(tmp_path / "b.csv"),)


def test_empty_folder(tmp_path):
    """A folder without tables is named."""
    with pytest.raises(InvalidInput, match="holds no table"):
        find_files(tmp_path)


def test_a_tilde_is_a_home_only_where_there_is_one(frame, tmp_path, monkeypatch):
    """A file may be called like nobody's home, and one that is there goes ahead of a home."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    frame.to_csv(tmp_path / "home" / "a.csv", index=False)
    (tmp_path / "~nobody.csv").write_bytes((tmp_path / "home" / "a.csv").read_bytes())
    assert find_files("~nobody.csv").paths == ("~nobody.csv",)
    assert find_files("~/a.csv").paths == (str(tmp_path / "home" / "a.csv"),)


def test_a_name_that_is_no_text(frame, tmp_path):
    """DuckDB would end with an error of C++."""
    frame.to_csv(tmp_path / "a.csv", index=False)
    (tmp_path / "a.csv").rename(tmp_path / os.fsdecode(b"\xff.csv"))
    for path in (tmp_path, tmp_path / os.fsdecode(b"\xff.csv")):
        with pytest.raises(InvalidInput, match=r"a name in UTF-8; got '.*udcff\.csv'"):
            find_files(path)
