"""The club that a person chooses on a phone: tried at a real Mosquitto, kept, told at once and after a restart, and left again."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.club_desk import ClubDesk
from companion.app.club_wiring import open_club
from companion.cli import main
from companion.doctor.support import BundleRequest, write_bundle
from companion.errors import ConfigError
from companion.machine.config import ClubSettings
from companion.machine.faults import Faults
from companion.machine.network.found_brokers import find_brokers
from companion.setup.club_choice import ClubShelf, read_club_choice
from companion.shown.words.messages import catalogue
from tests.axe import faults
from tests.browser import PATIENCE, photograph
from tests.club.broker import Broker, find_free_port, require_mosquitto
from tests.club.table import SHEETS, Listener, Table, open_table
from tests.club.test_acl import type_commands
from tests.faults.stopping import with_decks
from tests.varied import varied_language
from tests.web.cut_text import find_cut_texts
from tests.web.real_table import RealTable
from web.app import create_app
from web.errors import CommandRefused
from web.wire.serve import Server

SECRET = "the word of table four"
SIZE = {"width": 360, "height": 640}


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Broker]:
    """A broker that lets in table-4 by its password, and a listener."""
    require_mosquitto()
    if not shutil.which("mosquitto_passwd"):
        pytest.skip("there is no mosquitto_passwd here")
    passwords = tmp_path / "passwords"
    for name, word, fresh in (("table-4", SECRET, ["-c"]), ("club", "club", [])):
        subprocess.run(["mosquitto_passwd", *fresh, "-b", str(passwords), name, word], check=True, capture_output=True)
    with Broker(tmp_path / "broker", [f"password_file {passwords}"], anonymous=False) as broker:
        yield broker


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with open_table(tmp_path / "table") as table:
        table.begin(names=["Anna", "Bruno"])
        table.lay("10")
        yield table


class Phone:
    """A desk of a table, started, as the page of a phone uses it."""

    def __init__(self, table: Table, configured: ClubSettings | None = None, found: list[str] | None = None) -> None:
        self.table, self.faults, self.shelf = table, Faults(), ClubShelf(table.folder)
        self.desk = ClubDesk(
            configured or ClubSettings(),
            self.shelf,
            lambda club: open_club(club, "en", table.inbox, table.folder, SHEETS, self.faults, table),
            self.faults,
            lambda: found or [],
        )
        self.desk.start_telling()

    def join(self, broker: str, **more: Any) -> None:
        told = {"broker": broker, "name": "Table 4", "user": "", "names": "numbers", "nicknames": "", **more}
        self.desk.choose_club(told, "en")

    def state(self) -> str:
        return str(self.desk.describe_club("en")["state"])

    def wait_for(self, state: str) -> None:
        while self.state() != state:
            self.table.inbox.wait_for_version(-1, 0.05)


@pytest.fixture
def phone(table: Table) -> Iterator[Phone]:
    phone = Phone(table)
    yield phone
    phone.desk.stop_telling()


def test_a_chosen_club_is_told_at_once_and_left_again(broker: Broker, phone: Phone) -> None:
    listener = Listener(broker.port)
    try:
        phone.join(broker.url, nicknames="Anna = Queen\n")
        state = listener.wait_for_kind("state", lambda state: state.status == "playing")
        assert (state.table, state.name, state.players) == ("table-4", "Table 4", ["Queen", "Player 2"])
        phone.wait_for("joined")
        phone.desk.leave_club("en")
        listener.wait_for_kind("status", lambda online: not online)
        left = phone.desk.describe_club("en")
        assert (left["state"], left["name"], left["nicknames"]) == ("off", "Table 4", "Anna = Queen")
    finally:
        listener.close()


def test_names_leave_the_table_where_a_person_says_so(broker: Broker, phone: Phone) -> None:
    listener = Listener(broker.port)
    try:
        phone.join(broker.url, names="names")
        assert listener.wait_for_kind("state", lambda state: state.status == "playing").players == ["Anna", "Bruno"]
    finally:
        listener.close()


def test_the_password_stands_in_a_file_for_this_user_and_nowhere_else(
    guarded: Broker, phone: Phone, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    phone.join(guarded.url, user="table-4", password=SECRET)
    phone.wait_for("joined")
    holders = [path for path in phone.table.folder.rglob("*") if path.is_file() and SECRET.encode() in path.read_bytes()]
    assert [oct(path.stat().st_mode & 0o777) for path in holders] == ["0o600"]
    assert (phone.table.folder / "club.json").stat().st_mode & 0o777 == 0o600
    assert SECRET not in str(phone.desk.describe_club("en")) and SECRET not in caplog.text
    write_bundle(tmp_path / "bundle.zip", BundleRequest(phone.table.folder, None, "http://127.0.0.1:1/", ()))
    with zipfile.ZipFile(tmp_path / "bundle.zip") as bundle:
        assert not [name for name in bundle.namelist() if SECRET.encode() in bundle.read(name)]

    phone.join(guarded.url, user="table-4", name="Table four")  # the password that is kept is used again
    phone.wait_for("joined")
    with pytest.raises(CommandRefused):  # another broker never gets it
        phone.join(f"mqtt://localhost:{guarded.port}", user="table-4")
    phone.desk.leave_club("en")
    assert not [path for path in phone.table.folder.rglob("*") if path.is_file() and SECRET.encode() in path.read_bytes()]


def list_kept_files(folder: Path) -> list[str]:
    """What is kept of the choice of a club."""
    return sorted(path.name for path in folder.glob("club*") if not path.name.startswith("club-outbox"))


REFUSED = {
    "no address": ({"broker": "http://club.local"}, "is no address of a broker"),
    "a password in the address": ({"broker": "mqtts://me:secret@club.local"}, "is no address of a broker"),
    "nobody there": ({"broker": "mqtt://127.0.0.1:1"}, "does not answer"),
    "no user": ({}, "does not let this table in"),
    "a wrong password": ({"user": "table-4", "password": "guess"}, "does not let this table in"),
    "no name": ({"name": " "}, "is no name"),
    "a nickname without a name": ({"nicknames": "Queen"}, "as Anna = Queen"),
    "a certificate that is none": ({"ca": "hello"}, "is no certificate"),
    "a file that is a picture": ({"ca": "\ufffdPNG"}, "is no certificate"),
    "a name that turns the writing": ({"name": "Table \u202e4"}, "is no name"),
    "a host that cannot be": ({"broker": f"mqtts://{'a' * 70}.local"}, "does not answer"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_joined_is_said_in_one_line_and_nothing_is_lost(guarded: Broker, phone: Phone, case: str) -> None:
    wrong, said = REFUSED[case]
    phone.join(guarded.url, user="table-4", password=SECRET)
    before, files = phone.shelf.choice, list_kept_files(phone.table.folder)
    with pytest.raises(CommandRefused, match=said) as refused:
        phone.join(**{"broker": guarded.url, **wrong})
    assert "\n" not in str(refused.value)
    phone.wait_for("joined")
    assert read_club_choice(phone.table.folder) == before
    assert list_kept_files(phone.table.folder) == files


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # paho lets go of a refused TLS socket unclosed
def test_a_club_with_an_authority_of_its_own_is_trusted_by_its_file(tmp_path: Path, phone: Phone) -> None:
    require_mosquitto()
    if not shutil.which("openssl") or not shutil.which("mosquitto_passwd"):
        pytest.skip("there is no openssl or mosquitto_passwd here")
    (keys := tmp_path / "keys").mkdir()
    type_commands(keys)
    lines = [f"certfile {keys}/broker.crt", f"keyfile {keys}/broker.key"]
    with Broker(tmp_path / "broker", lines) as broker:
        url = broker.url.replace("mqtt", "mqtts")
        with pytest.raises(CommandRefused, match="is not trusted"):
            phone.join(url)
        phone.join(url, ca=(keys / "ca.crt").read_text())
        phone.wait_for("joined")


def test_what_a_club_needs_and_is_missing_is_named(broker: Broker, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.app.club_desk.CLUB_MODULES", ("no_such_module",))
    with pytest.raises(CommandRefused, match="A club needs no_such_module"):
        phone.join(broker.url)
    assert phone.state() == "off"


def test_a_chosen_club_whose_modules_are_gone_keeps_no_table_dark(broker: Broker, table: Table) -> None:
    first = Phone(table)
    first.join(broker.url)
    first.desk.stop_telling()

    def open_without_modules(club: ClubSettings) -> None:
        if club.broker:
            raise ConfigError("club.broker: paho is missing")

    desk = ClubDesk(ClubSettings(), ClubShelf(table.folder), open_without_modules, Faults())
    desk.start_telling()
    assert desk.describe_club("en")["state"] == "trouble" and "paho is missing" in desk.describe_club("en")["said"]
    desk.leave_club("en")
    assert desk.describe_club("en")["state"] == "off"
    with pytest.raises(ConfigError):  # what companion.toml asks for is refused, as before
        ClubDesk(ClubSettings(broker=broker.url), ClubShelf(table.folder), open_without_modules, Faults())


def test_what_companion_toml_says_goes_before_the_choice(broker: Broker, table: Table) -> None:
    first = Phone(table)
    first.join(broker.url, names="names")
    first.desk.stop_telling()
    named = Phone(table, ClubSettings(broker="mqtt://127.0.0.1:1", table="table-9"))
    assert named.desk.settings.broker == "mqtt://127.0.0.1:1"
    assert not named.desk.describe_club("en")["is_ours"]
    with pytest.raises(CommandRefused, match=r"companion\.toml"):
        named.join(broker.url)
    named.desk.stop_telling()
    partly = Phone(table, ClubSettings(table="table-9", user="nine"))
    assert (partly.desk.settings.table, partly.desk.settings.user, partly.desk.settings.names) == ("table-9", "nine", "names")
    assert "user" in partly.desk.describe_club("en")["fixed"]
    partly.desk.stop_telling()


def test_doctor_looks_at_the_chosen_club(
    broker: Broker, table: Table, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first = Phone(table)
    first.join(broker.url)
    first.desk.stop_telling()
    monkeypatch.setenv("STATE_DIRECTORY", str(table.folder))
    main(["doctor", "--json"])
    (found,) = (check["found"] for check in json.loads(capsys.readouterr().out) if check["name"] == "club")
    assert broker.url in found and "table-4" in found


def test_a_damaged_choice_is_set_aside_and_tells_no_club(broker: Broker, table: Table) -> None:
    first = Phone(table)
    first.join(broker.url)
    first.desk.stop_telling()
    path = table.folder / "club.json"
    path.write_text(path.read_text()[:20])
    shelf = ClubShelf(table.folder)
    assert [notice.id for notice in shelf.found] == ["aside-club"] and not shelf.choice.broker
    assert not path.exists()


@pytest.mark.whole
def test_the_chosen_club_is_told_after_a_restart(broker: Broker, tmp_path: Path) -> None:
    state, listener = with_decks(tmp_path), Listener(broker.port)
    with open_table(tmp_path / "other") as table:
        phone = Phone(table)
        phone.join(broker.url, name="Kitchen table")
        phone.desk.stop_telling()
    shutil.copy(table.folder / "club.json", state / "club.json")
    words = ["run", "--host", "127.0.0.1", "--port", str(find_free_port())]
    process = subprocess.Popen(
        [sys.executable, "-m", "companion", *words],
        env=os.environ | {"STATE_DIRECTORY": str(state), "HOME": str(state)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        state_told = listener.wait_for_kind("state", lambda state: state.status == "none")
        assert (state_told.table, state_told.name) == ("kitchen-table", "Kitchen table")
    finally:
        process.kill()
        process.wait()
        listener.close()


def test_brokers_that_answer_are_found_the_encrypted_one_first(broker: Broker, tmp_path: Path) -> None:
    with Broker(tmp_path / "other") as other:
        usual = [f"mqtts://127.0.0.1:{other.port}", "mqtt://127.0.0.1:1", broker.url, other.url]
        assert find_brokers(usual, longest=PATIENCE) == [usual[0], broker.url]


@pytest.fixture(scope="module")
def page(browser: Any) -> Iterator[Any]:
    context = browser.new_context(viewport=SIZE, reduced_motion="reduce", has_touch=True)
    context.set_default_timeout(PATIENCE * 1000)
    yield context.new_page()
    context.close()


@pytest.mark.whole
@varied_language("it")
def test_a_referee_joins_and_leaves_a_club_on_a_phone(guarded: Broker, table: Table, page: Any, language: str) -> None:
    phone = Phone(table, found=[guarded.url])
    words = catalogue(language)
    app = create_app(
        RealTable(), text=lambda language, id, /, **values: catalogue(language).text(id, **values), club=phone.desk
    )
    with Server(app, port=0) as server:
        page.goto(f"{server.url}set-up/club?language={language}")
        page.locator("#found button").tap()
        assert page.locator("[name=broker]").input_value() == guarded.url
        page.fill("[name=name]", "Table 4")
        page.fill("[name=user]", "table-4")
        page.fill("[name=password]", "guess")
        page.locator("form [type=submit]").tap()
        page.locator("#problem").filter(has_text=words.text("error-club-refused", given=guarded.url)).wait_for()
        assert page.locator("[name=password]").input_value() == "guess"  # nothing that was typed is lost
        assert faults(page) == [] and find_cut_texts(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZE["width"]
        photograph(page, f"club-refused-{language}")
        page.fill("[name=password]", SECRET)
        page.locator("form [type=submit]").tap()
        page.locator("#leave").wait_for()
        joined = words.text("doctor-club-open", broker=guarded.url, table="table-4")
        page.locator("#status").filter(has_text=joined).wait_for()
        assert page.locator("[name=password]").input_value() == ""
        page.reload()
        page.locator("#status").filter(has_text=joined).wait_for()
        assert SECRET not in page.content()
        photograph(page, f"club-joined-{language}")
        page.locator("#leave").tap()
        page.locator("#status").filter(has_text=words.text("setup-club-none")).wait_for()
        assert phone.state() == "off"
    phone.desk.stop_telling()
