"""DuckDB takes every path for a pattern; each file is read, and no other."""

import fsspec
import pandas as pd
import pyarrow as pa
import pytest

from nearbest import open_table
from nearbest.data.files.whole import read_whole
from nearbest.errors import InvalidInput

#: Names that as patterns match others of them, or nothing, and harmless ones.
STEMS = (
    "p1",
    "p[1]",
    "p[!1]",
    "p*",
    "p?",
    "p{1,2}",
    "p]",
    "p[",
    "[]",
    "**",
    "a=5",
    "it's",
    "~",
)
FOLDERS = ("d1", "d[1]", "d*", "a=5", "**", "~")


def write(path, number):
    """Rows that tell one file from another."""
    frame = pd.DataFrame({"a": [number] * 10, "b": range(10), "y": [0, 1] * 5})
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".parquet":
        frame.to_parquet(path, index=False)
    elif path.suffix == ".csv":
        frame.to_csv(path, index=False)
    else:
        table = pa.Table.from_pandas(frame)
        with pa.OSFile(str(path), "wb") as file, pa.ipc.new_file(file, table.schema) as out:
            out.write_table(table)


@pytest.fixture(params=[".parquet", ".csv", ".arrow"])
def suffix(request):
    return request.param


class TestNamesThatArePatterns:
    def test_each_file(self, suffix, tmp_path):
        """Beside all others, in each folder."""
        paths = [tmp_path / d / f"{stem}{suffix}" for d in FOLDERS for stem in STEMS]
        for number, path in enumerate(paths):
            write(path, number)
        read = {path: set(read_whole(path)["a"]) for path in paths}
        assert read == {path: {number} for number, path in enumerate(paths)}

    def test_all_of_a_folder(self, suffix, tmp_path):
        """Every row once: none twice, which could be on both sides of the split."""
        for number, stem in enumerate(STEMS):
            write(tmp_path / "d[1]" / f"{stem}{suffix}", number)
            write(tmp_path / "d1" / f"{stem}{suffix}", -1)
        store = open_table(tmp_path / "d[1]", target="y").shuffled(0)
        rows, _ = store.everything()
        expected = {(number, i) for number in range(len(STEMS)) for i in range(10)}
        assert len(rows) == len(expected)
        assert set(zip(rows["a"], rows["b"], strict=True)) == expected

    def test_relative_to_the_working_folder(self, suffix, tmp_path, monkeypatch):
        """A folder called ~ that a glob found is not the user's home."""
        write(tmp_path / "~" / f"p{suffix}", 1)
        monkeypatch.chdir(tmp_path)
        assert set(read_whole(f"*/p{suffix}")["a"]) == {1}

    def test_backslashes(self, tmp_path):
        """Which are separators in DuckDB's patterns, and part of a name elsewhere."""
        write(tmp_path / "a\\b.csv", 1)
        assert set(read_whole(tmp_path / "a\\b.csv")["a"]) == {1}
        write(tmp_path / "a\\[1].csv", 2)
        write(tmp_path / "a" / "[1].csv", 3)
        with pytest.raises(InvalidInput, match="must not hold both a backslash and"):
            open_table(tmp_path / "a\\[1].csv", target="y")

    def test_behind_a_url(self):
        files = fsspec.filesystem("memory")
        for number, stem in enumerate(STEMS):
            files.pipe_file(f"/patterns/{stem}.csv", f"a,y\n{number},0\n{number},1\n".encode())
        read = {stem: set(read_whole(f"memory://patterns/{stem}.csv")["a"]) for stem in STEMS}
        assert read == {stem: {number} for number, stem in enumerate(STEMS)}


class TestFoldersThatLookLikeColumns:
    def test_the_files_own_column_stays(self, suffix, tmp_path):
        write(tmp_path / "b=5" / f"p{suffix}", 1)
        rows, _ = open_table(tmp_path, target="y").shuffled(0).everything()
        assert sorted(rows["b"]) == list(range(10))

    def test_no_column_is_added(self, suffix, tmp_path):
        write(tmp_path / "year=2024" / f"p{suffix}", 1)
        assert open_table(tmp_path, target="y").feature_names == ["a", "b"]
