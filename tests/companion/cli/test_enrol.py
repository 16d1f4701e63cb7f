"""`companion enrol` at the door: no better deck is lost, no face is learned that the game does not have, and what is missing is said."""

from __future__ import annotations

import json

import cv2
import pytest

from companion.cli import main
from companion.games.sheets import load_sheet
from companion.shown.messages import catalogue
from companion.wiring.enrol_check import missing_faces, summary
from vision.deck.file import load_deck
from vision.drawn.cards import draw_card

CROP = (200, 280)


def photographs(folder, *faces):
    folder.mkdir(exist_ok=True)
    for face in faces:
        card = draw_card(face, CROP)
        picture = cv2.copyMakeBorder(card, 120, 120, 120, 120, cv2.BORDER_CONSTANT, value=(60, 110, 40))
        cv2.imwrite(str(folder / f"{face}.png"), picture)
    return str(folder)


@pytest.fixture
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    return tmp_path / "state"


def test_a_deck_is_not_replaced_by_one_that_knows_less_unless_that_is_wanted(state, tmp_path, capsys):
    more, fewer = photographs(tmp_path / "more", "12", "47", "83"), photographs(tmp_path / "fewer", "12", "47")
    assert main(["enrol", "ours", "--images", more, "--game", "the_game"]) == 0
    said = capsys.readouterr()
    assert "3 cards are learned" in said.err and "F22, F33" in said.err and "95 cards of the game are missing" in said.err
    assert {"22", "F22"} <= set(json.loads(said.out)["missing"])

    assert main(["enrol", "ours", "--images", fewer]) == 2
    assert "'ours' also knows 83" in capsys.readouterr().err
    assert "83" in load_deck(state / "decks", "ours").faces

    assert main(["enrol", "ours", "--images", fewer, "--replace"]) == 0
    assert load_deck(state / "decks", "ours").faces == ("12", "47")


@pytest.mark.parametrize(("game", "face"), [("the_game", "147"), ("the_game", "QH"), ("quick_easy", "F22"), ("sequence", "47")])
def test_a_face_that_the_game_does_not_have_is_refused_before_anything_is_learned(state, tmp_path, capsys, game, face):
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / f"{face}.jpg").write_bytes(b"never opened")
    assert main(["enrol", "ours", "--images", str(tmp_path / "photos"), "--game", game]) == 2
    assert f"picture {face}.jpg: {game} has no card {face!r}" in capsys.readouterr().err


def test_pictures_with_any_name_are_said_one_line_each_and_the_others_are_learned(state, tmp_path, capsys):
    photos = tmp_path / "photos"
    photographs(photos, "12", "47")
    for name in ("147.jpg", "two\nlines.jpg", "IMG 0815.jpg", "🂡.jpg", "47 (copy).jpg"):
        (photos / name).write_bytes((photos / "12.png").read_bytes())
    assert main(["enrol", "ours", "--images", str(photos), "--game", "the_game"]) == 0
    said = capsys.readouterr()
    assert sum(line.startswith("companion: picture ") for line in said.err.splitlines()) == 5
    assert json.loads(said.out)["faces"] == ["12", "47"]
    assert [doubt["file"] for doubt in json.loads(said.out)["doubtful"] if doubt["reason"] == "no such card"]


def test_a_place_that_cannot_be_written_is_said_before_the_work(tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "file"))
    assert main(["enrol", "ours", "--images", photographs(tmp_path / "photos", "12", "47")]) == 2
    said = capsys.readouterr().err
    assert "cannot be written" in said and "Looking" not in said


def test_burning_faces_are_missed_and_a_command_is_as_good_as_another():
    deck = load_sheet("the_game").deck
    assert missing_faces("the_game", [face for face in deck if not face.startswith("F")]) == [
        "F22",
        "F33",
        "F44",
        "F55",
        "F66",
        "F77",
    ]
    assert missing_faces("the_game", deck) == [] and missing_faces(None, []) == []
    assert "47" not in missing_faces("extreme", ["47:skull"]) and "48" in missing_faces("extreme", ["47:skull"])


@pytest.mark.parametrize("language", ["en", "it"])
def test_everybody_is_told_in_his_language(language):
    told = summary(["12"], [*map(str, range(2, 30)), "F22"], ["a.jpg"], catalogue(language))
    assert len(told) == 4 and all("enrolled-" not in line for line in told) and "… (28)" in told[1]
