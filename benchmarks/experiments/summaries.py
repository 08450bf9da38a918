"""Numbers of the page, from the replays."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from experiments.replays import EPSILON

#: Accuracies closer than this are equal: it is less than a test row.
SAME = 1e-9


def experiments(replays: pd.DataFrame, rule: str) -> pd.DataFrame:
    """One row an experiment of the paper: a table and a number of configurations.

    Speed-ups are medians over the seeds, with their ranges; `beyond` counts the replays
    that lose more than ε.
    """
    rows = replays[replays["rule"] == rule]
    grouped = rows.groupby(["table", "n"], sort=False)
    return grouped.agg(
        replays=("seed", "size"),
        speedup=("speedup", "median"),
        slowest=("speedup", "min"),
        fastest=("speedup", "max"),
        with_refit=("speedup_with_refit", "median"),
        slowest_refit=("speedup_with_refit", "min"),
        fastest_refit=("speedup_with_refit", "max"),
        accuracy=("accuracy", "median"),
        best_accuracy=("best_accuracy", "median"),
        median_loss=("loss", "median"),
        largest_loss=("loss", "max"),
        relative_loss=("relative_loss", "mean"),
        beyond=("loss", lambda loss: int((loss > EPSILON).sum())),
        exact=("loss", lambda loss: int((loss == 0).sum())),
    ).reset_index()


def reaching(found: pd.DataFrame, column: str) -> int:
    """How many experiments are at least |C| times as fast as full runs."""
    return int((found[column] >= found["n"]).sum())


def rules(replays: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
    """One row a rule: the experiments' median speed-ups averaged, and losses of replays."""
    rows = []
    for rule in names:
        found, all_of_it = experiments(replays, rule), replays[replays["rule"] == rule]
        rows.append(
            {
                "rule": rule,
                "speedup": found["speedup"].mean(),
                "slowest": all_of_it["speedup"].min(),
                "fastest": all_of_it["speedup"].max(),
                "with_refit": found["with_refit"].mean(),
                "relative_loss": all_of_it["relative_loss"].mean(),
                "largest_relative_loss": all_of_it["relative_loss"].max(),
                "largest_loss": all_of_it["loss"].max(),
                "beyond": int((all_of_it["loss"] > EPSILON).sum()),
                "replays": len(all_of_it),
            }
        )
    return pd.DataFrame(rows).set_index("rule")


def ratio(replays: pd.DataFrame, rule: str, other: str) -> pd.Series:
    """How many times as fast one rule is as another, on the same draws."""
    keys = ["table", "n", "seed"]
    fast, slow = (
        replays[replays["rule"] == name].set_index(keys)["speedup"] for name in (rule, other)
    )
    return fast / slow


def by_epsilon(replays: pd.DataFrame) -> pd.DataFrame:
    """Speed-up and loss of each table and tolerance."""
    return (
        replays.groupby(["table", "epsilon"], sort=False)
        .agg(
            speedup=("speedup", "median"),
            slowest=("speedup", "min"),
            fastest=("speedup", "max"),
            median_loss=("loss", "median"),
            largest_loss=("loss", "max"),
        )
        .reset_index()
    )


def anytime(limited: pd.DataFrame) -> pd.DataFrame:
    """The current winner of each table at each share of the full runs' time."""
    return (
        limited.groupby(["table", "share"], sort=False)
        .agg(
            guess=("guess", lambda names: ", ".join(names.dropna().mode().iloc[:1]) or "none"),
            median_loss=("loss", "median"),
            largest_loss=("loss", "max"),
            gap=("gap", "median"),
            largest_gap=("gap", "max"),
            decided=("decided", "sum"),
            seeds=("seed", "size"),
        )
        .reset_index()
    )


def against_halving(limited: pd.DataFrame, halving: pd.DataFrame) -> pd.DataFrame:
    """For each table, how many of halving's runs the current winner beats in the same time.

    Compares medians over the seeds, at the largest share measured that halving's time
    allows; runs that are shorter than every share measured are left out. Columns
    `better`, `equal` and `worse` count start sizes.
    """
    rows = []
    ours = limited.groupby(["table", "share"])["accuracy"].median()
    for (table, _), run in halving.groupby(["table", "start"], sort=False):
        accuracies = ours[table]
        in_time = accuracies[accuracies.index <= run["share"].median()].dropna()
        if len(in_time):
            lead = float(in_time.iloc[-1] - run["accuracy"].median())
            same = abs(lead) < SAME
            rows.append((table, not same and lead > 0, same, not same and lead < 0))
    found = pd.DataFrame(rows, columns=["table", "better", "equal", "worse"])
    return found.groupby("table", sort=False).sum().reset_index()


def turning_worse(limited: pd.DataFrame) -> pd.Series:
    """For each table, the seeds whose guess was within ε of the best and later was not."""

    def turns(losses: pd.Series) -> bool:
        return bool((losses[(losses <= EPSILON).cummax()] > EPSILON).any())

    ordered = limited.sort_values("share").dropna(subset="loss")
    per_seed = ordered.groupby(["table", "seed"], sort=False)["loss"].agg(turns)
    counts = per_seed.groupby("table", sort=False).sum()
    return counts.reindex(limited["table"].unique())
