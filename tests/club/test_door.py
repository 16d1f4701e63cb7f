"""Who may do what on the club's pages: a stranger nothing, a guest looks, the organiser changes."""

from __future__ import annotations

import re
import ssl
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.browser import PATIENCE
from tests.club.broker import find_free_port
from tests.club.evening import ClubEvening
from tests.club.told import MATCH
from tests.e2e.conftest import environment
from web.door.access import ByInvitation
from web.door.invitations import Invitations
from web.door.phones import Phones

VALUES = {"table": "table-1", "match": MATCH, "id": "1", "kind": "csv", "name": "x"}
OPEN_TO_ALL = {"/pair", "/pair/shown", "/healthz"}


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[ClubEvening]:
    evening = ClubEvening(tmp_path, ByInvitation(Phones(), Invitations()))
    evening.begin()
    yield evening
    evening.close()


def join(evening: ClubEvening, **form: str) -> FlaskClient:
    """A phone that has typed the code."""
    assert isinstance(evening.access, ByInvitation)
    client = evening.app.test_client()
    client.get("/pair")
    code = evening.access.invitations.current.code
    assert client.post("/pair", data={"code": code, "cookies": "asked", **form}).status_code == 303
    return client


def list_paths(evening: ClubEvening, method: str) -> list[str]:
    """Every address of the club's pages that takes a method, with values filled in."""
    rules = [rule.rule for rule in evening.app.url_map.iter_rules() if method in (rule.methods or ())]
    paths = {re.sub(r"<(?:\w+:)?(\w+)>", lambda found: VALUES.get(found[1], "x"), rule) for rule in rules}
    return sorted(path for path in paths if "static" not in path)


def test_a_stranger_sees_nothing_and_changes_nothing(evening: ClubEvening) -> None:
    join(evening)
    stranger = evening.app.test_client()
    paths = [(path, "get") for path in list_paths(evening, "GET")] + [(path, "post") for path in list_paths(evening, "POST")]
    assert len(paths) > 20
    for path, method in paths:
        if path not in OPEN_TO_ALL:
            answer = stranger.open(path, method=method)
            assert answer.status_code == 401 or answer.headers.get("Location") == "/pair", (method, path, answer.status_code)
    assert evening.store.list_results(table="table-1")[0]["status"] == "won"


@pytest.mark.parametrize("form", [{}, {"looks": "yes"}], ids=["guest", "onlooker"])
def test_whoever_joins_later_changes_nothing_of_the_club(evening: ClubEvening, form: dict[str, str]) -> None:
    join(evening)
    guest = join(evening, **form)
    changing = [path for path in list_paths(evening, "POST") if not path.startswith(("/pair", "/api/"))]
    assert changing == [f"/tables/table-1/matches/{MATCH}/result", "/tournaments/1", "/tournaments/new"]
    for path in changing:
        assert guest.post(path, data={"do": "pair", "status": "lost", "why": "x"}).status_code == 403, path
    assert evening.store.list_results(table="table-1")[0]["status"] == "won"


@pytest.mark.parametrize("path", ["/tournaments", "/tournaments/1", "/tournaments/1/seats", "/leagues/x", "/tables/table-1"])
def test_whoever_follows_a_link_is_led_to_the_code(evening: ClubEvening, path: str) -> None:
    assert evening.app.test_client().get(path).headers["Location"] == "/pair"


@pytest.mark.parametrize(("language", "said"), [("en", "under “Phones”"), ("it", "sotto «Telefoni»")])
def test_the_page_for_the_code_speaks_of_the_club(evening: ClubEvening, language: str, said: str) -> None:
    page = evening.app.test_client().get(f"/pair?language={language}").get_data(as_text=True)
    assert said in page and 'id="pressed"' not in page


def test_health_is_told_to_programs_that_have_not_joined(evening: ClubEvening) -> None:
    evening.hall.broker_there = True
    assert evening.app.test_client().get("/healthz").get_json()["status"] == "ok"


@pytest.mark.whole
def test_pages_come_over_tls_with_the_fingerprint_that_was_printed(tmp_path: Path) -> None:
    words = ["--tls", "--port", str(find_free_port()), "--broker", "mqtt://127.0.0.1:9", "--name", "club.example"]
    command = [sys.executable, "-m", "companion", "club", *words]
    with subprocess.Popen(command, env=environment(tmp_path), stdout=subprocess.PIPE, text=True) as club:
        assert club.stdout is not None
        url = club.stdout.readline().split()[1]
        club.stdout.readline()
        fingerprint = club.stdout.readline().strip().replace(":", "").lower()
        trusted = ssl.create_default_context(cafile=tmp_path / "club/tls.pem")
        assert url.startswith("https://127.0.0.1:")
        for host, status in (("club.example", 200), ("club.elsewhere", 403)):
            asked = urllib.request.Request(url, headers={"Host": host})
            try:
                found = urllib.request.urlopen(asked, timeout=PATIENCE, context=trusted).status
            except urllib.error.HTTPError as error:
                found = error.code
            assert found == status, host
        shown = ssl.get_server_certificate(("127.0.0.1", int(url.rstrip("/").rpartition(":")[2])))
        from hashlib import sha256

        assert sha256(ssl.PEM_cert_to_DER_cert(shown)).hexdigest() == fingerprint
        club.terminate()
    assert club.returncode == 0
