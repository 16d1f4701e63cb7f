"""`companion wifi --pretend`, a whole set-up by the page: a wrong password, the right one, and the end."""

from __future__ import annotations

import re
import subprocess
import sys
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.machine.wifi.pretend import PRETEND_PASSWORD
from tests.browser import PATIENCE
from tests.e2e.conftest import free_port

HOME = "FRITZ!Box 7590 XY"


class Page:
    """The page of a pretended access point, and what the command prints."""

    def __init__(self, state: Path) -> None:
        self.port = free_port()
        command = [sys.executable, "-m", "companion", "wifi", "--pretend", "--port", str(self.port)]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={"STATE_DIRECTORY": str(state), "PATH": ""},
        )
        assert self.process.stdout is not None
        self.said = self.process.stdout

    def ask(self, path: str, **form: str) -> str:
        data = urllib.parse.urlencode(form).encode() if form else None
        asked = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, {"Accept-Language": "en"})
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            return str(answer.read().decode())

    def join(self, password: str) -> None:
        assert f"The table joins {HOME}" in self.ask("/", network=HOME, password=password, country="IT")


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Page]:
    page = Page(tmp_path)
    try:
        yield page
    finally:
        page.process.kill()
        page.process.wait(PATIENCE)
        page.said.close()


def test_a_table_is_told_its_network_by_the_page(page: Page) -> None:
    opened = f"Join the network Table Companion, and open http://127.0.0.1:{page.port}/\n"
    assert page.said.readline() == opened
    page.join("the wrong one")
    assert page.said.readline() == opened  # the access point is back
    alert = re.search(r'role="alert">([^<]+)', page.ask("/"))
    assert alert and alert[1] == f"{HOME} did not accept the password. Type it again."
    page.join(PRETEND_PASSWORD)
    rest = page.said.read()
    assert rest == "The table is in a network.\n" and page.process.wait(PATIENCE) == 0
