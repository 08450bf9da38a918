import io
import re
import sys
import types
from dataclasses import replace

import pytest
from rich.console import Console

from nearbest.data.drawn import AT_RANDOM, Drawn
from nearbest.forecast import Outlook
from nearbest.forecast.calibrated import CalibratedOutlook
from nearbest.progress import Progress, bar, display, lookout, view_of
from nearbest.progress.bars import gap_bar, ruler
from nearbest.progress.notebook import html
from nearbest.progress.terminal import block, line, summary
from nearbest.race.ahead.planner import look_ahead
from nearbest.race.ahead.times import own_full_run
from nearbest.race.bounds import Exact, Normal
from nearbest.race.interval import Interval
from nearbest.race.observation import Observation, Task
from nearbest.race.plan import Plan
from nearbest.race.prediction import Prediction
from nearbest.race.race import Race
from nearbest.race.score import Scale, Score
from nearbest.race.stopping import rule_named

SIZES = (1_000, 2_000, 4_000)
SIZES_UP = tuple(1_000 * 2**k for k in range(8))


def observed(name, n_train=1_000, right=0.8, seconds=1.0, n_test=2_000, **more):
    prefixes = [round(right * size) for size in SIZES_UP if size <= n_train]
    counts = prefixes[-1], round(right * n_test), prefixes
    return Observation.of_counts(
        name, n_train, n_test, *counts, SIZES_UP, fit_time=seconds, **more
    )


@pytest.fixture
def race():
    plan = Plan({f"candidate-{i}": SIZES for i in range(12)}, n_test=2_000)
    race = Race(plan, Exact(), forecaster=Outlook(plan))
    race.tell(observed("candidate-3", right=0.85))
    race.tell(observed("candidate-5", right=0.80))
    return race


@pytest.fixture(autouse=True)
def no_ci(monkeypatch):
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


@pytest.fixture
def now(monkeypatch):
    """A clock that stands still until it is set."""
    now = [0.0]
    monkeypatch.setattr(display.time, "monotonic", lambda: now[0])
    return now


def terminal(width, height=24):
    return Console(
        file=io.StringIO(),
        force_terminal=True,
        width=width,
        height=height,
        color_system=None,
        legacy_windows=False,
    )


def drawn(race, running=(), width=80, height=24, elapsed=5.0):
    console = terminal(width, height)
    console.print(block(view_of(race, running), elapsed, width, height))
    return console.file.getvalue().splitlines()


@pytest.mark.parametrize(("width", "height"), [(80, 24), (200, 50)])
class TestBlock:
    def test_contenders(self, race, width, height):
        """The current winner comes first, each with its interval, rows and what it is doing."""
        lines = drawn(race, [Task("candidate-5", 2_000, 2_000)], width, height)
        assert lines[1].startswith("candidate-3")
        assert "█" in lines[1]
        assert "1,000" in lines[1]
        assert "current winner" in lines[1]
        (probing,) = [line for line in lines if line.startswith("candidate-5")]
        assert "probing 2,000" in probing
        (waiting,) = [line for line in lines if line.startswith("candidate-7")]
        assert "█" not in waiting
        assert "waiting" in waiting

    def test_it_fits(self, race, width, height):
        """No line is wider than the terminal, nor are there more than it has."""
        lines = drawn(race, [Task("candidate-5", 2_000, 2_000)], width, height)
        assert max(map(len, lines)) <= width
        assert len(lines) < height

    def test_summary(self, race, width, height):
        """Counts, current winner, gap, forecast and time are below."""
        lines = drawn(race, [Task("candidate-5", 2_000, 2_000)], width, height)
        assert lines[-5].startswith("12 of 12 in the race · 0 excluded · 2 probes · 1 running")
        assert (
            f"current winner candidate-3: accuracy in {race.tracks['candidate-3'].interval}"
            in lines[-4]
        )
        assert f"certified gap {race.gap('candidate-3'):.4f}, wanted 0.01" in lines[-3]
        assert lines[-2].startswith("no forecast until all are probed")
        assert lines[-1].startswith("5.0 s")

    def test_before_the_first_probe(self, race, width, height):
        """There is something to show before anything is known."""
        lines = drawn(Race(race.plan, Exact()), [], width, height)
        assert any("No answer yet" in line for line in lines)


class TestSize:
    def test_excluded_ones_are_folded_into_a_count(self, race):
        """They leave the table, which keeps its height, and are counted."""
        before = drawn(race)
        for i in range(12):
            race.tell(observed(f"candidate-{i}", 4_000, right=0.9 if i == 3 else 0.5))
        after = drawn(race)
        assert not any(line.startswith("candidate-7") for line in after)
        assert any("1 of 12 in the race · 11 excluded" in line for line in after)
        assert len(after) == len(before)

    def test_a_note_has_a_line_of_its_own(self, race):
        """It would not fit behind the counts, and takes a line that a candidate left."""
        before = drawn(race)
        for i in range(12):
            race.tell(observed(f"candidate-{i}", 4_000, right=0.9 if i == 3 else 0.5))
        after = drawn(race)
        assert after[-1].startswith("full runs are the better way here: 12 of 12 candidates")
        assert len(after) == len(before)
        shown = view_of(race, [])
        assert shown.note in line(shown, 1.0)
        assert shown.note in html(shown, 1.0)

    @pytest.mark.parametrize(
        ("kind", "drawn_rows", "name"),
        [
            ("counts", AT_RANDOM, "certified gap"),
            ("approximate", AT_RANDOM, "approximate gap"),
            ("approximate", Drawn("choice"), "estimated gap"),
        ],
    )
    def test_a_gap_is_called_what_it_is(self, kind, drawn_rows, name):
        """As in the certificate and in the report."""
        scale = Scale("F1", 0.0, 1.0, kind)
        plan = Plan({"a": SIZES, "b": SIZES}, n_test=2_000, scale=scale, drawn=drawn_rows)
        assert view_of(Race(plan, Normal()), []).gap_text.startswith(name)

    def test_failures_are_counted(self, race):
        """A failed candidate is neither in the race nor excluded."""
        race.tell(observed("candidate-1", status="failed", message="no"))
        assert any(
            "11 of 12 in the race · 0 excluded · 1 failed" in line for line in drawn(race)
        )

    def test_more_than_fit(self, race):
        """In a low terminal the least promising are counted."""
        lines = drawn(race, height=12)
        assert len(lines) < 12
        assert any("and 8 more" in line for line in lines)


class TestForecast:
    def race(self, stop_at="paper", n_probed=2):
        plan = Plan({"a": SIZES, "b": SIZES}, n_test=2_000)
        race = Race(plan, Exact(), rule=rule_named(stop_at), forecaster=Outlook(plan))
        for name, right in (("a", 0.8), ("b", 0.795))[:n_probed]:
            race.tell(observed(name, right=right))
        return race

    def test_beside_the_gap(self):
        """Once all were probed, the probability stands below the certified gap."""
        *_, gap, forecast, _ = drawn(self.race())
        assert re.search(r"certified gap 0\.\d{4}, wanted 0\.01", gap)
        assert re.match(r"forecast: \d\d? % likely to be within 0\.01 *$", forecast)

    def test_before_all_are_probed(self, monkeypatch):
        """While one was never probed there is no forecast, and no past curve is read."""
        monkeypatch.setattr("nearbest.forecast.outlook.default_analogs", None)
        race = self.race(n_probed=1)
        assert "no forecast until all are probed" in line(view_of(race, []), 5.0)

    @pytest.mark.parametrize("n_probed", [1, 2])
    @pytest.mark.parametrize("forecaster", [Outlook, CalibratedOutlook])
    def test_scores_without_past_curves(self, forecaster, n_probed):
        """That there will be none is said from the beginning, and what decides instead."""
        plan = Plan(
            {"a": SIZES, "b": SIZES}, n_test=2_000, scale=Scale("R²", -1.0, 1.0, "counts")
        )
        race = Race(plan, Exact(), rule=rule_named("calibrated"), forecaster=forecaster(plan))
        for name, right in (("a", 0.8), ("b", 0.795))[:n_probed]:
            race.tell(observed(name, right=right))
        shown = view_of(race, [])
        assert "until all are probed" not in line(shown, 5.0)
        assert shown.forecast_text.startswith("no forecast, proof decides: ")
        assert "curves" in shown.forecast_text
        estimated = replace(shown, claim="estimated").forecast_text
        assert estimated.startswith("no forecast, bounds decide: ")
        assert shown.answers == (shown.gap_text, shown.forecast_text)
        assert f"wanted {shown.epsilon:g}" in shown.gap_text

    def test_too_few_rows(self):
        """Nor is a forecast announced where all rows are fewer than past curves had."""
        plan = Plan({"a": SIZES, "b": SIZES}, n_test=2_000)
        race = Race(plan, Exact(), rule=rule_named("calibrated"))
        assert "forecast" not in line(view_of(race, []), 5.0)  # nobody asks for one
        assert "training rows and more" in str(CalibratedOutlook(plan).refusal)
        large = Plan({"a": SIZES, "b": (1_000, 64_000)}, n_test=2_000)
        assert CalibratedOutlook(large).refusal is None

    def test_it_leads_where_it_decides(self):
        """Where the forecast ends the race, its line has the bar and what is wanted."""
        *_, forecast, gap, clock = drawn(self.race("stated"))
        assert re.match(r"━*─+ forecast: \d\d? % likely .* 0\.01, wanted 95 %", forecast)
        assert re.match(r"certified gap 0\.\d{4} *$", gap)
        assert clock.startswith("5.0 s")

    def test_a_sure_thing_is_not_called_certain(self):
        """A hundred past curves cannot say more than 99 %."""
        race = self.race(n_probed=0)
        race.tell(observed("a", 4_000, right=0.9))
        race.tell(observed("b", 4_000, right=0.6))
        assert "forecast: more than 99 % likely" in line(view_of(race, []), 5.0)

    def test_not_made_where_nobody_looks(self, now, monkeypatch):
        """Without a view, past curves are looked at when a line is written, not before."""
        race, console = self.race(), Console(file=io.StringIO(), width=300)
        with Progress(console, quiet=True) as progress:
            now[0] = 59.0
            with monkeypatch.context() as unread:
                unread.setattr("nearbest.forecast.outlook.default_analogs", None)
                progress(race, [])
            now[0] = 61.0
            progress(race, [])
        assert "likely to be within 0.01" in console.file.getvalue()

    def test_in_a_notebook(self):
        """The notebook says the same."""
        text = html(view_of(self.race("stated"), []), 3.0)
        assert text.index("likely to be within") < text.index("certified gap")


class TestTimeLeft:
    def two(self, *observations, **plan):
        race = Race(Plan({"a": SIZES, "b": SIZES}, n_test=2_000, **plan), Exact())
        for observation in observations:
            race.tell(observation)
        return race

    def close(self, **plan):
        """Two that only full runs can tell apart, each with two probes in hand."""
        return self.two(
            *(observed(name, size, 0.8, size / 1_000) for name in "ab" for size in SIZES[:2]),
            epsilon=0.001,
            **plan,
        )

    def test_unknown(self, race):
        """Nothing is said while a candidate was never probed."""
        assert view_of(race, []).left is None
        assert "left" not in line(view_of(race, []), 5.0)

    def test_it_is_what_the_planner_says(self):
        """There is one answer to how much longer, here and in `plan()`."""
        race = self.close()
        own = look_ahead(race).of(race.plan.epsilon)
        assert view_of(race, []).left == own.left

    def test_in_words(self):
        """An expected time and its range, never the worst case."""
        said = line(view_of(self.close(), []), 5.0)
        assert re.search(r"5\.0 s · about \d+ s left \(\d+ to \d+\)", said)
        assert "at most" not in said

    def test_the_own_epsilon_is_told_once(self):
        """As the time that is left, not once more among those of other tolerances."""
        said = line(view_of(self.close(), []), 5.0)
        assert " now; " in said
        assert "; 0.001 " not in said
        assert "; 0.0005 " in said

    def test_nothing_is_left(self):
        """Nor said, once the winner had its full run."""
        race = self.two(observed("a", 4_000, 0.9), observed("b", 4_000, 0.5))
        assert view_of(race, []).left is None

    def test_workers_share_it(self):
        """Probes that run at once divide the work, but no full run of the winner."""
        race = self.close()
        alone, tasks = (
            view_of(race, []).left,
            [Task("a", 2_000, 2_000), Task("b", 2_000, 2_000)],
        )
        assert view_of(race, tasks[:1]).left == alone
        two = view_of(race, tasks).left
        assert two.seconds == pytest.approx(alone.seconds / 2)
        many = view_of(race, 50 * tasks).left
        assert many.seconds == pytest.approx(own_full_run(race, race.winner))

    def test_no_less_than_a_running_probe(self):
        """A race cannot be over before the probe that runs, however many run beside it."""
        race = self.close()
        task = race.task("a", SIZES[-1])
        running = [task, *[replace(task, n_train=SIZES[2])] * 99]
        expected = race.tracks["a"].cost.of_task(task)
        assert view_of(race, running).left.seconds == expected.seconds

    def test_looking_ahead_takes_little_of_the_time(self, monkeypatch, now):
        """In a terminal that is drawn all the time the planner is asked now and then."""
        asked = []

        def look(race):
            asked.append(len(race.history))
            now[0] += 1.0

        monkeypatch.setattr(lookout, "look_ahead", look)
        race, progress = self.close(), Progress(terminal(80))
        with progress:
            now[0] += 60.0
            progress(race, [])
            race.tell(observed("a", SIZES[2], 0.8))
            progress(race, [])
        assert asked == [4]

    def test_no_more_than_the_timeout(self, now):
        """With a timeout no more is said to be left than that."""
        console = Console(file=io.StringIO(), width=300)
        with Progress(console, timeout=22) as progress:
            now[0] = 20.0
            progress(self.close(), [])
        assert "about 2 s left" in console.file.getvalue()


class TestForecastText:
    """What is said of the forecast while a race goes on."""

    def test_the_winner_may_be_among_them(self):
        """Everybody must be probed twice, the winner as well: rivals are not spoken of."""
        sizes = tuple(1_000 * 2**k for k in range(9))
        plan = Plan({"a": sizes, "b": sizes}, n_test=20_000)
        rule, forecaster = rule_named("calibrated"), CalibratedOutlook(plan)
        race = Race(plan, Exact(), rule=rule, forecaster=forecaster)
        race.tell(observed("a", 1_000, 0.8))
        for size in sizes[:4]:
            race.tell(observed("b", size, 0.5))
        shown = view_of(race, [])
        assert shown.winner.name == "a"
        assert shown.forecast_text == "forecast: 1 candidate to be probed further first"

    @pytest.mark.parametrize(
        ("n", "said"), [(1, "1 candidate to be probed"), (3, "3 candidates to be probed")]
    )
    def test_those_that_hold_it_up(self, race, n, said):
        """A probability that is held down is not told; how many hold it down is."""
        held_up = Prediction(0.5, 0.01, needed=0.8, n_to_follow=n)
        shown = replace(view_of(race, []), prediction=held_up, stop_at="calibrated")
        assert said in shown.forecast_text

    def test_too_early(self, race):
        """Nor is one that is held down because little was spent so far."""
        held_up = Prediction(0.5, 0.01, needed=0.8, is_too_early=True)
        shown = replace(view_of(race, []), prediction=held_up, stop_at="calibrated")
        assert shown.forecast_text == "forecast: not sure enough to end so early"


class TestTraining:
    """When the race is over, what is trained for the user is shown, and how far it is."""

    @pytest.fixture
    def task(self):
        return Task("candidate-3", 4_000, 2_000, for_delivery=True)

    def test_block(self, race, task):
        """The line says on how many rows and for how long."""
        lines = drawn(race, [task], width=120)
        words = "training the winner, candidate-3, on 4,000 rows, about 4 s"
        assert any(words in line for line in lines)
        assert len(lines) == len(drawn(race, width=120))

    def test_bar(self, race, task, now):
        """A bar fills as the expected time passes."""
        console = terminal(120)
        with Progress(console) as progress:
            progress(race, [task])
            expected = view_of(race, [task]).training.expected.seconds
            now[0] += expected / 2
            console.file.truncate(0)
            progress._live.refresh()
        line = [ln for ln in console.file.getvalue().splitlines() if "training the" in ln][-1]
        assert line.count("━") == line.count("─") > 4

    def test_line(self, race, task, now):
        """Without a terminal the line is written at once, however little time passed."""
        console = Console(file=io.StringIO(), width=300)
        with Progress(console) as progress:
            progress(race, [])
            assert "training" not in console.file.getvalue()
            progress(race, [task])
        assert "training the winner, candidate-3, on 4,000 rows" in console.file.getvalue()

    def test_notebook(self, race, task):
        """The same in a notebook."""
        assert "training the winner, candidate-3" in html(view_of(race, [task]), 1.0)


class TestLive:
    def test_in_a_terminal(self, race):
        """The block is drawn while the race runs and gone afterwards."""
        console = terminal(80)
        with Progress(console) as progress:
            progress(race, [])
            progress._live.refresh()
        text = console.file.getvalue()
        assert "candidate-3" in text
        assert text.rstrip().endswith("\x1b[2K")  # the lines are erased

    def test_preparing(self):
        """Before the race begins it says so."""
        console = terminal(80)
        with Progress(console):
            pass
        assert "Preparing" in console.file.getvalue()

    def test_ends_with_an_error(self):
        """An error in the race closes the display and goes on its way."""
        with pytest.raises(ZeroDivisionError), Progress(terminal(80)) as progress:
            _ = 1 / 0
        assert not progress._live.is_started

    def test_all_failed(self):
        """A race without any contender left can be shown."""
        race = Race(Plan({"a": SIZES}, n_test=2_000), Exact())
        race.tell(observed("a", status="failed", message="no"))
        assert any("0 of 1 in the race" in line for line in drawn(race))

    def test_names_are_shown_as_they_are(self):
        """Brackets in a name are not taken for markup."""
        race = Race(Plan({"tree[bold]": SIZES, "[/x]": SIZES}, n_test=2_000), Exact())
        race.tell(observed("tree[bold]"))
        text = "\n".join(drawn(race, width=120))
        assert "tree[bold]" in text
        assert "[/x]" in text


class TestLines:
    def written(self, race, now, console, **options):
        with Progress(console, **options) as progress:
            for second in range(1, 131):
                now[0] = float(second)
                progress(race, [])
        return console.file.getvalue().splitlines()

    def test_without_a_terminal(self, race, now):
        """In a file it writes a line every ten seconds, not one for every probe."""
        lines = self.written(race, now, Console(file=io.StringIO(), width=40))
        assert len(lines) == 13
        assert all("2 probes" in line for line in lines)

    def test_quiet(self, race, now):
        """Quiet means one line per minute, even in a terminal."""
        assert len(self.written(race, now, terminal(80), quiet=True)) == 2

    def test_in_ci(self, race, now, monkeypatch):
        """In CI there is nobody to look at a live display."""
        monkeypatch.setenv("CI", "true")
        lines = self.written(race, now, terminal(80))
        assert len(lines) == 13
        assert "\x1b" not in "".join(lines)

    def test_dumb_terminal(self, race, now, monkeypatch):
        """A terminal that cannot move its cursor gets lines."""
        monkeypatch.setenv("TERM", "dumb")
        assert len(self.written(race, now, terminal(80))) == 13

    def test_nothing_when_quick(self, race):
        """A race that is over at once writes nothing."""
        console = Console(file=io.StringIO(), width=200)
        with Progress(console) as progress:
            progress(race, [])
        assert console.file.getvalue() == ""


class TestNotebook:
    @pytest.fixture
    def views(self, monkeypatch):
        """What a notebook would show, in order."""
        views = []

        class Handle:
            def update(self, content):
                views.append(content)

        def show(content, display_id):
            views.append(content)
            return Handle()

        ipython = types.SimpleNamespace(HTML=lambda text: text, display=show)
        monkeypatch.setitem(sys.modules, "IPython.display", ipython)
        return views

    def test_updated_in_place(self, race, now, views):
        """One view is made and then replaced, at most twice a second."""
        progress = Progress(Console(force_jupyter=True))
        for step in range(11):
            now[0] = step / 10
            progress(race, [])
        assert len(views) == 4
        assert "candidate-3" in views[-1]

    def test_escaped(self):
        """A name that is markup is shown, not run."""
        race = Race(Plan({"<script>": SIZES, "b": SIZES}, n_test=2_000), Exact())
        race.tell(observed("<script>"))
        text = html(view_of(race, []), 3.0)
        assert "<script>" not in text
        assert text.count("&lt;script&gt;") == 2

    def test_the_same_facts(self, race):
        """Counts, current winner, gap and time are there as in a terminal."""
        text = html(view_of(race, []), 3.0)
        for part in (
            "12 of 12 in the race",
            "current winner candidate-3",
            "wanted 0.01",
            "3.0 s",
        ):
            assert part in text


@pytest.mark.parametrize(
    ("interval", "expected"),
    [
        (Interval(0.0, 1.0), "██████████"),
        (Interval(0.5, 1.0), "·····█████"),
        (Interval(0.3, 0.3), "···█······"),
        (Interval(1.0, 1.0), "·········█"),
        (Interval(-1.0, 2.0), "██████████"),
    ],
)
def test_bars(interval, expected):
    """A bar is never empty and never wider than the scale."""
    assert bar(interval, Interval(0.0, 1.0), width=10) == expected


def test_bar_on_a_point():
    """A scale without width is no error."""
    assert "█" in bar(Interval(0.5, 0.5), Interval(0.5, 0.5), width=10)


def test_ruler_without_room():
    """The mark never overwrites the ends of the scale."""
    assert ruler(Interval(0.5, 1.0), 0.5, width=20) == "0.500          1.000"


@pytest.mark.parametrize(
    ("gap", "epsilon", "done"), [(1.0, 0.01, 0), (0.0, 0.01, 10), (0.0, 0.0, 10), (0.5, 0, 0)]
)
def test_gap_bar(gap, epsilon, done):
    """Full at ε or below, empty at 1, and no error where ε is 0."""
    assert gap_bar(gap, epsilon, width=10).count("━") == done


class TestLosses:
    """RMSE 12.3, not −12.3, while the race runs."""

    @pytest.fixture
    def race(self):
        rmse = Scale(
            "RMSE", -90.0, 0.0, "row means", shown_negated=True, is_root=True, decimals=2
        )
        plan = Plan({"good": SIZES, "bad": SIZES}, n_test=2_000, epsilon=5, scale=rmse)
        race = Race(plan, Exact())
        for name, loss in (("good", 12.3), ("bad", 44.0)):
            own = Score(-loss, 1_000)
            race.tell(Observation(name, 1_000, 2_000, own, Score(-loss, 2_000), (own,)))
        return race

    def test_in_a_line_and_in_a_notebook(self, race):
        """The current winner's interval, the gap and the ends of the scale."""
        shown = view_of(race, [])
        told = line(shown, 1.0)
        assert "current winner good: RMSE in [0.00, 12.30]" in told
        assert "certified gap 12.30, wanted 5" in told
        assert "44.0 to 0.0" in html(shown, 1.0)

    def test_the_better_end_is_at_the_right(self):
        """Where bars of better candidates reach to."""
        rmse = Scale("RMSE", -90.0, 0.0, "row means", shown_negated=True, decimals=2)
        assert ruler(Interval(-44.0, -2.0), -23.0, 21, rmse) == "44.0      ▾       2.0"


class TestProspects:
    """How much longer for which ε stands beside the time."""

    def close(self):
        plan = Plan({"a": SIZES_UP, "b": SIZES_UP}, n_test=20_000)
        race = Race(plan, Exact())
        for name, right in (("a", 0.80), ("b", 0.795)):
            for size in SIZES_UP[:3]:
                race.tell(observed(name, size, right, size / 100))
        return race

    def test_block(self):
        """Beside the time that is left, what half the ε would take."""
        lines = drawn(self.close(), width=200)
        assert any(re.search(r" now; .*0\.005 (needs|in) ", line) for line in lines)

    def test_not_before_all_are_probed(self, race):
        """Nothing is said before that."""
        assert view_of(race, []).prospects is None
        assert drawn(race)[-1].strip() == "5.0 s"


def test_a_winner_that_a_proof_excludes_is_shown(monkeypatch):
    """A forecast may choose one; it is the first row, and its time is told."""
    race = Race(Plan({"a": SIZES_UP, "b": SIZES_UP}, n_test=20_000), Exact())
    for size in SIZES_UP[:3]:
        race.tell(observed("a", size, 0.9))
        race.tell(observed("b", size, 0.5))
    assert race.contenders == ["a"]
    monkeypatch.setattr(type(race.rule), "winner", lambda self, race: "b")
    monkeypatch.setattr(type(race.rule), "ending", lambda self, race: None)
    shown = view_of(race, [])
    assert shown.winner.name == "b"
    assert {row.name for row in shown.rows} == {"a", "b"}


def test_no_forecast_is_not_shown_as_an_unlikely_one():
    """By a score without past curves the gap is what ends the race, and all that is told."""
    race = Race(Plan({"a": (1_000, 2_000), "b": (1_000, 2_000)}, n_test=2_000), Exact())
    race.tell(observed("a", right=0.8))
    race.tell(observed("b", right=0.7))
    none = Prediction(0.0, 1.0, n_missing=2, needed=2.0)
    shown = replace(view_of(race, []), stop_at="calibrated", prediction=none)
    assert "forecast" not in line(shown, 5.0)
    assert f"wanted {shown.epsilon:g}" in line(shown, 5.0)
    assert not any("forecast" in str(each) for each in summary(shown, 5.0, 80))
