import pytest

from nearbest.cli.typed_values import score_names


@pytest.mark.parametrize(
    ("text", "names"),
    [("f1", "f1"), ("roc_auc,f1", ["roc_auc", "f1"]), ("roc_auc, f1 ", ["roc_auc", "f1"])],
)
def test_commas_stand_between_names(text, names):
    """One name stays a text, as before."""
    assert score_names(text) == names
