"""Cards shown to the camera become a deck; an interrupted evening goes on where it stopped."""

import json
import queue

import numpy as np
import pytest

from companion.cli import main
from companion.errors import InputError
from companion.setup.enrol_live import Parade, ShownCards, faces_in_order, open_showing_table
from companion.shown.words.messages import catalogue
from vision.drawn.art.cards import draw_card
from vision.drawn.table.acts import Lay, Lift, Wait
from vision.drawn.table.scene import TableScene
from vision.drawn.table.virtual_camera import VirtualTable
from vision.errors import EndOfVideo
from vision.place.layout import Layout, Zone
from vision.readers.enrolled.file import load_deck

CARD = (59.0, 91.0)


class Stopped:
    """A camera that is unplugged after so many cards."""

    def __init__(self, camera, parade, cards):
        self._camera, self._parade, self._cards = camera, parade, cards

    def read(self):
        if len(self._parade.shown) >= self._cards:
            raise EndOfVideo("unplugged")
        self.frame = self._camera.read()
        return self.frame


def typed(*keys):
    waiting = queue.SimpleQueue()
    for key in keys:
        waiting.put(key)
    return waiting


@pytest.mark.whole
def test_cards_are_taken_in_order_within_three_seconds_each_and_kept_until_the_deck_is_learned(tmp_path):
    order, said = ("2", "47", "48", "6"), []
    kept = ShownCards(tmp_path / "ours.shown")
    first = Parade(order, CARD, kept, said.append)
    camera = Stopped(open_showing_table(first, CARD), first, 2)
    assert not first.watch_cards(camera, typed())
    assert camera.frame.at / 2 < 3.0
    assert said[-2:] == ["\a2 - good; now 47", "\a47 - good; now 48"]

    again = Parade(order, CARD, ShownCards(tmp_path / "ours.shown"), said.append)
    assert again.shown == ["2", "47"] and again.wanted_face == "48"
    assert again.watch_cards(open_showing_table(again, CARD), typed())
    assert said[-1] == "\a6 - good; that was the last"
    assert [sample.face for sample in kept.load_samples(again.shown, CARD)] == list(order)
    assert all(sample.crop.shape == (280, 200, 3) for sample in kept.load_samples(again.shown, CARD))


def test_cards_shown_to_an_older_version_which_kept_nothing_around_them_are_learned_all_the_same(tmp_path):
    kept = ShownCards(tmp_path)
    crops = {face: draw_card(face, (200, 280)) for face in ("2", "47")}
    for face, crop in crops.items():
        kept.keep_crop(face, crop, np.zeros((347, 248, 3), np.uint8))
        (tmp_path / "around" / f"{face}.jpg").unlink()
    assert kept.kept_faces() == ["2", "47"]
    for sample in kept.load_samples(("2", "47"), CARD):
        assert np.abs(sample.crop.astype(float) - crops[sample.face]).mean() < 5


def test_a_card_that_was_the_wrong_one_is_forgotten_with_what_lay_around_it(tmp_path):
    kept = ShownCards(tmp_path)
    kept.keep_crop("47:skull", draw_card("47:skull", (200, 280)), np.zeros((347, 248, 3), np.uint8))
    kept.forget_card("47:skull")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [] and kept.load_samples(("47:skull",), CARD) == []


def test_a_person_is_told_in_their_own_language(tmp_path):
    said = []
    parade = Parade(("2", "3"), CARD, ShownCards(tmp_path), said.append, catalogue("it"))
    assert not parade.watch_cards(open_showing_table(parade, CARD), typed("s", "q"))
    assert said[1:] == ["Mostra 2.", "2 viene saltata.", "Mostra 3."]


def test_keys_take_back_skip_and_stop(tmp_path):
    said, kept = [], ShownCards(tmp_path)
    parade = Parade(("2", "3"), CARD, kept, said.append)
    assert not parade.watch_cards(open_showing_table(parade, CARD), typed("s", "q"))
    assert parade.skipped == ["2"] and parade.wanted_face == "3"
    shown = Parade(("2", "3"), CARD, kept, said.append)
    shown.watch_cards(Stopped(open_showing_table(shown, CARD), shown, 1), typed())
    assert kept.kept_faces() == ["2"]
    shown.watch_cards(open_showing_table(shown, CARD), typed("b", "q"))
    assert kept.kept_faces() == [] and shown.wanted_face == "2"


@pytest.mark.whole
def test_a_card_shown_twice_is_asked_for_again_with_the_reason(tmp_path):
    said = []
    parade = Parade(("2", "3"), CARD, ShownCards(tmp_path), said.append)

    layout = Layout((300, 220), (Zone("show", "card", (80, 30, 140, 160)),), (), CARD)
    script = [Lay("show", "2"), Lift("show"), Lay("show", "2"), Wait(1.5)]
    camera = VirtualTable(layout, script, speed="fast", direction_cards=False, scene=TableScene(layout, mat=False))
    assert not parade.watch_cards(camera, typed())
    assert parade.shown == ["2"]
    assert said[-1].startswith("\a3 once more, please: this looks like the 2")


@pytest.mark.parametrize(
    ("faces", "game", "complaint"),
    [
        (None, None, "--game GAME, or --faces"),
        (None, "extreme", "which number carries which command"),
        ("2,2", None, "2 stands twice"),
        ("2", None, "at least two"),
        ("2,<b>", None, "is no face"),
    ],
)
def test_an_order_that_cannot_be_shown_is_refused(faces, game, complaint):
    with pytest.raises(InputError, match=complaint):
        faces_in_order(faces, game)


def test_the_order_is_the_sheets_or_the_owners(tmp_path):
    assert faces_in_order(None, "the_game")[:3] == ("2", "3", "4")
    (tmp_path / "list.txt").write_text("47:skull\nF44, QH\n")
    assert faces_in_order(str(tmp_path / "list.txt"), None) == ("47:skull", "F44", "QH")


def test_a_deck_is_learned_from_the_camera_and_can_be_read(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    assert main(["enrol", "ours", "--camera", "virtual", "--game", "the_game", "--faces", "2,47,6"]) == 0
    out, said = capsys.readouterr()
    told = json.loads(out)
    assert told["faces"] == ["2", "47", "6"]
    assert "2 - good; now 47" in said
    deck = load_deck(tmp_path / "decks", "ours")
    assert deck.game == "the_game" and deck.faces == ("2", "47", "6")
    assert not (tmp_path / "decks" / "ours.shown").exists()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--camera", "virtual", "--images", "somewhere"], "not allowed with"),
        (["--camera", "nowhere", "--game", "the_game"], "there is no source 'nowhere'"),
        (["--camera", "virtual", "--faces", "2,3", "--zone", "up1"], "--zone needs --game"),
        (["--camera", "virtual", "--game", "the_game", "--zone", "nowhere"], "no zone 'nowhere'"),
    ],
)
def test_what_cannot_be_used_is_refused(arguments, complaint, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    try:
        assert main(["enrol", "ours", *arguments]) == 2
    except SystemExit as stopped:
        assert stopped.code == 2
    assert complaint in capsys.readouterr().err
