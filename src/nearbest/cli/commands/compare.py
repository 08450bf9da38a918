"""``nearbest compare``: the paper's use case."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from nearbest.candidates.configuration import Configuration
from nearbest.candidates.space import Space
from nearbest.candidates.toml import read_candidates
from nearbest.cli import options
from nearbest.cli.clusters import cluster
from nearbest.cli.comparison import UntilAnswered, comparison_of
from nearbest.cli.data import labelled, read_rows
from nearbest.cli.derived import takes_options
from nearbest.cli.failures import exit_unless, guarded
from nearbest.cli.interval_table import interval_table
from nearbest.cli.option_groups import Answer, Rows, Where
from nearbest.cli.standard_output import kept_for_the_answer
from nearbest.errors import AllFailed, InvalidInput
from nearbest.json_values import json_text
from nearbest.places import as_path
from nearbest.printable import one_line
from nearbest.progress import Progress
from nearbest.progress.console import Console
from nearbest.race.answer.standings import ranked, standings
from nearbest.race.certificate import Certificate, as_confidence
from nearbest.race.schedulers import GradientCI
from nearbest.running.prepare import checked_roster
from nearbest.running.settings import Settings
from nearbest.running.settings.tolerance import tolerance
from nearbest.selection.result import Selection
from nearbest.selection.select import select

FileA = Annotated[
    Path, typer.Argument(metavar="A.toml", help="The configuration in use.", parser=as_path)
]
FileB = Annotated[
    Path, typer.Argument(metavar="B.toml", help="The altered configuration.", parser=as_path)
]


#: What `compare` decides itself.
ITS_OWN = {"n_candidates", "stop_at", "refit", "run_dir", "extend"}


@guarded
@takes_options(but=ITS_OWN)
def compare(
    a: FileA,
    b: FileB,
    data: options.Data,
    target: options.Target,
    *,
    rows: Rows,
    where: Where,
    answer: Answer,
    **settings: Any,
) -> None:
    """Is the altered configuration better, worse, or equal within ε?

    Each file holds one candidate. Probing goes on until the question is answered or
    the time is up; then what is known and what is not is said, with exit code 3.

    [bold]Examples[/]

    nearbest compare production.toml altered.toml flights.parquet --target delayed

    nearbest compare a.toml b.toml flights.csv -t delayed --epsilon 0.005 --timeout 10m
    """
    epsilon = settings.pop("epsilon")
    pair = two_named(a, b, where.allow)
    checked_roster(pair, Settings(epsilon=epsilon, scoring=settings["scoring"]))
    watch = Progress(Console(stderr=True), quiet=answer.quiet, timeout=settings["timeout"])
    table = labelled(data, target, watch, rows.drop, rows.keep, **rows.aside)
    in_memory = rows.test_file is not None or settings.get("stratify")
    with (
        kept_for_the_answer(),
        cluster(where.dask, where.ray, settings.pop("n_jobs")) as (executor, n_jobs),
        watch,
    ):
        found = select(
            pair,
            **(read_rows(table, data, rows.test_file) if in_memory else {"X": table}),
            **settings,
            stop_at="proved",
            epsilon=0.0,  # ahead by any margin counts; ε is what makes the two equal
            scheduler=UntilAnswered(GradientCI(), epsilon),
            refit=False,
            n_jobs=n_jobs,
            executor=executor,
            watch=watch,
        )
    plan = found.race.plan
    _print(found, tolerance(epsilon, plan.scale, plan.constant), answer)


def two_named(a: Path, b: Path, allow: Collection[str]) -> list[Configuration]:
    """The configurations of two files, named apart."""
    first, second = (_only(path, allow) for path in (a, b))
    if first.name != second.name:
        return [first, second]
    names = (a.stem, b.stem) if a.stem != b.stem else (str(a), str(b))
    if names[0] == names[1]:
        raise InvalidInput(f"A and B must be two files; both are {a}.")
    return [
        Configuration(name, each.estimator, each.parameters)
        for name, each in zip(names, (first, second), strict=True)
    ]


def _only(path: Path, allow: Collection[str]) -> Configuration:
    found = read_candidates(path, allow=allow)
    if isinstance(found, Space) or len(found) != 1:
        n = "a space" if isinstance(found, Space) else f"{len(found)} candidates"
        raise InvalidInput(
            f"{path} must hold one candidate to compare, but holds {n}; `nearbest select` "
            "chooses among many."
        )
    return found[0]


def _print(found: Selection, epsilon: float, answer: Answer) -> None:
    race, certificate = found.race, found.certificate
    if certificate.failed:
        causes = "; ".join(f"{name}: {cause}" for name, cause in certificate.failed)
        raise AllFailed(f"Nothing can be compared, as a candidate failed. {causes}")
    result = comparison_of(race, epsilon)
    if answer.as_json:
        content = {
            "answer": result.answer,
            "sentence": str(result),
            "difference": [result.difference.lower, result.difference.upper],
            "epsilon": epsilon,
            "confidence": certificate.confidence,
            "proven": certificate.bounds_prove,
            "claim": certificate.claim,
            "a": {"name": result.a, "interval": [result.of_a.lower, result.of_a.upper]},
            "b": {"name": result.b, "interval": [result.of_b.lower, result.of_b.upper]},
            "assumptions": race.bounds.assumptions(race.plan),
            "violations": [str(violation) for violation in certificate.violations],
            "seconds": found.seconds,
            "seed": found.seed,
        }
        typer.echo(json_text(content))
    else:
        console = Console()
        console.print(Text(one_line(f"{result} {_how_sure(certificate)}")))
        if not answer.quiet:
            console.print()
            rows = ranked(standings(race, certificate))
            console.print(
                interval_table(rows, console.width, certificate.scale, certificate.bounds_prove)
            )
            console.print("\nAssumptions:")
            for sentence in race.bounds.assumptions(race.plan):
                console.print(Text(f"  - {sentence}"))
            for violation in certificate.violations:
                console.print(Text(one_line(f"Seen to fail: {violation}")))
    exit_unless(result.answer != "unknown")


def _how_sure(certificate: Certificate) -> str:
    """The confidence, where the bounds have one."""
    sure = f"Confidence {as_confidence(certificate.confidence)}"
    match certificate.claim:
        case "proved":
            return f"{sure}."
        case "approximate":
            return f"{sure}, approximately."
    return "Estimated, not proved."
