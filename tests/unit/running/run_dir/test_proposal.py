import json
from dataclasses import replace

import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.neural_network import MLPClassifier

from nearbest.candidates.configuration import Configuration
from nearbest.race.observation import Observation
from nearbest.race.plan import Arriving, Plan
from nearbest.running.run_dir.journal import Journal
from nearbest.running.run_dir.journal_line import line_of, read_line
from nearbest.running.run_dir.proposal import Proposal

OPEN = Plan({}, 2_000, arriving=Arriving((500, 1_000), slots=10))
MLP = Configuration("mlp", MLPClassifier(hidden_layer_sizes=(8, 4)))


def test_it_comes_back_from_the_journal(tmp_path):
    """With parameters as JSON can hold them, and the candidate then has its probes."""
    proposal = Proposal.of(MLP, {"trial": 0})
    journal = Journal(tmp_path / "journal.jsonl")
    journal.append(proposal)
    seen = Observation.of_counts("mlp", 500, 1_000, 400, 790, (400,), (500, 1_000))
    journal.append(seen)
    assert list(journal.events(OPEN)) == [proposal, seen]
    assert list(journal.replay(OPEN)) == [seen]
    assert json.loads(journal.path.read_text().splitlines()[0])["parameters"] == {
        "hidden_layer_sizes": "(8, 4)"
    }


@pytest.mark.parametrize(
    ("changes", "plan", "reason"),
    [
        ({}, Plan({"tree": (500,)}, 2_000), "were known beforehand"),
        ({}, OPEN.extended({"mlp": (500, 1_000)}), "a candidate 'mlp' already"),
        ({"name": 3}, None, "what must be text is not"),
        ({"note": 3}, None, "what must be parameters is not"),
        ({"has_large_leaves": 3}, None, "what must be true or false is not"),
    ],
)
def test_what_cannot_be_is_refused(changes, plan, reason):
    line = line_of(replace(Proposal.of(MLP, {}), **changes))
    with pytest.raises(ValueError, match=reason):
        read_line(line, plan)


def test_large_leaves_are_known_to_the_race():
    """Of a forest that was proposed as of one that was listed: its bound does not count."""
    forest = Configuration("forest", RandomForestClassifier(min_samples_leaf=50))
    again = read_line(line_of(Proposal.of(forest, {})), None)
    assert again.extend(OPEN).large_leaves == {"forest"}
    small = Configuration("small", RandomForestClassifier())
    assert Proposal.of(small, {}).extend(OPEN).large_leaves == set()


def test_a_line_of_before_says_nothing_of_leaves():
    """Journals that were written without the field are read as they were."""
    values = Proposal.of(MLP, {}).to_json()
    del values["has_large_leaves"]
    assert Proposal(**values) == Proposal.of(MLP, {})


def test_a_probe_before_its_candidate_is_refused(tmp_path):
    journal = Journal(tmp_path / "journal.jsonl")
    journal.append(Observation.of_counts("mlp", 500, 1_000, 400, 790, (400,), (500, 1_000)))
    with pytest.raises(ValueError, match="no candidate 'mlp'"):
        list(journal.events(OPEN))
