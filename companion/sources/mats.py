"""A sheet's mat as the eye's layout: the one place where the two meet."""

from __future__ import annotations

from companion.games.sheets import FiducialSpot, Sheet
from vision.place.layout import Fiducial, Layout, Zone


def layout_of(sheet: Sheet) -> Layout:
    """The mat of a game's sheet."""
    return Layout(
        size_mm=sheet.size_mm,
        zones=tuple(Zone(zone.name, zone.kind, zone.rect_mm) for zone in sheet.zones),
        fiducials=tuple(_fiducial(spot) for spot in sheet.fiducials),
        card_mm=sheet.card_mm,
        board_cells=sheet.board_cells,
    )


def _fiducial(spot: FiducialSpot) -> Fiducial:
    x, y, side = *spot.at_mm, spot.side_mm
    return Fiducial(spot.id, ((x, y), (x + side, y), (x + side, y + side), (x, y + side)))
