"""How a deck looks: fonts, colours, pictures and borders. Decks drawn differ as bought ones do."""

from __future__ import annotations

import colorsys
import random
from dataclasses import dataclass, replace

from vision.drawn.art.drawing import HEAVY, Colour, Font
from vision.drawn.art.motifs import MOTIFS, Palette

CARD_WHITE: Colour = (252, 251, 248)  # guess; a card's paper
DECK_INK: Colour = (28, 30, 38)  # guess; of black suits
DECK_RED: Colour = (196, 30, 42)  # guess; of red suits
GILT: Colour = (214, 168, 58)  # guess; gold print on courts and boards
SILVER = Palette(
    (188, 194, 202), (118, 126, 138), ((206, 211, 218), (160, 168, 178), (138, 146, 158)), (30, 36, 46), (224, 228, 233)
)
GOLD = Palette((226, 182, 74), (150, 104, 26), ((240, 206, 116), (204, 156, 52), (176, 130, 36)), (52, 32, 6), (250, 226, 150))


_MIDNIGHT = Palette((18, 24, 46), (44, 50, 84), ((58, 70, 118), (38, 46, 84), (22, 28, 54)), (246, 242, 230), (8, 10, 20))


@dataclass(frozen=True, slots=True)
class Style:
    """How a deck looks."""

    font: Font = HEAVY  # of the numbers
    palette: Palette = _MIDNIGHT  # colours of ground, picture and numbers
    motif: str = "hills"  # the picture, see `vision.drawn.art.motifs`
    rim: Colour | None = None  # colour of the border, None for none
    rim_mm: float = 3.0  # width of the border; guess
    inner: Colour | None = None  # colour of a second border within, None for none
    corners: int = 2  # 2 or 4 corners with a number; guess
    pips: bool = True  # French-suited cards show pips, else one large suit
    back: Colour = (34, 52, 104)  # colour of the back; guess
    back_rim: Colour = CARD_WHITE  # colour of the back's border
    tints: tuple[tuple[str, Colour], ...] = ()  # colours of coloured cards by letter, where unusual
    heading: str = "arrow"  # what direction cards show, one of `HEADINGS` or `HEADINGS_APART`
    back_print: str = "lattice"  # pattern of the back: "lattice", "stripes" or "dots"
    letters: str = "AJQK"  # what indices of French-suited cards say for ace, knave, queen and king


NIGHT = Style()
STYLES: dict[str, Style] = {
    "night": NIGHT,
    "slate": Style(
        Font("roboto-slab-bold"),
        Palette((44, 50, 54), (24, 28, 30), ((64, 72, 76), (52, 60, 64), (38, 44, 48)), (250, 250, 246), (10, 12, 12)),
        "facets",
        rim=(12, 14, 16),
        back=(40, 44, 48),
    ),
    "lagoon": Style(
        Font("aileron-heavy", 0.84),
        Palette((10, 60, 74), (4, 34, 48), ((22, 98, 112), (12, 74, 90), (6, 50, 66)), (244, 250, 240), (2, 18, 26)),
        "scales",
        rim=CARD_WHITE,
        corners=4,
        back=(8, 70, 84),
    ),
    "ember": Style(
        Font("luckiest-guy"),
        Palette((70, 16, 26), (34, 8, 16), ((128, 40, 36), (92, 22, 32), (62, 14, 26)), (255, 226, 168), (20, 4, 8)),
        "rays",
        pips=False,
        back=(98, 20, 30),
    ),
    "wood": Style(
        Font("aileron-heavy-italic"),
        Palette((22, 50, 34), (12, 30, 22), ((46, 92, 56), (34, 72, 46), (78, 104, 48)), (238, 244, 218), (6, 18, 10)),
        "leaves",
        rim=(228, 224, 206),
        back=(26, 72, 46),
    ),
    "paper": Style(
        Font("aileron-heavy"),
        Palette(
            (250, 245, 232), (238, 228, 206), ((226, 206, 170), (218, 190, 150), (236, 222, 194)), (46, 34, 28), (255, 253, 246)
        ),
        "rings",
        corners=4,
        back=(140, 84, 50),
    ),
}


def make_seeded_style(seed: int) -> Style:
    """A deck of its own for every number: font, colours, picture, border. The same seed gives the same deck."""
    dice = random.Random(f"deck {seed}")
    fonts = ("aileron-heavy", "aileron-heavy", "aileron-heavy-italic", "roboto-slab-bold", "luckiest-guy", "aileron")
    return Style(
        font=Font(dice.choice(fonts), dice.choice((0.8, 0.9, 1.0, 1.0, 1.12))),
        palette=_generate_palette(dice),
        motif=dice.choice(sorted(MOTIFS)),
        rim=dice.choice((None, None, CARD_WHITE, (14, 14, 18))),
        corners=dice.choice((2, 2, 4)),
        pips=dice.random() < 0.7,
        back=_from_hsv(dice.random(), 0.6, 0.45),
    )


def _generate_palette(dice: random.Random) -> Palette:
    """Colours of one hue and of a near hue: in seven of ten decks dark with a pale number, else pale with a dark number."""
    hue = dice.random()
    other = (hue + dice.uniform(-0.12, 0.12)) % 1.0
    if dice.random() < 0.7:
        accents = (_from_hsv(other, 0.5, 0.44), _from_hsv(hue, 0.55, 0.34), _from_hsv(other, 0.6, 0.22))
        return Palette(
            _from_hsv(hue, 0.6, 0.3),
            _from_hsv(other, 0.6, 0.18),
            accents,
            _from_hsv(other, 0.1, 0.98),
            _from_hsv(hue, 0.7, 0.07),
        )
    accents = (_from_hsv(other, 0.22, 0.86), _from_hsv(hue, 0.3, 0.8), _from_hsv(other, 0.16, 0.92))
    return Palette(_from_hsv(hue, 0.07, 0.98), _from_hsv(other, 0.14, 0.92), accents, _from_hsv(hue, 0.6, 0.2), (255, 255, 255))


def _from_hsv(hue: float, saturation: float, value: float) -> Colour:
    red, green, blue = (round(255 * part) for part in colorsys.hsv_to_rgb(hue, saturation, value))
    return red, green, blue


# --- decks with printed frames, as bought ones have -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FrameKind:
    """What decks with a printed frame are made of. Two kinds share nothing: what is built on one kind is judged by the other."""

    fonts: tuple[str, ...]  # names of fonts
    motifs: tuple[str, ...]  # names of pictures
    rims: tuple[Colour, ...]  # colours of borders
    rims_mm: tuple[float, ...]  # widths of borders
    hues: tuple[float, float]  # from and to, in turns of the colour circle
    tints: tuple[tuple[tuple[str, Colour], ...], ...]  # colours of coloured cards by letter


BUILDING = FrameKind(
    ("aileron-heavy", "luckiest-guy"),
    ("hills", "scales", "rays"),
    ((250, 248, 240), (20, 22, 30)),
    (1.6, 2.0, 2.8),
    (0.0, 0.5),
    (
        (("R", (196, 44, 40)), ("B", (40, 84, 168)), ("G", (44, 132, 66)), ("Y", (236, 196, 40)), ("X", (238, 236, 228))),
        (("R", (178, 30, 58)), ("B", (30, 110, 190)), ("G", (96, 150, 50)), ("Y", (248, 208, 84)), ("X", (60, 60, 66))),
    ),
)
JUDGING = FrameKind(
    ("roboto-slab-bold", "aileron-heavy-italic"),
    ("rings", "leaves", "facets"),
    ((242, 238, 232), (34, 26, 22)),
    (1.8, 2.3, 3.2),
    (0.5, 1.0),
    (
        (("R", (210, 58, 48)), ("B", (24, 70, 150)), ("G", (20, 120, 92)), ("Y", (244, 214, 64)), ("X", (228, 230, 234))),
        (("R", (160, 36, 36)), ("B", (70, 130, 200)), ("G", (60, 110, 40)), ("Y", (226, 172, 30)), ("X", (128, 88, 160))),
    ),
)


def make_framed_style(kind: FrameKind, number: int) -> Style:
    """A deck with a printed frame, of its own for every `number`. The same kind and number give the same deck."""
    dice = random.Random(f"framed deck {number}")
    hue = dice.uniform(*kind.hues)
    other = min(max(hue + dice.uniform(-0.06, 0.06), kind.hues[0]), kind.hues[1])
    light = dice.random() < 0.35
    value, ink = (0.86, _from_hsv(hue, 0.7, 0.16)) if light else (0.3, _from_hsv(other, 0.1, 0.98))
    accents = (_from_hsv(other, 0.4, value), _from_hsv(hue, 0.5, 0.8 * value), _from_hsv(other, 0.55, 0.65 * value))
    palette = Palette(
        _from_hsv(hue, 0.5, value),
        _from_hsv(other, 0.5, 0.7 * value),
        accents,
        ink,
        _from_hsv(hue, 0.6, 0.95 if light else 0.07),
    )
    rim = dice.choice(kind.rims)
    return Style(
        font=Font(dice.choice(kind.fonts), dice.choice((0.85, 1.0))),
        palette=palette,
        motif=dice.choice(kind.motifs),
        rim=rim,
        rim_mm=dice.choice(kind.rims_mm),
        inner=dice.choice((None, _from_hsv(hue, 0.8, 0.5), _from_hsv(other, 0.3, 0.9))),
        corners=dice.choice((2, 4)),
        back=dice.choice(((16, 18, 24), _from_hsv(hue, 0.7, 0.16), _from_hsv(hue, 0.6, 0.45))),
        back_rim=dice.choice((rim, _from_hsv(hue, 0.7, 0.12))),
        tints=dice.choice(kind.tints),
    )


# --- decks for bare tables --------------------------------------------------------------------------------------------

HEADINGS = ("arrow", "span", "word")
"""What direction cards show of decks with which the eye is developed."""
HEADINGS_APART = ("bars", "triangle", "corner")
"""What direction cards show of decks that only judge."""


def make_bare_table_style(number: int, *, apart: bool = False) -> Style:
    """A deck for a bare table, of its own for every `number`; one in three on white paper. The same arguments give the same
    deck. `apart`: True for decks that only judge, which share no print with decks that teach."""
    dice = random.Random(f"bare table deck {number} {apart}")
    framed = make_framed_style(JUDGING if apart else BUILDING, number)
    style = framed if number % 3 == 0 else make_seeded_style(number + 700_000 * apart)
    if number % 3 == 1:
        hue = dice.random()
        accents = (_from_hsv(hue, 0.14, 0.95), _from_hsv(hue, 0.2, 0.9), _from_hsv(hue, 0.1, 0.97))
        paper = Palette((252, 251, 248), (246, 245, 240), accents, _from_hsv(hue, 0.75, 0.35), (255, 255, 255))
        style = replace(style, palette=paper, rim=dice.choice((None, CARD_WHITE, _from_hsv(hue, 0.6, 0.5))))
    heading = dice.choice(HEADINGS_APART if apart else HEADINGS)
    return replace(style, heading=heading, back_print=dice.choice(("lattice", "stripes", "dots")))
