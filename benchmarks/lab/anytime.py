"""The guess at any time, beside that of successive halving at the same time."""

from __future__ import annotations

import sys

import numpy as np
import pandas as pd

from lab import evaluate
from lab.outlooks import look_ahead
from lab.settings import Settings
from lab.simulator import Race

SHARES = (0.01, 0.03, 0.1, 0.3)
#: The candidate with the best mean less so many standard deviations.
GUESSES = ("mean", "half", "one", "two")


def halving(out, start: int = 0):
    """Times and guesses of successive halving: half of the candidates go on at each size."""
    n, m = out.seen.shape
    alive, spent, times, guesses = np.arange(n), 0.0, [], []
    for a in range(start, m):
        # it ranks by test scores alone, so training rows are not scored
        spent += (
            out.table.fit_time[alive, a] + out.table.predict_row[alive, a] * out.rows[alive, a]
        ).sum()
        order = alive[np.argsort(-out.seen[alive, a])]
        times.append(spent)
        guesses.append(order[0])
        alive = order[: max(1, len(order) // 2)]
        if len(alive) == 1:
            break
    return np.array(times), np.array(guesses)


def at(times, guesses, moment):
    i = np.searchsorted(times, moment, side="right") - 1
    return guesses[max(i, 0)]


def compare(settings: Settings, seeds: int = 20, numbers=(10, None)) -> pd.DataFrame:
    everything, _, fold, forecasters = evaluate.loaded()
    rows = []
    for t in evaluate.usable(everything):
        if t.group == "lcdb":
            continue
        t = t.complete()
        ahead = [look_ahead(t, forecasters[(fold[t.unit],)], s) for s in range(5)]
        for n in numbers:
            if n is not None and n >= len(t.names):
                continue
            for seed in range(seeds):
                chosen = (
                    np.arange(len(t.names))
                    if n is None
                    else np.sort(
                        np.random.default_rng([seed, n]).choice(len(t.names), n, replace=False)
                    )
                )
                out = ahead[seed % 5].subset(chosen)
                race = Race(out, settings, seed)
                trace = race.run()
                cost, winner, guess = (
                    np.array(trace.cost),
                    np.array(trace.winner),
                    np.array(trace.guess),
                )
                times, halved = halving(out)
                final, full = out.table.final, out.table.full_cost.sum()
                for share in SHARES:
                    loss = lambda g: final.max() - final[g]
                    rows.append((t.name, n or len(t.names), seed, share, loss(at(cost, winner, share * full)), *(loss(at(cost, guess[:, c], share * full)) for c in range(4)),
                                 loss(at(times, halved, share * full))))  # fmt: skip
    return pd.DataFrame(
        rows, columns=["table", "n", "seed", "share", "winner", *GUESSES, "halving"]
    )


if __name__ == "__main__":
    found = compare(Settings(**{k: float(v) for k, v in (a.split("=") for a in sys.argv[1:])}))
    median = found.groupby(["table", "n", "share"])[["winner", *GUESSES, "halving"]].median()
    print(median[["mean", "one", "halving"]].unstack("share").round(4).to_string())
    for column in ("winner", *GUESSES):
        worse = median[column] - median["halving"]
        print(
            column,
            "worse by",
            worse.groupby("share").max().round(4).to_dict(),
            "cases",
            int((worse > 0.002).sum()),
            "mean loss",
            found.groupby("share")[column].mean().round(4).to_dict(),
            found.groupby("share")["halving"].mean().round(4).to_dict(),
        )
