"""Sheets are read with care; the mats of all games are usable; `companion print` keeps its promises."""

import json

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.errors import ConfigError
from companion.games.sheets import build_practice_deck, list_games, load_sheet, parse_sheet
from companion.sources.sources import layout_from_sheet
from vision.place.layout import layout_from_json, layout_to_json

GOOD = """
name = "tiny"
players = [1, 4]
card_mm = [63, 88]
[deck]
faces = ["1", "2"]
[[options]]
name = "fast"
kind = "switch"
default = true
[mat]
size_mm = [200, 150]
[[zones]]
name = "up"
kind = "card"
rect_mm = [10, 10, 90, 110]
[[fiducials]]
id = 7
at = [150, 100]
size = 20
"""


def test_a_sheet_says_what_it_holds():
    sheet = parse_sheet(GOOD)
    assert (sheet.name, sheet.title, sheet.players, sheet.deck) == ("tiny", "game-tiny", (1, 4), ("1", "2"))
    assert (sheet.options[0].name, sheet.options[0].default) == ("fast", True)
    layout = layout_from_sheet(sheet)
    assert layout.zone("up").rect_mm == (10, 10, 90, 110)
    assert layout.fiducials[0].corners_mm == ((150, 100), (170, 100), (170, 120), (150, 120))
    assert layout_from_json(json.dumps(layout_to_json(layout))) == layout


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('name = "tiny"', 'nome = "tiny"', "nome"),
        ("players = [1, 4]", "players = [4, 1]", "players"),
        ("players = [1, 4]", 'players = [1, "4"]', "players"),
        ("card_mm = [63, 88]", "card_mm = [63]", "card_mm"),
        ("card_mm = [63, 88]", "card_mm = [0, 88]", "card_mm"),
        ('faces = ["1", "2"]', 'faces = ["1", "1"]', "deck.faces"),
        ('faces = ["1", "2"]', "faces = [1, 2]", "deck.faces"),
        ('faces = ["1", "2"]', 'faces = ["1", "2"]\nspare = ["3"]', "deck.spare"),
        ("default = true", 'default = "yes"', r"options\[0\].default"),
        ("[deck]", 'place = "first"\n[deck]', "place"),
        ('kind = "switch"', 'kind = "slider"', r"options\[0\].kind"),
        ("size_mm = [200, 150]", "size_mm = [200, nan]", "mat.size_mm"),
        ("size_mm = [200, 150]", "size_mm = [90, 150]", r"zones\[0\].rect_mm"),
        ('kind = "card"', 'kind = "shelf"', r"zones\[0\].kind"),
        ("rect_mm = [10, 10, 90, 110]", "rect_mm = [10, 10, -90, 110]", r"zones\[0\].rect_mm"),
        ("id = 7", "id = 50", r"fiducials\[0\].id"),
        ("at = [150, 100]", "at = [190, 100]", r"fiducials\[0\].at"),
        ("size = 20", "size = 1", r"fiducials\[0\].size"),
        ("[mat]", "[[mat]]", "mat"),
        ("[deck]", "[deck", "TOML"),
    ],
)
def test_what_is_wrong_is_named(old, new, key):
    assert old in GOOD
    with pytest.raises(ConfigError, match=rf"tiny\.toml: .*{key}"):
        parse_sheet(GOOD.replace(old, new), "tiny.toml")


def test_an_unknown_game_is_answered_with_the_known_ones():
    with pytest.raises(ConfigError, match="the_game"):
        load_sheet("chess")


def test_games_are_offered_in_the_order_of_their_rulebooks():
    assert list_games()[:5] == ("the_game", "extreme", "quick_easy", "face_to_face", "sequence")


@pytest.mark.parametrize("game", list_games())
def test_the_mat_of_every_game_has_room_between_its_zones(game):
    sheet = load_sheet(game)
    boxes = [zone.rect_mm for zone in sheet.zones] + [(*spot.at_mm, spot.side_mm, spot.side_mm) for spot in sheet.fiducials]
    for i, a in enumerate(boxes):
        for b in boxes[i + 1 :]:
            assert a[0] + a[2] <= b[0] or b[0] + b[2] <= a[0] or a[1] + a[3] <= b[1] or b[1] + b[3] <= a[1]
    assert len(sheet.fiducials) >= 4
    for zone in sheet.zones:
        if zone.kind == "card":
            assert zone.rect_mm[2] > sheet.card_mm[0]
            assert zone.rect_mm[3] > sheet.card_mm[1]


def test_the_practice_deck_of_extreme_has_98_cards_four_of_each_command():
    deck = build_practice_deck(load_sheet("extreme"))
    assert sorted(int(face.split(":")[0]) for face in deck) == list(range(2, 100))
    commands = [face.split(":")[1] for face in deck if ":" in face]
    assert {command: commands.count(command) for command in commands} == dict.fromkeys(
        ("stop", "skull", "three", "silence", "noback", "onepile", "draw1"), 4
    )
    assert build_practice_deck(load_sheet("quick_easy")) == load_sheet("quick_easy").deck


def test_print_mat_writes_what_its_json_says(tmp_path, capsys):
    out = tmp_path / "mat.png"
    assert main(["print", "mat", "--game", "the_game", "--out", str(out), "--dpi", "100", "--json", "--language", "it"]) == 0
    geometry = json.loads(capsys.readouterr().out)
    assert geometry["size_mm"] == [420, 297]
    picture = cv2.imread(str(out))
    found, ids, _ = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)).detectMarkers(picture)
    truth = {fiducial["id"]: np.array(fiducial["corners_mm"]) for fiducial in geometry["fiducials"]}
    assert sorted(ids.reshape(-1).tolist()) == sorted(truth)
    for corners, number in zip(found, ids.reshape(-1), strict=True):
        assert np.abs((corners.reshape(4, 2) + 0.5) / 100 * 25.4 - truth[int(number)]).max() < 0.3


def test_print_deck_and_controls_say_where_the_cards_lie(capsys):
    assert main(["print", "deck", "--game", "quick_easy", "--json"]) == 0
    geometry = json.loads(capsys.readouterr().out)
    assert sorted(card["face"] for card in geometry["cards"]) == sorted(load_sheet("quick_easy").deck)
    assert geometry["pages"] == max(card["page"] for card in geometry["cards"])
    assert main(["print", "controls", "--game", "quick_easy", "--json"]) == 0
    cards = {card["face"] for card in json.loads(capsys.readouterr().out)["cards"]}
    assert cards >= {"TC1:end_turn", "TC1:undo", "TC1:stuck", "TC1:pause", "TC1:new_match", "TC1:player1", "TC1:player2"}


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["mat", "--game", "the_game"], "--out"),
        (["mat", "--game", "the_game", "--out", "mat.txt"], ".pdf or .png"),
        (["board", "--game", "the_game", "--out", "board.pdf"], "without a board"),
        (["deck", "--game", "the_game", "--out", "/nowhere/deck.pdf"], "no folder"),
    ],
)
def test_what_cannot_be_printed_is_one_clear_line_and_status_2(arguments, hint, capsys):
    assert main(["print", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert hint in said.err
    assert said.err.count("\n") == 1
