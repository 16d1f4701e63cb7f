"""A deck that nobody enrolled becomes known while it is played with. The cards are drawn, the reader is told what to see."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.app.web_table import Lessons
from companion.cli import main
from companion.games.sheets import load_sheet
from companion.journal.journal import Journal
from companion.lessons.corrections import Corrections, Looks, Note, SeenCard
from companion.lessons.sure_reads import MAX_COPIES_OF_FACE, SureReads
from companion.match.events import Corrected, Started
from companion.session.session import Session
from companion.sources.decks import decks_to_relearn, learned_deck_name, load_learned_deck, relearn_deck
from companion.sources.readers import reader_at_table
from vision.drawn.art.cards import draw_card
from vision.drawn.art.styles import STYLES
from vision.types import Change

DECK = learned_deck_name("the_game")


def jpeg(face: str, dark: float = 1.0) -> bytes:
    picture = cv2.resize(draw_card(face, (236, 364), STYLES["night"]), (200, 280), interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", np.clip(picture * dark, 0, 255).astype(np.uint8))[1].tobytes()


def seen(face: str, zone: str = "up1", shown: str = "", dark: float = 1.0) -> SeenCard:
    return SeenCard(zone, face, DECK, jpeg(shown or face, dark))


@pytest.fixture
def corrections(tmp_path, monkeypatch):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    return Corrections(tmp_path / "decks")


@pytest.fixture
def session():
    session = Session(Journal(":memory:"), lambda game: load_sheet(game).deck)
    session.begin_match(Started("the_game", 2), 0.0, "test")
    return session


def lay(session, face, zone="up1", at=1.0):
    session.take_change(Change(zone, "", face, 0.999, (), at, True), at)


def test_what_the_match_took_for_a_fact_is_kept(corrections, session):
    sure = SureReads(corrections)
    sure.expect_read(seen("47"))
    sure.keep_borne_out(session.snapshot)
    assert corrections.standing_corrections(DECK) == ()
    lay(session, "47")
    sure.keep_borne_out(session.snapshot)
    (kept,) = corrections.standing_corrections(DECK)
    assert (kept.face, kept.read, kept.picture.read_bytes()) == ("47", "47", jpeg("47"))


def test_a_read_that_the_match_did_not_take_is_not_kept(corrections, session):
    sure = SureReads(corrections)
    sure.expect_read(seen("48", shown="47"))
    lay(session, "47")
    sure.keep_borne_out(session.snapshot)
    assert corrections.standing_corrections(DECK) == ()


def test_a_correction_unlearns_it_and_teaches_the_right_card(corrections, session):
    sure, looks = SureReads(corrections), Looks()
    misread = seen("48", shown="47")
    looks.remember_look(misread)
    sure.expect_read(misread)
    lay(session, "48")
    sure.keep_borne_out(session.snapshot)
    Lessons(looks, corrections, sure).keep_correction(Note("up1", "48", "47", session.snapshot.match_id, 2))
    (kept,) = corrections.standing_corrections(DECK)
    assert (kept.face, kept.read) == ("47", "48")


def test_a_wrong_correction_that_was_undone_teaches_nothing(corrections, session):
    looks = Looks()
    looks.remember_look(seen("47"))
    lay(session, "47")
    lessons, match_id = Lessons(looks, corrections), session.snapshot.match_id
    session.amend_log(Corrected(2, "74"), 2.0, "phone")
    lessons.keep_correction(Note("up1", "47", "74", match_id, 2))
    lessons.forget_undone(match_id, session.match)
    assert [one.face for one in corrections.standing_corrections(DECK)] == ["74"], "it holds"
    session.undo_entry(3.0, "phone", 3)
    lessons.forget_undone(match_id + 1, session.match)
    assert corrections.standing_corrections(DECK) != (), "another match"
    lessons.forget_undone(match_id, session.match)
    assert corrections.standing_corrections(DECK) == ()


def test_a_better_look_unlearns_it(corrections, session):
    sure = SureReads(corrections)
    sure.expect_read(seen("48", shown="47"))
    lay(session, "48")
    sure.keep_borne_out(session.snapshot)
    sure.contradict_read(DECK, "up1", "48")
    assert corrections.standing_corrections(DECK) == ()


def test_a_few_pictures_of_a_card_are_enough(corrections, session):
    for n in range(MAX_COPIES_OF_FACE + 2):
        sure = SureReads(corrections)
        sure.expect_read(seen("47", dark=1 - 0.05 * n))
        if n == 0:
            lay(session, "47")
        sure.keep_borne_out(session.snapshot)
    assert len(corrections.standing_corrections(DECK)) == MAX_COPIES_OF_FACE


def kept(corrections, faces):
    for n, face in enumerate(faces):
        corrections.write_correction(seen(face), Note("up1", face, face, 1, n), 1_800_000_000.0 + n)


FACES = ("3", "8", "12", "24", "37", "41", "47", "55", "62", "78")


@pytest.mark.whole
def test_after_a_match_the_deck_is_known_by_its_own_pictures(corrections, capsys):
    kept(corrections, FACES)
    assert decks_to_relearn() == [DECK] and load_learned_deck(DECK) is None
    assert set(relearn_deck(DECK).faces) == set(FACES)
    assert decks_to_relearn() == []
    reader = reader_at_table("numbers", "the_game")
    assert reader.deck_name == DECK and len(list(reader.list_pictures())) == len(FACES)
    assert main(["decks"]) == 0
    assert f"{DECK}\tlearned while playing\t10 of 98 cards" in capsys.readouterr().out


@pytest.mark.whole
def test_a_picture_that_the_others_contradict_is_not_learned(corrections):
    kept(corrections, FACES)
    for n in range(2):
        corrections.write_correction(seen("47", dark=0.9 - 0.1 * n), Note("up1", "47", "47", 1, 50 + n), 1_800_000_100.0)
    corrections.write_correction(seen("99", shown="47", dark=0.95), Note("up1", "99", "99", 1, 60), 1_800_000_200.0)
    assert "99" not in relearn_deck(DECK).faces


def test_too_few_cards_are_no_deck(corrections):
    kept(corrections, FACES[:5])
    assert relearn_deck(DECK) is None and load_learned_deck(DECK) is None
    assert reader_at_table("numbers", "the_game").deck_name == DECK


def test_the_owner_sees_what_was_learned_and_takes_it_back(corrections, capsys):
    kept(corrections, FACES[:2])
    assert main(["corrections", DECK]) == 0
    assert "3\tlearned while playing\tmatch 1\tentry 0" in capsys.readouterr().out
    assert main(["corrections", DECK, "--undo", "1"]) == 0
    assert [one.face for one in corrections.standing_corrections(DECK)] == ["8"]
