"""How the companion is: a page for phones, figures for Prometheus."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from prometheus_client.parser import text_string_to_metric_families
from real_table import RealTable
from web_stage import see

from companion.app.companion import Companion
from companion.doctor.checkup import Checkup
from companion.machine.config import Config, EyeSettings, Web
from companion.machine.pace import Pace
from companion.sources.scenery import Setting
from companion.sources.sources import layout_for
from tests.browser import PATIENCE
from tests.varied import varied_language
from vision.drawn.table.acts import make_waiting_script
from vision.drawn.table.virtual_camera import VirtualTable
from web import create_app
from web.door.access import ByInvitation, OpenOnLoopback
from web.door.phones import Phone, Role


class Eye:
    """An eye that has seen the virtual table."""

    def __init__(self, pace: Pace, source: str = "virtual") -> None:
        self.pace = pace
        self.config = Config(language="en", eye=EyeSettings(source=source))
        with VirtualTable(layout_for("the_game"), make_waiting_script(), speed="fast") as camera:
            self.last_image = camera.read().image if source else None


@pytest.fixture(scope="module")
def eye() -> Eye:
    return Eye(Pace(900, 100, 14.6))


class Examined(RealTable):
    """A table with an eye, on which `checkup` looks."""

    def __init__(self, checkup: Checkup) -> None:
        super().__init__()
        self._checkup = checkup


def checked(watching: Eye, state: Path, **signs: str) -> dict[str, Any]:
    return {check.name: check for check in Checkup(watching.config, state, watching, lambda: signs)("en")}


def test_everything_is_looked_at_while_it_runs(eye: Eye, tmp_path: Path) -> None:
    found = checked(eye, tmp_path)
    assert list(found) == [
        "camera",
        "gpio",
        "mat",
        "light",
        "zbar",
        "reading",
        "disk",
        "power",
        "temperature",
        "card",
        "clock",
        "network",
    ]
    assert found["camera"].found == "The drawn table gives pictures of 1280 x 720; 15 a second are watched, 10 % were left out"
    assert found["mat"].found.startswith("8 of 8 markers")


def test_what_is_in_trouble_says_why_and_what_to_do(tmp_path: Path) -> None:
    eye = Eye(Pace(9, 0, 2.0), source="v4l2:0")
    found = checked(eye, tmp_path, eye="the camera has given no picture for 4 s", journal="the disk is full")
    assert (
        found["camera"].status == "failed"
        and "no picture for 4 s" in found["camera"].found
        and "v4l2-ctl" in found["camera"].advice
    )
    assert found["disk"].status == "failed" and found["disk"].found == "the disk is full"
    assert checked(eye, tmp_path)["camera"].status == "warning", "two frames a second are too few"
    eye.last_image = None  # type: ignore[assignment]
    assert checked(eye, tmp_path)["camera"].found == "The USB camera (v4l2:0) has not given a picture yet"


def test_forty_phones_that_ask_look_once(eye: Eye, tmp_path: Path) -> None:
    now, asked = [0.0], []
    checkup = Checkup(eye.config, tmp_path, eye, lambda: asked.append(1) or {}, lambda: now[0])
    assert all(checkup("en") is checkup("en") for _ in range(40)) and len(asked) == 1
    now[0] = 5.0
    checkup("en")
    assert len(asked) == 2


@varied_language("it")
def test_a_phone_reads_how_it_is(show: Any, eye: Eye, tmp_path: Path, language: str) -> None:
    table = Examined(Checkup(eye.config, tmp_path, eye, lambda: {"eye": "the camera gives no picture any more"}))
    page = show(table.begin("the_game", 2), f"?language={language}")
    page.click("#menu")
    page.click("a[href='/health']")
    see(page, "h1", {"en": "Is all well?", "it": "Tutto a posto?"}[language])
    see(page, ".check-failed", "the camera gives no picture any more")
    see(page, ".check-ok", {"en": "markers seen", "it": "segni visti"}[language])
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.click("a.wide.primary")
    see(page, ".check-failed h2", {"en": "camera", "it": "telecamera"}[language])


def test_a_phone_tries_the_lamps_and_silences_the_buzzer(show: Any, eye: Eye, tmp_path: Path) -> None:
    class Remembered:
        is_silenced, tried = False, 0

        def begin_trial(self) -> None:
            self.tried += 1

    table, lamps = Examined(Checkup(eye.config, tmp_path, eye, dict)), Remembered()
    table._device = lambda: lamps  # type: ignore[assignment, return-value]
    page = show(table.begin("the_game", 2), "health?language=en")
    page.get_by_role("button", name="Try lamps and buzzer").click()
    page.get_by_role("button", name="Sound off").click()
    page.get_by_role("button", name="Sound on").wait_for()
    assert lamps.tried == 1 and lamps.is_silenced
    page.get_by_role("button", name="Sound on").click()
    page.get_by_role("button", name="Sound off").wait_for()
    assert not lamps.is_silenced


def test_where_no_lamps_are_none_are_tried(table: RealTable, text: Any) -> None:
    client = create_app(table, text=text).test_client()
    assert "/health/lamps" not in client.get("/health").text
    assert client.post("/health/lamps").status_code == 303


def test_a_phone_that_only_watches_leaves_the_sound_alone(table: RealTable, text: Any) -> None:
    class Watching(OpenOnLoopback):
        def find_visitor(self, session: Any) -> Phone:
            return Phone("", Role.SPECTATOR)

    client = create_app(table, text=text, access=Watching()).test_client()
    assert [client.post(f"/health/{act}").status_code for act in ("lamps", "sound")] == [403, 403]


# --- figures


def figures(body: str) -> dict[str, float]:
    return {
        sample.name + "".join(f"[{value}]" for value in sample.labels.values()): sample.value
        for family in text_string_to_metric_families(body)
        for sample in family.samples
    }


@pytest.fixture
def companion(tmp_path: Path) -> Iterator[Companion]:
    """One whose web and session run; its camera was not opened yet."""

    def scenery(game: str, match: object) -> Setting:
        layout = layout_for(game)
        return Setting(layout, {}, VirtualTable(layout, make_waiting_script(), speed="fast"), live=False)

    companion = Companion(Config(language="en", web=Web(port=0)), scenery, tmp_path)
    companion.inbox.start_thread()
    companion.server.start_serving()
    yield companion
    companion.server.stop_serving()
    companion.inbox.stop_thread()


def test_prometheus_reads_what_is_the_case(companion: Companion) -> None:
    def asked() -> dict[str, float]:
        with urlopen(f"{companion.server.url}metrics", timeout=PATIENCE) as answer:
            assert answer.headers["Content-Type"].startswith("text/plain; version=")
            return figures(answer.read().decode())

    found = asked()
    assert found["table_companion_frames_total"] == found["table_companion_match_playing"] == 0
    assert found["table_companion_state_free_bytes"] > 0 and found["table_companion_process_resident_memory_bytes"] > 1e6
    assert found["table_companion_trouble[lamps]"] == 0
    companion.faults.report_fault("lamps", OSError("pin 5"))
    assert asked()["table_companion_trouble[lamps]"] == 1


def test_figures_are_for_this_machine_until_the_owner_says_otherwise(table: RealTable, text: Any) -> None:
    def asked(address: str, **app: Any) -> Any:
        client = create_app(table, text=text, access=ByInvitation(), **app).test_client()
        return client.get("/metrics", environ_base={"REMOTE_ADDR": address})

    given = {"figures": lambda: (b"up 1\n", "text/plain")}
    assert asked("127.0.0.1", **given).text == "up 1\n"
    assert asked("::1", **given).status_code == 200
    refused = asked("192.168.1.7", **given)
    assert refused.status_code == 403 and 'metrics = "network"' in refused.json["error"]
    assert asked("192.168.1.7", figures_everywhere=True, **given).status_code == 200
    assert asked("127.0.0.1").status_code == 404
