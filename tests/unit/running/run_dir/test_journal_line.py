"""Lines of a journal: their checksum, and what they may say."""

import json
import zlib
from dataclasses import replace

import pytest

from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.score import UNMEASURED, Scale, Score
from nearbest.running.run_dir.admission import Admission
from nearbest.running.run_dir.journal_line import line_of, read_line

PLAN = Plan({"a": (100, 200, 400), "b": (400,)}, n_test=1_000)
SEEN = Observation.of_counts("a", 200, 400, 150, 290, (80, 150), (100, 200), fit_time=0.5)
FAILED = Observation("a", 200, 400, status="failed", message="no")
#: As version 0.1.0 wrote it.
OLD = {
    "configuration": "a",
    "n_train": 200,
    "n_test": 400,
    "train_correct": 150,
    "test_correct": 290,
    "prefix_correct": [80, 150],
    "fit_time": 0.5,
    "score_time": 0.0,
    "elapsed": 0.0,
    "status": "ok",
    "message": "",
    "warnings": [],
}


def old(**changes):
    return json.dumps(OLD | changes).encode()


@pytest.mark.parametrize("observation", [SEEN, FAILED], ids=["ok", "failed"])
def test_a_line_is_json_with_an_event_and_a_checksum(observation):
    """Other tools can read it, and it comes back as it was."""
    plain = json.loads(line_of(observation))
    assert plain["event"] == "observed"
    assert len(plain["check"]) == 8
    assert read_line(line_of(observation), PLAN) == observation


def test_an_unknown_event_is_not_skipped():
    """A later version may write what this one cannot honour."""
    rest = b'"event": "dismissed", "names": ["c"]}'
    unknown = b'{"check": "%08x", %b' % (zlib.crc32(rest), rest)
    with pytest.raises(ValueError, match="knows no event 'dismissed'"):
        read_line(unknown)


def test_an_admission_comes_back_as_it_was():
    """Its candidates need not be in a plan yet: they will be because of it."""
    admission = Admission(2, {"new ε": "8f0e"}, {"new ε": {"depth": 3}}, {"new ε": "tree"})
    assert json.loads(line_of(admission))["event"] == "admitted"
    assert read_line(line_of(admission), PLAN) == admission


@pytest.mark.parametrize("change", [(b'"batch": 2', b'"batch": 3'), (b"8f0e", b"8f0f")])
def test_a_changed_admission_is_noticed(change):
    """The checksum is over all of it."""
    line = line_of(Admission(2, {"c": "8f0e"}, {"c": {}}, {})).replace(*change)
    with pytest.raises(ValueError, match="checksum"):
        read_line(line)


def test_a_changed_digit_is_noticed():
    """Though it is still JSON, and a possible count."""
    changed = line_of(SEEN).replace(b"0.725", b"0.735")
    assert changed != line_of(SEEN)
    with pytest.raises(ValueError, match="checksum"):
        read_line(changed)


class TestFormat1:
    def test_counts_become_scores_on_the_planned_sizes(self):
        """Sizes of prefixes were not written down; the plan has them."""
        assert read_line(old(), PLAN) == SEEN

    def test_without_a_plan_prefixes_are_left_out(self):
        """Their sizes are not known."""
        assert read_line(old()) == replace(SEEN, prefixes=())

    def test_a_failure_has_no_scores(self):
        """It had counts of 0."""
        counts = {"train_correct": 0, "test_correct": 0, "prefix_correct": []}
        assert read_line(old(status="failed", message="no", fit_time=0.0, **counts)) == FAILED

    @pytest.mark.parametrize(
        "changes",
        [
            {"test_correct": 401},
            {"train_correct": -1},
            {"train_correct": 150.5},
            {"n_train": 0},
            {"n_test": True},
            {"prefix_correct": [80]},
            {"prefix_correct": [120, 150]},
            {"prefix_correct": None},
            {"status": "fine"},
            {"fit_time": -1.0},
            {"elapsed": "soon"},
            {"warnings": 3},
            {"check": None},
            {"more": 1},
        ],
        ids=str,
    )
    def test_what_cannot_be_is_refused(self, changes):
        """Without checksums, ranges are all there is to go by."""
        with pytest.raises(ValueError, match=r"."):
            read_line(old(**changes), PLAN)


FULL_RUN = replace(SEEN, train=UNMEASURED, prefixes=())


def test_a_full_run_may_have_scored_test_rows_alone():
    """Its upper bound is its test score."""
    assert read_line(line_of(FULL_RUN), replace(PLAN, sizes={"a": (100, 200)})) == FULL_RUN


def test_some_rows_may_stand_for_all_where_the_plan_allows_it():
    """Otherwise a sample is scored as a whole."""
    part = Score(0.75, 40), Score(0.8, 20)
    seen = replace(SEEN, train=part[0], prefixes=part[::-1])
    assert read_line(line_of(seen), replace(PLAN, thrifty=True)) == seen
    with pytest.raises(ValueError, match="planned sizes"):
        read_line(line_of(seen), PLAN)
    with pytest.raises(ValueError, match="scores every training row"):
        read_line(line_of(replace(seen, prefixes=())), PLAN)


IMPOSSIBLE = {
    "no score on the sample": FULL_RUN,
    "only on first rows of it": replace(SEEN, train=UNMEASURED),
    "no such candidate": replace(SEEN, configuration="c"),
    "no such size": Observation.of_counts("a", 300, 400, 150, 290),
    "more test rows": Observation.of_counts("a", 200, 1_001, 150, 290),
    "above the scale": replace(SEEN, test=Score(1.01, 400)),
    "below the scale": replace(SEEN, train=Score(-0.01, 200)),
    "no whole rows": replace(SEEN, test=Score(0.7261, 400)),
    "other rows": replace(SEEN, test=Score(0.5, 300)),
    "no number": replace(SEEN, test=Score(float("nan"), 400)),
    "sizes of others": replace(SEEN, prefixes=(Score(0.5, 50), Score(0.75, 200))),
    "falling sizes": replace(SEEN, prefixes=(Score(0.75, 200), Score(0.5, 100))),
    "a score of a failure": replace(FAILED, test=Score(0.5, 400)),
    "no such end": replace(SEEN, status="fine"),
    "time runs backwards": replace(SEEN, elapsed=-1.0),
    "neither yes nor no": replace(SEEN, converged="maybe"),
    "asked for by maybe": replace(SEEN, for_search="maybe"),
    "more rows than there are": replace(SEEN, test=Score(0.5, 400, n_effective=500.0)),
}


@pytest.mark.parametrize("case", IMPOSSIBLE)
def test_a_probe_that_cannot_have_been_is_refused(case):
    """A right checksum does not make it one of this run."""
    with pytest.raises(ValueError, match=r"."):
        read_line(line_of(IMPOSSIBLE[case]), PLAN)


def test_scores_are_those_of_the_scale():
    """What is impossible as an accuracy may be a loss."""
    loss = Scale("loss", low=-2.0, high=0.0, kind="row means")
    seen = replace(SEEN, train=Score(-1.3, 200), test=Score(-1.47, 400), prefixes=())
    assert read_line(line_of(seen), replace(PLAN, scale=loss)) == seen
    with pytest.raises(ValueError, match=r"accuracy must lie in \[0"):
        read_line(line_of(seen), PLAN)
