"""Laws of every text for people: short, whole, without coordinates, with one word for one thing; held on both catalogues."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import resources
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.serializer import FluentSerializer

from companion.games import GAMES, rules_of
from companion.match.events import Started
from companion.play.dialogue import Dialogue
from companion.shown.words.languages import list_languages
from companion.shown.words.messages import catalogue

LANGUAGES = list_languages()
COUNTS = (0, 1, 2, 5, 21)
LONGEST = 90
"""Characters that can be read aloud in one breath."""

LONGER = [
    ("rule-", 120, "a sentence of the rulebook, read at leisure behind a tap"),
    ("journal-|aside-|files-missing|left-out|board-layout-aside|error-layout", 260, "said once at a start, with the file and what to type"),
    ("doctor-", 240, "an advice of `companion doctor`, with the command to type"),
    ("checking-|enrolling-|enrolled-|deck-|corners-", 270, "said beside the camera before any match, with the keys to press"),
    ("setup-", 250, "a step of the set-up, done before any match"),
    ("unclear-|table-(?:unclear|grid|mat)", 120, "stays as long as it holds, and names what to do and what comes of it"),
    ("asked-beneath", 130, "names two cards, their pile and the question"),
    ("changed-notes", 110, "names a card, its pile and the plays after it"),
    ("error-", 170, "an answer to somebody who writes JSON or files"),
    ("dashboard-(?:camera|pair|phones|stream|history|clip|only|club|wifi)", 290, "a page of its own, read while nobody plays"),
    ("certificate-renewed|phone-copied", 170, "a line of the console"),
    ("face_to_face-|extreme-|quick_easy-", 100, "names two cards with their colours or commands"),
]  # fmt: skip
"""Beginnings of ids, how long these texts may be, and why."""

LOWER_CASE = [
    ("word-|player-within|fits-|learning-(?:just-begun|minutes)|asked-none", "a part of a sentence"),
    ("face-|command-|suit-|rank-|colour-|chip-", "the name of a card, a colour or a chip, in the middle of a sentence"),
    ("sequence-(?:colour|missing-chip|own-colour)|quick_easy-colour", "the name of a colour or a chip, in the middle of a sentence"),
    ("claim-", "what somebody does, behind their name"),
    ("light-", "what a lamp shows, behind its name, on the console"),
    ("doubt-", "why a picture is doubtful, behind its name"),
    ("doctor-(?:status|name|title)-", "one word of a column"),
    ("doctor-zbar-none-advice", "a command to type, as it is typed"),
    ("doctor-signals-gpio-no-pins|error-layout-needed", "begins with the key that somebody wrote"),
    ("setup-verdict-|dashboard-(?:set-up-done|phones-(?:you|here|away))", "a mark behind a title or a name"),
    ("dashboard-club-(?:changed|organiser|player|since|turn|left)", "a mark behind the name of a table, a result or a player"),
    ("dashboard-club-(?:plays|calls|free|away)", "a count behind the number of tables, in one line"),
    ("dashboard-role-", "what a role may do, behind its name"),
    ("dashboard-(?:left|room)-", "behind or before a number, on a tile"),
    ("dashboard-(?:corner|space-|side-)", "a place on a small drawing, behind the name of a card or player"),
    ("dashboard-wifi-is-", "a mark behind the name of a network"),
    ("dashboard-(?:or|the-correction|differs|players-range)", "a part of a sentence"),
]  # fmt: skip
"""Beginnings of ids whose texts begin in lower case, and why."""

COUNTED_AS_GIVEN = [
    ("error-", "an answer to somebody who writes JSON or files, with the number as they wrote it"),
    ("misread-command|extreme-fifth", "said of five cards and more"),
    ("sequence-wrong-hand", "said of three cards and more"),
    ("setup-(?:lamps-all|enrol-learning|enrol-count)|enrolling-(?:learning|kept)", "said of a whole deck, or of all lamps"),
    ("journal-", "counts of a stored match, said once at a start"),
]
"""Beginnings of ids whose texts have no form for one, and why."""

BANNED = {
    "en": ["stands? (?:now|that|there)", "does not stand", "would not have stood", "let stand", "(?:was|be|been) told", "passed over",
           "the own", "stumbled", "put in later", "is laid", "[Cc]ards laid", "was laid", "laid backwards", "let it stand", "cannot be told",
           r"\bhe\b", r"\bhis\b", r"\bhim\b"],
    "it": ["lascia valere", "inciampat", "non sarebbe (?:stat|vals)", "professionale", "tappeto", r"\bpil[ae]\b", "si chiede$", "gambero",
           "calat[aeo]", "fiamme", r"\bun fallo\b", "carte di (?:comando|direzione)",
           "configurazione guidata", "il programma", "sequenz[ae] finit"],
}  # fmt: skip
"""Words of the code, of the lab, or second words for one thing."""

COORDINATES = re.compile(r"(?i)\b(?:rows?|columns?|rig[ah]e?|colonn[ae]) ?(?:\d|\{)|\br\dc\d")
FOR_BUILDERS = re.compile(r"error-(?:layout|space|no-space|file-not-text)")
"""Texts about a file or a line that somebody writes by rows and columns."""


@cache
def messages(language: str) -> dict[str, ast.Message]:
    folder = resources.files("companion") / "locale" / language
    found: dict[str, ast.Message] = {}
    for file in folder.iterdir():
        for entry in FluentParser().parse(file.read_text(encoding="utf-8")).body:
            if isinstance(entry, ast.Message) and entry.value is not None:
                found[entry.id.name] = entry
    return found


def source(message: ast.Message) -> str:
    return FluentSerializer().serialize_entry(message)


def longest_allowed(id: str) -> int:
    return next((limit for begins, limit, _ in LONGER if re.match(begins, id)), LONGEST)


@cache
def rendered(language: str) -> list[tuple[str, str]]:
    """Every text with values as a table has them, for counts from none to many."""
    words = catalogue(language).with_match(Started("sequence", 2, names=("Anna", "Bruno")))
    said = []
    for id, message in messages(language).items():
        names = set(re.findall(r"\$([\w-]+)", source(message)))
        for count in COUNTS if names & {"count", "still", "players", "left", "score", "played", "hand"} else (2,):
            values = dict.fromkeys((name for name in names if not name.endswith("_name")), "Xenia")
            values |= {
                "count": count,
                "still": count,
                "players": count,
                "left": count,
                "score": count,
                "played": count,
                "hand": count,
            }
            values |= dict.fromkeys(("card", "face", "top", "seen", "expected"), "47")
            values |= dict.fromkeys(("zone", "other_zone", "before_zone", "space_zone"), "up1") | {"other_zone": "down2"}
            values |= {"first_zone": "r0c1", "last_zone": "r0c5", "seat": 1, "to_move": 2, "next": 2, "winner": 1, "owner": 2}
            values |= {"minimum": 2, "trick": 37, "number": 47, "turn": 3, "before": "31"}
            if id.startswith("sequence-"):
                values |= {"zone": "r0c1", "other_zone": "r0c2", "space_zone": "r0c1"} | dict.fromkeys(
                    ("face", "expected"), "blue"
                )
            said.append((id, words.text(id, **values)))
    return said


@pytest.mark.whole
@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_read_in_one_breath_or_have_a_reason(language):
    assert {id: text for id, text in rendered(language) if len(text) > longest_allowed(id)} == {}


@pytest.mark.whole
def test_every_reason_for_a_long_text_is_needed():
    long = [id for language in LANGUAGES for id, text in rendered(language) if len(text) > LONGEST]
    assert [begins for begins, _, _ in LONGER if not any(re.match(begins, id) for id in long)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_begin_in_upper_case(language):
    allowed = re.compile("|".join(begins for begins, _ in LOWER_CASE))
    assert {id: text for id, text in rendered(language) if text[:1].islower() and not allowed.match(id)} == {}


def test_every_reason_for_lower_case_is_needed():
    lower = [id for language in LANGUAGES for id, text in rendered(language) if text[:1].islower()]
    assert [begins for begins, _ in LOWER_CASE if not any(re.match(begins, id) for id in lower)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_apostrophes_and_quotation_marks_are_those_of_print(language):
    typed = re.compile(
        r"""`[^`]*`|(?:=|or?) "[^"]*"|-s "[^"]*"|cp "[^"]*" "[^"]*"|docs/\S+, "[^"]*\""""
    )  # what is typed, as it is typed
    wrong = re.compile(r"""['"]""" if language == "en" else r"""['"“”]""")
    assert {id: text for id, text in rendered(language) if wrong.search(typed.sub("", text))} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_has_coordinates(language):
    found = {id for id, message in messages(language).items() if COORDINATES.search(source(message))}
    assert {id for id in found if not FOR_BUILDERS.match(id)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_thing_has_one_word(language):
    banned = re.compile("|".join(BANNED[language]))
    assert {id: text for id, text in rendered(language) if banned.search(text)} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_is_never_said_as_many(language):
    many = re.compile(
        r"\b1 (?:cards|turns|plays|chips|discards|places|minutes|sequences|carte|turni|giocate|gettoni|scarti|posti|minuti|sequenze)\b"
    )
    given = re.compile("|".join(begins for begins, _ in COUNTED_AS_GIVEN))
    counted = [(id, text) for id, text in rendered(language) if not id.endswith("-other")]  # the page itself chooses -one
    assert {id: text for id, text in counted if many.search(text) and not given.match(id)} == {}


def test_italian_speaks_to_one_person_as_one():
    plural = re.compile(
        r"\b(?:mettete|toccate|spostate|liberate|guardate|controllate|scegliete|riprendete|correggete|togliete|girate|calate"
        r"|disponete|iniziate|mettetevi|continuate|giocate la|vi chieder\w+|vostr[aeio])\b"
    )
    assert {
        id: text
        for id, text in rendered("it")
        if plural.search(text.lower()) and id != "doctor-camera-pace"  # "looked at", of pictures
    } == {}


RECORDINGS = sorted((Path(__file__).parents[2] / "recordings").glob("*.jsonl"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_what_is_said_in_whole_matches_keeps_the_laws(path, language):
    dialogue = Dialogue(catalogue(language))
    banned = re.compile("|".join(BANNED[language]))
    for line in path.read_text(encoding="utf-8").splitlines():
        given = {key: value for key, value in json.loads(line).items() if key not in ("expect", "rule", "state", "note")}
        said = dialogue.answer(json.dumps(given))["message"]
        assert not said[:1].islower() and not COORDINATES.search(said) and not banned.search(said), said
        spoken = re.sub(r"\{\".*", "", said)  # a line that could be typed instead stands behind
        assert not re.search(r"[{}$]|zone-|None|  ", spoken), said
    match = dialogue.match
    words = catalogue(language).with_match(match.started)
    for ruling in match.rulings:
        for finding in ruling.findings:
            text = words.say_finding(match.started.game, finding)
            assert len(text) <= longest_allowed(f"{match.started.game}-{finding.code}"), text
    for duty in rules_of(match.started.game).list_duties(match.state):
        assert len(words.say_duty(match.started.game, duty)) <= 110


def test_every_game_is_among_the_recordings():
    assert {path.stem.partition("-")[0] for path in RECORDINGS} == {*GAMES}
