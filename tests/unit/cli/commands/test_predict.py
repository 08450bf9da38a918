"""Predicting from files: columns are read as those that the model was trained on."""

import io

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from nearbest.candidates.space import paper
from nearbest.cli.app import app
from nearbest.cli.commands.predict import known_columns
from nearbest.cli.data import KINDS
from nearbest.errors import InvalidInput

CANDIDATES = """
[[candidates]]
estimator = "sklearn.tree.DecisionTreeClassifier"
preprocessing = "ordinal"

[[candidates]]
estimator = "sklearn.dummy.DummyClassifier"
"""


class Fitted:
    """A model that knows what it was trained on."""

    def __init__(self, **kinds):
        setattr(self, KINDS, kinds)


def run(*arguments):
    return CliRunner().invoke(app, [*map(str, arguments)])


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A model trained where a column of digits has a letter, too."""
    folder = tmp_path_factory.mktemp("zones")
    rng = np.random.default_rng(0)
    zone = rng.choice(["1", "2", "A"], 2_000, p=[0.45, 0.45, 0.1])
    trips = pd.DataFrame({"zone": zone, "km": rng.normal(size=2_000), "far": zone == "1"})
    trips.to_csv(folder / "train.csv", index=False)
    (folder / "two.toml").write_text(CANDIDATES)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NEARBEST_CACHE", str(folder / "cache"))
        result = run(
            "select", folder / "train.csv", "-t", "far", "--candidates", folder / "two.toml",
            "--save", folder / "model.skops", "--quiet", "--seed", "0",
        )  # fmt: skip
    assert result.exit_code == 0, result.output
    return folder


class TestSaved:
    def test_digits_that_were_texts(self, place):
        """Values that look like numbers in the new file are texts, as in training."""
        pd.DataFrame({"km": 0.5, "zone": [1, 2] * 50}).to_csv(place / "new.csv", index=False)
        result = run("predict", place / "model.skops", place / "new.csv")
        assert result.exit_code == 0, result.output
        found = pd.read_csv(io.StringIO(result.stdout))["prediction"]
        assert found.tolist() == [True, False] * 50

    @pytest.mark.parametrize("kind", ["csv", "parquet"])
    def test_links_are_not_followed(self, place, tmp_path, kind):
        """A link where the predictions are to go is replaced, and its end left alone."""
        pd.DataFrame({"km": 0.5, "zone": ["1", "2"]}).to_csv(tmp_path / "new.csv", index=False)
        (tmp_path / "precious").write_text("as it was")
        output = tmp_path / f"out.{kind}"
        output.symlink_to(tmp_path / "precious")
        model = place / "model.skops"
        result = run("predict", model, tmp_path / "new.csv", "--output", output)
        assert result.exit_code == 0, result.output
        assert (tmp_path / "precious").read_text() == "as it was"
        read = pd.read_csv if kind == "csv" else pd.read_parquet
        assert read(output)["prediction"].map(str).tolist() == ["True", "False"]

    def test_missing_column(self, place):
        """A column that is not there is named."""
        pd.DataFrame({"km": [0.5]}).to_csv(place / "less.csv", index=False)
        result = run("predict", place / "model.skops", place / "less.csv")
        assert result.exit_code == 1
        assert "'zone' is missing" in result.stderr

    def test_text_for_a_number(self, place):
        """What cannot be read as in training is refused in a sentence."""
        pd.DataFrame({"km": ["far"], "zone": [1]}).to_csv(place / "odd.csv", index=False)
        result = run("predict", place / "model.skops", place / "odd.csv")
        assert result.exit_code == 1
        assert "column 'km' was a number, and has 'far' now." in result.stderr
        assert result.stderr.count("\n") == 1


class TestKnownColumns:
    @pytest.mark.parametrize(
        ("kind", "value", "dtype"),
        [
            ("number", "", "float64"),
            ("boolean", "", "float64"),
            ("time", "", "datetime64[us]"),
            ("text", "2024-01-31", "category"),
            ("category", "true", "category"),
            ("number", "7", "int64"),
        ],
    )
    def test_csv(self, tmp_path, kind, value, dtype):
        """A CSV column is what it was in training, also where it is empty now."""
        (tmp_path / "t.csv").write_text(f"other,a\n1,{value}\n2,{value}\n")
        frame = known_columns(Fitted(a=kind), tmp_path / "t.csv")
        assert frame["a"].dtype == dtype
        assert set(frame["a"].dropna().astype(str)) <= {value}

    def test_letters_late_in_a_csv(self, tmp_path):
        """Texts of which the first thousands are digits."""
        pd.DataFrame({"a": [*range(50_000), "A"]}).to_csv(tmp_path / "t.csv", index=False)
        assert known_columns(Fitted(a="text"), tmp_path / "t.csv")["a"].iloc[-1] == "A"

    def test_parquet(self, tmp_path):
        """A file that states its types must have those of training."""
        pd.DataFrame({"a": [1, 2]}).to_parquet(tmp_path / "t.parquet")
        assert len(known_columns(Fitted(a="boolean"), tmp_path / "t.parquet")) == 2
        with pytest.raises(InvalidInput, match="'a' was a text, and is BIGINT now"):
            known_columns(Fitted(a="text"), tmp_path / "t.parquet")

    def test_model_without_kinds(self, tmp_path):
        """A model of an older version takes columns as they are."""
        (tmp_path / "t.csv").write_text("a,b\n1,x\n")
        old = Fitted()
        delattr(old, KINDS)
        old.feature_names_in_ = np.array(["b", "a"])
        assert known_columns(old, tmp_path / "t.csv").columns.tolist() == ["b", "a"]

    def test_missing_booleans(self, tmp_path):
        """LightGBM predicts where some are missing, as it was trained."""
        flags = pd.Series([True, False, None] * 40, dtype="boolean")
        pd.DataFrame({"a": flags}).to_parquet(tmp_path / "t.parquet")
        y = flags.fillna(True).astype(int)
        lightgbm = next(c for c in paper().draw(5, 0) if "LightGBM" in c.name).build(0, 1)
        lightgbm.fit(pd.DataFrame({"a": flags.astype("float64")}), y)
        X = known_columns(lightgbm, tmp_path / "t.parquet")
        assert X["a"].dtype == "float64"
        assert len(lightgbm.predict(X)) == 120


class TestKeys:
    @pytest.fixture
    def orders(self, place):
        keys = pd.DataFrame({"order": ["007", "NA", ""], "km": 0.5, "zone": ["1", "2", "1"]})
        keys.to_csv(place / "orders.csv", index=False)
        return place

    def test_kept(self, orders):
        """Columns beside the prediction are as they are in the file."""
        arguments = ("predict", orders / "model.skops", orders / "orders.csv")
        result = run(*arguments, "--keep", "order", "--keep", "zone")
        assert result.exit_code == 0, result.output
        assert result.stdout.splitlines() == [
            "order,zone,prediction", "007,1,True", "NA,2,False", ",1,True",
        ]  # fmt: skip

    def test_integers_of_parquet(self, orders):
        """A missing key does not turn the others into floats."""
        frame = pd.DataFrame(
            {"id": pd.array([5, None], "Int64"), "km": 0.5, "zone": ["1", "2"]}
        )
        frame.to_parquet(orders / "orders.parquet")
        result = run(
            "predict", orders / "model.skops", orders / "orders.parquet", "--keep", "id"
        )
        assert result.stdout.splitlines() == ["id,prediction", "5,True", ",False"]

    def test_misspelt(self, orders):
        """A column that is close is suggested."""
        arguments = ("predict", orders / "model.skops", orders / "orders.csv")
        result = run(*arguments, "--keep", "ordr")
        assert result.exit_code == 1
        assert "got 'ordr'. Did you mean 'order'?" in result.stderr

    def test_a_feature_with_another_name(self, orders):
        """Where the model misses a column, one that is close is suggested."""
        pd.DataFrame({"km": [1.0], "zones": ["1"]}).to_csv(orders / "odd.csv", index=False)
        result = run("predict", orders / "model.skops", orders / "odd.csv")
        assert "'zone' is missing. Did you mean 'zones'?" in result.stderr

    def test_the_name_of_the_prediction(self, orders):
        """It is taken."""
        arguments = ("predict", orders / "model.skops", orders / "orders.csv")
        result = run(*arguments, "--keep", "prediction")
        assert "`--keep` must not name a column 'prediction'" in result.stderr
