"""Indices of other countries, and indices seen in part: cards drawn by the project itself, which no network has seen while learning."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.varied import varied
from tests.vision.on_cloth import STYLE, lay, table
from vision.drawn.art.cards import draw_card
from vision.drawn.art.styles import STYLES
from vision.readers.french.reader import make_standard_reader
from vision.readers.french.verdict import FRENCH_FACES
from vision.readers.french_print.letters import SeenLetters, weigh_letters
from vision.readers.french_print.networks import LETTERS, RANKS, Guess

COURTS = [rank + suit for rank in "KQJ" for suit in "CDHS"]


def guess(rank: str, chance: float = 0.97, letter: str = "") -> Guess:
    ranks = np.full(14, (1 - chance) / 13, np.float32)
    ranks[RANKS.index(rank) if rank else 13] = chance
    return Guess(ranks, np.array([0.01, 0.01, 0.01, 0.96, 0.01], np.float32), letter)


def letters(letter: str, chance: float = 0.97) -> np.ndarray:
    chances = np.zeros(len(LETTERS) + 1)
    chances[LETTERS.index(letter)], chances[-1] = chance, 1 - chance
    return chances


# --- whole decks


@pytest.mark.whole
@varied("style", ["wood", "slate", "night"])
@pytest.mark.parametrize("said", ["1VDR", "AVDR", "ABDK", "ABVH"])
def test_courts_of_other_countries_are_read_and_none_is_read_wrong(said: str, style: str) -> None:
    reader, deck = make_standard_reader(), replace(STYLES[style], letters=said)
    read = {face: reader.read(draw_card(face, (120, 168), deck)) for face in (*COURTS, *FRENCH_FACES)}
    assert {face: one.face for face, one in read.items() if one.accepted and one.face != face} == {}
    assert sum(read[face].accepted for face in COURTS) >= 10
    assert sum(one.accepted for one in read.values()) >= 46


def test_kings_queens_and_knaves_of_a_french_deck_are_read_on_one_picture() -> None:
    picture, deck = table(), replace(STYLE, letters="1VDR")
    laid = ["KH", "QS", "JC", "JD"]
    for number, face in enumerate(laid):
        lay(picture, face, 110 + 240 * (number % 2), 120 + 230 * (number // 2), turn=6 * number - 9, style=deck)
    read = make_standard_reader().read_picture(picture)
    assert {reading.face for _, reading in read if reading.accepted} == set(laid)


# --- V is a knave in France and a queen in the Netherlands


@pytest.mark.parametrize(("beside", "face"), [("R", "J"), ("D", "J"), ("1", "J"), ("B", "Q"), ("H", "Q")])
def test_a_v_is_the_knave_or_the_queen_as_the_letters_beside_it_say(beside: str, face: str) -> None:
    seen = SeenLetters()
    v = weigh_letters(guess(""), letters("V"))
    assert sorted(RANKS[number] for number in np.argsort(v.rank[:13])[-2:]) == ["J", "Q"] and v.sureness < 0.6
    assert seen.settle_knave(v) is v
    seen.note_letters([weigh_letters(guess(""), letters(beside))])
    settled = seen.settle_knave(v)
    assert RANKS[settled.likeliest // 4] == face and settled.sureness > 0.8


def test_a_v_between_letters_of_two_countries_stays_open() -> None:
    seen = SeenLetters()
    seen.note_letters([weigh_letters(guess(""), letters(one)) for one in "RB"])
    assert seen.settle_knave(weigh_letters(guess(""), letters("V"))).sureness < 0.6


def test_letters_of_another_picture_do_not_settle_a_v() -> None:
    reader = make_standard_reader()
    for said, faces in (("ABVH", ["KH", "JS"]), ("AVDR", ["JC"])):
        picture = table()
        for number, face in enumerate(faces):
            lay(picture, face, 130 + 220 * number, 240, style=replace(STYLE, letters=said))
        read = reader.read_picture(picture)
    assert [reading.face for _, reading in read if reading.accepted] in ([], ["JC"])
    assert any("JC" in (reading.face, *dict(reading.alternatives)) for _, reading in read)


# --- against English ranks


def test_a_plain_english_rank_is_not_overruled_and_a_doubtful_one_is() -> None:
    assert RANKS[weigh_letters(guess("8", 0.99), letters("B", 0.6)).likeliest // 4] == "8"
    assert RANKS[weigh_letters(guess("6", 0.75), letters("D", 0.97)).likeliest // 4] == "Q"
    assert RANKS[weigh_letters(guess("7", 0.95), letters("1", 0.68)).likeliest // 4] == "7"
    assert float(weigh_letters(guess("7", 0.95), letters("1", 0.97)).rank[RANKS.index("7")]) < 0.5


# --- what is not seen is not read


def covered(picture: np.ndarray, rows: slice, columns: slice, colour: tuple[int, int, int]) -> np.ndarray:
    hidden = picture.copy()
    hidden[rows, columns] = colour
    return hidden


@varied(("style", "face", "cut"), [("lagoon", "8D", 26), ("night", "TH", 20), ("wood", "KC", 24), ("paper", "5H", 18)])
def test_a_part_of_an_index_is_not_taken_for_another_card(style: str, face: str, cut: int) -> None:
    picture = table(480)
    picture[100:380, 140:340] = draw_card(face, (200, 280), STYLES[style])
    hand, cloth = (110, 140, 190), (40, 70, 30)
    shown = [covered(picture, slice(0, 480), slice(140 + cut, 480), colour) for colour in (hand, cloth)]
    shown += [covered(picture, slice(100 + cut, 480), slice(0, 480), colour) for colour in (hand, cloth)]
    shown += [np.ascontiguousarray(picture[100 + cut :, :210]), np.ascontiguousarray(picture[:210, 140 + cut // 2 :])]
    reader = make_standard_reader()
    read = [reading for one in shown for _, reading in reader.read_picture(one)]
    assert [one.face for one in read if one.accepted and one.face != face] == []


def test_a_whole_index_beside_a_covered_card_is_read() -> None:
    read = []
    for face in ("5S", "KH", "9D", "QC", "7H"):
        picture = table(480)
        picture[100:380, 140:340] = draw_card(face, (200, 280), STYLE)
        hidden = covered(picture, slice(100, 480), slice(200, 480), (110, 140, 190))
        read += [reading.face == face for _, reading in make_standard_reader().read_picture(hidden) if reading.accepted]
    assert len(read) >= 3 and all(read)
