"""A headless Chromium for tests, installed if it is missing and may be."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from filelock import FileLock
from selenium import webdriver

PACKAGES = ("chromium", "chromium-driver")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1280,900",
)


def start(profile):
    """A driver with an empty profile; skips where no browser can be had, but not in CI."""
    browser, driver = found() or installed() or missing()
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))


def found():
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    return (browser, driver) if browser and driver else None


def installed():
    """Debian's packages, if this process may install them."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return None
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with FileLock(Path(tempfile.gettempdir()) / "nearbest-chromium.lock"):
        for step in (("update",), ("install", "--yes", "--no-install-recommends", *PACKAGES)):
            if found() is None:
                subprocess.run(["apt-get", "--quiet", *step], env=quiet, check=False)
    return found()


def missing():
    reason = f"needs a browser: apt-get install {' '.join(PACKAGES)}"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)
