"""From files to a choice, as a user would."""

import numpy as np
import pandas as pd
import polars
import pyarrow as pa
import pytest
from scipy import sparse
from sklearn.dummy import DummyClassifier
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import BernoulliNB
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier

from nearbest import NearBestSearch, open_table, select
from nearbest.candidates.encoder import Encoder
from nearbest.errors import DifferentRun, InvalidInput, NotSupported
from nearbest.race.answer.certify import certify
from nearbest.running.resume import read_run

N = 20_000


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("NEARBEST_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture(scope="module")
def trips():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(
        {
            "km": rng.normal(size=N),
            "zone": pd.Categorical(rng.choice(["a", "b", "c"], N)),
            "note": pd.array(rng.choice(["good", "bad"], N), dtype="str"),
            "at": pd.Timestamp("2020-01-01") + pd.to_timedelta(np.arange(N), "h"),
            "night": rng.random(N) < 0.5,
            "driver": np.arange(N) // 20,
        }
    )
    hour = frame["at"].dt.hour
    score = frame["km"] + (frame["zone"] == "a") + (hour > 12) + frame["night"] - 1.5
    frame["late"] = np.where(score + 0.3 * rng.normal(size=N) > 0, "yes", "no")
    frame.loc[::11, "km"] = None
    frame.loc[::13, "at"] = None
    frame.loc[::17, "late"] = None
    return frame


@pytest.fixture
def file(trips, tmp_path):
    trips.to_parquet(tmp_path / "trips.parquet")
    return tmp_path / "trips.parquet"


TREES = {
    "tree": make_pipeline(Encoder("ordinal"), DecisionTreeClassifier(max_depth=6)),
    "linear": make_pipeline(Encoder("scaled"), LogisticRegression()),
    "none": make_pipeline(Encoder("ordinal"), DummyClassifier()),
}
OPTIONS = {"epsilon": 0.03, "random_state": 0}


def written(trips, kind, folder):
    folder.mkdir()
    if kind == "parquet":
        trips.to_parquet(folder / "t.parquet")
        return folder / "t.parquet"
    if kind == "folder":
        for i in range(3):
            trips[i::3].to_parquet(folder / f"{i}.parquet")
        return folder
    if kind == "glob":
        written(trips, "folder", folder / "parts")
        return folder / "parts" / "*.parquet"
    if kind == "csv.zst":
        with pa.output_stream(folder / "t.csv.zst", compression="zstd") as out:
            out.write(trips.to_csv(index=False).encode())
        return folder / "t.csv.zst"
    if kind in ("csv", "csv.gz"):
        trips.to_csv(folder / f"t.{kind}", index=False)
        return folder / f"t.{kind}"
    if kind == "arrow":
        trips.to_feather(folder / "t.arrow")
        return folder / "t.arrow"
    import fsspec

    with fsspec.open("memory://trips/t.parquet", "wb") as remote:
        trips.to_parquet(remote)
    return "memory://trips/t.parquet"


@pytest.mark.parametrize(
    "kind", ["parquet", "folder", "glob", "csv", "csv.gz", "csv.zst", "arrow", "url"]
)
def test_every_kind_of_file(kind, trips, tmp_path):
    """Every kind of file with every type of column ends in a certified choice."""
    source = open_table(written(trips, kind, tmp_path / "data"), "late", drop="driver")
    found = select(TREES, source, **OPTIONS)
    assert found.best in ("tree", "linear")
    assert found.certificate.proven
    left_out = int(trips["late"].isna().sum())
    said = f"{left_out:,} of {N:,} rows were left out"
    assert said in str(found.certificate)
    assert said in found.report(tmp_path / "report.html").read_text()


def test_estimator(trips, file):
    """The estimator takes a source in place of X and y, and then knows its columns."""
    search = NearBestSearch(TREES, **OPTIONS).fit(open_table(file, "late", drop="driver"))
    known = trips[trips["late"].notna()]
    X = known.drop(columns=["late", "driver"])
    assert search.score(X, known["late"].to_numpy(dtype=str)) > 0.85
    assert search.classes_.tolist() == ["no", "yes"]
    assert search.feature_names_in_.tolist() == list(X.columns)
    assert search.n_features_in_ == 5


def test_second_run_finds_the_store(file):
    """Without a seed the second run takes that of the store, and skips the pass."""
    shares = []
    source = open_table(file, "late", progress=shares.append)
    first = select(TREES, source, epsilon=0.03)
    assert shares
    shares.clear()
    second = select(TREES, source, epsilon=0.03)
    assert not shares
    assert first.seed == second.seed


def test_worker_processes_open_the_same_store(file, cache):
    """Workers read the store of the source; no second one is written."""
    found = select(TREES, open_table(file, "late"), n_jobs=2, **OPTIONS)
    assert found.race.ending is not None
    assert len([p for p in (cache / "stores").iterdir() if p.is_dir()]) == 1


def test_run_dir(file, tmp_path, cache):
    """A run directory holds the store, resumes from it, and tells other data apart."""
    run = tmp_path / "run"
    source = open_table(file, "late", drop="driver")
    first = select(TREES, source, run_dir=run, **OPTIONS)
    assert (run / "store" / "manifest.json").exists()
    assert not cache.exists()
    again = select(TREES, source, run_dir=run, **OPTIONS)
    assert again.best == first.best
    assert len(again.history) == len(first.history)
    assert certify(read_run(run)).winner == first.best
    with pytest.raises(DifferentRun):
        select(TREES, open_table(file, "late", keep="km"), run_dir=run, **OPTIONS)


@pytest.mark.parametrize("refit", [True, False, "all"])
def test_refit(refit, file):
    """The winner is trained on as many rows as asked for."""
    found = select(TREES, open_table(file, "late"), refit=refit, **OPTIONS)
    assert (found.estimator is None) == (refit is False)


class TestGroups:
    def test_of_a_source(self, file):
        """Groups make the certificate an estimate, and it says why."""
        found = select(TREES, open_table(file, "late", groups="driver"), **OPTIONS)
        assert not found.certificate.proven
        assert "the split was made between groups" in str(found.certificate)
        assert "is estimated to be" in found.certificate.sentence

    def test_in_memory(self, trips):
        """Groups of a table in memory do the same."""
        known = trips[trips["late"].notna()]
        X, y = known[["km", "zone"]], known["late"]
        found = select(TREES, X, y, groups=known["driver"], **OPTIONS)
        assert not found.certificate.proven
        assert "the split was made between groups" in str(found.certificate)

    @pytest.mark.parametrize(
        ("groups", "options", "message"),
        [
            ([1, 2], {}, "a value for each of the 100 rows; got 2"),
            ([1] * 100, {}, "at least two groups"),
            ([None, *range(99)], {}, "missing; it is in 1 of 100"),
            (range(100), {"stratify": True}, "cannot be combined with `stratify"),
        ],
    )
    def test_bad_groups(self, groups, options, message):
        """One sentence says what is wrong with the groups."""
        X, y = np.arange(100.0).reshape(-1, 1), np.arange(100) % 2
        with pytest.raises(InvalidInput, match=message):
            select({"a": DummyClassifier()}, X, y, groups=list(groups), **options)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"y": [0, 1]}, InvalidInput, "`y` must not be given with a table source"),
        ({"X_test": [[1]], "y_test": [1]}, InvalidInput, "`X_test` must not be given"),
        ({"groups": [1]}, InvalidInput, "`groups` must not be given"),
        ({"stratify": True}, NotSupported, "needs a table in memory"),
        ({"sample_weight": [1]}, InvalidInput, "must not be given with a table source"),
        ({"test_size": 2.0}, InvalidInput, "`test_size`"),
    ],
)
def test_what_a_source_cannot_do(options, error, message, file, cache):
    """One sentence, and no store."""
    with pytest.raises(error, match=message) as raised:
        select(TREES, open_table(file, "late"), **options)
    assert "\n" not in str(raised.value)
    assert not list(cache.rglob("manifest.json"))


def test_missing_values_that_no_candidate_takes(file):
    """A column with missing numbers is named where nobody can take it."""
    source = open_table(file, "late", keep=["km", "night"])
    with pytest.raises(InvalidInput, match="Column 'km' must not hold NaN"):
        select({"a": LogisticRegression(), "b": LogisticRegression(C=2)}, source)


@pytest.mark.parametrize("kind", ["polars", "arrow"])
def test_other_libraries_in_memory(kind, trips):
    """Polars frames and Arrow tables are tables, to fit on and to predict."""
    known = trips[trips["late"].notna()]
    frame = known.drop(columns=["late", "driver"])
    table = pa.Table.from_pandas(frame, preserve_index=False)
    labels = pa.array(known["late"])
    X = polars.from_arrow(table) if kind == "polars" else table
    y = polars.from_arrow(labels) if kind == "polars" else labels
    search = NearBestSearch(TREES, **OPTIONS).fit(X, y)
    assert (search.predict(X) == known["late"].to_numpy(dtype=str)).mean() > 0.85


@pytest.mark.parametrize("as_", ["numpy", "csr", "polars"])
def test_other_forms_of_samples(as_, file):
    """Learners get samples in the form that was asked for."""
    source = open_table(file, "late", keep=["night", "driver"], as_=as_)
    tree = {"tree": DecisionTreeClassifier(max_depth=3), "none": DummyClassifier()}
    found = select(tree, source, **OPTIONS)
    assert found.race.ending is not None


def test_texts_of_a_file(tmp_path):
    """A column of texts goes through a vectorizer's pipeline."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 6_000)
    words = np.array([["dull", "grey"], ["bright", "red"]])
    texts = [" ".join(rng.choice(words[c], 3)) for c in y]
    pd.DataFrame({"text": texts, "y": y}).to_csv(tmp_path / "t.csv", index=False)
    source = open_table(tmp_path / "t.csv", "y", as_="text")
    candidates = {
        "bayes": make_pipeline(CountVectorizer(), BernoulliNB()),
        "none": make_pipeline(CountVectorizer(), DummyClassifier()),
    }
    found = select(candidates, source, cache=True, **OPTIONS)
    assert found.best == "bayes"
    assert found.estimator.predict(pd.Series(["red red"])).tolist() == [1]


@pytest.mark.parametrize("n_jobs", [None, 2])
def test_large_sparse_matrix(n_jobs):
    """A million rows by 10,000 columns, 0.1 % filled, in memory and from the store."""
    n, rng = 1_000_000, np.random.default_rng(0)
    filled = rng.integers(0, 10_000, (n, 10), dtype=np.int32)
    X = sparse.csr_matrix(
        (np.ones(10 * n, np.float32), filled.ravel(), np.arange(0, 10 * n + 1, 10)),
        shape=(n, 10_000),
    )
    y = ((filled < 700).sum(axis=1) > 0).astype(int)
    candidates = {"bayes": BernoulliNB(), "none": DummyClassifier()}
    options = {"epsilon": 0.05, "stop_at": "paper", "refit": False, "random_state": 0}
    found = select(candidates, X, y, n_jobs=n_jobs, **options)
    assert found.best == "bayes"
    assert n_jobs or found.history["n_train"].max() < 100_000
