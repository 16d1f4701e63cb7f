"""What lies where on a table: values that a `Stage` turns into pictures. All are frozen and compare by what they hold."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vision.drawn.art.boards import PRACTICE_LOOK, BoardLook, is_chip
from vision.drawn.art.styles import NIGHT, Style
from vision.drawn.table.hands import SOMEBODY, DrawnHand
from vision.drawn.table.optics import IN_PLACE, ORDINARY_LENS, OVERHEAD, Lens, Pose
from vision.errors import LayoutError
from vision.place.layout import Layout, Zone, cell_of, is_cell

CARD_THICKNESS_MM = 0.3  # standard of paper cards
PICTURE_MIDDLE = (0.5, 0.5)  # geometry; in shares of the picture


@dataclass(frozen=True, slots=True)
class Lying:
    """A card on the table."""

    face: str  # the card's face
    at_mm: tuple[float, float]  # middle on the mat
    turn: float = 0.0  # degrees clockwise
    z_mm: float = 0.0  # height of what the card lies on


@dataclass(frozen=True, slots=True)
class Facing:
    """How the cards of one pile lie, where the zone alone does not say."""

    turn: float = 0.0  # degrees clockwise
    upside_down: float = 0.0  # share of cards that are laid the other way round


@dataclass(frozen=True, slots=True)
class Thing:
    """Something on the table that is no card."""

    kind: str  # one of `vision.drawn.art.things.THINGS`
    at_mm: tuple[float, float]  # middle on the mat
    turn: float = 0.0  # degrees clockwise
    seed: int = 0  # of the looks


@dataclass(frozen=True, slots=True)
class LaidBoard:
    """A board on the mat's board zone."""

    cells: tuple[tuple[str, ...], ...]  # the face printed on each space, row by row, "**" for a corner
    turn: float = 0.0  # degrees clockwise
    shift_mm: tuple[float, float] = IN_PLACE  # how far off the zone the board lies
    look: BoardLook = PRACTICE_LOOK  # colours and print


@dataclass(frozen=True, slots=True)
class Reach:
    """A hand over the table."""

    grip_mm: tuple[float, float]  # where the hand grips at the end of the reach
    angle: float  # direction of the hand, degrees clockwise from the mat's upper edge
    back_mm: float = 0.0  # how far the hand is still away, along the arm
    card: Lying | None = None  # the card held, as it will lie
    hand: DrawnHand = SOMEBODY  # looks
    speed: float = 0.0  # millimetres a second, for the blur
    aside_mm: float = 0.0  # to the right of the arm
    rise: float = 0.0  # millimetres of height for each millimetre further back


@dataclass(frozen=True, slots=True)
class Gloss:
    """A lamp mirrored in the coats of cards, as a band of white light across the picture. No two cards lie quite flat, so each
    has the band a little elsewhere."""

    strength: float = 0.0  # share of white in the middle of the band (0 for dull cards)
    at: tuple[float, float] = PICTURE_MIDDLE  # a point of the band's middle line, in shares of the picture
    turn: float = 0.0  # degrees of that line, clockwise from the horizontal
    width: float = 0.03  # softness, in shares of the picture's width; guess


@dataclass(frozen=True, slots=True)
class Light:
    """The lamp."""

    gain: float = 1.0  # brightness of the whole (1 as set up)
    fall: float = 0.22  # share of light lost from the lamp's side to the other; guess
    azimuth: float = -40.0  # degrees clockwise from the mat's upper edge to the lamp's side; guess
    warmth: float = 0.1  # -1 blue to 1 yellow; guess
    haze: float = 0.0  # share of light that is a grey veil over the picture
    pool: float = 0.0  # how much darker (0 to 1) the table is outside the lamp's pool of light
    pool_at: tuple[float, float] = PICTURE_MIDDLE  # middle of the pool, in shares of the picture
    gloss: Gloss = Gloss()  # where cards mirror the lamp


@dataclass(frozen=True, slots=True)
class TableScene:
    """All that is seen."""

    layout: Layout  # the mat
    piles: tuple[tuple[str, tuple[Lying, ...]], ...] = ()  # by zone or board cell ("r3c4"), cards in the order they were laid
    beside: tuple[Lying, ...] = ()  # cards outside the zones
    board: LaidBoard | None = None  # on the mat's board zone, None for none
    reaches: tuple[Reach, ...] = ()  # hands, upper ones last
    light: Light = Light()  # the lamp
    pose: Pose = OVERHEAD  # where the camera hangs
    lens: Lens = ORDINARY_LENS  # failings of the camera
    style: Style = NIGHT  # of the deck
    table: str = "wood"  # one of `vision.drawn.art.surfaces.TABLE_TOPS`
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)  # factors of blue, green and red; test
    mat: bool = True  # False for a bare table
    title: str = ""  # printed on the mat
    names: tuple[tuple[str, str], ...] = ()  # titles of zones on the mat
    facings: tuple[tuple[str, Facing], ...] = ()  # by zone; cards lie in other zones as `choose_card_turn` says
    things: tuple[Thing, ...] = ()  # what else lies on a bare table
    seed: int = 0  # of all that is thrown

    def list_pile_cards(self, zone: str) -> tuple[Lying, ...]:
        """The cards in a zone, lowest first; () for an empty or unknown zone."""
        return dict(self.piles).get(zone, ())

    def get_facing(self, zone: str) -> Facing | None:
        """How cards lie in a zone; None where the zone alone says so."""
        return dict(self.facings).get(zone)

    def with_pile(self, zone: str, cards: tuple[Lying, ...]) -> TableScene:
        """The scene with other cards in one zone."""
        piles = dict(self.piles)
        piles[zone] = cards
        return replace(self, piles=tuple(piles.items()))


def measure_thing_mm(face: str, layout: Layout) -> tuple[float, float]:
    """Width and height in millimetres of a card, or of a chip, which fits the cells of the mat's board. Raises `LayoutError`
    for a chip on a mat without a board."""
    if not is_chip(face):
        return layout.card_mm
    side = 0.8 * min(make_board_cell_zone(layout, "r0c0").rect_mm[2:])
    return side, side


def make_board_cell_zone(layout: Layout, name: str) -> Zone:
    """A board's cell "r3c4" as a zone. Raises `LayoutError` where the mat has no such cell."""
    (row, column), boards = cell_of(name) if is_cell(name) else (-1, -1), layout.of_kind("board")
    rows, columns = layout.board_cells or (0, 0)
    if not boards or not (0 <= row < rows and 0 <= column < columns):
        raise LayoutError(f"the mat has no board cell {name!r}")
    x, y, width, height = boards[0].rect_mm
    return Zone(name, "card", (x + column * width / columns, y + row * height / rows, width / columns, height / rows))
