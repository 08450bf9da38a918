import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from nearbest.forecast import Outlook
from nearbest.race.bounds import Exact
from nearbest.race.certificate import Delivery
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from nearbest.race.stopping import UntilForecast
from nearbest.report import page, story_of, summary
from nearbest.report.payload import payload
from nearbest.report.tiles import tiles

from .conftest import EVIL


class Page(HTMLParser):
    """Collects elements and the text of those that are not code."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.texts, self.inside = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        self.inside.append(tag)

    def handle_endtag(self, tag):
        while self.inside and self.inside.pop() != tag:
            pass

    def handle_data(self, data):
        if not {"script", "style"} & set(self.inside):
            self.texts.append(data)

    @property
    def text(self):
        return "".join(self.texts)


@pytest.fixture
def story(race):
    return story_of(
        race,
        {"good": {"depth": 3}, EVIL: {"tag": EVIL}},
        settings={"epsilon": 0.05, "random_state": 7, "timeout": None},
        versions={"nearbest": "0.1.0"},
    )


@pytest.fixture
def written(story):
    return Page(page(story))


def test_answer_comes_first(written, story):
    """The page opens with the certificate's sentence."""
    assert story.certificate.sentence in written.text
    assert written.text.index("within 0.09 of the best") < written.text.index("Certificate")


def test_everything_is_there(written, story):
    """Doubts, failures, warnings, settings, versions and the call are on the page."""
    for sentence in story.certificate.doubts:
        assert sentence[1:] in written.text
    for wanted in ("ConvergenceWarning: <b>not yet</b>", "depth=3", "0.1.0", "random_state=7"):
        assert wanted in written.text
    assert "timeout" not in written.text


def test_users_text_is_shown_and_not_run(written):
    """A configuration called <script> is text wherever it stands."""
    assert written.text.count(EVIL) >= 3
    assert [a for tag, a in written.elements if tag == "script"] == [
        {"type": "application/json", "id": "story"},
        {},
    ]


def test_nothing_comes_from_elsewhere(written, story):
    """No element names an address, and the policy allows none."""
    for _, attributes in written.elements:
        assert not {"src", "href", "srcset", "action"} & set(attributes)
    assert "url(http" not in page(story)
    policies = [a["content"] for _, a in written.elements if "http-equiv" in a]
    assert policies[0].startswith("default-src 'none'; script-src 'sha256-")


def test_one_row_a_candidate(written, story):
    """The table has a row for each candidate."""
    rows = [a["data-index"] for tag, a in written.elements if tag == "tr" and "data-index" in a]
    assert rows == ["0", "1", "2", "3"]


def test_payload_cannot_end_its_element(story):
    """No < survives in the JSON, and it still reads back as the same name."""
    text = payload(story)
    assert "<" not in text
    told = json.loads(text)
    assert told["candidates"][3]["name"] == EVIL
    assert [m["c"] for m in told["moments"]] == [1, 0, 3, 1, 0]
    assert told["moments"][3]["left"] == [1]


def test_stopped_before_epsilon(race):
    """A run that was stopped says so at the top."""
    text = Page(page(story_of(race))).text
    assert "Stopped before 0.05 was certified." in text


def test_still_running(race):
    """A report before the end says how far the race is, not that it was stopped."""
    text = Page(page(story_of(race, is_running=True))).text
    assert "Stopped" not in text
    assert "Selecting took" not in text
    said = "Still running when this was written: 5 probes so far, and 2 of 4 candidates"
    assert said in text
    assert "not shown yet" in text
    assert "computed so far" in text


def test_proof_and_forecast_have_their_names(written, story):
    """Both stand at the top."""
    promise = story.certificate
    for sentence in (promise.proof, promise.forecast):
        assert sentence in written.text
    assert written.text.index("Proved:") < written.text.index("Forecast:")
    assert "Forecast (not a proof)" in written.text


def test_what_a_forecast_rests_on(written, predicted):
    """Told where there is one, and not beside the sentence that there is none."""
    assert "It rests on the learning curves" not in written.text
    n = predicted.certificate.prediction.n_datasets
    assert f"It rests on the learning curves of {n} datasets" in Page(page(predicted)).text


@pytest.fixture
def predicted(race):
    """The same observations where the forecast was to end the race; all were probed."""
    again = Race(race.plan, race.bounds, rule=UntilForecast(), forecaster=Outlook(race.plan))
    for observation, _ in race.history[:-1]:
        again.tell(observation)
    again.tell(Observation.of_counts("idle", 1_000, 500, 560, 280, (560,), elapsed=9.0))
    return story_of(again)


def test_a_stop_by_forecast(predicted):
    """The forecast comes first, and a stop that was asked for is no reservation."""
    written = Page(page(predicted))
    promise = predicted.certificate
    assert promise.ending == "forecast"
    assert "is forecast, not proved, to be within 0.05 of the best" in written.text
    assert written.text.index("Forecast, not proved:") < written.text.index("Proved:")
    assert promise.within in written.text
    boxes = [a for _, a in written.elements if a.get("class") == "reservation"]
    assert len(boxes) == 1  # the candidate that failed
    assert promise.forecast in Page(summary(predicted)).text


def test_forecast_of_each_candidate(predicted):
    """The figures know where each is expected, unless it failed or was measured."""
    told = {c["name"]: c for c in json.loads(payload(predicted))["candidates"]}
    low, high = told["good"]["expected"]
    assert 0 < low < high <= 1
    assert 0 <= told["bad"]["chance"] <= 1
    assert (told[EVIL]["expected"], told[EVIL]["chance"]) == (None, None)
    text = Page(page(predicted)).text
    assert f"{predicted.winner.expected.lower:.4f} – " in text
    assert "< 0.01" in text


def test_summary_for_a_notebook(story):
    """The notebook gets the sentence and the top of the table, escaped."""
    text = summary(story, top=4)
    assert story.certificate.sentence in Page(text).text
    assert EVIL in Page(text).text
    assert not re.search("<script", text)
    assert "and 3 more" in summary(story, top=1)


def test_a_small_delta_is_not_certainty():
    """No rounding makes the confidence 1 or δ 0."""
    plan = Plan({"a": (1_000,), "b": (1_000,)}, n_test=500, epsilon=0.05, delta=1e-20)
    race = Race(plan, Exact())
    race.tell(Observation.of_counts("a", 1_000, 500, 950, 450, (950,)))
    race.tell(Observation.of_counts("b", 1_000, 500, 600, 300, (600,)))
    text = Page(page(story_of(race))).text
    assert "confidence 1 − 1e-16" in text
    assert "δ = 1e-16" in text
    assert not re.search(r"confidence 1[.,;)]|confidence1δ|δ = 0\b", text)


def test_a_full_run_that_contradicts_the_interval(race):
    """The opening tells the accuracy that the certificate does."""
    delivery = Delivery("all training rows", 4_000, 0.7, "trained anew", 0.7)
    story = story_of(race, delivery=delivery)
    assert story.certificate.interval == story.winner.interval
    assert story.winner.interval != race.tracks["good"].interval
    assert "training rows, its accuracy is 0.7000." in Page(page(story)).text


def test_a_loss_is_written_as_users_write_it(losses):
    """RMSE 12.30, not −12.30, in table, sentences and summary; no number has a minus."""
    story = story_of(losses)
    text = Page(page(story)).text
    assert "12.30" in text
    assert "RMSE" in text
    assert "-12.3" not in text
    assert "−" not in text.replace("1 − ", "").replace("bound − ε", "")
    assert "12.30" in Page(summary(story)).text
    assert "-12" not in Page(summary(story)).text


def test_bounds_that_prove_nothing_are_not_called_proof(story):
    """Neither in the table nor below the figures, nor where a curve is pointed at."""
    assert "excluded by proof" in Page(page(story)).text
    unproved = replace(story, certificate=replace(story.certificate, bounds_prove=False))
    text = Page(page(unproved)).text
    assert "bounds: good" in text
    assert "interval are estimated, if" in text
    assert not re.search("excluded by proof|proof: good|are proved", text)
    assert json.loads(payload(unproved))["claim"] == "estimated"


def test_a_note_ends_with_one_full_stop(race):
    """Whether or not it came with one, as in run directories of earlier versions."""
    text = Page(page(story_of(race, notes=["few rows", "No time."]))).text
    assert "Few rows." in text
    assert "No time." in text
    assert ".." not in text


def test_figures_are_told_the_sign_and_the_digits(losses, story):
    """They draw better scores higher, and write losses without their minus."""
    told = json.loads(payload(story_of(losses)))
    assert (told["score"], told["sign"], told["digits"]) == ("RMSE", -1, 2)
    assert told["window"][0] < told["window"][1] <= 90
    told = json.loads(payload(story))
    assert (told["score"], told["sign"], told["digits"]) == ("accuracy", 1, 4)


def test_a_calibrated_forecast_has_no_probability(predicted):
    """What is held against a calibrated level is no probability, and is not shown as one."""
    promise = predicted.certificate
    prediction = replace(promise.prediction, probability=0.5, needed=0.9)
    changed = replace(predicted, certificate=replace(promise, prediction=prediction))
    section = Page(page(changed)).text.partition("Forecast (not a proof)")[2]
    assert "probability 0.50" not in section


@pytest.mark.parametrize(
    ("needed", "said"), [(0.5, "sure enough of the winner"), (0.9, "not sure enough yet")]
)
def test_nor_has_its_tile(predicted, needed, said):
    """Beside the confidence it says whether past curves are sure enough, and how many."""
    promise = predicted.certificate
    prediction = replace(
        promise.prediction, probability=0.59, needed=needed, n_datasets=56, n_missing=0
    )
    changed = replace(predicted, certificate=replace(promise, prediction=prediction))
    figures = Page(str(tiles(changed))).text
    assert f"their learning curves are {said}" in figures
    assert "0.59" not in figures


@pytest.mark.parametrize(
    ("ending", "said"),
    [
        ("forecast", "gap by bounds alone"),
        ("proved", "certified gap"),
        ("stopped", "certified"),
    ],
)
def test_the_gap_that_is_proved_is_not_the_promise(predicted, ending, said):
    """Where past curves ended the race, the tile does not seem to contradict the answer."""
    changed = replace(predicted, certificate=replace(predicted.certificate, ending=ending))
    assert said in Page(str(tiles(changed))).text


@pytest.mark.parametrize(
    ("ending", "said"), [("forecast", "0.95"), ("stopped", "none claimed")]
)
def test_the_confidence_is_that_of_what_ended_the_race(predicted, ending, said):
    """By past curves it is claimed, also where bounds prove nothing."""
    promise = replace(predicted.certificate, ending=ending, bounds_prove=False, confidence=0.95)
    text = Page(str(tiles(replace(predicted, certificate=promise)))).text
    assert said in text
    assert ("none claimed" in text) == (ending == "stopped")
