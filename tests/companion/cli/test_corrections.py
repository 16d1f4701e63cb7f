"""A corrected read keeps its picture, the deck learns from it, and the owner can see and undo it. The cards are drawn."""

import json

import cv2
import numpy as np
import pytest

from companion.app.web_table import Lessons, WebTable
from companion.cli import main
from companion.errors import InputError
from companion.games.sheets import load_sheet
from companion.journal.journal import Journal
from companion.lessons.corrections import MAX_LOOKS, Corrections, Looks, Note, SeenCard, note_of_command
from companion.match.events import Started
from companion.session.inbox import Inbox
from companion.session.session import Session
from companion.sources.decks import corrected_deck, decks_to_relearn, relearn_deck
from companion.sources.readers import reader_of
from tests.small_decks import learn_small_deck
from vision.drawn.art.cards import draw_card
from vision.drawn.art.styles import STYLES
from vision.readers.enrolled.file import save_deck
from vision.readers.enrolment.improving import improve_deck
from vision.readers.enrolment.learning import Sample
from vision.types import Change
from web.errors import CommandRefused

FACES = ("2", "47", "48", "6")


def drawn(face, style="night"):
    picture = draw_card(face, (236, 364), STYLES[style])
    return np.asarray(cv2.resize(picture, (200, 280), interpolation=cv2.INTER_AREA))


def jpeg(crop):
    return cv2.imencode(".jpg", crop)[1].tobytes()


@pytest.fixture(scope="module")
def deck():
    return learn_small_deck("ours", [Sample(face, drawn(face)) for face in FACES], "the_game", 59 / 91)


@pytest.fixture
def folder(tmp_path, monkeypatch, deck):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    save_deck(deck, tmp_path / "decks")
    return tmp_path / "decks"


SEEN = SeenCard("up1", "48", "ours", jpeg(drawn("47")))
NOTE = Note("up1", "48", "47", 3, 9)


@pytest.fixture
def table(folder):
    """A table of a match that is being played, with the pictures of what was read."""
    session = Session(Journal(":memory:"), lambda game: load_sheet(game).deck)
    session.begin_match(Started("the_game", 2), 0.0, "test")
    inbox = Inbox(session, clock=lambda: 1_800_000_000.0)
    inbox.start_thread()
    looks = Looks()
    lessons = Lessons(looks, Corrections(folder))
    yield WebTable(inbox, {"the_game": load_sheet("the_game")}, lambda cues, places: [], lessons=lessons), looks, session, inbox
    inbox.stop_thread()


def seen(inbox, change):
    inbox.ask_session(lambda session, at: session.take_change(change, at))


@pytest.mark.whole
def test_a_corrected_entry_keeps_the_picture_it_was_read_from(table, folder):
    found, looks, session, inbox = table
    looks.remember_look(SEEN)
    seen(inbox, Change("up1", "", "48", 0.99, (), 1.0, True))
    entry = session.match.entries[-1].n
    found.act({"command": "correct", "entry": entry, "face": "47"}, "phone")
    (kept,) = Corrections(folder).standing_corrections("ours")
    assert (kept.face, kept.read, kept.entry) == ("47", "48", entry)
    assert kept.picture.read_bytes() == SEEN.picture


def test_an_answered_question_keeps_its_picture(table, folder):
    found, looks, _, inbox = table
    looks.remember_look(SEEN)
    seen(inbox, Change("up1", "", "48", 0.5, (("47", 0.4),), 1.0, True, accepted=False))
    (question,) = inbox.snapshot.questions
    found.act({"command": "answer", "question": question.id, "face": "47"}, "phone")
    (kept,) = Corrections(folder).standing_corrections("ours")
    assert (kept.face, kept.read, kept.entry) == ("47", "48", None)


def test_what_was_refused_or_never_seen_leaves_no_correction(table, folder):
    found, looks, session, inbox = table
    seen(inbox, Change("up1", "", "48", 0.99, (), 1.0, True))
    entry = session.match.entries[-1].n
    found.act({"command": "correct", "entry": entry, "face": "47"}, "phone")  # nobody looked: no picture
    looks.remember_look(SEEN)
    with pytest.raises(CommandRefused):
        found.act({"command": "correct", "entry": entry, "face": "123"}, "phone")
    assert Corrections(folder).standing_corrections("ours") == ()
    assert note_of_command(session.snapshot, {"command": "end_turn"}) is None


def test_the_latest_picture_of_the_zone_counts_and_memory_does_not_grow():
    looks = Looks()
    for i in range(3 * MAX_LOOKS):
        looks.remember_look(SeenCard("up1", "48", "ours", bytes([i % 256])))
    looks.remember_look(SeenCard("up2", "48", "ours", b"elsewhere"))
    assert looks.find_look(NOTE).picture == bytes([(3 * MAX_LOOKS - 1) % 256])
    assert looks.find_look(Note("up1", "2", "47", 3, 9)) is None
    assert len(looks._seen) == MAX_LOOKS


def test_undone_corrections_stay_undone_and_numbers_are_not_given_twice(folder):
    corrections = Corrections(folder)
    first, second = (corrections.write_correction(SEEN, NOTE, 1.0) for _ in range(2))
    assert (first.n, second.n) == (1, 2)
    assert corrections.undo_correction("ours", 2).n == 2
    assert [one.n for one in Corrections(folder).standing_corrections("ours")] == [1]
    assert corrections.write_correction(SEEN, NOTE, 1.0).n == 3
    with pytest.raises(InputError, match="no correction 2"):
        corrections.undo_correction("ours", 2)


def test_half_a_line_left_by_a_power_cut_costs_only_itself(folder):
    corrections = Corrections(folder)
    corrections.write_correction(SEEN, NOTE, 1.0)
    with (corrections.folder_of("ours") / "corrections.jsonl").open("a") as file:
        file.write('{"n": 2, "fa')
    corrections.write_correction(SEEN, NOTE, 2.0)
    assert [one.when for one in corrections.standing_corrections("ours")] == [1.0, 2.0]


@pytest.mark.whole
def test_a_deck_learns_its_corrections_and_unlearns_them(folder, deck):
    corrections = Corrections(folder)
    assert decks_to_relearn() == [] and corrected_deck(deck) is deck
    corrections.write_correction(SeenCard("up1", "48", "ours", jpeg(cv2.GaussianBlur(drawn("47"), (0, 0), 2.5))), NOTE, 1.0)
    assert decks_to_relearn() == ["ours"] and corrected_deck(deck) is deck
    assert relearn_deck("ours") is not None
    assert decks_to_relearn() == []
    assert corrected_deck(deck).faces == FACES
    assert not np.array_equal(corrected_deck(deck).planes, deck.planes)
    assert np.array_equal(reader_of("ours").deck.planes, corrected_deck(deck).planes), "`companion read` uses it too"
    corrections.undo_correction("ours", 1)
    assert corrected_deck(deck) is deck, "what was undone is not used"


def test_nothing_is_learned_from_a_picture_of_something_else(deck):
    table_top = np.full((280, 200, 3), 120, np.uint8)
    table_top[::7] = 60
    assert improve_deck(deck, [Sample("47", table_top)]) is None
    assert improve_deck(deck, [Sample("99", drawn("99"))]) is None, "a card the deck does not have"


def test_the_owner_sees_and_undoes(folder, tmp_path, capsys):
    Corrections(folder).write_correction(SEEN, NOTE, 1_800_000_000.0)
    assert main(["corrections", "ours", "--json", "--contact-sheet", str(tmp_path / "seen.png")]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert (listed["n"], listed["face"], listed["read"], listed["match"], listed["entry"]) == (1, "47", "48", 3, 9)
    assert cv2.imread(str(tmp_path / "seen.png")).shape[1] > 400
    assert main(["corrections", "ours", "--undo", "1"]) == 0
    out, said = capsys.readouterr()
    assert out == "" and "47, which was read as 48" in said


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["nobody"], "no deck 'nobody'"),
        (["ours", "--undo", "7"], "no correction 7"),
        (["ours", "--contact-sheet", "x.png"], "no corrections to draw"),
        (["../x"], "deck name"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_line(folder, arguments, complaint, capsys):
    assert main(["corrections", *arguments]) == 2
    assert complaint in capsys.readouterr().err
