import pytest

from nearbest.forecast import Outlook
from nearbest.race.bounds import Exact
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.race import Race

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
