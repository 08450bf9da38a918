"""A table of bad inputs: what a user may get wrong, one call a line.

``python -m tests.integration.bad_inputs`` writes down the sentence that each gets, for
someone to read before it is committed.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression, Perceptron, Ridge
from sklearn.metrics import accuracy_score
from sklearn.model_selection import KFold, ShuffleSplit, TimeSeriesSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from nearbest import RowScore

SENTENCES = Path(__file__).parents[1] / "data" / "bad-inputs.json"
NAN, INFINITE = float("nan"), float("inf")

#: Values that are neither a number, nor a flag, a choice or a path.
STRANGE = [[], {}, (1,), 1j, b"1", object]

NUMBERS = ["1", True, NAN, INFINITE, -INFINITE, *STRANGE]
FLAGS = ["yes", 0, 1, None, NAN, *STRANGE]
CHOICES = ["", "exactly", 0, NAN, *STRANGE]
PATHS = [3, 1.5, True, "a\0b", *STRANGE]

#: Bad values of each setting that `select`, `NearBestSearch` and the command line share.
SETTINGS = {
    "epsilon": [1, 1.5, -0.1, *NUMBERS],
    "delta": [None, 0, 1, -1, 2, *NUMBERS],
    "n_candidates": [0, -1, 1.5, *NUMBERS],
    "sampler": [3, "tpe", *STRANGE[:5]],
    "study": [3, "study", *STRANGE[:5]],
    "test_size": [None, 0, 1.0, -0.2, 1.5, 500, *NUMBERS],
    "min_train_size": [0, -5, 401, 1.5, *NUMBERS],
    "growth": [None, 1, 0.5, -2, *NUMBERS],
    "timeout": [0, -1, *NUMBERS],
    "probe_timeout": [0, -1, *NUMBERS],
    "probe_memory": [0, -1, *NUMBERS],
    "threads": [0, -1, 1.5, *NUMBERS],
    "n_jobs": [0, 1.5, *NUMBERS],
    "random_state": [-1, 0.5, 2**32, *NUMBERS],
    "verbose": [-1, 1.5, "1", NAN, *STRANGE],
    "stratify": [flag for flag in FLAGS if flag is not None],
    "cache": FLAGS,
    "extend": FLAGS,
    "bounds": [None, *CHOICES],
    "scheduler": [None, *CHOICES],
    "stop_at": [None, *CHOICES],
    "refit": [None, 2, "best", *CHOICES[3:]],
    "scoring": ["Accuracy", 3, *CHOICES[3:]],
    "cost": [None, *CHOICES],
    "error_score": [None, "ignore", *STRANGE],
    "executor": [3, "dask", *STRANGE[:5]],
    "store": PATHS,
    "run_dir": ["", *PATHS],
}

#: Bad values of the other arguments of `select`.
CANDIDATES = [
    None, "tree", 3, [], {}, (), [None], ["tree"], {"a": None}, {"a": 3}, [3],
    LogisticRegression,
    [DecisionTreeClassifier], {"a": GaussianNB}, [Ridge(), GaussianNB()],
    {"a": Ridge(), "b": GaussianNB()}, object(), b"tree",
    (LogisticRegression(), {}, {}), (LogisticRegression(), {"CC": [1]}), [("a", 3)],
    (LogisticRegression(), {"C": {1}}), (LogisticRegression(), {"C": []}),
    [("a", LogisticRegression(), 3)],
    [("a", LogisticRegression(), {"C": [1], "penalty": "l2"})],
    [("a", GaussianNB()), ("a", GaussianNB())], "missing.toml", Path("missing.toml"),
]  # fmt: skip
TABLES = [
    None, 3, "flights.csv", Path("flights.csv"), [], [[]], {}, {"a": 1}, "", b"rows", object(),
    np.empty((0, 2)), np.empty((500, 0)), np.ones(500), np.ones((500, 2, 2)),
    np.array([["a"]] * 500), np.full((500, 2), 1j), pd.DataFrame(), pd.DataFrame({"a": []}),
    pd.DataFrame({"a": [{}] * 500}), pd.DataFrame({"a": [[1]] * 500}), [[1], [2, 3]],
]  # fmt: skip
LABELS = [
    None, 1, "late", b"0101", {0, 1}, {}, object(), [], [1] * 500, [0, 1] * 200, [None] * 500,
    np.ones((500, 2), int), np.linspace(0, 1, 500), np.full(500, NAN), [0, None] * 250,
    [b"a", b"b"] * 250, [{}, {}] * 250, [[0], [1, 2]] * 250, [0] * 499 + [1], [1j, 2j] * 250,
]  # fmt: skip
GROUPS = [3, "group", [1, 2], np.ones((500, 2)), [None] * 500, [1] * 500, b"g", {}, object()]

WEIGHTS = [3, "w", [1, 2], np.ones((500, 2)), [None] * 500, [-1] * 500, [0] * 500, {}, object()]
TIMES = [3, "day", [1, 2], ["a"] * 500, [None] * 500, [1] * 500, b"t", {}, object()]
SPLITTERS = [
    0, 1, 5, "kfold", 0.2, KFold(3), TimeSeriesSplit(3), [], [3], [([0], [0])], object(),
]  # fmt: skip

#: Scores that make no sense with these candidates or labels: all arguments that differ.
SCORES = {
    "log loss without probabilities": {
        "scoring": "neg_log_loss", "epsilon": 0.1, "candidates": {"p": Perceptron()},
    },
    "the second of two scores without probabilities": {
        "scoring": ["accuracy", "neg_log_loss"], "candidates": {"p": Perceptron()},
    },
    "AUC of one class in the test rows": {
        "scoring": "roc_auc", "candidates": {"bayes": GaussianNB()},
        "X_test": np.zeros((50, 2)), "y_test": [0] * 50,
    },
    "F1 of one class in the test rows": {
        "scoring": "f1", "time": np.arange(500), "y": [0, 1] * 200 + [0] * 100,
    },
    "log loss with labels that training rows lack": {
        "scoring": "neg_log_loss", "epsilon": 0.1, "candidates": {"bayes": GaussianNB()},
        "X_test": np.zeros((50, 2)), "y_test": [0, 7] * 25,
    },
    "AUC of three classes": {
        "scoring": "roc_auc", "candidates": {"bayes": GaussianNB()}, "y": np.arange(500) % 3,
    },
    "the best two of two classes": {
        "scoring": "top_k_accuracy", "candidates": {"bayes": GaussianNB()},
    },
    "a function of labels": {"scoring": accuracy_score},
    "a loss without ε": {"scoring": "neg_log_loss", "candidates": {"bayes": GaussianNB()}},
    "a callable without ε": {"scoring": lambda estimator, X, y: 0.0},
    "two ways to split": {"time": np.arange(500), "groups": np.arange(500)},
    "time and strata": {"time": np.arange(500), "stratify": True},
    "a splitter and strata": {"cv": ShuffleSplit(1), "stratify": True},
}  # fmt: skip

#: Bad arguments of `select` where candidates are regressors and `y` holds numbers.
REGRESSION = {
    "y": [
        None, 1, "late", [], ["many"] * 500, [1.0] * 500, [0.5, None] * 250, [0, NAN] * 250,
        [0, INFINITE] * 250, [0, -INFINITE] * 250, np.ones((500, 2)), [b"1", b"2"] * 250,
        [{}, {}] * 250, [1j, 2j] * 250, [1, "2"] * 250, ["1", "2"] * 250, [0, 1] * 200,
        np.array(["2020-01-01", "2020-01-02"] * 250, dtype="datetime64[D]"),
        pd.Categorical(["a", "b"] * 250), [1e200, -1e200] * 250,
    ],
    "scoring": [
        "accuracy", "roc_auc", "neg_log_loss", "f1", "top_k_accuracy", "R2", "rmse",
        "neg_mean_poisson_deviance", "neg_mean_absolute_percentage_error",
        "neg_root_mean_squared_error", "neg_mean_absolute_error",
        RowScore(np.equal, 0, 1),
    ],
    "candidates": [{"a": Ridge(), "b": GaussianNB()}],
    "epsilon": [1.5, -0.1, "1 %%", "0%"],
    "stratify": [True],
    "bounds": ["hoeffding"],
}  # fmt: skip

#: Bad files of candidates.
TOML = [
    "", "x", "candidates = 3", "[candidates]", "candidates = []", "learners = []",
    "[[candidates]]", "[[candidates]]\nname = 3", "[[candidates]]\nestimator = 3",
    "[[candidates]]\nestimator = ''", "[[candidates]]\nestimator = 'tree'",
    "[[candidates]]\nestimator = 'os.system'", "[[candidates]]\nestimator = 'sklearn.tree'",
    "[[candidates]]\nestimator = 'sklearn.tree.Tree'", "[[candidates]]\nestimator = '.a'",
    "[[candidates]]\nestimator = 'sklearn.nothing.A'",
    "[[candidates]]\nestimator = 'sklearn.preprocessing.StandardScaler'",
    "[[candidates]]\nestimator = 'nearbest.NearBestSearch'",
    "[[candidates]]\nestimator = 'sklearn.model_selection.GridSearchCV'",
    *(
        f"[[candidates]]\nestimator = 'sklearn.tree.DecisionTreeClassifier'\n{line}"
        for line in (
            "name = []", "nmae = 'a'", "parameters = 3", "parameters.depth = 3", "grid = 3",
            "grid.max_depth = 3", "grid.max_depth = []", "grid.depth = [1]",
            "preprocessing = 'none at all'", "preprocessing = 3", "preprocessing.words = []",
            "preprocessing.numbers = 3", "preprocessing.numbers = [3]",
            "preprocessing.numbers = ['sklearn.nothing.A']",
            "preprocessing.numbers = [{ step = 3 }]",
            "preprocessing.numbers = [{ name = 'a' }]",
            "distributions.max_depth = [1]",
            "parameters.criterion = { estimator = 3 }",
        )
    ),
    *(
        f"[[learners]]\nestimator = 'sklearn.linear_model.LogisticRegression'\n{line}"
        for line in (
            "distributions = 3", "distributions.c = [1]", "distributions.C = 3",
            "distributions.C = []", "distributions.C = {}",
            "distributions.C = { normal = [0, 1] }",
            "distributions.C = { uniform = 3 }", "distributions.C = { uniform = [1] }",
            "distributions.C = { uniform = [2, 1] }",
            "distributions.C = { uniform = ['a', 'b'] }",
            "distributions.C = { loguniform = [0, 1] }",
            "distributions.C = { integers = [0.5, 1] }",
            "distributions.C = { uniform = [0, 1], integers = [0, 1] }", "grid.C = [1]",
        )
    ),
]  # fmt: skip

#: Bad arguments of `open_table`, beside a good file with the columns a, b and label.
SOURCES = {
    "path": [None, 3, "", "missing.csv", "missing.parquet", b"a.csv", [], "table.docx", object],
    "target": [None, 3, "", "lable", "missing", [], ["label"], b"label", object],
    "drop": [3, ["c"], ["label"], [3], "missing", object],
    "keep": [3, [], ["c"], [3], "missing", object],
    "groups": [3, "c", "label", [], object],
    "sample_weight": [3, "c", "label", [], object],
    "time": [3, "c", "label", [], object],
    "types": [3, {"c": "DOUBLE"}, {"a": "NOTHING"}, {"a": 3}, "DOUBLE", []],
}

#: Bad command lines; DATA is a good table, TOML and REGRESSORS are good files of candidates.
COMMANDS = [
    "select missing.csv -t label", "select DATA -t lable", "select DATA -t ''",
    "select DATA -t label --epsilon 1", "select DATA -t label --epsilon nan",
    "select DATA -t label --delta 0", "select DATA -t label --delta 2",
    "select DATA -t label --n 0", "select DATA -t label --jobs 0",
    "select DATA -t label --threads 0", "select DATA -t label --min-train-size 0",
    "select DATA -t label --min-train-size 1000000", "select DATA -t label --seed -1",
    "select DATA -t label --space missing.toml",
    "select DATA -t label --candidates missing.toml",
    "select DATA -t label --candidates DATA", "select DATA -t label --drop c",
    "select DATA -t label --keep c", "select DATA -t label --groups c",
    "select DATA -t label --time c", "select DATA -t label --sample-weight c",
    "select DATA -t label --scoring accuracy,f2", "select DATA -t label --scoring ,",
    "select DATA -t label --run-dir DATA",
    "select DATA -t label --save DATA/model", "select DATA -t label --report .",
    "select DATA -t label --save m.skops --refit no", "select DATA -t label --scoring acuracy",
    "select DATA -t label --test-file missing.csv", "select DATA -t label --scoring r2",
    "select DATA -t label --candidates REGRESSORS --scoring accuracy",
    "select DATA -t text --candidates REGRESSORS",
    "select DATA -t label --candidates REGRESSORS --stratify",
    "select DATA -t label --candidates TOML --n 3", "show missing",
    "show .", "show DATA", "resume missing", "resume .", "report missing", "report .",
    "predict missing.skops DATA", "predict DATA DATA", "predict DATA DATA -o out.txt",
    "predict DATA DATA -o .", "compare TOML TOML DATA -t label",
    "compare missing.toml TOML DATA -t label", "compare TOML DATA DATA -t label",
    "space missing.toml", "space DATA", "library add missing", "library add .",
]  # fmt: skip


def named(argument, value):
    """A name for the call that gives `value` as `argument`."""
    text = value.__name__ if isinstance(value, type) else repr(value)
    return f"{argument}={' '.join(text.split())[:70]}".split(" at 0x")[0]


def cases():
    """Every bad input as (name, kind, argument, value)."""
    for argument, values in SETTINGS.items():
        for value in values:
            yield f"select({named(argument, value)})", "select", argument, value
    others = {
        "candidates": CANDIDATES, "X": TABLES, "y": LABELS, "groups": GROUPS,
        "sample_weight": WEIGHTS, "time": TIMES, "cv": SPLITTERS,
    }  # fmt: skip
    for argument, values in others.items():
        for number, value in enumerate(values):
            name = f"select({named(argument, value)}) #{number}"
            yield name, "select", argument, value
    for name, arguments in SCORES.items():
        yield f"select: {name}", "several", "", arguments
    for argument, values in REGRESSION.items():
        for number, value in enumerate(values):
            name = f"regression({named(argument, value)}) #{number}"
            yield name, "regression", argument, value
    for argument, values in SOURCES.items():
        for value in values:
            yield f"open_table({named(argument, value)})", "open_table", argument, value
    for number, text in enumerate(TOML):
        yield f"TOML #{number}: {' '.join(text.split())[:90]}", "toml", "", text
    for line in COMMANDS:
        yield f"nearbest {line}", "command", "", line


def sentences():
    """The sentence that each bad input is to get, by its name."""
    return json.loads(SENTENCES.read_text())


if __name__ == "__main__":
    from tests.integration.test_bad_inputs import write_sentences

    write_sentences()
