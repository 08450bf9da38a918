"""Options that come together."""

import inspect

from nearbest.cli.derived import takes_options
from nearbest.cli.option_groups import Answer, Output, Rows, regrouped, ungrouped


def command(data: str, *, rows: Rows, answer: Answer) -> None:
    """A command with an argument and two groups."""


PARAMETERS = inspect.signature(command, eval_str=True).parameters


def test_a_group_is_the_options_it_has():
    """Each with its own default, and what typer needs to know of it."""
    own = ungrouped(PARAMETERS["answer"])
    assert [p.name for p in own] == ["as_json", "quiet", "debug"]
    assert [p.default for p in own] == [False, False, False]
    (info,) = own[0].annotation.__metadata__
    assert info.rich_help_panel == "What comes out"
    assert "--json" in (info.default, *(info.param_decls or ()))


def test_what_is_no_group_stays_as_it_is():
    """So that a command can have arguments of its own."""
    assert ungrouped(PARAMETERS["data"]) == [PARAMETERS["data"]]


def test_what_was_typed_comes_as_one_value():
    """What belongs to no group is passed on."""
    rows = {"drop": ["id"], "keep": [], "groups": "user", "test_file": None}
    rows |= {"sample_weight": None, "time": "day"}
    typed = {"data": "t.csv", **rows, "as_json": True, "quiet": False, "debug": False}
    found = regrouped(PARAMETERS, {**typed, "epsilon": 0.1})
    assert found == {
        "data": "t.csv",
        "epsilon": 0.1,
        "rows": Rows(drop=["id"], groups="user", time="day"),
        "answer": Answer(as_json=True),
    }


def test_a_command_is_called_with_its_groups():
    """Through the decorator that adds the options of settings."""
    seen = []

    @takes_options(("epsilon",))
    def own(*, output: Output, **settings) -> None:
        seen.append((output, settings))

    names = list(inspect.signature(own).parameters)
    assert names[-1] == "epsilon"
    assert {"report", "save", "verbose"} < set(names)
    own(**dict.fromkeys(names[:-1]), epsilon=0.2)
    assert seen[0][0].report is None
    assert seen[0][1] == {"epsilon": 0.2}


def test_lists_are_not_shared():
    """One command line must not change the next."""
    first, second = (ungrouped(PARAMETERS["rows"])[0].default for _ in range(2))
    assert first == second == []
    assert first is not second
