"""The card for the door: both QR codes can be scanned, everything fits, and another program shows the same."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest
from pyzbar import pyzbar

from calibration.door_card import DOOR_CARD_MM, DoorWords, draw_door_card, join_wifi_payload, print_door_card
from companion.cli.loader import main
from companion.machine.door_card import read_door_card


def scanned(picture: Path) -> set[str]:
    return {found.data.decode() for found in pyzbar.decode(cv2.imread(str(picture)))}


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_phone_that_scans_the_card_gets_in_and_joins_the_access_point(tmp_path: Path, language: str) -> None:
    file, picture = tmp_path / "companion-card.toml", tmp_path / "door.png"
    command = ["print", "door", "--card", str(file), "--out", str(picture), "--language", language]
    assert main(command) == 0
    card = read_door_card(file)
    wanted = {f"http://companion.local:8765/pair#{card.code}", f"WIFI:T:WPA;S:Table Companion;P:{card.password};;"}
    assert scanned(picture) == wanted
    assert main(command) == 0 and scanned(picture) == wanted  # the file that is there is kept


def test_without_a_file_the_card_names_the_shipped_password_and_no_code(tmp_path: Path) -> None:
    assert main(["print", "door", "--host", "tavolo.local", "--out", str(tmp_path / "door.png")]) == 0
    assert scanned(tmp_path / "door.png") == {
        "http://tavolo.local:8765/",
        "WIFI:T:WPA;S:Table Companion;P:table-companion;;",
    }


def test_signs_that_mean_something_in_the_code_of_a_network_are_escaped() -> None:
    assert join_wifi_payload('a;b:c,d"e', "back\\slash") == r"WIFI:T:WPA;S:a\;b\:c\,d\"e;P:back\\slash;;"


def test_long_words_stay_on_the_card() -> None:
    words = DoorWords(*["long words " * 8] * 4, "482913", *["long words " * 8] * 5)
    for fill in draw_door_card(words).shapes:
        for ring in fill.rings:
            assert ring.min() >= 0 and ring[:, 0].max() <= DOOR_CARD_MM[0] and ring[:, 1].max() <= DOOR_CARD_MM[1]


def test_every_paper_holds_the_card() -> None:
    words = DoorWords("Table", "Open", "http://companion.local:8765/", "Code", "", "Wi-Fi", "Network", "x", "Password", "y")
    assert {len(print_door_card(words, paper)) for paper in ("a4", "a3", "letter", "tabloid")} == {1}
