"""The comparisons that have a table in the documentation."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from peers.measuring import Tool
from peers.rows import BY_DEFAULT, FULL_RUN, NEARBEST, Setup

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "peers.md"

ALWAYS = (
    Tool(FULL_RUN, "peers.with_nearbest", "full_runs"),
    Tool(BY_DEFAULT, "peers.with_nearbest", "by_default"),
)
#: The rules of version 0.1.0.
EARLIER_RULES = (
    Tool(NEARBEST, "peers.with_nearbest", "selecting"),
    Tool("nearbest, selecting and training", "peers.with_nearbest", "delivering"),
    Tool("nearbest, stopping by forecast", "peers.with_nearbest", "predicting"),
)
OTHERS = (
    Tool("HalvingGridSearchCV from 1,000 rows, factor 2", "peers.with_sklearn", "from_1000"),
    Tool("the best on a tenth of the rows", "peers.with_sklearn", "on_a_tenth"),
    Tool("FLAML in nearbest's time", "peers.with_flaml", packages=("flaml", "xgboost")),
    Tool("Optuna, SuccessiveHalvingPruner", "peers.with_optuna", packages=("optuna",)),
)
#: By accuracy these take longer than full runs.
SLOWER_THAN_FULL_RUNS = (
    Tool("HalvingGridSearchCV, defaults", "peers.with_sklearn", "defaults"),
    Tool("LCCV, defaults", "peers.with_lccv", packages=("lccv",)),
)


@dataclass(frozen=True)
class Published:
    """A comparison, where its rows are kept, and the mark of its table on the page."""

    setup: Setup
    tools: tuple[Tool, ...]
    file: Path
    score: str

    @property
    def begin(self) -> str:
        """The line above the table."""
        return f"<!-- table by {self.score}: written by make bench-peers -->"


#: By ROC AUC on fewer rows, and without those that take longer than full runs.
PUBLISHED = {
    "accuracy": Published(
        Setup(),
        (*ALWAYS, *EARLIER_RULES, *OTHERS, *SLOWER_THAN_FULL_RUNS),
        HERE / "flights-3m.jsonl",
        "accuracy",
    ),
    "roc_auc": Published(
        Setup(100_000, "roc_auc"),
        (*ALWAYS, *OTHERS),
        HERE / "flights-100k-roc-auc.jsonl",
        "ROC AUC",
    ),
}
