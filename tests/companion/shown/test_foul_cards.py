"""The card of a foul: every foul that a game can call has one, and its words are whole in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import companion.games
from companion.games import GAMES
from companion.match.rules import Finding, Severity
from companion.shown.foul_cards import FOUL_CARDS, OTHER, name_foul_kind, show_foul_card
from companion.shown.words.messages import catalogue
from web.view import ANSWERS

SAID_NOT_PLAYED = frozenset(
    {
        "stuck",
        "not-stuck",
        "minimum-laid",
        "number-said",
        "hint-said",
        "table-talk",
        "colour-laid",
        "wrong-players",
        "wrong-hand",
        "wrong-teams",
        "wrong-seats",
        "line-not-fresh",
        "line-not-own",
        "one-dead-card",
        "not-dead",
        "jack-never-dead",
        "nothing-to-draw",
        "draw-before-play",
        "no-draw-due",
        "nothing-to-shuffle",
        "deck-not-empty",
    }
)
"""Codes of what was said and does not hold: a sentence answers it, and nothing lies on the table."""
DETAIL = {"card": "47", "top": "60", "seat": 2, "to_move": 1, "still": 1, "other_zone": "up2"}


def codes_of_fouls() -> set[str]:
    """The codes with which the games' files call fouls and losses."""
    sources = [file.read_text("utf-8") for file in Path(companion.games.__file__).parent.rglob("*.py")]
    called = r'make_(?:foul|loss)\(\s*(?:"[A-Z]+-\d+"|[\w.]+), "([a-z-]+)"'
    return {code for source in sources for code in re.findall(called, source)}


def test_every_foul_of_every_game_has_a_card_of_its_kind() -> None:
    codes = codes_of_fouls()
    assert {"not-your-turn", "already-laid", "occupied", "not-covered"} <= codes
    assert {code for code in codes - SAID_NOT_PLAYED if name_foul_kind(Finding("X-1", code, Severity.FOUL)) == OTHER} == set()


def test_a_foul_is_of_one_kind() -> None:
    codes = [code for card in FOUL_CARDS.values() for code in card.codes]
    assert len(codes) == len(set(codes))


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("face", ["47", "blue", ""])
@pytest.mark.parametrize("kind", FOUL_CARDS)
def test_every_card_says_what_happened_and_what_to_do(kind: str, face: str, language: str) -> None:
    code = min(FOUL_CARDS[kind].codes, default="of-my-own-game")
    finding = Finding("X-1", code, Severity.FOUL, ("up1",), {**DETAIL, "card": face})
    card = show_foul_card(finding, catalogue(language), face=face, zone="up1", dropped=())
    said = [card["what"], card["remedy"], *(answer["text"] for answer in card["answers"])]
    assert card["kind"] == kind and not [text for text in said if re.search(r"foul-|[{}]|\s\s|\s[.,]", text)]
    assert all(text[0].isupper() and len(text) <= 70 for text in said)
    assert {answer["answer"] for answer in card["answers"]} <= set(ANSWERS) and len(card["answers"]) <= 2


@pytest.mark.parametrize(
    ("code", "face", "remedy"),
    [
        ("not-above", "45", "Take the 45 back."),
        ("not-your-turn", "45", "Take the 45 back."),
        ("occupied", "blue", "Take the blue chip back."),
        ("own-chip", "", "Put the chip back."),
        ("too-few", "", "Play one more card."),
    ],
)
def test_the_remedy_is_one_sentence(code: str, face: str, remedy: str) -> None:
    finding = Finding("X-1", code, Severity.FOUL, ("up1",), {**DETAIL, "card": face})
    assert show_foul_card(finding, catalogue("en"), face=face, zone="up1", dropped=())["remedy"] == remedy


def test_no_button_offers_what_the_game_does_not_have() -> None:
    finding = Finding("SQ-05", "second-card", Severity.FOUL, ("discard1",), {"card": "2S"})
    card = show_foul_card(finding, catalogue("en"), face="2S", zone="discard1", dropped={"turn_had_ended"})
    assert [answer["answer"] for answer in card["answers"]] == ["let_stand"]


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_card_says_nothing_twice(language: str) -> None:
    """The sentence on the foul stands between the title and the remedy: it repeats neither."""
    words = catalogue(language)
    for kind, card in FOUL_CARDS.items():
        for code in card.codes:
            finding = Finding(
                "X-1", code, Severity.FOUL, ("up1",), {**DETAIL, "card": "47", "count": 1, "alone": 1, "trick": 0}
            )
            shown = show_foul_card(finding, words, face="47", zone="up1", dropped=())
            for game in GAMES:
                if words.has_text(f"{game}-{code}") or words.has_text(code):
                    said = words.say_finding(game, finding)
                    assert not said.startswith(shown["what"]) and shown["remedy"].rstrip(".") not in said, (kind, game, said)
                    assert not re.search(r"(?i)\b(?:take it back|riprendila|riprendilo)\b", said), said
