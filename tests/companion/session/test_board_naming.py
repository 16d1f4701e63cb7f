"""A board whose cards the camera cannot read is named by one tap: which card is printed on a space."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app.table_events import apply_event
from companion.commands.commands import prepare_work
from companion.errors import InputError
from companion.games.boards import CLASSIC, find_fitting_turns, parse_layout, space_at
from companion.games.sheets import load_sheet
from companion.journal.journal import Journal
from companion.match.events import Started
from companion.session.session import Session
from companion.shown.view import make_view
from companion.shown.words.messages import catalogue
from vision.types import BoardUnread, Lost, Still

LAYOUT = parse_layout(CLASSIC)
SPACES = [(row, column) for row in range(10) for column in range(10) if LAYOUT.printed[space_at(row, column)]]
SHEET = load_sheet("sequence")


def begin():
    session = Session(Journal(":memory:"), lambda game: SHEET.faces)
    session.begin_match(Started("sequence", 2, {}), 0.0, "test")
    tell(session, Lost(0.0, "grid"), BoardUnread(1.0, 1))
    return session


def tell(session, *events):
    for event in events:
        apply_event(session, event, 1.0)


def name(session, row, column, face, number=1):
    body = {"command": "board", "number": number, "zone": f"r{row}c{column}", "face": face}
    prepare_work(body, "phone")(session, 2.0)


def card_at(row, column, quarters):
    """What a person sees on a space of the picture of a board that lies turned so."""
    return LAYOUT.turn_quarters(quarters).printed[space_at(row, column)]


def shown(session, language="en"):
    return make_view(session.snapshot, catalogue(language), {SHEET.name: SHEET})


@given(space=st.sampled_from(SPACES), quarters=st.integers(0, 3), other=st.sampled_from(SPACES))
def test_one_tap_tells_how_the_board_lies_or_leaves_two_ways(space, quarters, other):
    turns = find_fitting_turns(LAYOUT, {"r{}c{}".format(*space): card_at(*space, quarters)})
    assert quarters in turns and len(turns) <= 2
    session = begin()
    name(session, *space, card_at(*space, quarters))
    known = session.snapshot.board_naming.quarters
    assert known == (quarters if len(turns) == 1 else None)
    if known is None:
        assert shown(session)["board_naming"]["text"].startswith("That card fits more than one way")
        left = find_fitting_turns(
            LAYOUT,
            {"r{}c{}".format(*space): card_at(*space, quarters), "r{}c{}".format(*other): card_at(*other, quarters)},
        )
        name(session, *other, card_at(*other, quarters))
        assert session.snapshot.board_naming.quarters == (quarters if len(left) == 1 else None)


def test_the_phone_asks_until_the_board_is_named_and_says_what_it_does_then():
    session = begin()
    asked = shown(session)["board_naming"]
    assert asked["picture"] == "board-1" and asked["size"] == 10 and len(asked["cards"]) == 48 and "JS" not in asked["cards"]
    for language, words in (("en", "cannot read its cards"), ("it", "non leggo le carte")):
        assert words in shown(session, language)["table"]["text"]
    name(session, 0, 1, card_at(0, 1, 3))
    after = shown(session)
    assert "board_naming" not in after and after["table"]["text"].startswith("Thank you")
    tell(session, BoardUnread(3.0, 0), Still(3.0))
    assert session.snapshot.board_naming is None and "board" not in shown(session)["table"]["text"]


def test_a_card_that_is_not_printed_there_is_refused_and_nothing_is_kept():
    session = begin()
    with pytest.raises(InputError) as refused:
        name(session, 0, 1, "AD")  # in each turn another card lies there
    assert "The ace of diamonds is not printed there" in catalogue("en").say_error(refused.value)
    assert "non sta in quella casella" in catalogue("it").say_error(refused.value)
    name(session, 0, 1, card_at(0, 1, 2))
    assert session.snapshot.board_naming.quarters == 2


@pytest.mark.parametrize("number", [0, 2])
def test_a_tap_into_an_older_picture_is_refused(number):
    session = begin()
    with pytest.raises(InputError):
        name(session, 0, 1, card_at(0, 1, 0), number)
    assert session.snapshot.board_naming.said == ()


def test_another_picture_of_the_board_asks_anew():
    session = begin()
    name(session, 0, 1, card_at(0, 1, 0))
    tell(session, BoardUnread(3.0, 2))
    assert shown(session)["board_naming"]["number"] == 2 and session.snapshot.board_naming.quarters is None
