"""`companion doctor`: what it says of tables that are in order and of tables that are not."""

import json
import socket
import threading
from contextlib import closing
from dataclasses import replace
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import gpiozero
import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory

from companion.cli import main
from companion.doctor.checks import (
    check_camera,
    check_clock,
    check_disk,
    check_light,
    check_mat,
    check_network,
    check_reading,
    check_signals,
    check_zbar,
    layouts_of,
)
from companion.doctor.club_check import check_club, check_running_club
from companion.machine.config import ClubSettings, Config, EyeSettings, Pins, Web
from companion.machine.lamps import try_lamps_and_buzzer
from companion.shown.words.messages import catalogue
from companion.sources.sources import find_source, layout_for
from hardware.gpio import GpioSignals
from tests.vision.cameras.usb_machine import C920, usb_machine
from vision.drawn.table.acts import LightChange
from vision.drawn.table.virtual_camera import VirtualTable
from vision.errors import EndOfVideo, ReaderUnavailable
from vision.onnx import Engine
from vision.place.layout import layout_to_json

WORDS = catalogue("en")
LAYOUT = layout_for("the_game")
LAYOUTS = layouts_of(Config())
NAMES = ["camera", "gpio", "zbar", "reading", "disk", "power", "temperature", "card", "clock", "network", "mat", "light"]


def picture(*script, size=(1280, 720), layout=LAYOUT):
    """The virtual table when the script has ended."""
    image = None
    with VirtualTable(layout, script, speed="fast", fps=4, size=size) as table:
        while True:
            try:
                image = table.read().image
            except EndOfVideo:
                return image
            if not script:
                return image


@pytest.fixture(scope="module")
def table():
    return picture()


@pytest.fixture
def port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@pytest.fixture
def config(tmp_path, port, monkeypatch):
    """A configuration on the virtual table."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    file = tmp_path / "companion.toml"
    file.write_text(f'language = "en"\n[web]\nport = {port}\n')
    return file


def light(image):
    _, found = check_mat(image, LAYOUTS, WORDS)
    return check_light(image, found, WORDS)


def test_the_virtual_table_is_in_order(config, capsys):
    assert main(["doctor", "--config", str(config)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines] == NAMES
    assert {line.split()[0] for line in lines} <= {"ok", "skipped", "warning"}
    assert lines[0].split(maxsplit=2)[2] == "virtual gives pictures of 1280 x 720"


def test_json_says_the_same_to_programs_and_a_failure_is_status_1(config, tmp_path, capsys):
    (tmp_path / "empty").mkdir()
    config.write_text(config.read_text() + f'[eye]\nsource = "{tmp_path / "empty"}"\n')
    assert main(["doctor", "--config", str(config), "--json"]) == 1
    checks = {check["name"]: check for check in json.loads(capsys.readouterr().out)}
    assert list(checks) == NAMES
    assert checks["camera"]["status"] == "failed"
    assert "holds no pictures" in checks["camera"]["found"] and "[eye] source" in checks["camera"]["advice"]
    assert checks["mat"]["status"] == checks["light"]["status"] == "skipped"


def test_it_speaks_italian(config, tmp_path, capsys):
    config.write_text(config.read_text() + f'[eye]\nsource = "{tmp_path}"\n')
    assert main(["doctor", "--config", str(config), "--language", "it"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("guasto") and "tappetino" in out


@pytest.mark.parametrize("text", ["[eye]\nsource = 'nothing-of-that-name'\n", "[eye]\nmat = 'missing.json'\n", "[web\n"])
def test_a_configuration_that_cannot_be_used_is_one_line_and_status_2(text, tmp_path, capsys):
    file = tmp_path / "companion.toml"
    file.write_text(text)
    assert main(["doctor", "--config", str(file)]) == 2
    said = capsys.readouterr()
    assert said.out == "" and len(said.err.splitlines()) == 1


def test_a_camera_that_is_not_there_says_how_to_find_it():
    check, image = check_camera(find_source("v4l2:98"), LAYOUT, WORDS)
    assert (check.status, image) == ("failed", None)
    assert "/dev/video98" in check.found and "v4l2-ctl --list-devices" in check.advice


def test_the_camera_that_is_there_is_told_by_its_name(tmp_path, monkeypatch):
    usb_machine(tmp_path, monkeypatch).plug(1, C920, "HD Pro Webcam C920")
    check, _ = check_camera(find_source("v4l2:0"), LAYOUT, WORDS)
    assert (check.status, check.found) == ("ok", "HD Pro Webcam C920 (v4l2:0) gives pictures of 1280 x 720")


# --- mat and light


def test_the_mat_is_measured(table):
    check, found = check_mat(table, LAYOUTS, WORDS)
    assert (check.status, check.advice) == ("ok", "") and found is not None
    assert check.found.startswith("8 of 8 markers")


def test_a_camera_that_hangs_too_high_is_told():
    check, _ = check_mat(picture(size=(640, 360)), LAYOUTS, WORDS)
    assert check.status == "warning" and "75 pixels are needed" in check.advice


def test_the_mat_of_another_game_is_known_too():
    check, found = check_mat(picture(layout=layout_for("sequence")), LAYOUTS, WORDS)
    assert check.found.startswith("8 of 8 markers") and found is not None
    assert found[0] == layout_for("sequence")


def test_a_table_without_a_mat_fails_with_the_way_to_print_one(table):
    blank = np.full_like(table, 120)
    check, found = check_mat(blank, LAYOUTS, WORDS)
    assert (check.status, found) == ("failed", None) and "companion print mat" in check.advice
    assert check_light(blank, found, WORDS).status == "warning"  # the whole picture is looked at, and it is flat


def test_a_mat_of_which_little_is_seen_is_told(table):
    beside = np.zeros_like(table)
    beside[:, 750:] = table[:, :530]  # the camera looks past the right half of the mat
    check, _ = check_mat(beside, LAYOUTS, WORDS)
    assert (check.status, check.found[:6]) == ("warning", "3 of 8") and "Clear the markers" in check.advice


def test_good_light_is_called_good(table):
    assert light(table).status == "ok"


def test_a_lamp_that_is_turned_down_is_told():
    assert light(picture(LightChange(0.05))).advice.startswith("Too dim")


def test_the_cap_on_the_lens_is_told(table):
    check = light(np.zeros_like(table))
    assert check.status == "failed" and "cap" in check.advice


def test_a_dark_table_whose_cards_are_bright_is_not_called_dim(table):
    dark = np.full_like(table, 45)
    dark[:120, :200] = 210  # its cards
    assert check_light(dark, None, WORDS).status == "ok"
    assert check_light(dark // 3, None, WORDS).advice.startswith("Too dim")


@pytest.mark.parametrize(
    ("spoil", "advice"),
    [
        (lambda image: np.full_like(image, 250), "Overexposed"),
        (lambda image: np.where(np.arange(image.shape[1])[None, :, None] < 500, 255, image // 2).astype(np.uint8), "The lamp is mirrored"),
        (lambda image: (image // 8 + 120).astype(np.uint8), "Washed out"),
    ],
)  # fmt: skip
def test_bad_light_is_named(table, spoil, advice):
    check = check_light(spoil(table), None, WORDS)
    assert check.status == "warning" and check.advice.startswith(advice)


# --- pins


PINS = Config(signals="gpio", pins=Pins({"up1": 5, "table": 6}, buzzer=12, end_turn=17))


@pytest.fixture
def mock_pins(monkeypatch):
    """A machine whose pins are gpiozero's own mock pins."""
    factory = MockFactory()
    monkeypatch.setattr(gpiozero.Device, "pin_factory", factory)
    yield factory
    factory.reset()


def test_every_pin_is_tried_and_given_back(mock_pins):
    check = check_signals(PINS, WORDS)
    assert (check.status, check.found) == ("ok", "The pins 5, 6, 12, 17 can be used (MockFactory)")
    assert check_signals(PINS, WORDS).status == "ok"


def test_a_pin_that_somebody_holds_is_named(mock_pins):
    held = GpioSignals({"up2": 6}, None, mock_pins)
    check = check_signals(PINS, WORDS)
    held.close()
    assert check.status == "failed" and "pin 6 cannot be used" in check.found


def test_without_lamps_no_pin_is_asked_for():
    assert check_signals(Config(signals="console"), WORDS).status == "skipped"


def test_a_machine_without_pins_says_what_to_install(monkeypatch):
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "lgpio")
    check = check_signals(PINS, WORDS)
    assert check.status == "failed" and "python3-lgpio" in check.found


def test_signals_without_a_single_pin_are_doubted(mock_pins):
    assert check_signals(Config(signals="gpio"), WORDS).status == "warning"


# --- the machine


def test_without_zbar_the_package_is_named():
    def refuses(crop):
        raise ReaderUnavailable("no zbar")

    check = check_zbar(WORDS, refuses)
    assert (check.status, check.advice) == ("failed", "sudo apt install libzbar0")


def test_it_is_said_what_reads_the_cards():
    quick, slow = check_reading(WORDS, Engine("ONNX Runtime 1.32.0", True)), check_reading(WORDS, Engine("OpenCV 5.0.0", False))
    assert (quick.status, quick.found) == ("ok", "Cards are read with ONNX Runtime 1.32.0")
    assert slow.status == "ok" and slow.found.startswith("Cards are read with OpenCV 5.0.0: ")


def test_a_state_directory_that_is_not_there_yet_is_looked_at_where_it_will_be(tmp_path):
    check = check_disk(tmp_path / "not" / "yet", WORDS)
    assert check.status in ("ok", "warning") and str(tmp_path / "not" / "yet") in check.found
    assert list(tmp_path.iterdir()) == []


def test_a_folder_nobody_may_write_fails():
    check = check_disk(Path("/proc/1"), WORDS)
    assert check.status == "failed" and "/proc/1 cannot be written" in check.found


@pytest.mark.parametrize(
    ("now", "synchronised", "status"),
    [(0.0, True, "failed"), (1.8e9, False, "warning"), (1.8e9, True, "ok"), (1.8e9, None, "ok")],
)
def test_a_clock_that_nobody_sets_is_doubted(now, synchronised, status):
    assert check_clock(now, synchronised, WORDS).status == status


@pytest.mark.parametrize(("body", "status"), [(b'{"status": "ok"}', "ok"), (b"<p>Printer</p>", "failed")])
def test_a_port_in_use_is_all_right_only_if_a_companion_answers_there(body, status):
    class Page(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *words):
            pass

    with HTTPServer(("127.0.0.1", 0), Page) as server:
        threading.Thread(target=server.handle_request, daemon=True).start()
        check = check_network(Web(port=server.server_port), WORDS)
    assert check.status == status
    assert status == "ok" or f"Port {server.server_port} is taken" in check.found


def test_an_address_of_another_machine_fails():
    assert check_network(Web(host="192.0.2.7"), WORDS).status == "failed"


def test_phones_are_told_where_to_go(port):
    check = check_network(Web("0.0.0.0", port), WORDS)
    assert check.status == "warning" or f":{port}/" in check.found


def test_a_mat_file_of_the_configuration_is_the_only_mat_looked_for(tmp_path, table):
    file = tmp_path / "mat.json"
    file.write_text(json.dumps(layout_to_json(replace(LAYOUT, fiducials=()))))
    check, _ = check_mat(table, layouts_of(Config(eye=EyeSettings(mat=str(file)))), WORDS)
    assert "zones given by hand" in check.found


def test_lamps_and_buzzer_are_tried_one_after_the_other(config, mock_pins, monkeypatch):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config.write_text(
        f'language = "en"\nsignals = "gpio"\n[web]\nport = {port}\n'
        "[pins]\nlamps = { up1 = 5, table = 6 }\nbuzzer = 13\n[sound]\nvolume = 50\n"
    )
    lit = []

    def moment(_):
        now = [pin for pin in (5, 6, 13) if mock_pins.pin(pin).state]
        lit.extend(pin for pin in now if not lit or lit[-1] != pin)

    monkeypatch.setattr("companion.cli.doctor.try_lamps_and_buzzer", partial(try_lamps_and_buzzer, wait=moment))
    assert main(["doctor", "--config", str(config), "--try-lamps"]) == 0
    assert lit == [5, 6, 13] and not mock_pins.pin(6).state


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("[sound]\nvolume = 101\n", "sound.volume"),
        ('[sound]\nbuzzer = "loud"\n', "sound.buzzer"),
        ("[pins]\nmute = 28\n", "pins.mute"),
    ],
)
def test_a_sound_that_cannot_be_is_named(text, key, tmp_path, capsys):
    file = tmp_path / "companion.toml"
    file.write_text(text)
    assert main(["doctor", "--config", str(file)]) == 2
    assert key in capsys.readouterr().err


def test_the_broker_of_a_club_is_looked_for_where_one_is_named():
    with closing(socket.create_server(("127.0.0.1", 0))) as broker:
        club = ClubSettings(broker=f"mqtt://127.0.0.1:{broker.getsockname()[1]}", table="table-4")
        (found,) = check_club(club, WORDS)
    assert (found.status, "table-4" in found.found, bool(found.advice)) == ("warning", True, True)
    (gone,) = check_club(club, WORDS)
    assert gone.status == "failed" and club.broker in gone.found and gone.advice
    assert check_club(ClubSettings(), WORDS) == ()


def test_a_running_table_says_why_it_does_not_tell_its_club():
    club = ClubSettings(broker="mqtts://club.local", table="table-4")
    assert [found.status for found in check_running_club(club, "", WORDS)] == ["ok"]
    (found,) = check_running_club(club, "the broker does not let this table in", WORDS)
    assert found.status == "failed" and "does not let this table in" in found.found
