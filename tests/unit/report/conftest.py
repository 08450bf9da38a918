import pytest

from nearbest.forecast import Outlook
from nearbest.race.bounds import Exact
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from nearbest.race.score import Scale, Score

SIZES = (1_000, 2_000, 4_000)
EVIL = "<script>document.title = 'run'</script>"


@pytest.fixture
def race():
    """Four candidates: one wins, one is pruned, one fails, one is never probed."""
    plan = Plan(dict.fromkeys(["good", "bad", EVIL, "idle"], SIZES), n_test=500, epsilon=0.05)
    race = Race(plan, Exact(), forecaster=Outlook(plan))
    for observation in (
        Observation.of_counts("bad", 1_000, 500, 600, 300, (600,), fit_time=0.5, elapsed=0.5),
        Observation.of_counts("good", 1_000, 500, 950, 450, (950,), fit_time=1.0, elapsed=1.5),
        Observation(
            EVIL, 1_000, 500, status="failed", message=f"ValueError: {EVIL}", elapsed=2
        ),
        Observation.of_counts(
            "bad", 2_000, 500, 1_200, 300, (600, 1_200), SIZES, fit_time=1.0, elapsed=3.0
        ),
        Observation.of_counts(
            "good",
            4_000,
            500,
            3_700,
            455,
            (925, 1_850, 3_700),
            SIZES,
            fit_time=4.0,
            score_time=1.0,
            elapsed=8.0,
            warnings=("ConvergenceWarning: <b>not yet</b>",),
        ),
    ):
        race.tell(observation)
    return race


@pytest.fixture
def losses():
    """Two candidates by RMSE: one has 12.3 on the full data, the other is excluded."""
    rmse = Scale("RMSE", -90.0, 0.0, "row means", shown_negated=True, is_root=True, decimals=2)
    plan = Plan(dict.fromkeys(["good", "bad"], SIZES), n_test=4_000, epsilon=5, scale=rmse)
    race = Race(plan, Exact())
    for name, n_train, loss in (
        ("good", 1_000, 11.0),
        ("bad", 1_000, 44.0),
        ("bad", 2_000, 43.5),
        ("good", 4_000, 12.3),
    ):
        own = [Score(-loss, size) for size in SIZES if size <= n_train]
        n_test = plan.n_test_for(name, n_train)
        race.tell(
            Observation(
                name,
                n_train,
                n_test,
                own[-1],
                Score(-loss, n_test),
                tuple(own),
                fit_time=1.0,
                elapsed=1.0 + len(race.history),
            )
        )
    return race
