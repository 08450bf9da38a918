import pytest

from nearbest.demo import main


def test_is_the_command(capsys):
    """`python -m nearbest.demo` takes the options of `nearbest demo`."""
    with pytest.raises(SystemExit) as ended:
        main(["--n", "3", "--rows", "3000", "--epsilon", "0.2", "--quiet"])
    assert ended.value.code == 0
    assert "of the best of 3 candidates" in capsys.readouterr().out
