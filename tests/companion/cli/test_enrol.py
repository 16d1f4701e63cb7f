"""`companion enrol` at the door: no better deck is lost, no face is learned that the game does not have, and what is missing is said."""

from __future__ import annotations

import io
import json

import cv2
import pytest

from companion.cli import main
from companion.cli.enrol import find_labelled_pictures
from companion.games.sheets import load_sheet
from companion.shown.words.messages import catalogue
from companion.sources.enrol_check import missing_faces, summarise_enrolment
from vision.drawn.art.cards import draw_card
from vision.readers.enrolled.file import load_deck

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


@pytest.mark.whole
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


@pytest.mark.whole
def test_a_terminal_shows_how_far_the_work_is_and_a_log_one_line_each(state, tmp_path, monkeypatch, capsys):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    folder = photographs(tmp_path / "cards", "12", "47", "83")
    assert main(["enrol", "ours", "--images", folder]) == 0
    assert "Looking for the card in 3 pictures ...\nLearning 3 cards ...\n" in capsys.readouterr().err
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    assert main(["enrol", "ours", "--images", folder]) == 0
    assert "Looking for the card in 3 pictures  67 %" in terminal.getvalue()
    assert "Learning 3 cards 100 %" in terminal.getvalue()


@pytest.mark.parametrize(("game", "face"), [("the_game", "147"), ("the_game", "QH"), ("quick_easy", "F22"), ("sequence", "47")])
def test_a_face_that_the_game_does_not_have_is_refused_before_anything_is_learned(state, tmp_path, capsys, game, face):
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / f"{face}.jpg").write_bytes(b"never opened")
    assert main(["enrol", "ours", "--images", str(tmp_path / "photos"), "--game", game]) == 2
    assert f"picture {face}.jpg: {game} has no card {face!r}" in capsys.readouterr().err


@pytest.mark.whole
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
    told = summarise_enrolment(["12"], [*map(str, range(2, 30)), "F22"], ["a.jpg"], catalogue(language))
    assert len(told) == 4 and all("enrolled-" not in line for line in told) and "… (28)" in told[1]


LABELS = {
    "commas": "file,face\n{rows}",
    "Excel in Italian": "\ufefffile;face\r\n{rows}",
    "tabs": "File\tFace\n{rows}",
    "quoted": '"file","face"\n{rows}',
    "a line for Excel": "sep=;\r\nfile;face\r\n{rows}",
    "more columns": "n;face;file;note\n{rows}",
}
ROWS = {
    "commas": "12.png,12\n47.png,47\n",
    "Excel in Italian": "12.png;12\r\n47.png;47\r\n",
    "tabs": "12.png\t12\n\n47.png\t47\n",
    "quoted": '"12.png","12"\n"47.png","47"',
    "a line for Excel": "12.png;12\r\n47.png;47\r\n;\r\n",
    "more columns": "1;12;12.png;a\n2;47;47.png;b;c\n",
}


@pytest.mark.parametrize("saved", LABELS)
def test_a_list_of_labels_is_read_as_any_spreadsheet_saves_it(tmp_path, saved):
    folder = tmp_path / "photos"
    photographs(folder, "12", "47")
    labels = tmp_path / "labels.csv"
    labels.write_bytes(LABELS[saved].format(rows=ROWS[saved]).encode())
    assert list(find_labelled_pictures(folder, labels)) == [(folder / "12.png", "12"), (folder / "47.png", "47")]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "is empty"),
        (b"a;b\n12.png;12\n", "line 1: the columns file and face are needed there, and it says “a;b”"),
        (b"file;face\n12.png;12\n47.png\n", "line 3: the face is missing"),
        (b"file,face\n12.png,12\n,47\n", "line 3: the file is missing"),
        (b"file,face\n12.png,12\n\n\n99.png,99\n", "line 5: there is no picture"),
        (b'file,face\n12.png,"12\n47.png,47\n', "line 4: a quotation mark"),
        (b"file,face\n12.png,12\ncaff\xe8.png,47\n", "Line 3 of the file is not UTF-8 text"),
        (b"file,face\n12.png,12\n\x00.png,47\n", "line 3: A text holds a sign that cannot be used here: U+0000"),
        (b"file,face\n12.png,12\n" + b"x" * 200_000 + b",47\n", "line 3: it is longer than any name"),
        (b"file,face\n12.png,twelve!\n", "line 2: 'twelve!' is no face"),
    ],
    ids=range(10),
)
def test_a_list_of_labels_that_is_wrong_is_told_by_its_line(state, tmp_path, capsys, text, words):
    folder = photographs(tmp_path / "photos", "12", "47")
    labels = tmp_path / "labels.csv"
    labels.write_bytes(text)
    assert main(["enrol", "ours", "--images", folder, "--labels", str(labels)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and words in said
    assert str(labels) in said


@pytest.mark.whole
def test_a_photograph_of_an_iphone_is_named_with_what_to_do(state, tmp_path, capsys):
    folder = tmp_path / "photos"
    photographs(folder, "12", "47")
    for name in ("83.HEIC", "IMG_1.heic", "9.jpg"):
        (folder / name).write_bytes(b"\x00\x00\x00\x24ftypheic\x00\x00\x00\x00mif1heic" + bytes(500))
    assert main(["enrol", "ours", "--images", str(folder), "--game", "the_game"]) == 0
    said = capsys.readouterr()
    assert "83.HEIC is a HEIC photograph" in said.err and "9.jpg is a HEIC photograph" in said.err
    assert said.err.count("Most Compatible") == 2 and "IMG_1.heic" in said.err
    doubtful = {each["file"]: each["reason"] for each in json.loads(said.out)["doubtful"]}
    assert doubtful["83.HEIC"] == doubtful["9.jpg"] == catalogue("en").text("doubt-heic")


def test_a_folder_of_nothing_else_is_no_empty_folder(state, tmp_path, capsys):
    (tmp_path / "12.HEIC").write_bytes(b"\x00\x00\x00\x24ftypheic" + bytes(500))
    assert main(["enrol", "ours", "--images", str(tmp_path)]) == 2
    assert "12.HEIC is a HEIC photograph" in capsys.readouterr().err
