"""A Raspberry Pi has no clock of its own: the plug is pulled, and the date is another one. Everybody is in as before."""

from __future__ import annotations

import http.client
import json
import ssl
import time
from pathlib import Path
from urllib.parse import urlencode

import pytest

pytest.importorskip("cryptography", reason="cryptography is not installed: pip install cryptography")

from cryptography import x509

from tests.browser import PATIENCE
from tests.e2e.conftest import Running, free_port
from tests.varied import varied

DAY = 86_400
HERE = Path(__file__).parent / "clock"


class Table:
    """A companion for phones over TLS, on a machine whose clock is wrong by as much as `shift` says."""

    def __init__(self, state, folder):
        self.state, self.shift, self.port = state, folder / "shift", free_port()

    def start(self, wrong):
        self.set(wrong)
        before = ("env", f"PYTHONPATH={HERE}", f"CLOCK_FILE={self.shift}")
        self.running = Running(self.state, "run", "--host", "0.0.0.0", "--tls", "--port", str(self.port), before=before)

    def set(self, wrong):
        self.shift.write_text(str(wrong))

    def ask(self, path, cookie="", form=None):
        """Status, cookie that was set, and body."""
        door = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=PATIENCE, context=ssl._create_unverified_context())
        body, kind = (urlencode(form), {"Content-Type": "application/x-www-form-urlencoded"}) if form else (None, {})
        door.request("POST" if form else "GET", path, body, {"Cookie": f"companion={cookie}", "Accept": "*/*", **kind})
        answer = door.getresponse()
        given = (answer.getheader("Set-Cookie") or "").partition("companion=")[2].partition(";")[0]
        said = answer.status, given, answer.read()
        door.close()
        return said

    def join(self, name):
        word = json.loads((self.state / "pairing.json").read_text())["word"]
        status, cookie, _ = self.ask("/pair", form={"code": word, "name": name})
        assert status == 303
        return cookie

    def roles(self, cookie):
        return {phone["name"]: phone["role"] for phone in json.loads(self.ask("/api/phones", cookie)[2])["phones"]}

    def certificate(self):
        return x509.load_pem_x509_certificate((self.state / "tls.pem").read_bytes())


@pytest.fixture
def table(state, tmp_path):
    table = Table(state, tmp_path)
    yield table
    table.running.stop()
    for left in state.iterdir():
        if left.is_file():
            left.unlink()


@pytest.mark.whole
@varied(("first", "then"), [(0, -60), (0, -30 * DAY), (0, 400 * DAY), (-400 * DAY, 0), (400 * DAY, 0), (-9000 * DAY, 0)])
def test_who_was_in_is_in_whatever_date_it_is(first, then, table):
    table.start(first)
    anna, berta = table.join("Anna"), table.join("Berta")
    before = table.roles(anna)
    table.set(then)  # while it runs
    pages = "/", "/api/state", "/phones", "/health", "/history"
    assert [table.ask(path, anna)[0] for path in pages] == [200] * len(pages)
    table.running.kill()
    table.start(then)
    for cookie in (anna, berta):
        assert [table.ask(path, cookie)[0] for path in pages] == [200] * len(pages)
    assert table.roles(berta) == before == {"Anna": "referee", "Berta": "player"}
    table.join("Carla")
    assert table.roles(berta) == before | {"Carla": "player"}
    good = table.certificate()
    assert good.not_valid_before_utc.timestamp() < time.time() + then < good.not_valid_after_utc.timestamp()
