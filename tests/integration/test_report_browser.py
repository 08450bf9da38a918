"""The report as a person meets it: opened from disk in a browser."""

import json
import re
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from nearbest.race.ahead.planner import Milestone, Prospects
from nearbest.race.bounds import Exact
from nearbest.race.cost import Seconds
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from nearbest.race.score import Scale, Score
from nearbest.replay import Curves
from nearbest.report import page, story_of
from tests.integration import chromium

CURVES = Path(__file__).parents[2] / "benchmarks" / "curves" / "flights-1m.parquet"
EVIL = "</script><script>document.title = 'run'</script><img src=x onerror=alert(1)>"


def recorded(n=20):
    """The trainings of the first `n` configurations on a million flights."""
    frame = pd.read_parquet(CURVES)
    return frame[frame["configuration"].isin(frame["configuration"].unique()[:n])]


@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    driver = chromium.start(tmp_path_factory.mktemp("profile"))
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def flights():
    """The story of a real race: the recorded curves of a million flights."""
    return Curves.from_frame(recorded()).replay().story()


@pytest.fixture
def opened(driver, tmp_path):
    """A function that opens the report of a story; afterwards nothing may have gone wrong."""

    def open_(story, width=1280, height=900, scheme="light"):
        path = tmp_path / "report.html"
        path.write_text(page(story), encoding="utf-8")
        screen = {
            "width": width,
            "height": height,
            "deviceScaleFactor": 1,
            "mobile": width < 500,
        }
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
        scheme = [{"name": "prefers-color-scheme", "value": scheme}]
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": scheme})
        driver.get(path.as_uri())
        return Report(driver)

    driver.get("about:blank")
    driver.get_log("browser"), driver.get_log("performance")
    yield open_
    assert driver.get_log("browser") == []
    assert {url.partition(":")[0] for url in requested(driver)} == {"file"}


def requested(driver):
    for entry in driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            yield message["params"]["request"]["url"]


class Report:
    """What a person does with an open report."""

    def __init__(self, driver):
        self.driver = driver

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def run(self, script):
        return self.driver.execute_script(script)

    def point_at(self, element, x=0, y=0):
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
        ActionChains(self.driver).move_to_element_with_offset(element, x, y).perform()
        return self.one(".tip").text

    def column(self, index):
        rows = "[...document.querySelectorAll('#table tbody tr')]"
        return self.run(f"return {rows}.map(row => row.cells[{index}].textContent)")


def test_every_figure_draws(opened, flights):
    """Race, field, curves and times show every configuration."""
    report, n = opened(flights), len(flights.candidates)
    assert report.run("return document.documentElement.dataset.drawn") == "yes"
    assert len(report.all("#timeline .runner .edge")) == 2 * n
    assert len(report.all("#field .lane")) == n
    assert len(report.all("#learning .runner .line")) == n
    assert len(report.all("#bars li")) == n
    assert report.one("#timeline .threshold").size["width"] > 500
    for figure in ("#timeline svg", "#field svg", "#learning svg", "#bars"):
        box = report.one(figure).size
        assert box["width"] > 500
        assert box["height"] > 200
    assert "NaN" not in report.run("return document.body.innerHTML")


def test_full_runs_score_no_training_rows(opened):
    """The line of training scores ends with the last that was measured."""
    race = Race(Plan({"a": (500, 1_000, 2_000)}, n_test=400), Exact())
    for size in (500, 1_000):
        race.tell(Observation.of_counts("a", size, 400, round(0.9 * size), 320))
    race.tell(Observation("a", 2_000, 400, test=Score.of_count(330, 400)))
    [line] = opened(story_of(race)).all("#learning .train")
    assert line.get_attribute("d").count(",") == 2


@pytest.mark.parametrize("width", [1280, 360])
def test_what_more_time_would_bring(opened, flights, width):
    """Each bar lies within its track, with its mark on it, and no label is cut off."""
    ahead = Milestone(0.005, Seconds(240.0, 60.0, 1_200.0), 2)
    report = opened(replace(flights, prospects=Prospects(0.013, (ahead,))), width=width)
    boxes = [report.one(f"#prospects .track{part}").rect for part in ("", " i", " b")]
    (left, right), *inner = [(box["x"], box["x"] + box["width"]) for box in boxes]
    assert all(left - 2 <= low <= high <= right + 2 for low, high in inner)
    assert inner[0][0] < inner[1][0] < inner[0][1]
    assert report.one("#prospects .label").rect["height"] < 40


def test_the_answer_is_what_one_sees_first(opened, flights):
    """The headline is the certificate's sentence."""
    assert opened(flights).one("h1").text == flights.certificate.sentence


def test_sorting(opened, flights):
    """A click on a head sorts by number or text, a second one the other way round."""
    report = opened(flights)
    heads = report.all("#table thead button")
    heads[3].click()
    lower = [float(value) for value in report.column(3)]
    assert lower == sorted(lower)
    assert lower != sorted(lower, reverse=True)
    heads[3].click()
    assert [float(value) for value in report.column(3)] == sorted(lower, reverse=True)
    heads[1].click()
    names = report.column(1)
    assert names[:3] == ["LightGBM-3", "LightGBM-8", "LightGBM-13"]


def test_filtering(opened, flights):
    """The filter leaves the rows that hold the text."""
    report = opened(flights)
    report.one("#filter").send_keys("forest")
    shown = [row.text for row in report.all("#table tbody tr") if row.is_displayed()]
    assert len(shown) == 4
    assert all("RandomForest" in row for row in shown)


def test_hovering(opened, flights):
    """Each figure names what is under the pointer, with its numbers."""
    report = opened(flights)
    assert "accuracy 0." in report.point_at(report.one("#timeline svg"), 100, 0)
    assert "test rows" in report.point_at(report.all("#field .lane")[0])
    assert "training 0." in report.point_at(report.one("#learning svg"))
    assert "full run ≈" in report.point_at(report.all("#bars li")[0])
    report.point_at(report.one("h1"))
    assert not report.one(".tip").is_displayed()


def test_slider(opened, flights):
    """At the start nothing is known; in the end all but the winner have faded."""
    report, n = opened(flights), len(flights.candidates)
    slider = report.one("#slider")
    assert len(report.all("#field .lane.excluded")) == n - 1
    slider.send_keys(Keys.HOME)
    assert report.one(".now b").text == f"Probe 0 of {len(flights.moments)}"
    assert len(report.all("#field .lane.waiting")) == n
    slider.send_keys(Keys.ARROW_RIGHT * 30)
    assert report.one(".now b").text.startswith("Probe 30 of")
    assert len(report.all("#field .lane.in-the-race, #field .lane.current-winner")) > 1
    slider.send_keys(Keys.END)
    assert len(report.all("#field .lane.excluded")) == n - 1
    assert len(report.all("#field .lane.winner")) == 1


def test_playing(opened, flights):
    """Play runs from the first probe to the last and stops."""
    report, n = opened(flights), len(flights.moments)
    report.one("#play").click()
    WebDriverWait(report.driver, 30).until(lambda _: "Pause" not in report.one("#play").text)
    assert report.one(".now b").text == f"Probe {n} of {n}"


def test_by_probes(opened, flights):
    """The time axis can count probes instead."""
    report = opened(flights)
    report.one("#by").click()
    assert "probes" in [title.text for title in report.all("#timeline .title")]


def test_highlight_is_shared(opened, flights):
    """Choosing a configuration marks it in the table and in both plots."""
    report = opened(flights)
    report.all("#bars li")[0].click()
    name = report.one("#bars li .name").text
    assert name in report.one("#table tr.hot").text
    assert report.one("#learning .hot .name").get_attribute("textContent") == name
    assert len(report.all("#timeline .hot")) == 1


@pytest.fixture(scope="module")
def predicted():
    """The same race, ended by forecast."""
    return Curves.from_frame(recorded()).replay(stop_at="stated").story()


@pytest.mark.parametrize("width", [1280, 390])
def test_forecast(opened, predicted, width):
    """A race ended by forecast says so, and draws where contenders are expected."""
    report = opened(predicted, width)
    assert "is forecast, not proved, to be within" in report.one("h1").text
    assert "Forecast, not proved:" in report.one(".both li").text
    assert "Forecast (not a proof)" in report.one("#certificate").text
    assert report.all(".reservation") == []
    assert "1 in the race" in report.one(".now").text
    drawn = [e for e in report.all("#learning .expected") if e.is_displayed()]
    contenders = [c for c in predicted.candidates if c.excluded_by != "proof"]
    assert len(drawn) == len(contenders) > 1
    assert len([e for e in report.all("#learning .cone") if e.is_displayed()]) == 1
    assert report.run("return document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_phone(opened, flights, scheme):
    """On a phone nothing sticks out sideways, and every label can be read."""
    report = opened(flights, 390, 844, scheme)
    assert report.run("return document.documentElement.scrollWidth") == 390
    assert report.one("#timeline svg").size["width"] > 280
    assert len(report.all("#field .lane")) == len(flights.candidates)


def test_light_and_dark(opened, flights):
    """The page follows the system's colours."""
    colour = "return getComputedStyle(document.body).backgroundColor"
    light = opened(flights).run(colour)
    dark = opened(flights, scheme="dark").run(colour)
    assert light != dark


def test_printing(opened, flights):
    """The page prints, and what cannot be used on paper is left out."""
    report = opened(flights)
    media = {"media": "print"}
    report.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    assert not report.one("#play").is_displayed()
    assert report.one("#table").size["width"] <= 1280
    printed = report.driver.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})
    assert len(printed["data"]) > 50_000
    report.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_users_text_is_shown_and_not_run(opened):
    """Names, messages and parameters that look like HTML are text everywhere."""
    plan = Plan(dict.fromkeys([EVIL, "<b>plain</b>", "<i>"], (1_000, 2_000)), n_test=500)
    race = Race(plan, Exact())
    race.tell(
        Observation.of_counts(EVIL, 2_000, 500, 1_900, 450, fit_time=1.0, warnings=(EVIL,))
    )
    race.tell(Observation.of_counts("<b>plain</b>", 2_000, 500, 1_200, 300, fit_time=1.0))
    race.tell(Observation("<i>", 1_000, 500, status="failed", message=EVIL))
    report = opened(story_of(race, {EVIL: {"note": EVIL}}, settings={"scoring": EVIL}))
    assert report.driver.title == f"{EVIL} – nearbest report"
    assert report.all("img") == []
    assert len(report.all("script")) == 2
    assert report.one("h1").text.startswith(EVIL)
    assert EVIL in report.one("#failures").text
    assert report.point_at(report.all("#field .lane")[0]).startswith(EVIL)
    assert report.one("#bars .name").text in (EVIL, "<b>plain</b>")


def test_one_candidate(opened):
    """A single candidate with a single probe makes a page like any other."""
    race = Race(Plan({"only": (1_000,)}, n_test=500), Exact())
    race.tell(Observation.of_counts("only", 1_000, 500, 900, 450, fit_time=0.1, elapsed=0.1))
    report = opened(story_of(race))
    assert report.one("h1").text == "only is the only candidate."
    assert len(report.all("#field .lane")) == 1


def many(n_candidates=200, n_sizes=10):
    """A race of many candidates with ordinary learning curves, probed at every size."""
    rng = np.random.default_rng(0)
    sizes = tuple(1_000 * 2**k for k in range(n_sizes))
    names = [
        f"LGBMClassifier(num_leaves={i}, learning_rate=0.{i})" for i in range(n_candidates)
    ]
    race = Race(Plan(dict.fromkeys(names, sizes), n_test=100_000), Exact())
    final = rng.uniform(0.7, 0.85, n_candidates)
    elapsed = 0.0
    for size in sizes:
        for name, score in zip(names, final, strict=True):
            n_test = race.plan.n_test_for(name, size)
            loss = 3 / size**0.5
            seconds = size * rng.uniform(1e-5, 1e-4)
            elapsed += seconds
            race.tell(
                Observation.of_counts(
                    name,
                    size,
                    n_test,
                    round(size * min(1, score + loss)),
                    rng.binomial(n_test, score - loss),
                    fit_time=seconds,
                    elapsed=elapsed,
                )
            )
    parameters = {name: {f"parameter_{k}": k / 7 for k in range(9)} for name in names}
    return story_of(race, parameters)


def test_many_candidates(opened, tmp_path):
    """200 candidates and 2,000 probes stay below 8 MB and answer at once."""
    story = many()
    assert len(story.moments) == 2_000
    assert len(page(story).encode()) < 8e6
    start = time.perf_counter()
    report = opened(story)
    assert time.perf_counter() - start < 10
    slide = """
        const slider = document.getElementById('slider');
        const start = performance.now();
        for (let k = 0; k <= 2000; k += 100) {
            slider.value = k;
            slider.dispatchEvent(new Event('input'));
            document.body.getBoundingClientRect();
        }
        return (performance.now() - start) / 21;
    """
    assert len(report.all("#field .lane")) == 40
    assert report.run(slide) < 100
    report.driver.execute_script("arguments[0].click()", report.one("#more"))
    assert len(report.all("#field .lane")) == 200
    assert report.run(slide) < 200
    assert "accuracy 0." in report.point_at(report.one("#timeline svg"), 100, 0)


def test_losses_have_no_minus_anywhere(opened):
    """RMSE 12.3, not −12.3: on axes and in tips, where better is up and to the right."""
    sizes, rmse = (
        (1_000, 2_000, 4_000),
        Scale("RMSE", -90.0, 0.0, "row means", shown_negated=True, is_root=True, decimals=2),
    )
    plan = Plan(dict.fromkeys(["good", "bad"], sizes), n_test=4_000, epsilon=5, scale=rmse)
    race = Race(plan, Exact())
    for k, (name, n, loss) in enumerate(
        [
            ("good", 1_000, 11.0),
            ("bad", 1_000, 44.0),
            ("bad", 2_000, 43.5),
            ("good", 4_000, 12.3),
        ]
    ):
        own, m = [Score(-loss, s) for s in sizes if s <= n], plan.n_test_for(name, n)
        told = own[-1], Score(-loss, m), tuple(own)
        race.tell(Observation(name, n, m, *told, fit_time=1.0, elapsed=1.0 + k))
    report = opened(story_of(race))
    assert report.run("return document.documentElement.dataset.drawn") == "yes"
    said = report.run("return document.body.innerText")
    assert "12.30" in said
    labels = [each.text for each in report.all("#timeline svg text, #field svg text")]
    assert any("RMSE" in label for label in labels)
    assert not [label for label in [*labels, said] if "-1" in label or "-4" in label]
    values = [float(label) for label in labels if re.fullmatch(r"[0-9.]+", label)]
    assert max(values) > 12.3
    assert "12.30" in report.point_at(report.one("#field .lane"))
