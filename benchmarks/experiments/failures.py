"""Bounds that turned out wrong in a replay, and why, as far as the curves tell.

A recorded curve knows what a race does not: the accuracy of the full run, that of each
sample's model on all test rows, and how many rows of each sample the full run's model
gets right. So a wrong bound can be traced to the assumption that failed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from experiments.recordings import Recording
from nearbest.race.bounds import IntervalEstimator
from nearbest.race.interval import Interval
from nearbest.race.observation import Observation
from nearbest.race.race import Race
from nearbest.race.score import Score
from nearbest.replay import Replay


def failures_of(found: Replay, recording: Recording) -> list[dict[str, Any]]:
    """The wrong intervals of a replay, the worst a configuration and side, and its loss."""
    if found.race is None or found.certificate is None:
        return []
    wrong = list(_wrong_intervals(found.race, recording))
    beyond = found.loss - found.certificate.epsilon
    if found.certificate.decided and beyond > half_a_row(recording):
        wrong.append(_loss(found, found.race, recording, wrong))
    return wrong


def half_a_row(recording: Recording) -> float:
    """Accuracies are counts over test rows; closer than this they are equal."""
    return 0.5 / recording.n_test


def _loss(
    found: Replay, race: Race, recording: Recording, wrong: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """Why a decided race lost more than ε, and what it saw of the one to choose."""
    better = recording.full.loc[list(race.plan.names), "test_score"].idxmax()
    causes = _causes(found.loss - race.plan.epsilon, better, found.best, race, recording, wrong)
    last = race.tracks[better].probes[-1]
    reported = [v.magnitude for v in race.tracks[better].estimate.violations]
    return {
        "what": "loss",
        "configuration": found.best,
        "by": found.loss,
        "cause": " and ".join(sorted(causes)) or "unknown",
        "better": better,
        "rows_seen": last.n_train,
        "training_accuracy_seen": last.train_score,
        "training_accuracy": float(recording.full["train_score"][better]),
        "reported": max(reported, default=0.0),
    }


def _causes(
    beyond: float,
    better: str,
    chosen: str,
    race: Race,
    recording: Recording,
    wrong: Sequence[Mapping[str, Any]],
) -> set[str]:
    """The causes of the bounds that a loss `beyond` ε comes from.

    The upper bound of the best was too low in the end, or the lower bound of the choice
    too high: if both held, the loss would be within ε. Where one of them accounts for
    all of it, the other is not to blame.
    """
    by = {}
    for name, side in ((better, "upper"), (chosen, "lower")):
        accuracy = float(recording.full["test_score"][name])
        by[name, side] = max(0.0, dict(_misses(race.tracks[name].interval, accuracy))[side])
    enough = {bound for bound, miss in by.items() if miss >= beyond}
    guilty = enough or {bound for bound, miss in by.items() if miss > 0}
    return {w["cause"] for w in wrong if (w["configuration"], w["what"]) in guilty}


def _wrong_intervals(race: Race, recording: Recording) -> Iterator[dict[str, Any]]:
    """Where an interval missed the full run's accuracy by the most, by side."""
    worst: dict[tuple[str, str], tuple[float, int, Interval]] = {}
    for observation, interval in race.history:
        name = observation.configuration
        for side, by in _misses(interval, float(recording.full["test_score"][name])):
            if by > max(half_a_row(recording), worst.get((name, side), (0.0,))[0]):
                worst[name, side] = (by, observation.n_train, interval)
    estimator = race.bounds.estimator(race.plan)
    for (name, side), (by, n_train, interval) in worst.items():
        curve = recording.frame[recording.frame["configuration"] == name]
        curve = curve.sort_values("n_train")
        slack = half_a_row(recording)
        accuracy = float(recording.full["test_score"][name])
        at_the_end = dict(_misses(race.tracks[name].interval, accuracy))[side]
        probes = [probe for probe in race.tracks[name].probes if probe.n_train <= n_train]
        yield {
            "what": side,
            "configuration": name,
            "by": by,
            "cause": cause_above(curve, probes, estimator, accuracy - slack)
            if side == "upper"
            else cause_below(curve, n_train, interval.lower - slack),
            "to_the_end": at_the_end > slack,
        }


def _misses(interval: Interval, accuracy: float) -> tuple[tuple[str, float], ...]:
    return ("upper", accuracy - interval.upper), ("lower", interval.lower - accuracy)


def cause_above(
    curve: pd.DataFrame,
    probes: Sequence[Observation],
    estimator: IntervalEstimator,
    accuracy: float,
) -> str:
    """Why the upper bound from these probes was below the full run's accuracy.

    Fitness, where it would not have been if each sample's model had got as many of the
    sample's rows right as the full run's model does. That bound needs no fitness; where
    it is too low as well, the cause is chance.
    """
    full = curve.iloc[-1]
    right = dict(zip(full["prefix_sizes"], full["prefix_correct"], strict=True))
    fitted = [
        replace(
            probe,
            train=Score.of_count(int(right[probe.n_train]), probe.n_train),
            prefixes=tuple(
                Score.of_count(int(n), size)
                for size, n in right.items()
                if size <= probe.n_train
            ),
            test=Score.of_count(0, probe.n_test),  # leaves the lower bound out of it
        )
        for probe in probes
    ]
    upper = estimator(fitted).interval.upper
    return "fitness" if upper >= accuracy else "chance"


def cause_below(curve: pd.DataFrame, n_train: int, lower: float) -> str:
    """Why a lower bound at `n_train` rows was too high.

    Exploitativeness, where a sample's model did have the accuracy that the bound grants
    and the full run's has not; else chance, in the test sample.
    """
    probed = curve[curve["n_train"] <= n_train]
    return "exploitativeness" if probed["test_score"].max() >= lower else "chance"


def wrong_intervals(failures: pd.DataFrame) -> pd.DataFrame:
    """By table, configuration, side and cause, with their rules and seeds."""
    return (
        failures[failures["what"] != "loss"]
        .groupby(["table", "configuration", "what", "cause"], sort=False)
        .agg(
            rules=("rule", _different),
            replays=("seed", "size"),
            to_the_end=("to_the_end", lambda flags: int(flags.astype(bool).sum())),
            seeds=("seed", _different),
            by=("by", "max"),
        )
        .reset_index()
        .sort_values(["table", "configuration"], kind="stable")
    )


def losses(failures: pd.DataFrame) -> pd.DataFrame:
    """Decided replays that lost more than ε, by who was the best and how far it was seen."""
    lost = failures[failures["what"] == "loss"]
    if lost.empty:
        return lost
    return (
        lost.groupby(["table", "better", "rows_seen", "cause"], sort=False)
        .agg(
            rules=("rule", _different),
            replays=("seed", "size"),
            numbers=("n", lambda n: sorted(set(n))),
            seeds=("seed", _different),
            chosen=("configuration", _different),
            by=("by", "max"),
            training_accuracy_seen=("training_accuracy_seen", "first"),
            training_accuracy=("training_accuracy", "first"),
            reported=("reported", "max"),
        )
        .reset_index()
        .sort_values(["table", "better", "rows_seen"], kind="stable")
    )


def _different(values: pd.Series) -> list[Any]:
    return list(dict.fromkeys(values))
