"""Sequence seen from drawn pictures, from the first card to the ruling: what a text cannot show."""

from functools import cache

import pytest

from companion.app.table_events import apply_event
from companion.games.sequence.board import parse_layout
from companion.games.sequence.layouts import CLASSIC
from companion.games.sheets import load_sheet
from companion.journal.journal import Journal
from companion.match.events import Started
from companion.match.referee import Ruling
from companion.questions.question import TurnOver
from companion.session.session import Session
from companion.shown.view import make_view
from companion.shown.words.messages import catalogue
from companion.sources.sources import layout_for, layout_from_sheet, scene_for
from tests.small_decks import learn_small_deck
from vision.board.training import learn_chips
from vision.board.view import BoardReader
from vision.cards.candidates import CARD_CROP_PX
from vision.drawn.art.boards import draw_enrolled_board
from vision.drawn.art.cards import draw_card
from vision.drawn.table.acts import Bump, Lay, Lift, Wait
from vision.drawn.table.virtual_camera import VirtualTable
from vision.readers.enrolled.reader import EnrolledReader
from vision.readers.enrolment.learning import Sample
from vision.types import Bumped, Change
from vision.watcher import Watcher

SHEET = load_sheet("sequence")


@cache
def readers():
    """A deck of four cards and the practice board; some seconds."""
    samples = [Sample(face, draw_card(face, CARD_CROP_PX)) for face in ("2S", "3S", "QH", "9D")]
    board = draw_enrolled_board([row.split() for row in parse_layout(CLASSIC).rows])
    deck = learn_small_deck("four", samples, aspect=SHEET.card_mm[0] / SHEET.card_mm[1])
    return EnrolledReader(deck), BoardReader(board, learn_chips(board.fine, (10, 10)))


def watched(script, options, size, seed):
    """What the eye told, what was ruled as (verdict, rule), the session, and the last frame with marks."""
    cards, board = readers()
    layout = layout_from_sheet(SHEET.choose_mat(options))
    table = VirtualTable(layout, script, speed="fast", scene=scene_for("sequence", layout), seed=seed, size=size, fps=12)
    session = Session(Journal(":memory:"), lambda game: SHEET.faces)
    session.begin_match(Started("sequence", 2, options), 0.0, "test")
    watcher = Watcher(table, layout, {"card": cards}, board=board)
    told, ruled = [], []
    for event in watcher.events():
        told.append(event)
        for notice in apply_event(session, event, event.at):
            assert isinstance(notice, Ruling | TurnOver), notice
            ruled += [(notice.verdict, notice.rule)] if isinstance(notice, Ruling) else []
    return told, ruled, session, watcher.annotated()


def test_equal_cards_in_a_row_are_two_plays_and_a_bumped_table_plays_nothing():
    script = [
        *(Lay("discard1", "2S"), Lay("r0c1", "blue"), Bump(12.0, 1.5), Wait(2.0)),
        *(Lay("discard2", "3S"), Lay("r0c2", "green"), Lay("discard1", "2S"), Lay("r8c6", "blue")),
    ]
    told, ruled, session, picture = watched(script, {}, (1120, 720), 5)
    assert [(change.zone, change.after) for change in told if isinstance(change, Change)] == [
        ("discard1", "2S"),
        ("r0c1", "blue"),
        ("discard2", "3S"),
        ("r0c2", "green"),
        ("r8c6", "blue"),
    ]
    assert set(ruled) == {("legal", None)}
    assert session.match.state.piles == (("2S", "2S"), ("3S",)) and session.match.state.turn == 4
    assert sum(isinstance(event, Bumped) for event in told) == 1
    assert picture.shape == (720, 1120, 3)


@pytest.mark.whole
def test_chips_under_a_sleeve_of_the_mats_colour_stay_as_they_are():
    chips = {"r4c0": "green", "r5c1": "blue", "r4c4": "blue"}
    script = [*(Lay(cell, chip) for cell, chip in chips.items()), *(Lay("discard2", card) for card in ("3S", "QH", "9D"))]
    told, *_ = watched(script, {}, (960, 540), 19)
    assert [(change.zone, change.after) for change in told if isinstance(change, Change)] == [
        *chips.items(),
        *(("discard2", card) for card in ("3S", "QH", "9D")),
    ]


@pytest.mark.whole
def test_one_zone_for_all_where_cards_are_shown_and_taken_away_again():
    script = [Lay("discard", "2S"), Lift("discard"), Lay("r0c1", "blue"), Lay("discard", "3S"), Lay("r5c5", "green")]
    _, ruled, session, _ = watched(script, {"common_discards": True}, (960, 680), 3)
    assert ruled == [("legal", None)] * 4 + [("illegal", "SQ-05")]
    shown = make_view(session.snapshot, catalogue("en"), {"sequence": SHEET})
    assert [pile["title"] for pile in shown["piles"]][:2] == ["Everybody’s discards", "Player 1’s discards"]
    assert [pile["top"] for pile in shown["piles"]] == ["3S", "2S", ""], "the wrong pair does not stand"


def test_the_mat_is_that_of_the_options_with_the_discards_of_those_who_play():
    def zones(seats, **options):
        layout = layout_for("sequence", started=Started("sequence", seats, options))
        return [zone.name for zone in layout.of_kind("card")]

    assert zones(4, common_discards=True) == ["discard"]
    assert zones(3) == ["discard1", "discard2", "discard3"]
    assert len(zones(12)) == 12


@pytest.mark.parametrize("language", ["en", "it"])
def test_that_the_table_was_bumped_is_said_until_the_next_hand(language):
    session = Session(Journal(":memory:"), lambda game: SHEET.faces)
    session.publisher.report_bump()
    session.record_hands(False, 1.0)
    words = catalogue(language)
    assert make_view(session.snapshot, words, {})["table"] == {"state": "still", "text": words.text("table-bumped")}
    session.record_hands(True, 2.0)
    assert make_view(session.snapshot, words, {})["table"]["text"] == words.text("table-moving")


def test_a_chip_in_a_colour_that_nobody_plays_is_a_foul():
    session = Session(Journal(":memory:"), lambda game: SHEET.faces)
    session.begin_match(Started("sequence", 2, {"colours": ["blue", "green"]}), 0.0, "test")
    (ruling,) = session.take_change(Change("r4c4", "", "red", 0.99, (("blue", 0.01),), 1.0, moved=True), 1.0)
    assert isinstance(ruling, Ruling) and (ruling.verdict, ruling.rule, ruling.seat) == ("illegal", "SQ-05", 0)
