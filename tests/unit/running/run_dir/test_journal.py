import pytest

from nearbest.errors import DamagedJournal
from nearbest.race.observation import Observation
from nearbest.running.run_dir.admission import Admission
from nearbest.running.run_dir.journal import Journal

FIRST = Observation.of_counts(
    "tree",
    1_000,
    2_000,
    900,
    1_700,
    (450, 900),
    (500,),
    fit_time=0.5,
    score_time=0.1,
    elapsed=0.7,
)
SECOND = Observation("svm ε", 2_000, 4_000, status="failed", message="line\nbreak")
THIRD = Observation.of_counts("tree", 2_000, 4_000, 1_800, 3_400, warnings=("a", "b"))


@pytest.fixture
def journal(tmp_path):
    journal = Journal(tmp_path / "journal.jsonl")
    for observation in (FIRST, SECOND):
        journal.append(observation)
    return journal


def test_replays_what_was_appended(journal):
    """Observations come back equal and in order."""
    assert list(journal.replay()) == [FIRST, SECOND]


def test_another_reader(journal):
    """A journal opened anew goes on with the same file."""
    again = Journal(str(journal.path))
    again.append(THIRD)
    assert list(journal.replay()) == [FIRST, SECOND, THIRD]


def test_admissions_and_observations_share_the_file(journal):
    """Each is read without the other, in the order in which it was written."""
    second = Admission(2, {"late": "8f0e"}, {"late": {}}, {})
    third = Admission(3, {"later": "91ab"}, {"later": {}}, {})
    for event in (second, THIRD, third):
        journal.append(event)
    assert list(journal.replay()) == [FIRST, SECOND, THIRD]
    assert list(journal.admissions()) == [second, third]


def test_a_torn_admission_never_happened(journal):
    """Nobody was probed because of it."""
    journal.append(Admission(2, {"late": "8f0e"}, {"late": {}}, {}))
    journal.path.write_bytes(journal.path.read_bytes()[:-9])
    assert list(journal.admissions()) == []
    journal.append(THIRD)
    assert list(journal.replay()) == [FIRST, SECOND, THIRD]


def test_a_damaged_admission_names_its_line(journal):
    """As damage of an observation does."""
    journal.append(Admission(2, {"late": "8f0e"}, {"late": {}}, {}))
    journal.path.write_bytes(journal.path.read_bytes().replace(b"8f0e", b"8f0f"))
    with pytest.raises(DamagedJournal, match=r"damaged in line 3: its checksum is wrong"):
        list(journal.admissions())


def test_no_file_yet(tmp_path):
    """A journal that does not exist is empty."""
    assert list(Journal(tmp_path / "none.jsonl").replay()) == []


@pytest.mark.parametrize("keep", [1, 20, -1])
def test_torn_last_line(journal, keep):
    """A half-written last line is dropped, and overwritten cleanly by the next."""
    whole, last = journal.path.read_bytes().splitlines(keepends=True)
    journal.path.write_bytes(whole + last[:keep])
    assert list(journal.replay()) == [FIRST]
    journal.append(THIRD)
    assert list(journal.replay()) == [FIRST, THIRD]


def test_torn_first_line(journal):
    """A journal that holds nothing but a torn line is empty."""
    journal.path.write_bytes(b'{"configuration": "tr')
    assert list(journal.replay()) == []
    journal.append(THIRD)
    assert list(journal.replay()) == [THIRD]


@pytest.mark.parametrize("damage", [b"{torn\n", b"[1, 2]\n", b'{"n_train": 3}\n', b"\n"])
def test_damaged_middle_line(journal, damage):
    """Damage before the last line is an error that names the file and the line."""
    first, second = journal.path.read_bytes().splitlines(keepends=True)
    journal.path.write_bytes(first + damage + second)
    with pytest.raises(DamagedJournal, match=r"journal\.jsonl is damaged in line 2"):
        list(journal.replay())


def test_damaged_bytes(journal):
    """Bytes that are no text are damage like any other."""
    first, second = journal.path.read_bytes().splitlines(keepends=True)
    journal.path.write_bytes(b"\xff\xfe" + first[2:] + second)
    with pytest.raises(DamagedJournal, match="line 1"):
        list(journal.replay())


def test_a_file_of_the_users_is_no_torn_line(tmp_path):
    """A torn line is cut off, and this one would be lost without a word."""
    (tmp_path / "notes.txt").write_text("my only line")
    with pytest.raises(DamagedJournal, match="not a line of a journal"):
        list(Journal(tmp_path / "notes.txt").replay())


@pytest.mark.parametrize("content", ['{"port": 80}', "{}", '{\n  "port": 80\n}'])
def test_json_of_the_users_is_no_torn_line(tmp_path, content):
    """Nor is what begins as any JSON does."""
    (tmp_path / "app.json").write_text(content)
    with pytest.raises(DamagedJournal):
        list(Journal(tmp_path / "app.json").replay())
