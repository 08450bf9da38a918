import sys

import pytest

from nearbest.errors import MissingExtra, NearBestError
from nearbest.report import plots, story_of

from .conftest import EVIL


@pytest.fixture
def story(race):
    return story_of(race)


def traces(figure, name):
    return [trace for trace in figure.data if trace.name == name]


def test_race_has_bounds_and_the_bar(story):
    """Both bounds of every probed candidate are drawn, and the bar to pass."""
    figure = plots.race(story)
    lower, upper = traces(figure, "good")
    assert list(lower.x) == list(upper.x) == [1.5, 8.0, 8.0]
    assert (lower.y[-1], upper.y[-1]) == (0.91, 0.91)
    (bar,) = traces(figure, "largest lower bound + ε")
    assert list(bar.y) == [m.bar for m in story.moments]


def test_pruned_ones_fade(story):
    """After its pruning a candidate goes on as a faint line."""
    lower, _, rest = traces(plots.race(story), "bad")
    assert lower.x[-1] == 3.0
    assert list(rest.x) == [3.0, 8.0]
    assert rest.opacity < 0.5


def test_curves_have_intervals_on_a_log_axis(story):
    """Error bars span the interval around the test accuracy."""
    figure = plots.curves(story)
    assert figure.layout.xaxis.type == "log"
    (good,) = traces(figure, "good")
    assert list(good.x) == [1_000, 4_000]
    assert good.y[1] + good.error_y.array[1] == pytest.approx(0.91)
    assert traces(figure, EVIL) == []


def test_time_spent_and_of_a_full_run(story):
    """Each fitted candidate has both bars."""
    full, spent = plots.time(story).data
    assert list(full.y) == list(spent.y) == ["bad", "good"]
    assert list(full.x) == pytest.approx([2.0, 4 + 1 / 9])
    assert list(spent.x) == [1.5, 6.0]


def test_names_are_not_read_as_html():
    """Plotly reads some tags in texts; names reach it escaped."""
    assert plots._plain("<b>&") == "&lt;b>&amp;"


def test_without_plotly(story, monkeypatch):
    """The error names the extra to install."""
    monkeypatch.setitem(sys.modules, "plotly", None)
    with pytest.raises(MissingExtra, match=r"nearbest\[plotly\]") as raised:
        plots.race(story)
    assert isinstance(raised.value, ImportError)
    assert isinstance(raised.value, NearBestError)


def test_losses_are_drawn_as_users_write_them(losses):
    """Positive, the smaller the higher; the bar is ε below the best loss that is sure."""
    story = story_of(losses)
    for figure in (plots.race(story), plots.curves(story)):
        bottom, top = figure.layout.yaxis.range
        assert bottom > 12.3 > top
        assert figure.layout.yaxis.title.text.count("RMSE") == 1
    lower, upper = traces(plots.race(story), "good")
    assert (lower.y[-1], upper.y[-1]) == (12.3, 12.3)
    (bar,) = traces(plots.race(story), "smallest upper bound − ε")
    assert bar.y[-1] == pytest.approx(7.3)
    (curve,) = traces(plots.curves(story), "good")
    assert list(curve.y) == [11.0, 12.3]
    assert curve.error_y.array[0] > 0
    assert curve.error_y.arrayminus[0] > 0
