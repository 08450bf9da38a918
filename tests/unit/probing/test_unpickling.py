import subprocess
import sys
from types import ModuleType

import cloudpickle
import pytest

from nearbest.probing.model_files import load_model, save_model
from nearbest.probing.unpickling import unpickle_at_home


@pytest.fixture
def own(monkeypatch):
    """A class of the user's script, which cloudpickle sends as it is."""
    monkeypatch.setitem(sys.modules, "__main__", ModuleType("__main__"))
    exec(
        "class Own:\n    def greet(self):\n        return 'hello'",
        vars(sys.modules["__main__"]),
    )
    return sys.modules["__main__"].Own


def test_methods_stay_those_of_the_class(own):
    """A method that was changed while a model was away is not changed back."""
    packed = cloudpickle.dumps(own())
    own.greet = lambda self: "changed"
    changed = own.greet
    back = unpickle_at_home(packed)
    assert type(back) is own
    assert own.greet is changed
    assert back.greet() == "changed"


def test_models_are_loaded_that_way(own, tmp_path):
    greet = own.greet
    back = load_model(save_model(own(), tmp_path / "own", lasting=False), allow_pickle=True)
    assert type(back) is own
    assert own.greet is greet


def test_classes_that_are_new_here_are_whole():
    """What another process sent has its methods."""
    script = "import cloudpickle, sys\nclass Far:\n    def greet(self): return 'from afar'\n"
    script += "sys.stdout.buffer.write(cloudpickle.dumps(Far()))"
    sent = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert unpickle_at_home(sent.stdout).greet() == "from afar"
