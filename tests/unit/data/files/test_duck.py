"""DuckDB takes every path for a pattern; each file is read, and no other."""

import gzip

import fsspec
import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import parquet

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


class TestNamesThatAreRepeated:
    """DuckDB would call the second column `km_1`, and nobody would know what was learned."""

    def table(self, names):
        columns = [pa.array([float(i)] * 20) for i in range(len(names) - 1)]
        return pa.table([*columns, pa.array([0, 1] * 10)], names=names)

    def write(self, names, path):
        table = self.table(names)
        if path.suffix == ".parquet":
            parquet.write_table(table, path)
        elif path.suffix == ".arrow":
            with pa.OSFile(str(path), "wb") as file, pa.ipc.new_file(file, table.schema) as out:
                out.write_table(table)
        else:
            rows = zip(*(column.to_pylist() for column in table.columns), strict=True)
            lines = [",".join(names), *(",".join(map(str, row)) for row in rows)]
            text = "\n".join(lines) + "\n"
            path.write_bytes(
                gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode()
            )
        return path

    @pytest.mark.parametrize("suffix", ["csv", "csv.gz", "parquet", "arrow"])
    def test_refused(self, suffix, tmp_path):
        """The sentence names the column and the file."""
        file = self.write(["km", "town", "km", "km", "late"], tmp_path / f"trips.{suffix}")
        with pytest.raises(InvalidInput, match=r"trips\..* it has 'km' 3 times"):
            open_table(file, "late")

    @pytest.mark.parametrize("suffix", ["csv", "parquet", "arrow"])
    def test_case_is_no_difference(self, suffix, tmp_path):
        """It is none to DuckDB, which would rename the second, too."""
        file = self.write(["km", "KM", "late"], tmp_path / f"trips.{suffix}")
        with pytest.raises(InvalidInput, match="it has 'km' and 'KM', alike but for case"):
            open_table(file, "late")

    def test_of_a_later_file(self, tmp_path):
        """Each file of a table is looked at."""
        self.write(["km", "km_1", "late"], tmp_path / "1.csv")
        self.write(["km", "km", "late"], tmp_path / "2.csv")
        with pytest.raises(InvalidInput, match=r"2\.csv must have different column names"):
            open_table(tmp_path, "late")

    def test_the_target(self, tmp_path):
        """Which of the two is meant is nothing to guess."""
        file = self.write(["late", "km", "late"], tmp_path / "trips.csv")
        with pytest.raises(InvalidInput, match="it has 'late' twice"):
            open_table(file, "late")

    @pytest.mark.parametrize("suffix", ["csv", "parquet", "arrow"])
    def test_numbers_at_the_end(self, suffix, tmp_path):
        """Columns that only look as if DuckDB had named them are as good as any."""
        file = self.write(["km", "km_1", "km_1_1", "late"], tmp_path / f"trips.{suffix}")
        assert open_table(file, "late").feature_names == ["km", "km_1", "km_1_1"]
