"""Build wheel and sdist, install each in an environment of its own, and try it.

    python scripts/check_dist.py [python3.12 python3.13 ...]

Further interpreters get the wheel alone. Needs a package registry. Prints sizes, what each
environment answered, and how many packages all extras come to; ends with an error where one
of them does not work, or the wheel has grown beyond `MOST_BYTES`.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path

from nearbest.forecast.pasts import PASTS

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
#: What a wheel must bring along besides the code.
DATA = (
    *(f"nearbest/forecast/{past.file}" for past in PASTS),
    "nearbest/datasets/flights-1m.parquet",
    "nearbest/py.typed",
)
#: What the installation page says of the wheel's size holds up to here.
MOST_BYTES = 4_500_000
#: Parts of the repository that are nobody's at run time.
FOREIGN = ("tests/", "benchmarks/", "docs/", "scripts/")
TRIAL = """
from sklearn.datasets import make_classification
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from nearbest import __version__, select
X, y = make_classification(20_000, random_state=0)
candidates = {"linear": LogisticRegression(), "dummy": DummyClassifier()}
found = select(candidates, X, y, random_state=0)
assert found.best == "linear", found
print(__version__, found.certificate.sentence)
"""


def main() -> None:
    """Build, look inside, install, and try."""
    wheel, sdist = build()
    check_wheel(wheel)
    check_sdist(sdist)
    for path in (wheel, sdist):
        print(f"{path.name}: {path.stat().st_size / 1e6:.1f} MB")
    try_out(sys.executable, wheel)
    try_out(sys.executable, sdist)
    for python in sys.argv[1:]:
        try_out(python, wheel)


def build() -> tuple[Path, Path]:
    """Both, made anew."""
    for old in [*DIST.glob("*.whl"), *DIST.glob("*.tar.gz")]:
        old.unlink()
    subprocess.run([sys.executable, "-m", "build", "--outdir", DIST, ROOT], check=True)
    (wheel,), (sdist,) = DIST.glob("*.whl"), DIST.glob("*.tar.gz")
    return wheel, sdist


def check_wheel(path: Path) -> None:
    """The package, its data, and nothing else."""
    names = zipfile.ZipFile(path).namelist()
    missing = [name for name in DATA if name not in names]
    foreign = [name for name in names if name.startswith(FOREIGN)]
    if missing or foreign:
        sys.exit(f"{path.name} lacks {missing} and has {foreign}.")
    size = path.stat().st_size
    if size > MOST_BYTES:
        sys.exit(f"{path.name} must have at most {MOST_BYTES:,} bytes; it has {size:,}.")


def check_sdist(path: Path) -> None:
    """What it takes to build it elsewhere."""
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    missing = [n for n in ("pyproject.toml", "README.md", "LICENSE") if n not in names]
    if missing:
        sys.exit(f"{path.name} lacks {missing}.")


def try_out(python: str, artifact: Path) -> None:
    """Install it in a new environment, select, and ask the command line."""
    with tempfile.TemporaryDirectory() as folder:
        if python == sys.executable:
            venv.create(folder, with_pip=True)
        else:
            subprocess.run([python, "-m", "venv", folder], check=True)
        own = Path(folder) / "bin" / "python"
        subprocess.run([own, "-m", "pip", "install", "--quiet", artifact], check=True)
        answer = _said(own, "-W", "ignore", "-c", TRIAL)
        version = _said(own, "-m", "nearbest", "--version")
        print(f"{artifact.name} on {_said(own, '--version')}: {version}; {answer}", flush=True)
        if artifact.suffix == ".whl":
            print(f"  with all extras: {count_packages(own, artifact)} packages", flush=True)


def count_packages(python: Path, wheel: Path) -> int:
    """How many packages ``[all]`` would add; an error where they do not go together."""
    resolve = ("-m", "pip", "install", "--quiet", "--dry-run", "--report", "-")
    report = json.loads(_said(python, *resolve, f"{wheel}[all]"))
    return len(report["install"])


def _said(python: Path, *arguments: str) -> str:
    """What it prints, run outside of the repository."""
    done = subprocess.run(
        [python, *arguments], check=True, cwd=python.parent, stdout=subprocess.PIPE, text=True
    )
    return done.stdout.strip()


if __name__ == "__main__":
    main()
