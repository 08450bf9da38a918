"""scikit-learn's own checks of an estimator."""

import subprocess
import sys

import pytest
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from sklearn.utils.estimator_checks import parametrize_with_checks

from nearbest import NearBestSearch


@parametrize_with_checks(
    [
        NearBestSearch(
            [DecisionTreeClassifier(max_depth=4), LogisticRegression()], random_state=0
        ),
        NearBestSearch(
            (LogisticRegression(), {"C": [0.1, 1.0]}),
            bounds="hoeffding",
            scheduler="ucb",
            stop_at="paper",
            random_state=0,
        ),
        NearBestSearch([DecisionTreeRegressor(max_depth=4), Ridge()], random_state=0),
        NearBestSearch(
            (Ridge(), {"alpha": [0.1, 1.0]}),
            scoring="r2",
            epsilon=0.05,
            scheduler="round_robin",
            stop_at="paper",
            random_state=0,
        ),
    ]
)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_scikit_learn(estimator, check):
    """Every check that scikit-learn has for classifiers, or for regressors, holds."""
    check(estimator)


def test_in_the_workers_of_others(tmp_path):
    """Cross-validated by several processes, which share their rows, it says nothing."""
    script = tmp_path / "script.py"
    script.write_text(
        "from sklearn.datasets import make_classification\n"
        "from sklearn.linear_model import LogisticRegression\n"
        "from sklearn.model_selection import cross_val_score\n"
        "from nearbest import NearBestSearch\n"
        "if __name__ == '__main__':\n"
        "    X, y = make_classification(60_000, random_state=0)\n"
        "    search = NearBestSearch(LogisticRegression(), {'C': [0.1, 1.0]}, random_state=0)\n"
        "    print(len(cross_val_score(search, X, y, cv=3, n_jobs=2)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", script], capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("3\n", "")
