import errno
import os
import shutil
import signal
import subprocess
import sys
import time
from decimal import Decimal

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet
import pytest
from pandas.testing import assert_frame_equal
from scipy import sparse, stats

from nearbest import open_table
from nearbest.data.numbers import Numbers
from nearbest.data.store.store import Store
from nearbest.data.store.writing import NpyWriter
from nearbest.errors import CannotWrite, DifferentRun, InvalidInput, NotSupported


def everything(store):
    X, y = store.everything()
    return X.assign(label=y)


def ids(store, n=None):
    return store.train(n or store.n_train)[0]["id"].to_numpy()


class TestRows:
    def test_every_row_once_with_its_label(self, trips, trips_file):
        """The store holds each row once, and no value is changed."""
        found = everything(open_table(trips_file, target="late").shuffled(0))
        found = found.sort_values("id", ignore_index=True)
        assert found["label"].tolist() == trips["late"].tolist()
        for column in ("id", "km", "paid", "driver"):
            assert found[column].tolist() == trips[column].tolist()
        for column in ("riders", "night", "note", "at", "zone"):
            assert found[column].isna().tolist() == trips[column].isna().tolist()
        assert found["zone"].astype(object).dropna().tolist() == [
            z for z in trips["zone"] if isinstance(z, str)
        ]
        assert found["at"].dropna().tolist() == trips["at"].dropna().tolist()

    def test_types(self, trips_file):
        """Categories, texts, dates and missing values stay what they are."""
        X, _ = open_table(trips_file, target="late").shuffled(0).train(40)
        assert list(X["zone"].cat.categories) == ["a", "b", "c"]
        assert X["size"].cat.ordered
        assert list(X["size"].cat.categories) == ["small", "middle", "large"]
        assert isinstance(X["note"].dtype, pd.StringDtype)
        assert X["at"].dtype.kind == X["day"].dtype.kind == "M"
        assert X["paid"].dtype == bool
        assert X["km"].dtype == np.float32

    def test_types_do_not_depend_on_the_sample(self, trips_file):
        """A column has one type in a sample that lacks no value and in one that does."""
        store = open_table(trips_file, target="late").shuffled(0)
        small, large = store.train(2)[0], store.train(store.n_train)[0]
        assert small.dtypes.equals(large.dtypes)
        assert large["riders"].isna().any()

    def test_samples_nest(self, trips_file):
        """A sample is the beginning of every larger one."""
        store = open_table(trips_file, target="late").shuffled(0)
        small, large = store.train(100)[0], store.train(1_000)[0]
        assert_frame_equal(small, large.head(100))

    @pytest.mark.parametrize("test_size", [0.25, 750])
    def test_test_size(self, test_size, trips_file):
        """A share or a number of rows is set aside exactly."""
        store = open_table(trips_file, target="late").shuffled(0, test_size)
        assert (store.n_train, store.n_test) == (2_250, 750)


class TestOrder:
    def test_same_seed_same_order(self, trips_file, tmp_path):
        """The order is a function of file and seed."""
        source = open_table(trips_file, target="late")
        first, second, other = (
            ids(source.shuffled(seed, path=tmp_path / name))
            for seed, name in ((5, "a"), (5, "b"), (6, "c"))
        )
        assert first.tolist() == second.tolist()
        assert first.tolist() != other.tolist()

    def test_format_and_threads_do_not_matter(self, trips, tmp_path):
        """Parquet of many row groups, CSV and Arrow give the same order of rows."""
        table = pd.concat([trips] * 20, ignore_index=True).assign(id=range(60_000))
        table.to_parquet(tmp_path / "t.parquet", row_group_size=1_000)
        table.to_csv(tmp_path / "t.csv.gz", index=False)
        table.to_feather(tmp_path / "t.arrow", chunksize=1_000)
        orders = [
            ids(open_table(tmp_path / name, target="late").shuffled(0)).tolist()
            for name in ("t.parquet", "t.csv.gz", "t.arrow")
        ]
        assert orders[0] == orders[1] == orders[2]

    def test_uniform(self, tmp_path):
        """Places in the order do not depend on places in the file."""
        n = 200_000
        path = tmp_path / "t.parquet"
        pd.DataFrame({"id": np.arange(n), "y": np.arange(n) % 2}).to_parquet(path)
        store = open_table(path, target="y").shuffled(0)
        order = ids(store)
        test = store.test(store.n_test)[0]["id"].to_numpy()
        for sample in (order[:2_000], order[2_000:40_000], test, np.diff(order) % n):
            counts = np.bincount(sample * 100 // n, minlength=100)
            assert stats.chisquare(counts).pvalue > 1e-6
        assert abs(np.corrcoef(order, np.arange(len(order)))[0, 1]) < 0.02

    def test_time_order_is_broken(self, trips_file):
        """A table in time order is shuffled: a small sample spans all of it."""
        X, _ = open_table(trips_file, target="late").shuffled(0).train(200)
        assert X["day"].max() - X["day"].min() > pd.Timedelta(days=2_500)


class TestTarget:
    @pytest.mark.parametrize(
        ("values", "expected"),
        [
            (["no", "yes"], ["no", "yes"]),
            ([False, True], [False, True]),
            ([3, 7], [3, 7]),
            ([0.0, 1.0], [0.0, 1.0]),
            (pd.Categorical(["b", "a"]), ["a", "b"]),
        ],
    )
    def test_labels(self, values, expected, tmp_path):
        """Labels of every type come back as they were."""
        path = tmp_path / "t.parquet"
        y = pd.Series(values).take(np.arange(100) % 2).reset_index(drop=True)
        pd.DataFrame({"a": range(100), "y": y}).to_parquet(path)
        store = open_table(path, target="y").shuffled(0)
        assert store.target.values.tolist() == expected
        assert sorted(set(store.train(80)[1].tolist())) == expected

    @pytest.mark.parametrize("missing", [None, float("nan")])
    def test_rows_without_target_are_left_out(self, missing, tmp_path):
        """Rows whose target is null or not a number are left out and counted."""
        path = tmp_path / "t.parquet"
        y = [missing if i % 4 == 3 else float(i % 2) for i in range(100)]
        pa.parquet.write_table(pa.table({"a": range(100), "y": y}), path)
        store = open_table(path, target="y").shuffled(0)
        assert store.manifest.n_left_out == 25
        assert store.n_train + store.n_test == 75
        assert not set(everything(store)["a"]) & set(range(3, 100, 4))

    @pytest.mark.parametrize("written", [("no", "yes"), ("F", "T"), ("false", "true")])
    def test_labels_of_a_csv_stay_as_written(self, written, tmp_path, cache):
        """They are not taken for booleans, which would have other names."""
        path = tmp_path / "t.csv"
        pd.DataFrame({"a": range(100), "y": [*written] * 50}).to_csv(path, index=False)
        assert open_table(path, target="y").shuffled(0).target.values.tolist() == [*written]

    @pytest.mark.parametrize(
        ("y", "error", "message"),
        [
            ([1] * 10, InvalidInput, "at least two classes; got one class"),
            ([1] * 9 + [2], InvalidInput, "two rows of every class; class 2.0 has one; leave"),
            (np.linspace(0, 1, 10), NotSupported, "Pass regressors to predict numbers"),
            ([None] * 10, InvalidInput, "must have a value"),
            ([], InvalidInput, "has no rows"),
        ],
    )
    def test_no_classes(self, y, error, message, tmp_path, cache):
        """A target that cannot be learned is refused, and leaves no store."""
        path = tmp_path / "t.parquet"
        pd.DataFrame({"a": np.arange(len(y)), "y": pd.Series(y, dtype=float)}).to_parquet(path)
        with pytest.raises(error, match=message) as raised:
            open_table(path, target="y").shuffled(0)
        assert "\n" not in str(raised.value)
        assert nothing_in(cache)


class TestNumbers:
    def shuffled(self, path, y, **options):
        rows = pa.table({"a": np.arange(len(y)), "y": y, "g": np.arange(len(y)) // 5})
        pa.parquet.write_table(rows, path)
        return open_table(path, target="y", **options).predicting(True).shuffled(0)

    @pytest.mark.parametrize("dtype", ["float64", "float32", "int64", "uint8", "bool"])
    def test_any_type_of_number(self, dtype, tmp_path, cache):
        """The store has them as floats, with what is known of the table and of D_te."""
        y = (np.arange(1_000) % 7).astype(dtype)
        store = self.shuffled(tmp_path / "t.parquet", y)
        X, labels = store.train(store.n_train)
        assert labels.dtype == np.float64
        assert np.array_equal(labels, y[X["a"]].astype(float))
        assert store.target == Numbers.of(y, store.test_labels())
        assert not (store.path / "classes.npy").exists()

    def test_decimals_are_numbers(self, tmp_path, cache):
        """As databases write them."""
        y = pa.array([Decimal(i) / 4 for i in range(100)])
        store = self.shuffled(tmp_path / "t.parquet", y)
        assert store.target.high == 24.75

    def test_rows_without_a_number_are_left_out_and_counted(self, tmp_path, cache):
        """NULL and NaN alike."""
        y = pa.array([None, float("nan"), 1.0, 2.0] * 50)
        store = self.shuffled(tmp_path / "t.parquet", y)
        assert store.manifest.n_left_out == 100
        assert (store.target.low, store.target.high) == (1.0, 2.0)

    def test_groups_stay_on_one_side(self, tmp_path, cache):
        """As with classes."""
        store = self.shuffled(tmp_path / "t.parquet", np.sqrt(np.arange(500)), groups="g")
        train = set(store.train(store.n_train)[0]["a"] // 5)
        assert not train & set(store.test(store.n_test)[0]["a"] // 5)

    def test_classes_and_numbers_of_one_column_are_two_stores(self, tmp_path, cache):
        """Neither is taken for the other."""
        path = tmp_path / "t.parquet"
        numbers = self.shuffled(path, np.arange(100) % 3)
        classes = open_table(path, target="y").shuffled(0)
        assert numbers.path != classes.path
        assert classes.target.counts == (34, 33, 33)

    @pytest.mark.parametrize(
        ("y", "message"),
        [
            (["a", "b"] * 5, "must hold numbers, as the candidates are regressors; it holds"),
            ([1.0] * 10, "different numbers to predict; got 1 in every row"),
            ([1.0, np.inf] * 5, "must not be infinite .inf. anywhere; it is in 5 of 10 rows"),
            (pa.array([None] * 10, pa.float64()), "must have a value"),
            (pa.array([], pa.float64()), "has no rows"),
        ],
    )
    def test_no_numbers(self, y, message, tmp_path, cache):
        """A target that cannot be learned is refused, and leaves no store."""
        with pytest.raises(InvalidInput, match=message) as raised:
            self.shuffled(tmp_path / "t.parquet", y)
        assert "\n" not in str(raised.value)
        assert nothing_in(cache)


class TestGroups:
    def test_on_one_side(self, trips_file):
        """The rows of one group are all in D_tr or all in D_te."""
        store = open_table(trips_file, target="late", groups="driver").shuffled(0)
        train, test = (
            set(part(n)[0]["id"] // 10)
            for part, n in ((store.train, store.n_train), (store.test, store.n_test))
        )
        assert not train & test
        assert 600 <= store.n_test < 620
        assert store.manifest.grouped

    def test_rows_are_shuffled_across_groups(self, trips_file):
        """Within a side the order is random over rows."""
        store = open_table(trips_file, target="late", groups="driver").shuffled(0)
        assert len(set(ids(store, 200) // 10)) > 100

    def test_one_group(self, trips, tmp_path, cache):
        """One group cannot be split."""
        trips.assign(driver=1).to_parquet(tmp_path / "t.parquet")
        with pytest.raises(InvalidInput, match="`groups` driver must leave groups for both"):
            open_table(tmp_path / "t.parquet", target="late", groups="driver").shuffled(0)
        assert nothing_in(cache)

    def test_missing_groups(self, trips, tmp_path):
        """A missing group is refused with the number of rows."""
        trips.loc[:4, "driver"] = None
        trips.to_parquet(tmp_path / "t.parquet")
        with pytest.raises(InvalidInput, match=r"`groups` driver must not be missing.* 5 rows"):
            open_table(tmp_path / "t.parquet", target="late", groups="driver").shuffled(0)


def test_awkward_names(tmp_path):
    """Columns may be called anything, also what the pass calls its own."""
    names = ["label", "key", "value", 'a "quoted" one', "upto", "n", "it's", "ipc"]
    frame = pd.DataFrame({name: pd.Categorical(list("ab") * 50) for name in names})
    frame["group by"] = np.arange(100) // 5
    frame["select"] = ["x", "y"] * 50
    frame.to_parquet(tmp_path / "t 'x'.parquet")
    source = open_table(tmp_path / "t 'x'.parquet", target="select", groups="group by")
    X, y = source.shuffled(0).train(10)
    assert list(X.columns) == names
    assert X["value"].map({"a": "x", "b": "y"}).tolist() == y.tolist()


class TestForms:
    @pytest.fixture
    def numbers(self, tmp_path):
        rng = np.random.default_rng(0)
        values = np.where(rng.random((1_000, 6)) < 0.2, rng.normal(size=(1_000, 6)), 0)
        frame = pd.DataFrame(values).rename(columns=lambda i: f"f{i}")
        frame["b"] = pd.array(rng.random(1_000) < 0.5, dtype="boolean")
        frame.loc[3, "b"] = None
        frame.assign(y=np.arange(1_000) % 2).to_parquet(tmp_path / "numbers.parquet")
        return tmp_path / "numbers.parquet"

    def test_forms_agree(self, numbers):
        """Arrays, CSR matrices, polars and pandas frames hold the same rows."""
        samples = {
            as_: open_table(numbers, target="y", as_=as_).shuffled(0).train(700)
            for as_ in ("pandas", "numpy", "csr", "polars")
        }
        expected, y = samples["pandas"]
        expected = expected.to_numpy(dtype=float)
        assert isinstance(samples["numpy"][0], np.ndarray)
        assert isinstance(samples["csr"][0], sparse.csr_matrix)
        np.testing.assert_array_equal(samples["numpy"][0], expected)
        np.testing.assert_array_equal(samples["csr"][0].toarray(), expected)
        polars = samples["polars"][0].to_pandas().astype(float).to_numpy()
        np.testing.assert_array_equal(polars, expected)
        assert all(labels.tolist() == y.tolist() for _, labels in samples.values())

    def test_everything_in_every_form(self, numbers):
        """Training and test rows can be had together."""
        for as_ in ("numpy", "csr", "polars"):
            X, y = open_table(numbers, target="y", as_=as_).shuffled(0).everything()
            assert X.shape == (1_000, 7)
            assert len(y) == 1_000

    def test_texts(self, trips_file):
        """One column of texts comes as a Series."""
        source = open_table(trips_file, target="late", keep="note", as_="text")
        X, _ = source.shuffled(0).train(50)
        assert isinstance(X, pd.Series)
        assert set(X.dropna()) <= {"good", "bad", "it's"}

    def test_wide_numbers_and_times(self, tmp_path):
        """Decimals become floats, times of day seconds."""
        from datetime import time as clock
        from decimal import Decimal

        path = tmp_path / "t.parquet"
        table = pa.table(
            {
                "price": pa.array([Decimal("1.50")] * 20, pa.decimal128(9, 2)),
                "clock": pa.array([clock(1, 0, 30)] * 20, pa.time64("us")),
                "y": [0, 1] * 10,
            }
        )
        pa.parquet.write_table(table, path)
        X, _ = open_table(path, target="y").shuffled(0).train(1)
        assert X.iloc[0].tolist() == [1.5, 3_630.0]


class TestStore:
    def test_second_time_is_found(self, trips_file, cache):
        """A finished store is found again, and the file is not read a second time."""
        shares = []
        source = open_table(trips_file, target="late", progress=shares.append)
        first = source.shuffled(0)
        assert shares[-1] == 1.0
        assert shares == sorted(shares)
        shares.clear()
        assert source.shuffled(0).path == first.path
        assert not shares
        assert source.known_seed(0.2) == 0
        assert source.known_seed(0.3) is None

    def test_seed_of_a_store_in_its_own_place(self, trips_file, tmp_path):
        """A store at a path is found again without its seed; another's is not taken."""
        source = open_table(trips_file, target="late")
        assert source.known_seed(0.2, tmp_path / "store") is None
        source.shuffled(7, path=tmp_path / "store")
        assert source.known_seed(0.2, tmp_path / "store") == 7
        assert source.known_seed(0.3, tmp_path / "store") is None

    def test_others_half_made_stores_stay(self, trips_file, tmp_path):
        """A pass that was killed is cleared away, one of a longer name is not touched."""
        (tmp_path / ".store.part-killed").mkdir()
        (tmp_path / ".store-2024.part-alive").mkdir()
        made = open_table(trips_file, target="late").shuffled(0, path=tmp_path / "store")
        assert not (tmp_path / ".store.part-killed").exists()
        assert (tmp_path / ".store-2024.part-alive").exists()
        assert (
            made.path.stat().st_mode & 0o777
            == tmp_path.joinpath(".store-2024.part-alive").stat().st_mode & 0o777
        )

    def test_changed_file_is_not_mistaken(self, trips, trips_file):
        """A file that changed gets a store of its own."""
        before = open_table(trips_file, target="late").shuffled(0)
        trips.assign(km=0.0).to_parquet(trips_file)
        after = open_table(trips_file, target="late").shuffled(0)
        assert after.path != before.path
        assert after.train(10)[0]["km"].tolist() == [0.0] * 10

    def test_change_after_opening(self, trips, trips_file, cache):
        """A store would bear the name of rows that it does not hold."""
        table = open_table(trips_file, target="late")
        trips.head(500).to_parquet(trips_file)
        with pytest.raises(InvalidInput, match="has changed since it was opened"):
            table.shuffled(0)
        assert not [p for p in cache.glob("stores/*") if p.is_dir()]

    @pytest.mark.parametrize("how", ["written", "replaced", "removed"])
    def test_change_during_the_pass(self, how, trips, trips_file, cache, tmp_path):
        def change(share):
            if how == "written":
                trips.head(500).to_parquet(trips_file)
            elif how == "replaced" and not (tmp_path / "old").exists():
                copy = shutil.copy2(trips_file, tmp_path / "new")
                trips_file.rename(tmp_path / "old")
                copy.rename(trips_file)
            elif how == "removed":
                trips_file.unlink(missing_ok=True)

        table = open_table(trips_file, target="late", progress=change)
        with pytest.raises(InvalidInput, match="has changed since it was opened"):
            table.shuffled(0)
        assert not [p for p in cache.glob("stores/*") if p.is_dir()]

    def test_other_store_at_the_path(self, trips_file, tmp_path):
        """A folder that holds another store is left alone."""
        source = open_table(trips_file, target="late")
        source.shuffled(0, path=tmp_path / "store")
        with pytest.raises(DifferentRun, match="holds the store of other data"):
            source.shuffled(1, path=tmp_path / "store")

    def test_manifest(self, trips_file):
        """The manifest tells what was shuffled and how."""
        manifest = open_table(trips_file, target="late").shuffled(3).manifest
        assert manifest.seed == 3
        assert manifest.schema["riders"] == "BIGINT"
        assert manifest.source["files"] == [str(trips_file)]
        assert sum(manifest.class_counts) == 3_000
        assert set(manifest.missing) == {"riders", "night"}
        assert manifest.source["fingerprint"]

    def test_a_killed_pass_leaves_nothing_to_trust(self, trips, tmp_path, cache):
        """A pass that is killed leaves no store; the next one clears its remains."""
        path = tmp_path / "t.parquet"
        big = pd.concat([trips] * 400, ignore_index=True)
        big.to_parquet(path)
        code = (
            "from nearbest import open_table\n"
            f"open_table({str(path)!r}, 'late', progress=lambda s: print(s, flush=True))"
            ".shuffled(0)"
        )
        process = subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        process.stdout.readline()  # it has begun
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        stores = cache / "stores"
        finished = [p for p in stores.iterdir() if not p.name.startswith(".")]
        remains = [p for p in stores.iterdir() if p.is_dir()]
        assert not finished
        assert remains
        store = open_table(path, target="late").shuffled(0)
        assert store.n_train + store.n_test == len(big)
        assert [p for p in stores.iterdir() if p.is_dir()] == [store.path]

    def test_ctrl_c_leaves_nothing(self, trips_file, cache):
        """An interrupt in the middle leaves no folder."""

        def interrupt(share):
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            open_table(trips_file, target="late", progress=interrupt).shuffled(0)
        assert nothing_in(cache)

    def test_no_space_left(self, trips_file, cache, monkeypatch):
        """A full disk is one sentence that names the file, and leaves no folder."""

        def full(self, rows):
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(NpyWriter, "write", full)
        with pytest.raises(CannotWrite, match=r"trips\.parquet cannot be .*No space left"):
            open_table(trips_file, target="late").shuffled(0)
        assert nothing_in(cache)

    def test_damaged_parquet(self, tmp_path, cache):
        """A Parquet file that is damaged inside is named, and leaves no folder."""
        path = tmp_path / "t.parquet"
        rng = np.random.default_rng(0)
        frame = pd.DataFrame(rng.random((20_000, 4))).rename(columns=str)
        frame.assign(y=np.arange(20_000) % 2).to_parquet(path)
        content = bytearray(path.read_bytes())
        content[2_000:400_000] = b"x" * 398_000
        path.write_bytes(content)
        with pytest.raises(InvalidInput, match=r"t\.parquet cannot be read"):
            open_table(path, target="y").shuffled(0)
        assert nothing_in(cache)

    @pytest.mark.parametrize("n", [2, 60_000])
    def test_another_encoding(self, tmp_path, cache, n):
        """A CSV file that is not in UTF-8 is to be converted, wherever that shows."""
        path = tmp_path / "t.csv"
        path.write_text("a,y\n" + "cafe,1\n" * n + "café,0\n" * n, encoding="latin-1")
        with pytest.raises(InvalidInput, match=r"t\.csv must be encoded in UTF-8") as error:
            open_table(path, target="y").shuffled(0)
        assert "types" not in str(error.value)
        assert nothing_in(cache)

    def test_a_surprise_late_in_a_csv(self, tmp_path, cache):
        """A text where numbers were is named with the way out, which works."""
        path = tmp_path / "t.csv"
        lines = [f"{i},{i % 2}" for i in range(100_000)]
        lines[90_000] = "many,1"
        path.write_text("a,y\n" + "\n".join(lines))
        with pytest.raises(
            InvalidInput, match=r"t\.csv cannot be read as CSV.*types="
        ) as error:
            open_table(path, target="y").shuffled(0)
        assert "\n" not in str(error.value)
        assert nothing_in(cache)
        store = open_table(path, target="y", types={"a": "VARCHAR"}).shuffled(0)
        assert store.n_train == 80_000


@pytest.mark.parametrize("last", [False, True], ids=["early", "late"])
def test_a_csv_of_uneven_lines(tmp_path, last):
    """It is said to be that, whatever DuckDB makes of it."""
    lines = [f"{i},{i % 2}" for i in range(3_000)]
    lines[-1 if last else 20] += ",3"
    (tmp_path / "t.csv").write_text("a,y\n" + "\n".join(lines) + "\n")
    with pytest.raises(InvalidInput, match="as many fields"):
        open_table(tmp_path / "t.csv", target="y").shuffled(0)


def test_opening_takes_milliseconds(tmp_path):
    """A sample of 10,000 rows of a large store is there at once."""
    n = 1_000_000
    path = tmp_path / "t.parquet"
    values = np.random.default_rng(0).random((n, 5), dtype=np.float32)
    frame = pd.DataFrame(values).rename(columns=str)
    frame.assign(y=np.arange(n) % 2).to_parquet(path)
    path = open_table(path, target="y").shuffled(0).path
    Store(path).train(10_000)
    times = []
    for _ in range(5):
        start = time.perf_counter()
        X, _ = Store(path).train(10_000)
        times.append(time.perf_counter() - start)
    assert len(X) == 10_000
    assert min(times) < 0.05


def nothing_in(cache):
    """Whether no store, finished or half made, is in the cache."""
    return not [p for p in cache.rglob("*") if p.is_dir() and p.name != "stores"]
