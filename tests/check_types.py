"""The types, checked against every numpy that a lock gives to some Python: python -m tests.check_types

What another Python gets has other stubs, and what passes here may fail there. Such a numpy is fetched once into the environment, to be read
and never to be run. Outside the suite: ./check calls it before the tests.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PYTHONS = ("3.11", "3.12", "3.13")
"""What `requires-python` allows."""
LOCKS = {
    "requirements.lock": PYTHONS,
    "requirements-dev.lock": PYTHONS,
    "requirements-club.lock": PYTHONS,
    "requirements-pi-bookworm.lock": PYTHONS[:1],
}
"""Each lock, and the Pythons that install what it says."""
CALLERS_ONLY = ("arg-type", "assignment", "misc", "no-any-return", "no-untyped-call", "type-arg")
"""What is not asked of numpy 1, whose stubs know less: there each name, each number of arguments and each overload must be right."""


class NotFetchedError(Exception):
    """A numpy could not be had."""


@dataclass(frozen=True, slots=True)
class Check:
    """One run of mypy: as which Python, with which numpy, and which hashes its wheel may have."""

    python: str
    numpy: str
    hashes: tuple[str, ...]


Run = Callable[[Check, Path | None], int]
Fetch = Callable[[Check, Path], Path]


def checks(lock: str, pythons: tuple[str, ...] = PYTHONS) -> list[Check]:
    """Every numpy of a lock, with the newest Python that gets it."""
    found = {}
    for line in lock.replace("\\\n", " ").splitlines():
        if not re.match(r"numpy *==", line):
            continue
        wanted = Requirement(line.partition(" --hash")[0].strip())
        for python in pythons:
            there = {"python_full_version": f"{python}.5", "python_version": python}
            if not wanted.marker or wanted.marker.evaluate(there):
                numpy = str(wanted.specifier).removeprefix("==")
                found[numpy] = Check(python, numpy, tuple(re.findall(r"--hash=(\S+)", line)))
    return list(found.values())


def fetch(check: Check, folder: Path) -> Path:
    """The folder with that numpy, fetched if it is not there yet; raises NotFetchedError."""
    there = folder / check.numpy
    if there.is_dir():
        return there
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as wheels:
        needs = Path(wheels, "needs")
        needs.write_text(" ".join([f"numpy=={check.numpy}", *(f"--hash={each}" for each in check.hashes)]) + "\n")
        wanted = ["--no-deps", "--only-binary=:all:", "--python-version", check.python, "--dest", wheels, "-r", str(needs)]
        pip = [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", *wanted]
        done = subprocess.run(pip, capture_output=True, text=True)
        if done.returncode != 0:
            why = (done.stderr.strip() or "pip said nothing").splitlines()[-1]
            raise NotFetchedError(
                f"numpy {check.numpy}, which Python {check.python} gets, could not be fetched: is this machine on the internet? {why}"
            )
        whole = Path(wheels, "whole")
        with zipfile.ZipFile(next(Path(wheels).glob("*.whl"))) as wheel:
            wheel.extractall(whole, [name for name in wheel.namelist() if name.endswith((".py", ".pyi", "py.typed"))])
        whole.rename(there)
    return there


def run_mypy(check: Check, numpy: Path | None) -> int:
    """The status of mypy as that Python. `numpy`: the folder of another numpy than that of the environment."""
    wanted = ["--no-error-summary", "--python-version", check.python]
    environment = dict(os.environ)
    if numpy:
        wanted += ["--cache-dir", f".mypy_cache/numpy-{check.numpy}"]
        environment["PYTHONPATH"] = str(numpy)
    if check.numpy.startswith("1."):
        wanted += ["--no-warn-unused-ignores", *(part for code in CALLERS_ONLY for part in ("--disable-error-code", code))]
    done = subprocess.run([sys.executable, "-m", "mypy", *wanted], env=environment, cwd=ROOT, capture_output=True, text=True)
    print(
        f"Python {check.python}, numpy {check.numpy}: status {done.returncode}\n{done.stdout}{done.stderr}",
        end="",
        file=sys.stderr,
    )
    return done.returncode


def checks_of_locks() -> list[Check]:
    """Each numpy of the locks once."""
    return list(
        {check.numpy: check for lock, pythons in LOCKS.items() for check in checks((ROOT / lock).read_text(), pythons)}.values()
    )


def main(run: Run = run_mypy, fetch: Fetch = fetch, wanted: Iterable[Check] = ()) -> int:
    """0 where the types pass with every numpy of the locks; what does not is said."""
    here, folder = version("numpy"), Path(sys.prefix, "numpys")
    checks = [*(wanted or checks_of_locks())]
    try:
        numpys = [None if check.numpy == here else fetch(check, folder) for check in checks]
        with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as runs:
            return max(runs.map(run, checks, numpys))
    except NotFetchedError as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
