from pathlib import Path

import pandas as pd
import pytest
from lightgbm.basic import _ConfigAliases
from sklearn.base import clone
from sklearn.pipeline import Pipeline
from sklearn.tree import DecisionTreeClassifier

from nearbest import NearBestSearch, read_candidates, select
from nearbest.candidates.configuration import Configuration
from nearbest.candidates.space import Space
from nearbest.candidates.toml import is_candidates_file
from nearbest.errors import InvalidInput

EXAMPLES = Path(__file__).parents[4] / "docs" / "examples"

TREE = """
[[candidates]]
name = "tree"
estimator = "sklearn.tree.DecisionTreeClassifier"
"""
SPACE = """
[[learners]]
name = "tree"
estimator = "sklearn.tree.DecisionTreeClassifier"
"""


@pytest.fixture
def write(tmp_path):
    def write(content):
        file = tmp_path / "candidates.toml"
        file.write_text(content)
        return file

    return write


@pytest.fixture
def trips():
    """Numbers, categories, texts and dates."""
    n = 60
    return pd.DataFrame(
        {
            "km": [1.0, None, 3.0] * (n // 3),
            "zone": ["a", "b", "b"] * (n // 3),
            "note": ["late again", "fine", "late"] * (n // 3),
            "day": pd.date_range("2024-01-01", periods=n),
        }
    )


class TestCandidates:
    def test_one(self, write):
        """A candidate is its name, a pipeline that ends in its learner, and parameters."""
        (found,) = read_candidates(write(TREE + "parameters = { max_depth = 3 }"))
        assert isinstance(found, Configuration)
        assert found.name == "tree"
        assert found.parameters == {"learn__max_depth": 3}
        assert found.build()["learn"].max_depth == 3

    def test_unnamed(self, write):
        """A candidate without a name is called after its learner."""
        (found,) = read_candidates(write(TREE.replace('name = "tree"', "")))
        assert found.name == "DecisionTreeClassifier"

    def test_grid(self, write):
        """A grid gives one candidate a point, each with the fixed parameters too."""
        found = read_candidates(
            write(
                TREE
                + 'parameters = { min_samples_leaf = 5 }\ngrid = { max_depth = [2, "None"] }'
            )
        )
        assert [c.name for c in found] == ["tree(max_depth=2)", "tree(max_depth=None)"]
        assert found[1].build()["learn"].max_depth is None
        assert all(c.build()["learn"].min_samples_leaf == 5 for c in found)

    def test_nested_estimator(self, write):
        """A parameter may be an estimator with parameters of its own."""
        (found,) = read_candidates(
            write(
                """
                [[candidates]]
                estimator = "sklearn.ensemble.BaggingClassifier"
                [candidates.parameters.estimator]
                estimator = "sklearn.tree.DecisionTreeClassifier"
                parameters = { max_depth = 2 }
                """
            )
        )
        inner = found.build()["learn"].estimator
        assert isinstance(inner, DecisionTreeClassifier)
        assert inner.max_depth == 2

    def test_lists_become_tuples_where_a_tuple_is_the_default(self, write):
        """scikit-learn refuses a list as `ngram_range`."""
        (found,) = read_candidates(
            write(
                TREE
                + """
                [[candidates.preprocessing.columns.note]]
                step = "sklearn.feature_extraction.text.CountVectorizer"
                parameters = { ngram_range = [1, 2] }
                """
            )
        )
        ((_, chain, column),) = found.estimator[0].transformers
        assert column == "note"
        assert chain[0].ngram_range == (1, 2)

    def test_more_than_any_race_can_have(self, write):
        """All grids of a file are counted before a candidate is made."""
        keys = ["max_depth", "min_samples_leaf", "max_leaf_nodes", "random_state"]
        grid = "".join(f"grid.{key} = {list(range(2, 101))}\n" for key in keys)
        with pytest.raises(InvalidInput, match=r"toml: `candidates` must .* got 96,059,602,"):
            read_candidates(write(TREE + TREE + grid))

    def test_nested_without_end(self, write):
        """Python gives up on it, with an error that says nothing of the file."""
        with pytest.raises(InvalidInput, match="toml cannot be read: it is nested too deeply"):
            read_candidates(write("a = " + "[" * 100_000))

    def test_lightgbm_takes_more_than_it_names(self, write):
        """Keywords that LightGBM passes on are no error."""
        (found,) = read_candidates(
            write(
                '[[candidates]]\nestimator = "lightgbm.LGBMClassifier"\n'
                "parameters = { verbose = -1 }"
            )
        )
        assert found.build()["learn"].get_params()["verbose"] == -1


class TestPreprocessing:
    def test_by_column_type(self, write, trips):
        """Each type of column gets its steps; named ones come first, others are dropped."""
        (found,) = read_candidates(
            write(
                TREE
                + """
                [candidates.preprocessing]
                numbers = ["sklearn.impute.SimpleImputer"]
                categories = ["sklearn.preprocessing.OneHotEncoder"]
                columns.note = ["sklearn.feature_extraction.text.CountVectorizer"]
                """
            )
        )
        encoded = found.build()[:-1].fit_transform(trips)
        assert encoded.shape == (60, 3 + 1 + 2)  # three words, km, two zones

    def test_dates_and_all(self, write, trips):
        """Dates have their own steps, and `all` comes after the columns are joined."""
        (found,) = read_candidates(
            write(
                TREE
                + """
                [candidates.preprocessing]
                numbers = []
                dates = [{ step = "sklearn.preprocessing.OrdinalEncoder" }]
                all = ["sklearn.impute.SimpleImputer", "sklearn.preprocessing.MaxAbsScaler"]
                """
            )
        )
        encoded = found.build()[:-1].fit_transform(trips)
        assert encoded.shape == (60, 2)
        assert encoded.max() == 1.0

    def test_forms_of_the_encoder(self, write, trips):
        """A form such as "ordinal" stands for the encoder of nearbest itself."""
        (found,) = read_candidates(write(TREE + 'preprocessing = "ordinal"'))
        assert found.build()[0].form == "ordinal"

    def test_shared(self, write):
        """A table of steps can be named once and used by many."""
        found = read_candidates(
            write(
                '[preprocessing.mine]\nnumbers = ["sklearn.preprocessing.StandardScaler"]\n'
                + TREE
                + 'preprocessing = "mine"\n'
                + TREE.replace('"tree"', '"other"')
                + 'preprocessing = "mine"\n'
            )
        )
        assert all(isinstance(c.estimator, Pipeline) for c in found)
        assert [len(c.estimator) for c in found] == [2, 2]


class TestSpaces:
    def test_distributions(self, write):
        """Every kind of distribution stays within its ends."""
        found = read_candidates(
            write(
                SPACE
                + """
                parameters = { criterion = "entropy" }
                [learners.distributions]
                max_features = { uniform = [0.2, 0.4] }
                ccp_alpha = { loguniform = [0.001, 0.01] }
                max_depth = { integers = [2, 4] }
                max_leaf_nodes = { logintegers = [8, 64] }
                splitter = { choices = ["best", "random"] }
                class_weight = ["None", "balanced"]
                """
            )
        )
        assert isinstance(found, Space)
        drawn = [c.build()["learn"] for c in found.draw(200, 0)]
        assert {tree.max_depth for tree in drawn} == {2, 3, 4}
        assert {tree.class_weight for tree in drawn} == {None, "balanced"}
        assert {tree.splitter for tree in drawn} == {"best", "random"}
        assert {tree.criterion for tree in drawn} == {"entropy"}
        assert all(0.2 <= tree.max_features <= 0.4 for tree in drawn)
        assert all(0.001 <= tree.ccp_alpha <= 0.01 for tree in drawn)
        assert all(8 <= tree.max_leaf_nodes <= 64 for tree in drawn)

    def test_a_longer_draw_begins_with_the_shorter(self, write):
        """As for the paper's space, draw k depends on the seed and on k alone."""
        found = read_candidates(EXAMPLES / "space.toml")
        short, long = found.draw(3, 7), found.draw(6, 7)
        assert [(c.name, c.parameters) for c in long[:3]] == [
            (c.name, c.parameters) for c in short
        ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[[candidates]\n", "not valid TOML: .*line 1"),
        ("", "either .*candidates.* or .*learners"),
        (TREE + SPACE, "either .*candidates.* or .*learners"),
        ("candidates = []", "candidates: must hold at least one entry"),
        ("candidates = 3", "candidates: must be a list; got 3"),
        ("candidate = 3", "candidate: there is no key 'candidate'; did you mean 'candidates'"),
        ("[[candidates]]", r"candidates\[1\]: the key `estimator` is missing"),
        ("[[candidates]]\nestimator = 3", r"candidates\[1\].estimator: must be a text"),
        (TREE + TREE, r"candidates\[2\]: the name 'tree' is taken"),
        (TREE + "n = 3", r"candidates\[1\].n: there is no key 'n'"),
        (TREE + "distributions = {}", "there is no key 'distributions'"),
        (
            TREE + "parameters = { max_dept = 3 }",
            r"candidates\[1\].parameters.max_dept: there is no key 'max_dept' of "
            "DecisionTreeClassifier; did you mean 'max_depth'",
        ),
        (TREE + "grid = { max_dept = [3] }", r"grid.max_dept: .*did you mean 'max_depth'"),
        (TREE + "grid = { max_depth = 3 }", r"grid.max_depth: must be a list; got 3"),
        (TREE + "grid = { max_depth = [] }", "grid.max_depth: must hold at least one value"),
        (TREE + 'preprocessing = "mine"', "must be a table of steps or one of .*scaled"),
        (TREE + 'preprocessing = ["scaled"]', "must be a table of steps or one of .*scaled"),
        (TREE + "[candidates.preprocessing]\nnumber = []", "did you mean 'numbers'"),
        (
            TREE + '[candidates.preprocessing]\nnumbers = ["sklearn.tree.export_text"]',
            r"numbers\[1\].step: sklearn.tree has no class 'export_text'",
        ),
        (SPACE + "distributions = { max_depth = { integer = [1, 3] } }", "'integers'"),
        (SPACE + "distributions = { max_depth = { integers = [1.5, 3] } }", "integers"),
        (SPACE + "distributions = { max_depth = { integers = [3, 1] } }", "lowest, highest"),
        (SPACE + "distributions = { ccp_alpha = { loguniform = [0, 1] } }", "above 0"),
        (SPACE + "distributions = { max_depth = {} }", "one distribution"),
    ],
)
def test_errors_name_the_file_and_the_key(write, content, message):
    """Whatever is wrong, one sentence says where."""
    file = write(content)
    with pytest.raises(InvalidInput, match=message) as caught:
        read_candidates(file)
    assert str(caught.value).startswith(str(file))


class TestWhatMayBeNamed:
    @pytest.mark.parametrize(
        "path",
        ["os.system", "subprocess.Popen", "pandas.DataFrame", "sklearn.base.np.ndarray"],
    )
    def test_other_packages(self, write, path):
        """A file cannot name what is not a learner's package, not even through one."""
        file = write(f'[[candidates]]\nestimator = "{path}"')
        with pytest.raises(InvalidInput, match=r"candidates\[1\].estimator"):
            read_candidates(file)

    @pytest.mark.parametrize(
        "path",
        [
            "nearbest.NearBestSearch",
            "nearbest.search.NearBestSearch",
            "sklearn.model_selection.GridSearchCV",
            "sklearn.model_selection.RandomizedSearchCV",
        ],
    )
    @pytest.mark.parametrize("key", ["estimator", "inner", "step"])
    def test_searches(self, write, path, key):
        """A file cannot start a run of its own, which writes and removes files."""
        named = {
            "estimator": f'[[candidates]]\nestimator = "{path}"',
            "inner": '[[candidates]]\nestimator = "sklearn.ensemble.BaggingClassifier"\n'
            f'parameters.estimator = {{ estimator = "{path}" }}',
            "step": TREE + f'preprocessing.all = ["{path}"]',
        }
        with pytest.raises(InvalidInput, match=f"{path} may not be named, as a file"):
            read_candidates(write(named[key]))

    @pytest.mark.parametrize(
        "line",
        [
            'parameters.memory = "cache"',
            'grid.memory = ["cache"]',
            'grid.a__memory = ["cache"]',
        ],
    )
    def test_places(self, write, line):
        """What joblib finds in a cache is unpickled, so a file cannot name one."""
        tree = '{ estimator = "sklearn.tree.DecisionTreeClassifier" }'
        pipeline = (
            f'estimator = "sklearn.pipeline.Pipeline"\nparameters.steps = [["a", {tree}]]'
        )
        file = write(f"[[candidates]]\n{pipeline}\n{line}")
        with pytest.raises(InvalidInput, match="memory` may not be set in a file"):
            read_candidates(file)

    @pytest.mark.parametrize(
        "name",
        [
            "machines",
            "output_model",
            "input_model",
            "forcedsplits_filename",
            "parser_config_file",
            "Machines",
            "save_binary",
            "fs",
            "some_new_dir",
            "a_url_of_tomorrow",
        ],
    )
    def test_places_of_lightgbm(self, write, name):
        """LightGBM takes any parameter, and some of them are files and hosts."""
        line = f'parameters = {{ {name} = "there" }}'
        file = write(f'[[candidates]]\nestimator = "lightgbm.LGBMClassifier"\n{line}')
        with pytest.raises(InvalidInput, match=f"`{name}` may not be set in a file"):
            read_candidates(file)

    def test_every_alias_of_a_place(self, write):
        """LightGBM takes each parameter under several names."""
        places = {
            *("data", "valid", "input_model", "output_model", "output_result", "config"),
            *("forcedsplits_filename", "forcedbins_filename", "initscore_filename"),
            *("parser_config_file", "save_binary", "machines", "machine_list_filename"),
        }
        names = _ConfigAliases._get_all_param_aliases()
        for name in sorted(
            {*places, *(alias for key in places for alias in names.get(key, []))}
        ):
            self.test_places_of_lightgbm(write, name)

    @pytest.mark.parametrize(
        "line",
        [
            'parameters = { boosting_type = "gbdt forcedsplits_filename=/tmp/x.json" }',
            'parameters = { anything = "1 forcedbins_filename=/tmp/x.json" }',
            'parameters = { anything = "1\\tdata=/tmp/x" }',
            'parameters = { anything = ["1", ["2\\ndata=/tmp/x"]] }',
            "parameters = { 'a=1 data' = \"/tmp/x\" }",
            'parameters = { \'"data"\' = "/tmp/x" }',
            'grid.boosting_type = ["gbdt", "gbdt data=/tmp/x"]',
            "grid.'a=1 data' = [\"/tmp/x\"]",
        ],
    )
    def test_no_setting_inside_another_of_lightgbm(self, write, line):
        """Its package joins all to one text, where a value or a name could bring a place."""
        file = write(f'[[candidates]]\nestimator = "lightgbm.LGBMClassifier"\n{line}')
        with pytest.raises(InvalidInput, match="may hold no blank, quote or `=`"):
            read_candidates(file)

    @pytest.mark.parametrize(
        "domain", ['["gbdt data=/tmp/x"]', '{ choices = ["gbdt data=/tmp/x"] }']
    )
    def test_no_setting_inside_a_domain_of_lightgbm(self, write, domain):
        """What is drawn is refused as what is listed."""
        line = f"distributions.boosting_type = {domain}"
        file = write(f'[[learners]]\nestimator = "lightgbm.LGBMClassifier"\n{line}')
        with pytest.raises(InvalidInput, match="may hold no blank, quote or `=`"):
            read_candidates(file)

    def test_no_setting_inside_a_nested_learner(self, write):
        """A wrapper may be given a learner of LightGBM by the same grid."""
        lines = [
            '[[candidates]]\nestimator = "sklearn.ensemble.BaggingClassifier"',
            'parameters.estimator = { estimator = "sklearn.tree.DecisionTreeClassifier" }',
            'grid.estimator = [{ estimator = "lightgbm.LGBMClassifier" }]',
            'grid.estimator__criterion = ["gini data=/tmp/x"]',
        ]
        with pytest.raises(InvalidInput, match="may hold no blank, quote or `=`"):
            read_candidates(write("\n".join(lines)))

    def test_blanks_elsewhere(self, write):
        """Other learners and steps are given each value by itself."""
        lines = [
            '[[candidates]]\nestimator = "catboost.CatBoostClassifier"',
            'parameters.loss_function = "Logloss:hints=skip_train~true"',
            "[candidates.preprocessing]",
            'all = [{ step = "sklearn.impute.SimpleImputer", '
            'parameters = { strategy = "constant", fill_value = "not known" } }]',
        ]
        assert len(read_candidates(write("\n".join(lines)))) == 1

    def test_numbers_are_no_places(self, write):
        """`path_smooth` is a hyperparameter, whatever its name begins with."""
        line = "parameters = { path_smooth = 1.0 }\ngrid.path_smooth = [0.0, 2.0]"
        file = write(f'[[candidates]]\nestimator = "lightgbm.LGBMClassifier"\n{line}')
        assert len(read_candidates(file)) == 2

    @pytest.mark.parametrize(
        ("name", "learner"),
        [
            ("snapshot_file", "catboost.CatBoostClassifier"),
            ("train_dir", "catboost.CatBoostClassifier"),
            ("input_borders", "catboost.CatBoostClassifier"),
            ("learn_error_log", "catboost.CatBoostClassifier"),
        ],
    )
    def test_places_of_other_learners(self, write, name, learner):
        """Known or not, a parameter whose name says file, folder or log takes no text."""
        pytest.importorskip(learner.split(".")[0])
        file = write(f'[[candidates]]\nestimator = "{learner}"\nparameters.{name} = "there"')
        with pytest.raises(InvalidInput, match=f"`{name}` may not be set in a file"):
            read_candidates(file)

    @pytest.mark.parametrize("key", ["parameters.depth = 3", "grid.depth = [3, 4]"])
    def test_parameters_of_catboost(self, write, key):
        """It takes named parameters alone, and does not list them as scikit-learn does."""
        pytest.importorskip("catboost")
        learner = '[[candidates]]\nestimator = "catboost.CatBoostClassifier"'
        first, *_ = read_candidates(write(f"{learner}\n{key}"))
        assert first.build().steps[-1][1].get_params()["depth"] == 3
        with pytest.raises(InvalidInput, match="no key 'dept' of CatBoostClassifier; did you"):
            read_candidates(write(f"{learner}\n{key.replace('depth', 'dept')}"))

    def test_boosting_that_stops_by_itself(self, write):
        """Nearbest's wrapper is no search, and may be named with its learner."""
        file = write(
            '[[candidates]]\nestimator = "nearbest.EarlyStopping"\n'
            "parameters.rounds = 5\n[candidates.parameters.estimator]\n"
            'estimator = "lightgbm.LGBMClassifier"\nparameters.n_estimators = 500\n'
        )
        (first,) = read_candidates(file)
        stopping = first.build().steps[-1][1]
        assert (stopping.rounds, stopping.estimator.n_estimators) == (5, 500)
        assert first.learner_kind == "boosting"

    def test_an_experimental_class(self, write):
        """scikit-learn asks for an import of its own; where it was made, it is a search."""
        halving = "sklearn.model_selection.HalvingGridSearchCV"
        refusal = r"sklearn\.model_selection has no class|start no search of its own"
        with pytest.raises(InvalidInput, match=refusal):
            read_candidates(write(f'[[candidates]]\nestimator = "{halving}"'))

    def test_a_class_that_a_trusted_module_imported(self, write):
        """The class itself must come from the package."""
        file = write('[[candidates]]\nestimator = "sklearn.pipeline.Bunch"')
        with pytest.raises(InvalidInput, match="no `predict`"):
            read_candidates(file)
        file = write('[[candidates]]\nestimator = "sklearn.pipeline.defaultdict"')
        with pytest.raises(InvalidInput, match="'collections' may not be named"):
            read_candidates(file)

    def test_allowed(self, write, tmp_path, monkeypatch):
        """A package that the user allows may be named."""
        (tmp_path / "my_learners.py").write_text(
            "from sklearn.tree import DecisionTreeClassifier\n"
            "class Mine(DecisionTreeClassifier):\n    pass\n"
        )
        monkeypatch.syspath_prepend(tmp_path)
        file = write('[[candidates]]\nestimator = "my_learners.Mine"')
        with pytest.raises(InvalidInput, match="--allow my_learners"):
            read_candidates(file)
        (found,) = read_candidates(file, allow=["my_learners"])
        assert found.name == "Mine"

    def test_missing_package(self, write, monkeypatch):
        """A package that may be named but is not there is said to be missing."""
        file = write('[[candidates]]\nestimator = "no_such_package.Mine"')
        with pytest.raises(InvalidInput, match="'no_such_package' is not installed"):
            read_candidates(file, allow=["no_such_package"])

    def test_missing_module(self, write):
        """A misspelt module is named."""
        file = write('[[candidates]]\nestimator = "sklearn.trees.DecisionTreeClassifier"')
        with pytest.raises(InvalidInput, match=r"no module 'sklearn.trees'"):
            read_candidates(file)


@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_examples_run(example, flights_sample):
    """Each file in docs/examples selects on the flights without a failure."""
    n = 3 if isinstance(read_candidates(example), Space) else None
    found = select(
        str(example), *flights_sample(3_000), n_candidates=n, epsilon=0.1, random_state=0
    )
    assert found.certificate.failed == ()


def test_estimator_takes_a_path(write, flights_sample):
    """`NearBestSearch` takes the path of a file, and can be cloned with it."""
    file = write(TREE + 'preprocessing = "ordinal"\ngrid = { max_depth = [1, 2] }')
    search = clone(NearBestSearch(file, epsilon=0.1, random_state=0))
    search.fit(*flights_sample(2_000))
    assert search.best_params_["learn__max_depth"] in (1, 2)


def test_is_candidates_file():
    """Only paths that end in .toml are."""
    assert is_candidates_file("a.toml")
    assert is_candidates_file(Path("a.toml"))
    assert not is_candidates_file("a.csv")
    assert not is_candidates_file(["a.toml"])


def test_no_such_file(tmp_path):
    """A file that is missing is named."""
    with pytest.raises(InvalidInput, match=r"none.toml cannot be read: No such file"):
        read_candidates(tmp_path / "none.toml")
