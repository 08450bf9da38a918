"""Run the selections of docs/gallery.md, and write what they answered and their reports.

    python scripts/make_gallery.py FOLDER... [--only taxi]

The folders hold the tables that the page names. Each block of Python on the page runs as it
stands, in a process of its own, in an empty folder with links to the tables. It ends with
the selection in `found` and writes one report, which goes to docs/gallery; what it prints
goes into the block of text below it, and what it cost into the table at the top. Those not
named by `--only` keep what they have.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[1] / "docs"
PAGE, REPORTS = DOCS / "gallery.md", DOCS / "gallery"
COSTS = Path(__file__).parent / "gallery.json"
BEGIN, END = "<!-- table: written by make gallery -->", "<!-- end of table -->"
HEADER = ("selection", "training rows", "candidates", "probes", "processor time", "report")
SECTION = re.compile(
    r"^## (?P<title>.+?)\n.*?"
    r"^```python\n(?P<code>.*?)^```\n+"
    r"^```text\n(?P<answer>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
#: Runs a block and tells on its last line what it cost.
RUN = """
import json, resource, sys, time
namespace = {"__name__": "__main__"}
exec(compile(open(sys.argv[1]).read(), "gallery.md", "exec"), namespace)
found = namespace["found"]
used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
print(json.dumps({
    "seconds": sum(u.ru_utime + u.ru_stime for u in used),
    "n_train": found.race.plan.full_size(found.best),
    "candidates": len(found.to_frame()),
    "probes": len(found.history),
}))
"""


@dataclass(frozen=True)
class Section:
    """A selection on the page."""

    title: str
    code: str

    @property
    def name(self) -> str:
        """Of its report, without the ending."""
        (name,) = re.findall(r'found\.report\("(\w+)\.html"\)', self.code)
        return str(name)


def main() -> None:
    """Run the selections, and rewrite the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="+", type=Path, help="where the tables are")
    parser.add_argument("--only", action="append", help="the name of a report")
    given = parser.parse_args()
    REPORTS.mkdir(exist_ok=True)
    for section in sections(PAGE.read_text()):
        if given.only is None or section.name in given.only:
            print(f"{section.title} …", flush=True)
            answer, cost = carried_out(section, given.folders)
            print(answer, cost, flush=True)
            keep_cost(section.name, cost)
            PAGE.write_text(with_answer(PAGE.read_text(), section.title, answer))
    PAGE.write_text(with_table(PAGE.read_text(), json.loads(COSTS.read_text())))


def sections(page: str) -> list[Section]:
    """The selections of the page in order."""
    return [Section(found["title"], found["code"]) for found in SECTION.finditer(page)]


def carried_out(section: Section, folders: list[Path]) -> tuple[str, dict[str, Any]]:
    """What a selection printed and what it cost; its report is put in its place."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for table in (file for each in folders for file in each.glob("*.parquet")):
            (folder / table.name).symlink_to(table.resolve())
        (folder / "block.py").write_text(section.code)
        command = [sys.executable, "-W", "ignore", "-c", RUN, "block.py"]
        done = subprocess.run(
            command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True
        )
        shutil.copy(folder / f"{section.name}.html", REPORTS)
    *printed, cost = done.stdout.splitlines()
    return "\n".join(printed), json.loads(cost)


def keep_cost(name: str, cost: dict[str, Any]) -> None:
    """Note it beside those of the other selections."""
    costs = json.loads(COSTS.read_text()) if COSTS.exists() else {}
    COSTS.write_text(json.dumps({**costs, name: cost}, indent=1) + "\n")


def with_answer(page: str, title: str, answer: str) -> str:
    """The page with another answer below the code of one section."""
    for found in SECTION.finditer(page):
        if found["title"] == title:
            return f"{page[: found.start('answer')]}{answer}\n{page[found.end('answer') :]}"
    raise ValueError(f"The page has no section {title!r}.")


def with_table(page: str, costs: dict[str, dict[str, Any]]) -> str:
    """The page with a new table between its markers."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"The page must hold the lines {BEGIN!r} and {END!r}.")
    lines = [HEADER, ("---",) * len(HEADER)]
    lines += [cells(each, costs[each.name]) for each in sections(page) if each.name in costs]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"{before}{BEGIN}\n\n{table}\n\n{END}{after}"


def cells(section: Section, cost: dict[str, Any]) -> tuple[str, ...]:
    """One line of the table."""
    size = (REPORTS / f"{section.name}.html").stat().st_size
    return (
        section.title,
        f"{cost['n_train']:,}",
        str(cost["candidates"]),
        str(cost["probes"]),
        f"{cost['seconds']:,.0f} s",
        f"[{size / 1e3:,.0f} KB](gallery/{section.name}.html)",
    )


if __name__ == "__main__":
    main()
