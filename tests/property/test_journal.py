"""Whatever happens to a byte of a journal, no observation changes silently."""

import re
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from nearbest.errors import DamagedJournal
from nearbest.running.run_dir.journal import Journal

from .histories import histories


@st.composite
def journals(draw):
    """The bytes of a journal, its plan, and where each of its lines begins."""
    plan, told = draw(histories().filter(lambda history: history[1]))
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(f"{folder}/journal.jsonl")
        for observation in told:
            journal.append(observation)
        return plan, told, journal.path.read_bytes()


def replayed(content, plan):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "journal.jsonl")
        path.write_bytes(content)
        return list(Journal(path).replay(plan))


@given(journals(), st.data())
@settings(deadline=None, max_examples=300)
def test_a_changed_byte_is_harmless_or_named_with_its_line(journal, data):
    """Any byte, any other value, with the plan at hand or without it."""
    plan, told, content = journal
    at = data.draw(st.integers(0, len(content) - 1))
    new = data.draw(st.integers(0, 255).filter(lambda byte: byte != content[at]))
    damaged = content[:at] + bytes([new]) + content[at + 1 :]
    try:
        found = replayed(damaged, data.draw(st.sampled_from((plan, None))))
    except DamagedJournal as error:
        number = int(re.search(r"is damaged in line (\d+): ", str(error))[1])
        assert number == content[:at].count(b"\n") + 1
    else:
        assert found == told


@given(journals(), st.data())
@settings(deadline=None)
def test_a_journal_cut_anywhere_holds_its_whole_lines(journal, data):
    """As a crash leaves it: what was written whole comes back, and nothing else."""
    plan, told, content = journal
    cut = content[: data.draw(st.integers(0, len(content)))]
    assert replayed(cut, plan) == told[: cut.count(b"\n")]


@given(journals())
@settings(deadline=None)
def test_the_checks_refuse_nothing_that_was_observed(journal):
    """Every possible outcome of a probe passes the plan's checks."""
    plan, told, content = journal
    assert replayed(content, plan) == told
