"""A real PostgreSQL for tests, in a folder of its own, on a Unix socket."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

INITDB, PG_CTL = shutil.which("initdb"), shutil.which("pg_ctl")


@contextmanager
def run_postgres() -> Iterator[str]:
    """The URL of an empty database. The test is skipped where PostgreSQL is not installed."""
    if not INITDB or not PG_CTL:
        pytest.skip("there is no PostgreSQL here: apt install postgresql, and put initdb and pg_ctl on the PATH")
    folder = Path(tempfile.mkdtemp(prefix="club-pg-"))
    data, user = folder / "data", []
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        shutil.chown(folder, "postgres")
        user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]

    def run(*command: str) -> None:
        subprocess.run([*user, *command], check=True, stdout=subprocess.DEVNULL, cwd=folder)

    try:
        run(INITDB, "-D", str(data), "-U", "club", "-A", "trust", "-N", "-E", "UTF8", "--no-locale")
        run(PG_CTL, "-D", str(data), "-w", "-l", str(folder / "log"), "-o", f"-k {folder} -c listen_addresses= -F", "start")
        try:
            yield f"postgresql://club@/postgres?host={folder}"
        finally:
            run(PG_CTL, "-D", str(data), "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
