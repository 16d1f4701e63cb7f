"""A table at a broker that is set up as docs/club.md says: let in with its own password or certificate, and else told why not."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.club.broker import Broker, require_mosquitto
from tests.club.table import Table, open_table
from tests.club.test_acl import PASSWORDS, blocks, read_settings, type_commands


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the keys and passwords of the page."""
    require_mosquitto()
    if not shutil.which("openssl") or not shutil.which("mosquitto_passwd"):
        pytest.skip("there is no openssl or mosquitto_passwd here")
    folder = tmp_path_factory.mktemp("keys")
    type_commands(folder)
    for name in PASSWORDS:
        (folder / name).write_text(PASSWORDS[name] + "\n")
    return folder


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with open_table(tmp_path / "table") as table:
        table.begin()
        table.lay("10")
        yield table


def open_broker(folder: Path, keys: Path, *, by_certificate: bool = False) -> Broker:
    """The broker of the page, not started."""
    (keys / "club.acl").write_text(blocks("acl")[0])
    return Broker(folder / "broker", read_settings(keys, by_certificate=by_certificate), anonymous=False)


def wait_until(table: Table, is_so: Callable[[], bool]) -> None:
    """Return once something is so."""
    while not is_so():
        table.inbox.wait_for_version(-1, 0.05)


def acknowledged(table: Table) -> int:
    """How many entries the broker has by the table's own file."""
    try:
        marks = json.loads((table.folder / "club-outbox.json").read_text())["matches"]
    except FileNotFoundError:
        return 0
    return sum(mark["entries"] for mark in marks)


def by_password(keys: Path, user: str = "table-4") -> dict[str, Any]:
    return {"user": user, "password_file": str(keys / user), "ca": str(keys / "ca.crt")}


def test_a_table_with_its_password_is_let_in_over_tls(tmp_path: Path, keys: Path, table: Table) -> None:
    with open_broker(tmp_path, keys) as broker:
        table.join(broker.url.replace("mqtt", "mqtts"), **by_password(keys))
        wait_until(table, lambda: acknowledged(table) == 2)
        assert not table.faults.standing_faults


def test_a_table_with_its_certificate_is_let_in(tmp_path: Path, keys: Path, table: Table) -> None:
    own = {"ca": str(keys / "ca.crt"), "certificate": str(keys / "table-4.crt"), "key": str(keys / "table-4.key")}
    with open_broker(tmp_path, keys, by_certificate=True) as broker:
        table.join(broker.url.replace("mqtt", "mqtts"), **own)
        wait_until(table, lambda: acknowledged(table) == 2)


REFUSED = {
    "a wrong password": ({"password_file": "club"}, "does not let this table in"),
    "a broker of another authority": ({"ca": ""}, "is not trusted"),
    "the name of another table": ({"table": "table-5"}, "look at its ACL"),
    "a password file that is not there": ({"password_file": "nothing"}, "No such file"),
}


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # paho lets go of a refused TLS socket unclosed
@pytest.mark.parametrize("case", REFUSED)
def test_a_table_that_is_not_let_in_says_why(tmp_path: Path, keys: Path, table: Table, case: str) -> None:
    wrong, said = REFUSED[case]
    wrong = {key: str(keys / value) if key.endswith("file") else value for key, value in wrong.items()}
    with open_broker(tmp_path, keys) as broker:
        table.join(broker.url.replace("mqtt", "mqtts"), **{**by_password(keys), **wrong})
        wait_until(table, lambda: "club" in table.faults.standing_faults)
        assert said in table.faults.standing_faults["club"] and acknowledged(table) == 0
