import importlib
import inspect
import warnings
from pathlib import Path

import pytest

pytest.importorskip("skops")

from nearbest.errors import InvalidInput, UnsafeModel
from nearbest.probing.model_files import load_model
from nearbest.probing.trust import KINDS, TYPES
from tests.unit.probing import crafted

ATTACKS = sorted(crafted.attacks(Path("marker")))


def is_one_sentence(error):
    return "\n" not in str(error) and str(error).count(". ") == 0 and str(error).endswith(".")


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("protocol", [None, 0, 1])
def test_no_crafted_file_is_loaded(tmp_path, attack, protocol, capfd):
    """Nothing that a file names is called, whichever kind of node names it."""
    marker = tmp_path / "marker"
    options = {} if protocol is None else {"protocol": protocol}
    file = crafted.write(tmp_path / "model.skops", crafted.attacks(marker)[attack], **options)
    with pytest.raises((UnsafeModel, InvalidInput)) as caught:
        load_model(file)
    assert not marker.exists()
    assert is_one_sentence(caught.value)
    assert capfd.readouterr().out == ""  # show_versions would print


def test_the_attacks_are_real(tmp_path):
    """A file of this kind does run code where its names are trusted."""
    from skops import io

    marker = tmp_path / "marker"
    for attack in (
        "loss that is exec",
        "key made by os.system",
        "constructor that is os.system",
    ):
        file = crafted.write(tmp_path / "model.skops", crafted.attacks(marker)[attack])
        io.load(file, trusted=io.get_untrusted_types(file=file))
        assert marker.exists()
        marker.unlink()


@pytest.mark.parametrize("name", sorted(TYPES))
def test_only_types_are_listed(name):
    """No name of the list is a function, which skops would call."""
    module, _, attribute = name.rpartition(".")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = getattr(importlib.import_module(module), attribute)
    except ModuleNotFoundError:
        pytest.skip(f"{module} is not installed")
    assert inspect.isclass(found)
    assert TYPES[name] <= KINDS


@pytest.mark.parametrize(
    "content", [b"PK", b"PK\x03\x04 and no more", b"", b"text", b"\x80\x05."], ids=repr
)
def test_a_damaged_file_is_named(tmp_path, content):
    """Whatever is wrong with a file, the error is one sentence about it."""
    file = tmp_path / "model.skops"
    file.write_bytes(content)
    with pytest.raises((UnsafeModel, InvalidInput), match=r"model\.skops") as caught:
        load_model(file)
    assert is_one_sentence(caught.value)


@pytest.mark.parametrize("tree", [{}, {"__loader__": 3}, {"__loader__": "ListNode"}], ids=repr)
def test_a_schema_that_is_none_is_named(tmp_path, tree):
    with pytest.raises(InvalidInput, match=r"model\.skops"):
        load_model(crafted.write(tmp_path / "model.skops", tree))


def test_a_deep_file_does_not_exhaust_the_stack(tmp_path):
    tree = crafted.plain(1)
    for _ in range(400):
        tree = crafted.sequence(tree)
    with pytest.raises(InvalidInput, match="RecursionError"):
        load_model(crafted.write(tmp_path / "model.skops", tree))


def test_names_of_a_file_cannot_steer_the_terminal(tmp_path):
    """A name with escapes is shown as `repr` has it."""
    file = crafted.write(tmp_path / "a.skops", crafted.node("FunctionNode", "os.\x1b[2Jx"))
    with pytest.raises(UnsafeModel) as caught:
        load_model(file)
    assert "\x1b" not in str(caught.value)


def test_a_trusted_file_may_hold_anything(tmp_path):
    """Who allows pickles, which run code, also allows this."""
    file = crafted.write(tmp_path / "a.skops", crafted.node("FunctionNode", "os.path.join"))
    assert callable(load_model(file, allow_pickle=True))
