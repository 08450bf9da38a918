"""The main job on the embedded data: ``python -m nearbest.demo``."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.table import Table

from nearbest import space
from nearbest.datasets import flights
from nearbest.interval import Interval
from nearbest.progress import Progress, bar
from nearbest.selection import Selection, select


def main(arguments: list[str] | None = None) -> None:
    """Select among 20 configurations of the paper's space on a million flights."""
    parser = argparse.ArgumentParser(prog="python -m nearbest.demo", description=main.__doc__)
    parser.add_argument("--n", type=int, default=20, help="candidates (default 20)")
    parser.add_argument("--rows", type=int, help="use only so many flights")
    parser.add_argument("--epsilon", type=float, default=0.01)
    parser.add_argument("--delta", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)

    console = Console()
    X, y = flights(return_X_y=True)
    if options.rows is not None:
        X = X.sample(options.rows, random_state=options.seed)
        y = y.loc[X.index]
    console.print(
        f"{len(X):,} US flights, {options.n} configurations of 5 learners: which one "
        "predicts best whether a flight is 15 minutes late?"
    )
    with Progress(console) as progress:
        found = select(
            space.paper(),
            X,
            y,
            n_candidates=options.n,
            epsilon=options.epsilon,
            delta=options.delta,
            random_state=options.seed,
            watch=progress,
        )
    console.print(interval_table(found))
    console.print(str(found.certificate), highlight=False)
    console.print(f"Selected in {found.seconds:.0f} s with {len(found.race.history)} probes.")


def interval_table(found: Selection) -> Table:
    """Every candidate with its interval, rows, time and fate, the best first."""
    race = found.race
    tracks = sorted(
        race.tracks.values(),
        key=lambda track: (track.name != found.best, -track.interval.lower),
    )
    scale = Interval(
        min(track.interval.lower for track in tracks),
        max(track.interval.upper for track in tracks),
    )
    table = Table("configuration", "accuracy on the full data", "", box=None, pad_edge=False)
    table.add_column("rows", justify="right")
    table.add_column("seconds", justify="right")
    table.add_column("status")
    for track in tracks:
        pruned_by = race.pruned_by(track.name)
        status = f"pruned by {pruned_by}" if pruned_by else race.standing(track.name)
        table.add_row(
            track.name,
            str(track.interval),
            bar(track.interval, scale, width=20),
            f"{track.probes[-1].n_train:,}" if track.probes else "",
            f"{track.seconds:.1f}",
            "winner" if track.name == found.best else status,
        )
    return table


if __name__ == "__main__":
    main()
