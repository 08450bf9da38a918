import pandas as pd
import pytest
import sklearn
from sklearn.exceptions import NotFittedError

from nearbest import NearBestSearch
from nearbest.errors import NotSupported
from nearbest.replay import Curves


@pytest.fixture
def search(stub, coins):
    candidates = {"<b>high</b>": stub(0.9), "low": stub(0.6)}
    return NearBestSearch(candidates, random_state=0).fit(*coins(6_000))


def test_repr_tells_the_answer(search):
    """Search and selection print the certificate's sentence."""
    sentence = search.certificate_.sentence
    assert repr(search).startswith("NearBestSearch(")
    assert repr(search).endswith(sentence)
    assert repr(search.selection_) == f"<Selection: {sentence}>"
    assert "within" not in repr(sklearn.clone(search))


def test_html_tells_the_answer(search):
    """Both show the certificate and the table in a notebook, with names escaped."""
    for shown in (
        search._repr_html_(),
        search._repr_mimebundle_()["text/html"],
        search.selection_._repr_html_(),
    ):
        assert "&lt;b&gt;high&lt;/b&gt; is within" in shown
        assert "<b>high</b> is within" not in shown


def test_html_before_fit(search):
    """A search that was not fitted shows scikit-learn's diagram."""
    unfitted = sklearn.clone(search)._repr_html_()
    assert "sk-" in unfitted
    assert "confidence" not in unfitted


def test_figures_and_frame(search, tmp_path):
    """Figures, frame and report come from the search as from its selection."""
    for name in ("plot_race", "plot_curves", "plot_time"):
        figure = getattr(search, name)()
        assert figure == getattr(search.selection_, name)()
        assert figure.data
    assert list(search.to_frame()["configuration"]) == ["<b>high</b>", "low"]
    assert search.report(tmp_path / "report.html").stat().st_size > 10_000


def test_figures_before_fit():
    """Asking an unfitted search is scikit-learn's own error."""
    with pytest.raises(NotFittedError):
        NearBestSearch().plot_race()


def test_settings_for_the_report(search):
    """The story of a selection knows what was asked for."""
    settings = search.selection_.story().settings
    assert (settings["epsilon"], settings["random_state"], settings["refit"]) == (0.01, 0, True)


def test_a_baseline_has_no_story():
    """Successive halving keeps no intervals to report."""
    frame = pd.DataFrame(
        {
            "configuration": ["a", "b"],
            "n_train": 1_000,
            "train_score": [0.9, 0.8],
            "test_score": [0.9, 0.8],
            "fit_time": 1.0,
        }
    )
    curves = Curves.from_frame(frame, n_test=500)
    assert curves.replay().story().winner.name == "a"
    with pytest.raises(NotSupported, match="no race to report"):
        curves.full_run().story()
