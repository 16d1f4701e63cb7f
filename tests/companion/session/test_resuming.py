"""Matches that were stored by another version: what people saw of them stays, and what cannot be read stops nothing."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest

from companion.errors import JournalError, PositionError
from companion.games import rules_of
from companion.games.sheets import load_sheet
from companion.journal.journal import Journal
from companion.journal.opening import open_journal
from companion.match.events import Corrected, Played, Started, TurnEnded, event_to_json
from companion.match.rulings import Fate
from companion.session.session import Session
from companion.shown.view import make_view
from companion.shown.words.messages import catalogue
from web.view import check_view

FIRST_SCHEMA = """
CREATE TABLE matches (id INTEGER PRIMARY KEY, began REAL NOT NULL);
CREATE TABLE entries (
    match INTEGER NOT NULL REFERENCES matches (id), n INTEGER NOT NULL, at REAL NOT NULL, source TEXT NOT NULL, event TEXT NOT NULL,
    PRIMARY KEY (match, n)
) WITHOUT ROWID;
PRAGMA user_version=1;
"""
STARTED = {"event": "started", "game": "the_game", "seats": 2}


def stored(path, *events):
    """A journal as the first version wrote it."""
    with closing(sqlite3.connect(path)) as db, db:
        db.executescript(FIRST_SCHEMA)
        db.execute("INSERT INTO matches VALUES (1, 0.0)")
        for n, event in enumerate(events, 1):
            text = json.dumps(event if isinstance(event, dict) else event_to_json(event))
            db.execute("INSERT INTO entries VALUES (1, ?, 0.0, 'phone', ?)", (n, text))
    db.close()


def resumed(path):
    session = Session(Journal(path), lambda game: load_sheet(game).faces)
    assert session.resume_match()
    return session


def faces(session):
    return rules_of("the_game").list_faces(session.match.state)


def test_a_match_that_the_first_version_amended_is_said_and_its_entries_stay(tmp_path):
    path = tmp_path / "journal.sqlite"
    stored(path, STARTED, Played("up1", "", "50"), Corrected(2, "40"))
    journal, said = open_journal(path, 1.0)
    session = Session(journal, lambda game: load_sheet(game).faces)
    assert not session.resume_match() and session.match is None and session.past.find_match(1) is None
    assert session.snapshot.left_out == (), "nothing is left out of a match that nobody is shown"
    assert [catalogue("en").text(notice.id, **notice.values) for notice in said] == [
        "No longer shown: 1. These matches were corrected with the first version. Their entries stay in the journal; "
        "`companion export` writes them out."
    ]
    session.begin_match(Started("the_game", 2), 2.0, "phone")
    assert [entry.event for entry in journal.read_entries(1)][1:] == [Played("up1", "", "50"), Corrected(2, "40")]
    with pytest.raises(JournalError, match="companion export 1"):
        journal.check_age(1)


def test_a_match_of_the_first_version_without_amendments_goes_on(tmp_path):
    path = tmp_path / "journal.sqlite"
    stored(path, STARTED, Played("up1", "", "50"), Played("up1", "50", "60"), TurnEnded())
    journal, said = open_journal(path, 1.0)
    journal.close()
    session = resumed(path)
    assert said == () and faces(session)["up1"] == "60"
    session.record_event(Corrected(2, "65"), 1.0, "phone")
    assert session.match.find_judged(3).fate is Fate.NOTED and resumed(path).match == session.match


@pytest.mark.parametrize(
    "strange",
    [
        {"event": "moon_rose"},
        {"event": "played", "zone": "up1", "whatever": 3},
        {"event": "claimed", "code": "sing"},
    ],
    ids=str,
)
@pytest.mark.parametrize("language", ["en", "it"])
def test_an_entry_that_cannot_be_read_or_folded_is_said_beside_a_match_that_goes_on(tmp_path, strange, language):
    path = tmp_path / "journal.sqlite"
    stored(path, STARTED, Played("up1", "", "50"), Played("up1", "50", "60"), strange)
    session = resumed(path)
    assert session.snapshot.left_out == (4,) and faces(session)["up1"] == "60"
    shown = make_view(session.snapshot, catalogue(language), {"the_game": load_sheet("the_game")})
    assert shown["left_out"]
    check_view({**shown, "lamps": [], "buzzer": "off"})
    session.record_turn_end(1.0, "phone")
    with closing(sqlite3.connect(path)) as db, db:
        assert db.execute("SELECT COUNT(*), MAX(n) FROM entries").fetchone() == (5, 5), "nothing is lost, nothing written over"
    assert resumed(path).match == session.match


def test_of_a_card_that_lies_twice_it_is_asked_which_was_misread(tmp_path):
    path = tmp_path / "journal.sqlite"
    stored(path, STARTED)
    session = resumed(path)
    for event in (Played("up1", "", "45"), Played("down1", "", "80"), TurnEnded(), Corrected(2, "80")):
        session.record_event(event, 1.0, "phone")
    shown = make_view(session.snapshot, catalogue("en"), {"the_game": load_sheet("the_game")})
    check_view({**shown, "lamps": [], "buzzer": "off"})
    (asked,) = shown["twins"]
    assert (asked["entry"], asked["other"]) == (3, 2) and asked["text"].endswith("which of the two was misread?")
    session.record_event(Corrected(3, "81"), 2.0, "phone")
    assert "twins" not in make_view(session.snapshot, catalogue("en"), {"the_game": load_sheet("the_game")})


def test_a_match_that_cannot_be_set_up_any_more_is_said_too(tmp_path):
    path = tmp_path / "journal.sqlite"
    stored(path, {**STARTED, "options": {"nobody_plays_so": True}}, Played("up1", "", "50"))
    session = Session(Journal(path), lambda game: load_sheet(game).faces)
    assert not session.resume_match()
    shown = make_view(session.snapshot, catalogue("en"), {"the_game": load_sheet("the_game")})
    assert shown["match"] is None and shown["left_out"]
    check_view({**shown, "lamps": [], "buzzer": "off"})


SMALL_HAND = {"pro_small_hand": True}


def test_options_that_nobody_may_choose_together_any_more_go_on_in_a_stored_match_and_begin_no_other(tmp_path):
    path = tmp_path / "journal.sqlite"
    stored(path, {**STARTED, "options": SMALL_HAND}, Played("up1", "", "20"))
    session = resumed(path)
    assert faces(session)["up1"] == "20"
    session.record_event(Corrected(2, "30"), 1.0, "phone")
    assert faces(session)["up1"] == "30"
    with pytest.raises(PositionError) as refusal:
        session.begin_match(Started("the_game", 2, SMALL_HAND), 2.0, "phone")
    assert catalogue("it").say_error(refusal.value) == (
        "«Una carta in meno in mano» va solo insieme a «Versione per professionisti (tre carte per turno)»: "
        "scegli anche quella, o nessuna delle due."
    )
    assert faces(session)["up1"] == "30"  # the match that was on is still on


def test_options_are_not_corrected_to_what_cannot_be_chosen_together(tmp_path):
    session = Session(Journal(tmp_path / "journal.sqlite"), lambda game: load_sheet(game).faces)
    session.begin_match(Started("the_game", 2), 0.0, "phone")
    with pytest.raises(PositionError):
        session.set_up_anew(SMALL_HAND, None, None, 1.0, "phone")
    session.set_up_anew({**SMALL_HAND, "pro": True}, None, None, 1.0, "phone")
    assert session.match.started.options["pro_small_hand"]
