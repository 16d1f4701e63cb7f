"""The mat of a sheet as a layout for the eye; no other module knows both."""

from __future__ import annotations

from companion.games.sheets import FiducialSpot, Sheet
from vision.place.layout import Fiducial, Layout, Zone


def layout_from_sheet(sheet: Sheet) -> Layout:
    """The mat of a game."""
    return Layout(
        size_mm=sheet.size_mm,
        zones=tuple(Zone(zone.name, zone.kind, zone.rect_mm) for zone in sheet.zones),
        fiducials=tuple(_fiducial_from_spot(spot) for spot in sheet.fiducials),
        card_mm=sheet.card_mm,
        board_cells=sheet.board_cells,
    )


def _fiducial_from_spot(spot: FiducialSpot) -> Fiducial:
    x, y, side = *spot.at_mm, spot.side_mm
    return Fiducial(spot.id, ((x, y), (x + side, y), (x + side, y + side), (x, y + side)))
