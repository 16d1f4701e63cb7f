"""Drawn decks of the five games, and what lies on tables that is none of their cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.games.sheets import load_sheet
from tests.benchmarks.photographed import scene, slipped
from vision.drawn.art.cards import draw_card
from vision.drawn.art.drawing import Font, draw_text, paint_shapes
from vision.drawn.art.styles import DECK_INK, STYLES, Style, make_seeded_style
from vision.readers.enrolled.file import Deck
from vision.readers.enrolment.learning import Sample, learn_deck
from vision.types import Face, Image

NUMBERS = [str(n) for n in range(2, 100)]
COMMANDS = ("stop", "skull", "three", "silence", "noback", "onepile", "draw1")
LARGE = (315, 440)
TURNING = {"6", "9", "66", "99", "68", "89", "86", "98"}
"""Numbers that turn into another of them upside down."""
LEARNED_AT = 210
"""Width in pixels of the cards in the photographs that a deck is learned from."""
OTHER_SEEDS = 100
"""Seeds of styles from which foreign decks are drawn: added to the seeds of the enrolled ones."""


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """A deck on paper. `cards`: one picture a face; `other`: the same faces by another maker."""

    name: str
    faces: list[Face]
    cards: list[Image]
    other: list[Image]
    back: Image
    hardest: bool = False


def faces_of(game: str) -> list[Face]:
    """Of a box. Extreme: 98 numbers, 28 of them with a command."""
    if game == "extreme":
        return [n + (f":{COMMANDS[i // 3 % 7]}" if i % 3 == 1 and i < 84 else "") for i, n in enumerate(NUMBERS)]
    return list(load_sheet(game).deck)


def decks(count: int, seed: int) -> Iterator[Drawn]:
    """`count` decks of each game, no two alike, and one all of whose print but two corner numbers is the same on every card."""
    names = list(STYLES)
    for i, game in enumerate(("the_game", "extreme", "quick_easy", "face_to_face", "sequence")):
        for k in range(count):
            number = seed * 1000 + i * 100 + k
            name = names[(i + k // 2) % len(names)] if k % 2 == 0 else f"style {number}"
            style = STYLES[name] if k % 2 == 0 else make_seeded_style(number)
            faces, other = faces_of(game), make_seeded_style(number + OTHER_SEEDS * 100_000)
            back = draw_card("back", LARGE, style)
            yield Drawn(f"{game}, {name}", faces, _drawn(faces, style), _drawn(faces, other), back)
    for k in range((count + 1) // 2):
        style, other = STYLES[names[k % len(names)]], STYLES[names[(k + 1) % len(names)]]
        corners = [[_corner(number, one) for number in NUMBERS] for one in (style, other)]
        yield Drawn(
            f"corner numbers, {names[k % len(names)]}", NUMBERS, *corners, draw_card("back", LARGE, style), hardest=True
        )


def _drawn(faces: list[Face], style: Style) -> list[Image]:
    return [draw_card(face, LARGE, style) for face in faces]


def _corner(number: str, style: Style) -> Image:
    """A card whose picture tells nothing: only the small numbers in two corners do."""
    card = _same_on_all(style)
    plate = _plate(number, 34)
    if number in TURNING:
        plate[56:60, 12:64] = (30, 24, 20)
    for view in (card, card[::-1, ::-1]):
        view[18:84, 18:94] = plate
    return card


def barless(style: Style) -> tuple[list[Face], list[Image]]:
    """One number in the middle of each card, and nothing that would tell which way up it lies."""
    faces, cards = [*sorted(TURNING), "7", "12", "34", "57"], []
    for face in faces:
        one_way = _same_on_all(style)
        card = np.asarray(cv2.addWeighted(one_way, 0.5, one_way[::-1, ::-1].copy(), 0.5, 0), np.uint8)
        card[154:286, 82:234] = cv2.resize(_plate(face, 36), (152, 132), interpolation=cv2.INTER_CUBIC)
        cards.append(card)
    return faces, cards


def _same_on_all(style: Style) -> Image:
    return draw_card("back", LARGE, replace(style, back=tuple(255 - part for part in style.back)))


def _plate(number: str, tall: float) -> Image:
    inked = draw_text(number, 38, 33 + tall / 2, tall, DECK_INK, Font("aileron-heavy"), 0.5)
    return paint_shapes(inked, (76, 66), np.array([1.0, 1.0]), (250, 248, 240))


def learned(faces: list[Face], cards: list[Image], dice: np.random.Generator) -> Deck:
    """The deck enrolled from one careful photograph a card."""
    return learn_deck("drawn", [Sample(face, _enrolled(card, dice)) for face, card in zip(faces, cards, strict=True)])


def _enrolled(card: Image, dice: np.random.Generator) -> Image:
    taken = scene(card, LEARNED_AT, dice, hard=0.0)
    return slipped(dice, 0.0).cut(taken.frame(dice), taken.quad)


def blank(dice: np.random.Generator) -> Image:
    """Paper of some colour with nothing on it."""
    return np.full((LARGE[1], LARGE[0], 3), dice.integers(30, 256, 3), np.uint8)


def coaster(dice: np.random.Generator) -> Image:
    """Rings, letters and stripes such as lie on tables: the shape of a card, and nothing of its print."""
    picture = blank(dice)
    ink = tuple(dice.integers(0, 256, 3).tolist())
    middle = (LARGE[0] // 2, LARGE[1] // 2)
    for _ in range(int(dice.integers(1, 5))):
        kind, x, y = dice.integers(4), *dice.integers(20, 300, 2).tolist()
        if kind == 0:
            cv2.circle(picture, middle, int(dice.integers(30, 150)), ink, int(dice.integers(2, 16)), cv2.LINE_AA)
        elif kind == 1:
            cv2.putText(
                picture, _word(dice), (10, y + 100), cv2.FONT_HERSHEY_DUPLEX, float(dice.uniform(1, 4)), ink, 6, cv2.LINE_AA
            )
        elif kind == 2:
            cv2.rectangle(picture, (x // 2, y), (x // 2 + 120, y + 60), ink, -1)
        else:
            cv2.line(picture, (0, y), (LARGE[0], x), ink, int(dice.integers(4, 40)), cv2.LINE_AA)
    return picture


def _word(dice: np.random.Generator) -> str:
    return "".join(chr(letter) for letter in dice.integers(65, 91, int(dice.integers(2, 7))))


def hand(dice: np.random.Generator) -> Image:
    """The back of a hand with its fingers, as far as a card would reach."""
    skin = np.array([120, 150, 205]) * dice.uniform(0.4, 1.1) + dice.normal(0, 8, 3)
    picture = blank(dice)
    palm, dark = tuple(np.clip(skin, 0, 255).tolist()), tuple(np.clip(skin * 0.75, 0, 255).tolist())
    cv2.ellipse(picture, (150, 360), (130, 150), 0, 0, 360, palm, -1, cv2.LINE_AA)
    for i in range(4):
        tip = (20 + 85 * i + int(dice.normal(0, 12)), int(dice.uniform(20, 140)))
        cv2.line(picture, (60 + 60 * i, 300), tip, dark, 66, cv2.LINE_AA)
        cv2.line(picture, (60 + 60 * i, 300), tip, palm, 54, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 3), np.uint8)
