import tracemalloc
import warnings

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from scipy import sparse
from sklearn.compose import ColumnTransformer
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import FeatureUnion, make_pipeline
from sklearn.tree import DecisionTreeClassifier

from nearbest.data.validation import checked_table, checked_target
from nearbest.errors import InvalidInput
from nearbest.running.prepare import prepare
from nearbest.running.problem.seeds import seed_from

LINEAR = {"linear": LogisticRegression()}


class TestSeed:
    def test_integers_are_kept(self):
        """An integer is the seed."""
        assert seed_from(np.int64(12)) == 12

    def test_generators(self):
        """Generators give a seed that depends on their state."""
        for make in (np.random.default_rng, np.random.RandomState):
            assert seed_from(make(0)) == seed_from(make(0)) != seed_from(make(1))

    def test_none_is_fresh(self):
        """None gives another seed every time."""
        assert len({seed_from(None) for _ in range(5)}) == 5

    @pytest.mark.parametrize("bad", [-1, 1.5, "zero", [1], 2**32])
    def test_bad(self, bad):
        """Anything that learners would not take as a seed is refused by name."""
        with pytest.raises(InvalidInput, match="`random_state` must be"):
            seed_from(bad)


class TestTable:
    def test_arrays_are_not_copied(self):
        """An array of numbers is used as it is."""
        X = np.ones((3, 2), dtype=np.float32)
        assert np.shares_memory(checked_table(X, "X"), X)

    def test_frames_are_not_copied(self):
        """A frame is used as it is."""
        X = pd.DataFrame({"a": [1, 2]})
        assert checked_table(X, "X") is X

    @pytest.mark.parametrize("kind", ["csc", "coo", "csr"])
    def test_sparse_becomes_csr(self, kind):
        """Any sparse matrix becomes CSR, whose rows can be sliced."""
        assert checked_table(sparse.random(5, 3, 0.5, format=kind), "X").format == "csr"

    @pytest.mark.parametrize("dtype", ["string", "str", object])
    def test_texts(self, dtype):
        """A Series of texts passes whole."""
        texts = pd.Series(["a b", "c"], dtype=dtype)
        assert checked_table(texts, "X") is texts

    def test_object_columns(self):
        """Columns of objects are named, with the way out."""
        X = pd.DataFrame({"a": [1, 2], "b": pd.Series(["x", 3], dtype=object)})
        with pytest.raises(InvalidInput, match=r"`X` .*object; got \['b'\].*astype"):
            checked_table(X, "X")

    @pytest.mark.parametrize(
        ("columns", "message"),
        [
            (["a", "b", "a"], "different column names; got 'a' twice"),
            ([0, "a", 1], "names of one type; got 'a' and 0"),
            (
                pd.MultiIndex.from_product([["a"], [1, 2, 3]]),
                "one level of column names; got 2",
            ),
        ],
        ids=["repeated", "mixed", "levels"],
    )
    def test_column_names(self, columns, message):
        """Names that no learner takes are refused before any is trained."""
        X = pd.DataFrame(np.ones((2, 3))).set_axis(columns, axis="columns")
        with pytest.raises(InvalidInput, match=f"`X` must have .*{message}"):
            checked_table(X, "X")

    def test_repeated_names_of_an_arrow_table(self):
        """Arrow tables may repeat a name, and are refused in the same words."""
        X = pa.table([pa.array([1, None]), pa.array([1, 2])], names=["a", "a"])
        with pytest.raises(InvalidInput, match="got 'a' twice"):
            checked_table(X, "X")

    def test_numbers_as_column_names(self):
        """Columns that are all named by numbers are fine."""
        X = pd.DataFrame(np.ones((2, 3)))
        assert checked_table(X, "X") is X

    @pytest.mark.parametrize(
        "X",
        [
            np.empty((0, 3)),
            np.empty((3, 0)),
            pd.DataFrame(),
            sparse.csr_array((0, 3)),
            np.arange(3.0),
            np.zeros((2, 2, 2)),
            np.array([["a", "b"]]),
            np.array([["a", 1]], dtype=object),
            None,
            3,
        ],
        ids=[
            "rows",
            "columns",
            "frame",
            "sparse",
            "1d",
            "3d",
            "text",
            "object",
            "none",
            "number",
        ],
    )
    def test_not_a_table(self, X):
        """What is no table is refused by the name of the argument."""
        with pytest.raises(InvalidInput, match="`X`"):
            checked_table(X, "X")


class TestTarget:
    @pytest.mark.parametrize(
        "y",
        [
            ["no", "yes", "no"],
            [True, False, True],
            np.array([0.0, 1.0, 0.0]),
            pd.Series(["no", "yes", "no"], dtype="category"),
            pd.Series(["no", "yes", "no"], dtype="string"),
            pd.Series([1, 0, 1], dtype="Int64"),
            pd.Series([True, False, True], dtype="boolean"),
            pd.DataFrame({"y": [1, 0, 1]}),
            np.array(["no", "yes", "no"], dtype=object),
        ],
    )
    @pytest.mark.filterwarnings("ignore:A column-vector")
    def test_labels_of_every_kind(self, y):
        """Labels become a sortable array of one dimension."""
        labels = checked_target(y, "y")
        assert labels.shape == (3,)
        assert labels.dtype != object
        assert len(np.unique(labels)) == 2

    @pytest.mark.parametrize(
        "y", [pd.Series([1, None, 0], dtype="Int64"), ["a", None, "b"], [1.0, np.nan, 0.0]]
    )
    def test_missing(self, y):
        """Missing labels are counted in the error."""
        with pytest.raises(InvalidInput, match=r"`y` must not be missing .* 1 of 3 rows"):
            checked_target(y, "y")

    def test_mixed_types(self):
        """Labels that do not compare are refused instead of being renamed."""
        with pytest.raises(InvalidInput, match="`y`"):
            checked_target(np.array([1, "a", 1], dtype=object), "y")


class TestPrepare:
    def test_split(self, coins):
        """A fifth of the rows is set aside as test data by default."""
        problem = prepare(LINEAR, *coins(10_000), random_state=0)
        assert (problem.samples.n_train, problem.samples.n_test) == (8_000, 2_000)
        assert problem.plan.sizes["linear"] == (1_000, 2_000, 4_000, 8_000)
        assert problem.plan.n_test == 2_000
        assert problem.plan.drawn.at_random

    def test_seeded(self, coins):
        """One seed gives one split, and another seed another."""
        X, y = coins(2_000)
        first, same, other = (prepare(LINEAR, X, y, random_state=s) for s in (1, 1, 2))
        drawn = [p.samples.train(500)[0] for p in (first, same, other)]
        np.testing.assert_array_equal(drawn[0], drawn[1])
        assert not np.array_equal(drawn[0], drawn[2])

    def test_training_and_test_rows_are_disjoint(self):
        """No row is trained on and tested on."""
        X = np.arange(1_000.0)[:, None]
        problem = prepare(LINEAR, X, np.arange(1_000) % 2, random_state=0)
        train, test = problem.samples.train(800)[0], problem.samples.test(200)[0]
        assert sorted([*train.ravel(), *test.ravel()]) == list(range(1_000))

    def test_rare_classes_raise_the_smallest_size(self):
        """The smallest sample is expected to hold five rows of each class that matters."""
        y = (np.arange(50_000) % 500 == 0).astype(int)
        problem = prepare(LINEAR, np.zeros((50_000, 1)), y, random_state=0)
        assert problem.plan.sizes["linear"][0] >= 2_200

    def test_stratified(self):
        """Stratified samples hold the classes evenly, and the plan knows."""
        y = (np.arange(10_000) % 10 == 0).astype(int)
        problem = prepare(LINEAR, np.zeros((10_000, 1)), y, stratify=True, random_state=0)
        assert abs(problem.samples.train(1_000)[1].sum() - 100) <= 3
        assert problem.plan.strata is not None

    def test_stratified_by_default_where_a_class_would_often_be_missing(self):
        """From the counts of all labels, with a note; not where it was refused."""
        X, y = np.zeros((10_000, 1)), (np.arange(10_000) % 500 == 0).astype(int)
        asked = {"min_train_size": 1_000, "random_state": 0}
        problem = prepare(LINEAR, X, y, **asked)
        assert problem.plan.strata is not None
        assert problem.samples.train(1_000)[1].sum() in (1, 2, 3)
        assert any("classes are kept even in every sample" in note for note in problem.notes)
        for options in ({"stratify": False}, {"bounds": "hoeffding"}):
            plain = prepare(LINEAR, X, y, **asked, **options)
            assert plain.plan.strata is None
            assert not any("kept even" in note for note in plain.notes)
        assert prepare(LINEAR, X, y, groups=np.arange(10_000), **asked).plan.strata is None

    @pytest.mark.parametrize("seed", range(10))
    def test_few_stratified_rows(self, seed):
        """A stratified split leaves rows on both sides, or the error says why not."""
        X, y = np.zeros((4, 1)), [0, 0, 1, 1]
        try:
            problem = prepare(LINEAR, X, y, stratify=True, test_size=0.25, random_state=seed)
        except InvalidInput as error:
            assert "`test_size` must" in str(error)  # noqa: PT017
        else:
            assert problem.samples.n_test > 0
            assert problem.samples.n_train > 1

    def test_given_test_set(self, coins):
        """With a test set of one's own, every row given is trained on."""
        problem = prepare(LINEAR, *coins(2_000), X_test=coins(300)[0], y_test=coins(300)[1])
        assert (problem.samples.n_train, problem.samples.n_test) == (2_000, 300)
        assert not problem.plan.drawn.at_random

    def test_missing_values_that_a_candidate_takes(self, coins):
        """NaN is fine as long as one candidate takes it."""
        X, y = coins(2_000)
        X[0, 0] = np.nan
        assert prepare([LogisticRegression(), DecisionTreeClassifier()], X, y)

    def test_no_second_copy_of_a_frame(self):
        """Checking a frame does not copy it."""
        n = 200_000
        rng = np.random.default_rng(0)
        X = pd.DataFrame({f"f{i}": rng.normal(size=n) for i in range(10)})
        X = X.assign(**{f"i{i}": rng.integers(0, 9, n, dtype=np.int8) for i in range(10)})
        y = rng.integers(0, 2, n)
        tracemalloc.start()
        prepare(LINEAR, X, y, random_state=0)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 0.7 * X.memory_usage().sum()


@pytest.mark.parametrize("wrap", [ColumnTransformer, FeatureUnion])
def test_missing_values_that_a_composed_first_step_fills_in(wrap):
    """A candidate that imputes inside a composed step is not refused."""
    X = pd.DataFrame({"a": [1.0, None] * 500, "b": [2.0, 3.0] * 500})
    y = [0, 1] * 500
    filled = ("filled", SimpleImputer(), ["a", "b"])[: 3 if wrap is ColumnTransformer else 2]
    model = make_pipeline(wrap([filled]), LogisticRegression())
    assert prepare({"model": model}, X, y).samples.n_train == 800


def test_hardly_any_test_rows_are_warned_of(coins):
    """Before anything is trained; a few more are noted only."""
    with pytest.warns(UserWarning, match="compared on 99 test rows: what is proved of so few"):
        prepare(LINEAR, *coins(400), test_size=99)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        prepare(LINEAR, *coins(400), test_size=100)


@pytest.mark.parametrize(("n_rows", "n_notes"), [(400, 1), (6_000, 0)])
def test_few_test_rows_are_noted(n_rows, n_notes):
    """The promise is about the test rows; with few of them that is worth a word."""
    X = np.random.default_rng(0).normal(size=(n_rows, 2))
    notes = prepare(LINEAR, X, (X[:, 0] > 0).astype(int), random_state=0).notes
    assert len(notes) == n_notes
    assert all("80 test rows" in note for note in notes)


@pytest.mark.parametrize("scoring", ["f1", "average_precision", "recall"])
@pytest.mark.parametrize(
    ("rarer", "commoner", "is_told"),
    [("fraud", "ok", True), ("yes", "no", False), (0, 1, False), (False, True, False)],
)
def test_a_score_of_the_commoner_of_two_labels_says_so(scoring, rarer, commoner, is_told):
    """Texts do not say which of them is looked for, and the last one counts."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(4_000, 2)), np.where(rng.random(4_000) < 0.1, rarer, commoner)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        notes = prepare(LINEAR, X, y, scoring=scoring).notes
    assert any("is of 'ok', the last of the two labels" in note for note in notes) == is_told
    assert any("if 'fraud' is what you look for" in str(w.message) for w in caught) == is_told
