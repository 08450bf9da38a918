"""Settings: checks, and that nothing that lists arguments can drift from them."""

import inspect
import re
import subprocess
import sys
from dataclasses import FrozenInstanceError, fields

import pytest

from nearbest import NearBestSearch, select
from nearbest.errors import InvalidInput, NotSupported
from nearbest.running.settings import (
    ABOUT,
    DEFAULTS,
    FIXED,
    KEPT,
    OF_A_CALL,
    SHOWN,
    Arguments,
    Settings,
)

#: What `select` takes besides the settings.
NO_SETTINGS = {
    "candidates", "X", "y", "X_test", "y_test", "groups", "sample_weight", "time", "watch",
}  # fmt: skip


def defaults_of(function):
    return {p.name: p.default for p in inspect.signature(function).parameters.values()}


class TestOneList:
    def test_select(self):
        """`select` takes exactly the settings, with their defaults."""
        taken = defaults_of(select)
        assert {name: taken[name] for name in taken if name not in NO_SETTINGS} == DEFAULTS

    def test_estimator(self):
        """The constructor that scikit-learn needs to be explicit has the same defaults."""
        taken = defaults_of(NearBestSearch)
        assert {name: taken.get(name, "missing") for name in DEFAULTS} == DEFAULTS

    def test_type_checkers(self):
        """The types that editors see are those of the fields."""
        assert list(Arguments.__annotations__) == list(DEFAULTS)
        for field in fields(Settings):
            assert Arguments.__annotations__[field.name].__forward_arg__ == field.type

    def test_documentation(self):
        """Each setting is explained where `help(select)` looks."""
        for name, about in ABOUT.items():
            assert re.search(rf"^{name} : ", select.__doc__, re.MULTILINE)
            assert about.doc.endswith(".")
        assert "**arguments" not in select.__doc__
        assert select.__doc__.index("Returns") > select.__doc__.index("random_state : ")

    def test_options_are_unique(self):
        """No two settings share an option."""
        options = [about.option for about in ABOUT.values() if about.option]
        names = [name for o in options for name in (o.name, o.short) if name]
        assert len(names) == len(set(names))


def test_what_is_fixed_is_kept():
    """A run directory can only compare what it remembers."""
    assert set(FIXED) <= set(KEPT)
    assert {"delta", "min_train_size", "random_state"} <= set(FIXED)
    assert {"epsilon", "stop_at"} <= set(KEPT) - set(FIXED)


def test_what_a_report_tells_of_a_call():
    """What is shown and not kept, as the next call may set it anew."""
    assert set(OF_A_CALL) == set(SHOWN) - set(KEPT)
    assert "timeout" in OF_A_CALL


def test_frozen():
    """Settings are a value."""
    with pytest.raises(FrozenInstanceError):
        Settings().epsilon = 0.2


def test_keywords_only():
    """The order of fields means nothing."""
    with pytest.raises(TypeError):
        Settings(5)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"epsilon": 1.5}, "`epsilon` must lie in [0, 1); got 1.5."),
        (
            {"epsilon": "0.1"},
            "`epsilon` must be a number of at least 0, in units of the score, or a share such "
            "as '1%'; got the text '0.1'.",
        ),
        ({"delta": "0.1"}, "`delta` must be a number in (0, 1); got the text '0.1'."),
        ({"delta": 0}, "`delta` must lie in (0, 1); got 0."),
        ({"n_candidates": 0}, "`n_candidates` must be an integer of at least 1; got 0."),
        ({"n_candidates": 2.5}, "`n_candidates` must be an integer of at least 1; got 2.5."),
        ({"stratify": "x"}, "`stratify` must be True or False; got 'x'."),
        ({"cache": 1}, "`cache` must be True or False; got 1."),
        ({"extend": None}, "`extend` must be True or False; got None."),
        ({"timeout": -1}, "`timeout` must be a positive number of seconds; got -1."),
        (
            {"refit": "some"},
            "`refit` must be True, False or 'all'; got 'some'. A race is by one score: name it "
            "first in `scoring`.",
        ),
        ({"threads": 0}, "`threads` must be an integer of at least 1; got 0."),
        ({"probe_memory": -5}, "`probe_memory` must be a positive number of bytes; got -5."),
        ({"cost": "money"}, "`cost` must be one of ['seconds', 'rows']; got 'money'."),
        ({"growth": 1}, '`growth` must be a factor above 1 or "auto"; got 1.'),
        (
            {"stop_at": "noon"},
            "`stop_at` must be one of ['calibrated', 'proved', 'paper', 'stated']; got 'noon'.",
        ),
    ],
)  # fmt: skip
def test_refused(given, sentence):
    """Name, rule and value, in one sentence."""
    with pytest.raises(InvalidInput, match=f"^{re.escape(sentence)}$"):
        Settings(**given)


@pytest.mark.parametrize("name", ["bounds", "scheduler"])
def test_unknown_names(name):
    """A name that nothing goes by is refused before a folder is touched."""
    with pytest.raises(InvalidInput, match=f"`{name}` must be one of"):
        Settings(**{name: "none"})


def test_excluding_each_other():
    """Settings that cannot hold together are refused together."""
    with pytest.raises(NotSupported, match="`stratify=True` needs"):
        Settings(stratify=True, bounds="hoeffding")
    with pytest.raises(InvalidInput, match="`extend` needs the directory of the run"):
        Settings(extend=True)
    with pytest.raises(NotSupported, match="`delta` must be at least"):
        Settings(stop_at="stated", delta=0.001)
    with pytest.raises(NotSupported, match="`scheduler` must be 'auto' or 'frugal'"):
        Settings(stop_at="calibrated", scheduler="round robin")


def test_a_former_name_of_a_rule(caplog):
    """It stands for the present one, in one sentence."""
    assert Settings(stop_at="predicted").stop_at == "calibrated"
    assert len(caplog.messages) == 1


def test_calibrated_is_usual():
    """Without a word, races end by proof or by past curves; no ε and no δ is refused."""
    assert Settings(epsilon=0.0001, delta=1e-6).stop_at == "calibrated"


def test_refused_before_anything_is_made(tmp_path, coins):
    """A run directory is not created for settings that make no sense."""
    with pytest.raises(InvalidInput, match="`epsilon`"):
        select([], *coins(100), run_dir=tmp_path / "run", epsilon=2)
    assert not (tmp_path / "run").exists()


def test_light_to_import():
    """The command line's help needs no scikit-learn."""
    code = "import sys; import nearbest.running.settings; print('sklearn' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ran.stdout == "False\n", ran.stderr


def test_unknown_argument(coins):
    """The one that may be meant is named."""
    with pytest.raises(TypeError, match=r"no argument 'epsilom'. Did you mean 'epsilon'\?"):
        select([], *coins(100), epsilom=0.1)
