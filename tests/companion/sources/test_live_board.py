"""A board that was never enrolled is recognised on the table by the cards that are printed on it. Drawn, without a mat."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from companion.app.named_board import NamedBoard
from companion.app.table_events import apply_event
from companion.games.boards import parse_layout
from companion.games.sheets import load_sheet
from companion.journal.journal import Journal
from companion.match.events import Started
from companion.session.session import Session
from companion.shown.words.messages import catalogue
from companion.sources.bare import UNKNOWN_LAYOUT, bare_scene_for, bare_table_for
from companion.sources.board_layouts import layout_in_use, read_own_layout
from companion.sources.sources import board_file, board_for, layout_for
from tests.varied import varied
from tests.vision.board_scenes import another_edition
from tests.vision.watched_table import reader
from vision.board.file import load_board
from vision.board.printed import read_print
from vision.drawn.art.boards import make_board_look
from vision.drawn.table.acts import Lay, Wait
from vision.drawn.table.optics import Lens
from vision.drawn.table.render import SceneRenderer
from vision.drawn.table.scene import Lying
from vision.drawn.table.virtual_camera import VirtualTable
from vision.steps import finish_steps
from vision.types import BoardUnread, Change, Lost
from vision.watcher import Watcher

CLASSIC = Started("sequence", 2, {})
OTHER = Started("sequence", 2, {"layout": "\n".join(" ".join(row) for row in another_edition())})
SIZE = (1280, 720)


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    return tmp_path


@cache
def practice():
    """The board that is expected: the practice board, which looks otherwise."""
    return board_for("sequence", True)


def scene(turn=0.0):
    """A table with the other edition on it."""
    lying = bare_scene_for("sequence", layout_for("sequence", "", OTHER), 3)
    return replace(lying, board=replace(lying.board, cells=another_edition(), turn=turn))


def with_hidden_cards(lying):
    """The table with a chip on each of nine spaces of the board, whose cards nobody can read."""
    left, top, *_ = lying.layout.of_kind("board")[0].rect_mm
    chips = tuple((f"r4c{column}", (Lying("blue", (left + 24 * column + 12, top + 108)),)) for column in range(9))
    return replace(lying, piles=(*lying.piles, *chips))


def live(started):
    return bare_table_for("sequence", "", started, None, practice()).board.recognise


def recognise(recogniser, picture):
    """The board in the picture, with all steps at once."""
    return finish_steps(recogniser(picture))


@pytest.mark.whole
@varied("turn", [0.0, 90.0])
def test_its_chips_are_told_by_their_spaces_however_it_lies(turn):
    lying = scene(turn)
    script = [Wait(4.5), Lay("r3c4", "blue", 0), Lay("r6c7", "green", 1), Wait(0.5)]
    camera = VirtualTable(lying.layout, script, scene=lying, speed="fast", seed=1, fps=8)
    bare = bare_table_for("sequence", "", OTHER, None, practice(), drawn=True)
    told = list(Watcher(camera, UNKNOWN_LAYOUT, {"card": reader()}, board=practice(), bare=bare).events())
    spaces = ["r3c4", "r6c7"] if turn == 0 else ["r5c3", "r2c6"]
    assert [(one.zone, one.after) for one in told if isinstance(one, Change)] == [(spaces[0], "blue"), (spaces[1], "green")]
    assert not any(isinstance(one, Lost) and one.reason == "board" for one in told)


@pytest.mark.whole
def test_a_board_of_a_known_layout_is_recognised_though_its_print_is_small():
    found = recognise(live(OTHER), SceneRenderer((1000, 562)).render_picture(scene()))
    assert found is not None and found[0].cell_px < 32


@pytest.mark.whole
def test_its_picture_is_there_the_next_evening():
    assert recognise(live(OTHER), SceneRenderer(SIZE).render_picture(scene())) is not None
    kept = load_board(board_file("sequence"))
    assert kept is not None and (kept[0].rows, kept[0].columns) == (10, 10)


@pytest.mark.whole
def test_the_cards_of_a_board_in_another_order_are_kept_for_the_next_match(capsys):
    recognised, picture = live(CLASSIC), SceneRenderer((1920, 1080)).render_picture(scene())
    assert recognise(recognised, picture) is None and recognised.lost_reason == "order-read"
    assert capsys.readouterr().err.count("Start the match anew") == 1
    edition = parse_layout("\n".join(" ".join(row) for row in another_edition()))
    assert layout_in_use() in [edition.turn_quarters(quarters) for quarters in range(4)], "which way is up it does not say"
    again = bare_table_for(
        "sequence", "", Started("sequence", 2, {"layout": read_own_layout()}), None, practice()
    ).board.recognise
    assert recognise(again, picture) is not None


@pytest.mark.whole
def test_a_board_in_another_order_that_cannot_be_read_whole_is_left_to_a_person(capsys):
    recognised, picture = live(CLASSIC), SceneRenderer(SIZE).render_picture(with_hidden_cards(scene()))
    assert [recognise(recognised, picture) for _ in range(2)] == [None, None] and recognised.lost_reason == "order"
    assert capsys.readouterr().err.count("enrol-board") == 1
    assert load_board(board_file("sequence")) is None and read_own_layout() is None


@pytest.mark.whole
def test_phones_are_told_what_to_do_with_a_board_in_another_order():
    lying = with_hidden_cards(scene())
    camera = VirtualTable(lying.layout, [Wait(3.0)], scene=lying, speed="fast", seed=1, fps=2)
    bare = bare_table_for("sequence", "", CLASSIC, None, practice(), drawn=True)
    told = list(Watcher(camera, UNKNOWN_LAYOUT, {"card": reader()}, board=practice(), bare=bare).events())
    assert [one.reason for one in told if isinstance(one, Lost)][-1] == "order"
    for language in ("en", "it"):
        words = catalogue(language)
        assert {"en": "tap each play here", "it": "tocca qui ogni giocata"}[language] in words.text("table-order")
        assert all(words.has_text(f"table-{reason}") for reason in ("grid", "order", "order-read"))


@pytest.mark.whole
def test_on_a_table_without_a_board_nothing_is_taken_for_one(capsys):
    empty = bare_scene_for("the_game", layout_for("the_game"), 1)
    assert recognise(live(OTHER), SceneRenderer(SIZE).render_picture(empty)) is None
    assert capsys.readouterr().err == ""


@pytest.mark.whole
def test_a_board_whose_cards_cannot_be_read_is_known_after_one_tap():
    lying = bare_scene_for("sequence", layout_for("sequence", "", CLASSIC), 3)
    lying = replace(lying, board=replace(lying.board, turn=90.0, look=make_board_look(1, apart=True)))
    blurred = replace(lying, lens=Lens(blur=2.2))
    script = [Wait(2.0), Lay("r3c4", "blue", 0), Lay("r6c7", "green", 1), Wait(0.5)]
    camera = VirtualTable(blurred.layout, script, scene=blurred, speed="fast", seed=1, fps=4)
    bare, board = bare_table_for("sequence", "", CLASSIC, None, practice(), drawn=True), NamedBoard()
    eye = Watcher(camera, UNKNOWN_LAYOUT, {"card": reader()}, board=practice(), bare=bare)
    session = Session(Journal(":memory:"), lambda game: load_sheet(game).faces)
    session.begin_match(CLASSIC, 0.0, "test")
    chips = []
    while not eye.ended:
        board.apply_naming(eye, session.snapshot.board_naming)
        for event in eye.step():
            if isinstance(event, BoardUnread):
                apply_event(session, event, eye.at)
            chips += [(event.zone, event.after)] if isinstance(event, Change) else []
        asked = session.snapshot.board_naming
        if asked is not None and not asked.said:
            assert eye.unread_board is not None and eye.unread_board.shape[:2] == (320, 320)
            placement = bare.board.recognise.unread.placement
            sharp = read_print(SceneRenderer(SIZE).render_picture(lying), placement, (10, 10)).faces
            (row, column), face = min(sharp.items())  # what a person sees there
            session.board.name_space(asked.number, f"r{row}c{column}", face)
    assert session.snapshot.board_naming is None and chips == [("r5c3", "blue"), ("r2c6", "green")]
