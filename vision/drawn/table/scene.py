"""What lies where on a table: the values a `Stage` turns into pictures. All are frozen and compare by what they hold."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vision.drawn.art.boards import is_chip
from vision.drawn.art.styles import NIGHT, Style
from vision.drawn.table.hands import SOMEBODY, DrawnHand
from vision.drawn.table.optics import ORDINARY, OVERHEAD, Lens, Pose
from vision.errors import LayoutError
from vision.place.layout import Layout, Zone, cell_of, is_cell

SHEET_MM = 0.3
"""Thickness of a card."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A card on the table. `at_mm`: its middle on the mat; `turn`: degrees clockwise; `z_mm`: height of what it lies on."""

    face: str
    at_mm: tuple[float, float]
    turn: float = 0.0
    z_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Board:
    """A board on the mat's board zone. `cells`: the face printed on each space, row by row, "**" for a corner; `turn`: degrees
    clockwise, `shift_mm`: how far off its zone it lies."""

    cells: tuple[tuple[str, ...], ...]
    turn: float = 0.0
    shift_mm: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Reach:
    """A hand over the table. `grip_mm`: where it grips at the end of its reach; `angle`: direction it points in, degrees clockwise
    from the mat's upper edge; `back_mm`: how far it is still away, along its arm, and `aside_mm`: to the right of that; `card`: what it
    holds, as it will lie; `speed`: millimetres a second, for its blur; `rise`: millimetres by which the arm is higher for each
    millimetre further back."""

    grip_mm: tuple[float, float]
    angle: float
    back_mm: float = 0.0
    card: Lying | None = None
    hand: DrawnHand = SOMEBODY
    speed: float = 0.0
    aside_mm: float = 0.0
    rise: float = 0.0


@dataclass(frozen=True, slots=True)
class Gloss:
    """A lamp mirrored in the coats of cards, as a band of white light across the picture. `strength`: share of white in its middle (0: dull
    cards, 1: nothing else is seen there); `at`: a point of the band's middle line, in shares of the picture; `turn`: degrees of that
    line, clockwise from the horizontal; `width`: how soft it is, in shares of the picture's width. No two cards lie quite flat:
    each has the band a little elsewhere."""

    strength: float = 0.0
    at: tuple[float, float] = (0.5, 0.5)
    turn: float = 0.0
    width: float = 0.03


@dataclass(frozen=True, slots=True)
class Light:
    """The lamp. `gain`: brightness of the whole (1 = as set up); `fall`: share of light lost from the lamp's side to the other;
    `azimuth`: degrees clockwise from the mat's upper edge to the side the light comes from; `warmth`: -1 blue to 1 yellow.
    `haze`: share of all light that is a grey veil over the picture, as of a lamp that shines into the lens; `pool`: how much darker (0 to
    1) it is outside the pool of light that a lamp throws on the table, `pool_at`: the middle of that, in shares of the picture. `gloss`:
    where cards mirror the lamp."""

    gain: float = 1.0
    fall: float = 0.22
    azimuth: float = -40.0
    warmth: float = 0.1
    haze: float = 0.0
    pool: float = 0.0
    pool_at: tuple[float, float] = (0.5, 0.5)
    gloss: Gloss = Gloss()


@dataclass(frozen=True, slots=True)
class Scene:
    """All that is to be seen. `piles`: cards in the order they were laid, by zone (the chip on a board's cell "r3c4" likewise);
    `beside`: cards outside the zones (direction cards). `reaches`: hands, the upper ones last. `table`: one of
    `vision.drawn.art.surfaces.TOPS`; `tint`: what its blue, green and red are multiplied by. `mat`: False for a bare table. `names`: titles
    of the zones on the mat."""

    layout: Layout
    piles: tuple[tuple[str, tuple[Lying, ...]], ...] = ()
    beside: tuple[Lying, ...] = ()
    board: Board | None = None
    reaches: tuple[Reach, ...] = ()
    light: Light = Light()
    pose: Pose = OVERHEAD
    lens: Lens = ORDINARY
    style: Style = NIGHT
    table: str = "wood"
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    mat: bool = True
    title: str = ""
    names: tuple[tuple[str, str], ...] = ()
    seed: int = 0

    def pile(self, zone: str) -> tuple[Lying, ...]:
        """The cards lying in a zone, lowest first."""
        return dict(self.piles).get(zone, ())

    def with_pile(self, zone: str, cards: tuple[Lying, ...]) -> Scene:
        """The same scene with other cards in one zone."""
        piles = dict(self.piles)
        piles[zone] = cards
        return replace(self, piles=tuple(piles.items()))


def thing_mm(face: str, layout: Layout) -> tuple[float, float]:
    """Width and height of a card, or of a chip, which is made for the cells of the mat's board."""
    if not is_chip(face):
        return layout.card_mm
    side = 0.8 * min(cell_zone(layout, "r0c0").rect_mm[2:])
    return side, side


def cell_zone(layout: Layout, name: str) -> Zone:
    """A board's cell "r3c4" as a zone of its own. Raises `LayoutError` where the mat has no such cell."""
    (row, column), boards = cell_of(name) if is_cell(name) else (-1, -1), layout.of_kind("board")
    rows, columns = layout.board_cells or (0, 0)
    if not boards or not (0 <= row < rows and 0 <= column < columns):
        raise LayoutError(f"the mat has no board cell {name!r}")
    x, y, width, height = boards[0].rect_mm
    return Zone(name, "card", (x + column * width / columns, y + row * height / rows, width / columns, height / rows))
