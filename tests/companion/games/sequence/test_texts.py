"""Every code of Sequence has a text in both languages, with nothing left unsaid in it."""

import re
from pathlib import Path

import pytest

from companion.games import sequence
from companion.games.sequence import RULES
from companion.shown.words.messages import catalogue
from tests.companion.games.sequence.at_table import after, claim, place, position, remove, seen

SOURCE = "".join(path.read_text(encoding="utf-8") for path in sorted(Path(sequence.__file__).parent.glob("*.py")))
CODES = set(re.findall(r'(?:foul|note)\(\s*"SQ-\d\d", "([a-z-]+)"', SOURCE)) | {"card-alone", "chip-alone"}
CODES |= {"not-your-turn", "draw-before-play", "no-draw-due", "turned-wrong", "turned-back-wrong", "not-in-hand"}
DUTIES = {"lay-card", "lay-chip", "remove-chip", "draw", "turn-over", "turn-back"}
LANGUAGES = ("en", "it")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_text(language):
    words = catalogue(language)
    wanted = {f"sequence-{code}" for code in CODES} | {f"sequence-duty-{code}" for code in DUTIES}
    wanted |= {"sequence-outcome-sequences", "sequence-outcome-nobody-can-move", "option-table_talk", "option-advanced"}
    wanted |= {f"claim-{code}" for code in RULES.claims}
    assert len(CODES) > 40
    assert [id for id in sorted(wanted) if not words.has_text(id)] == []


FIVE = [[2, 2], [2, 3], [2, 4], [2, 5], [2, 6]]
DEAD = {"0": [[0, 1]], "1": [[8, 6]]}


def everything_said():
    """A step for nearly every code."""
    hidden = position(chips={"0": [[3, 3]], "1": [[4, 4], *FIVE]})
    known = position(hands=[["2S", "3S", "JS", "JC"]], deck=["KD"], chips=DEAD)
    yield place(known, "KH", 1, 6)
    yield place(known, "2S", 0, 1)
    yield place(known, "2S", 0, 2)
    yield place(known, "3S", 0, 4)
    yield place(known, "3S", 0, 0)
    yield place(known, "2S", 0, 0)
    yield place(known, "JC", 0, 0)
    yield place(known, "JC", 0, 1)
    yield place(known, "3S", 0, 1)
    yield place(known, "JS", 0, 3)
    yield remove(known, "JC", 8, 6)
    yield remove(known, "JS", 0, 1)
    yield remove(known, "JS", 5, 5)
    yield remove(hidden, "JS", 2, 2)
    yield place(known, "3S", 0, 2, seat=1)
    yield claim(known, "dead", card="3S")
    yield claim(known, "dead", card="JS")
    yield claim(known, "dead", card="2S")
    yield RULES.apply_turn_end(known)
    yield RULES.apply_turn_end(position(hands=[["2S"]], chips=DEAD))
    yield RULES.apply_turn_end(position(hands=[["JS"]]))
    yield claim(known, "draw", 0)
    yield claim(known, "draw", 1)
    yield claim(known, "reshuffle")
    yield claim(position(deck=0), "reshuffle")
    yield claim(position(deck=0, discards=["2S"]), "reshuffle")
    yield claim(position(2, {"table_talk": True}), "say", kind="advice")
    yield claim(position(4), "penalty", team=1, cards="2S QH")
    yield claim(position(), "penalty", team=0, cards="2S")
    yield claim(known, "name_line", 1, cells="r0c1")
    for detail in (
        {"players": 5}, {"players": 6, "teams": 4}, {"players": 4, "teams": 3}, {"players": 4, "seats": [1]}, {"players": 9, "seats": [1]},
        {"hand": 3},
    ):  # fmt: skip
        yield claim(known, "setup_check", **detail)
    for zone, face in (
        ("r0c0", "blue"), ("r4c4", "blue"), ("r5c5", "green"), ("r5c5", "blue*"), ("discard1", "back"), ("discard2", "2S"), ("r3c3", "blue*"),
    ):  # fmt: skip
        yield seen(hidden, zone, face)
    yield seen(after(hidden, lambda s: place(s, "2S", 0, 1)), "discard1", "")
    yield seen(hidden, "discard2", "2S", seat=0)
    yield seen(position(hands=[["2S"]]), "r9c1", "blue")
    yield seen(position(hands=[["2S"]], chips={"1": [[4, 4]]}), "r4c4", "")
    yield seen(position(), "discard1", "JS")
    yield seen(position(chips={"0": FIVE}, sequences=[{"team": 0, "cells": FIVE}]), "r2c2", "blue")
    card = after(hidden, lambda s: seen(s, "discard1", "3S"))
    yield seen(card, "discard1", "4S")
    yield RULES.apply_turn_end(card)
    chip = after(hidden, lambda s: seen(s, "r0c1", "blue"))
    yield seen(chip, "r0c2", "blue")
    yield RULES.apply_turn_end(chip)
    late = after(known, lambda s: place(s, "3S", 0, 2), lambda s: place(s, "4S", 0, 3))
    yield claim(late, "draw", 1)
    yield place(position(discards=["QH", "QH"]), "QH", 1, 7)
    yield place(position(chips={"0": FIVE[:4]}), "6D", 2, 6)
    yield place(position(3, chips={"0": FIVE[:4]}), "6D", 2, 6)
    yield remove(position(2, {"advanced": True}, turn=1, chips={"0": FIVE}), "JS", 2, 4)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_whole_sentences(language):
    words = catalogue(language)
    said = {}
    for step in everything_said():
        assert step.findings
        for finding in step.findings:
            said.setdefault(finding.code, words.say_finding("sequence", finding))
        if step.outcome:
            said["outcome"] = words.say_outcome("sequence", step.outcome)
    assert len(said) > 45
    for code, text in said.items():
        assert text[0].isupper() or text[0] in "«6", (code, text)
        assert text[-1] in ".!?", (code, text)
        assert not re.search(r"[{}$]|sequence-|zone-|\br\dc\d|discard\d|\b[2-9TJQKA][SHDC]\b|None|  ", text), (code, text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_duties_are_whole_sentences(language):
    words = catalogue(language)
    states = [
        after(position(chips={"0": FIVE}), lambda s: seen(s, "discard1", "3S")),
        after(position(), lambda s: seen(s, "discard1", "JC")),
        after(position(chips={"1": FIVE[:2]}), lambda s: seen(s, "discard1", "JS")),
        after(position(), lambda s: seen(s, "r0c1", "blue")),
        after(position(), lambda s: place(s, "3S", 0, 2)),
        after(position(chips={"0": [[3, 3]]}), lambda s: seen(s, "r3c3", "blue*")),
    ]
    duties = [duty for state in states for duty in RULES.list_duties(state)]
    assert {duty.code for duty in duties} == DUTIES
    for duty in duties:
        text = words.say_duty("sequence", duty, turn=1)
        assert text[-1] == "." and not re.search(r"[{}$]|sequence-|zone-|\br\dc\d|discard\d|None|  ", text), text


def test_a_refusal_says_the_card_the_space_and_what_would_be_legal():
    (finding,) = place(position(hands=[["QH"]]), "QH", 0, 2).findings
    assert catalogue("en").say_finding("sequence", finding) == (
        "That is the 3 of spades. The queen of hearts has 2 free spaces."
    )
    assert catalogue("it").say_finding("sequence", finding) == (
        "Quella è la casella del 3 di picche. La regina di cuori ha 2 caselle libere."
    )
