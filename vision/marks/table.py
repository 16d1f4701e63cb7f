"""A picture of everything seen: zones, top cards and faces, the board with its chips."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from vision.board import view
from vision.board.view import BoardView
from vision.cards.pile import SeenPile
from vision.debounce import ZoneState
from vision.marks.annotations import CellAnnotation, ZoneAnnotation, annotate_board, annotate_zones
from vision.place.layout import SPOT, Layout, Zone
from vision.plane.homography import Homography
from vision.types import Image

Zones = Mapping[str, ZoneState]


def draw_seen_table(
    image: Image,
    to_picture: Homography,
    layout: Layout,
    zones: Zones,
    piles: Mapping[str, SeenPile],
    board: BoardView | None,
    covered: Collection[str],
) -> Image:
    """A copy of `image` (H, W, 3) with the state of every zone drawn in. `to_picture`: layout millimetres to picture pixels.
    `zones`, `piles`: by name of zone. `covered`: zones hidden by something. `board`: None for games without a board."""
    placed = board is not None and board.placement is not None
    shown = [zone for zone in layout.zones if zone.kind != SPOT and not (placed and zone.kind == "board")]
    drawn = annotate_zones(
        image, [_annotate_zone(zone, piles.get(zone.name), zones.get(zone.name), covered) for zone in shown], to_picture
    )
    return drawn if board is None else _draw_board_cells(drawn, board, zones, covered)


def _annotate_zone(zone: Zone, lying: SeenPile | None, state: ZoneState | None, covered: Collection[str]) -> ZoneAnnotation:
    """What to draw at a zone of cards. `lying`: its pile, None for a zone without."""
    place = lying.place if lying and lying.is_recognised else None
    return ZoneAnnotation(zone, state.face if state else "", place, zone.name in covered, state is None or state.settled)


def _draw_board_cells(drawn: Image, board: BoardView, zones: Zones, covered: Collection[str]) -> Image:
    """(H, W, 3) `drawn` with the outline and cells of the board; unchanged while the board is not found. `covered`: names of
    cells under a hand."""
    outline = view.board_outline(board)
    if outline is None:
        return drawn
    places = view.cell_corners(board).items()
    cells = [CellAnnotation(place, zones[name].face, name in covered, zones[name].settled) for name, place in places]
    return annotate_board(drawn, outline, cells)
