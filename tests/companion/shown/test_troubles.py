"""What is wrong with the disk and what was found at the start reaches the phones and /healthz, in the language of whoever looks."""

from __future__ import annotations

import pytest

from companion.journal.journal import Journal
from companion.journal.start_notice import StartNotice
from companion.shown.notices import add_where_it_stands
from companion.shown.words.languages import list_languages
from tests.web.real_table import RealTable
from web.app import create_app
from web.errors import CommandRefused

FOUND = (
    StartNotice("journal-damaged", {"aside": "/state/damaged-1"}, "it is cut off"),
    StartNotice("journal-saved", {"matches": 2, "entries": 90}),
    StartNotice("journal-shortened", {"match": 2, "lost": 10, "of": 50, "kept": 40, "which": "41-50"}),
    StartNotice("journal-missing", {"path": "journal.sqlite", "backup": "backups/journal-2026-01-06.sqlite", "matches": 3}),
)


@pytest.fixture
def table():
    with RealTable() as table:
        yield table


@pytest.mark.parametrize("language", list_languages())
def test_what_was_found_at_the_start_is_on_the_phones(table, language):
    assert table.view(language)["notices"] == []
    table.do(lambda session, at: session.publisher.show_notices(FOUND))
    damaged, saved, shortened, missing = table.view(language)["notices"]
    assert "/state/damaged-1" in damaged and "90" in saved and shortened.startswith("10 ") and "41-50" in shortened
    assert "backups/journal-2026-01-06.sqlite" in missing


def test_the_languages_say_it_in_their_own_words(table):
    table.do(lambda session, at: session.publisher.show_notices(FOUND))
    english, italian = (table.view(language)["notices"] for language in ("en", "it"))
    assert not set(english) & set(italian)


def test_it_is_in_the_health_answer_without_being_a_trouble(table):
    client = create_app(table, text=lambda language, id, /, **values: id).test_client()
    assert client.get("/healthz").json == {"status": "ok"}
    table.do(lambda session, at: session.publisher.show_notices(FOUND[:1]))
    answer = client.get("/healthz")
    assert answer.status_code == 200 and "set aside" in answer.json["notices"][0]


LOST = StartNotice("journal-shortened", {"match": 1, "lost": 2, "of": 9, "kept": 7, "which": "8-9"})


def found_at_start(table, *found):
    table.do(lambda session, at: session.publisher.show_notices(add_where_it_stands(found, session.snapshot)))


@pytest.mark.parametrize(
    ("language", "card"), [("en", "Bruno: 41 on the first ascending pile, turn 2"), ("it", "Bruno: 41 su")]
)
def test_after_a_loss_the_phones_say_where_the_match_stands(table, language, card):
    table.begin("the_game", 3)
    for face in ("20", "30"):
        table.lay("up1", face)
    table.end_turn()
    table.lay("up1", "41")
    found_at_start(table, LOST)
    assert card in table.view(language)["notices"][1]
    assert "41" in table.report_health(language)["notices"][1] and "Bruno" not in str(table.report_health(language))
    table.lay("up1", "55")
    assert card in table.view(language)["notices"][1], "what comes later changes nothing of it"
    table.begin("quick_easy", 2)
    assert len(table.view(language)["notices"]) == 1, "another match lies there"


@pytest.mark.parametrize("id", ["journal-torn", "journal-mirror", "journal-mirror-unknown"])
def test_whoever_is_to_look_for_the_last_card_is_told_which_it_is(table, id):
    table.begin("the_game", 3)
    found_at_start(table, StartNotice(id))
    assert "no card of it is known" in table.view("en")["notices"][1]
    table.lay("down2", "88")
    found_at_start(table, StartNotice(id))
    assert "88" in table.view("en")["notices"][1]


def test_a_loss_in_another_match_says_nothing_of_this_one(table):
    table.begin("the_game", 3)
    table.begin("the_game", 3)
    found_at_start(table, LOST)
    assert len(table.view("en")["notices"]) == 1


@pytest.fixture
def full(tmp_path, request):
    """A table whose disk takes nothing any more; with a mirror what comes goes into its reserve."""
    with Journal(tmp_path / "journal.sqlite", mirrored=request.param) as journal, RealTable(journal) as table:
        table.begin("the_game", 3)
        journal._db.execute("PRAGMA query_only=1")
        yield table


@pytest.mark.parametrize("full", [True], indirect=True)
@pytest.mark.parametrize(("language", "words"), [("en", "The disk is full"), ("it", "Il disco è pieno")])
def test_a_full_disk_is_on_the_phones_and_the_match_goes_on(full, language, words):
    full.act({"command": "put", "zone": "up1", "face": "20", "language": language}, "phone")
    shown = full.view(language)
    assert words in shown["table"]["text"] and shown["piles"][0]["top"] == "20"


@pytest.mark.parametrize("full", [False], indirect=True)
@pytest.mark.parametrize(("language", "words"), [("en", "only be read"), ("it", "solo leggere")])
def test_what_cannot_be_written_is_refused_in_the_language_of_whoever_asked(full, language, words):
    with pytest.raises(CommandRefused, match=words):
        full.act({"command": "put", "zone": "up1", "face": "20", "language": language}, "phone")
    assert full.view(language)["piles"][0]["top"] != "20"
    full.journal._db.execute("PRAGMA query_only=0")
    full.act({"command": "put", "zone": "up1", "face": "20", "language": language}, "phone")
    assert full.view(language)["piles"][0]["top"] == "20"
