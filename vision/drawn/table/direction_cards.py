"""The direction cards beside the piles of the virtual table, where the mat leaves room."""

from __future__ import annotations

from vision.drawn.art.mats import OPPOSITE_PREFIX
from vision.drawn.table.scene import Lying
from vision.place.layout import Layout, Zone
from vision.types import Face


def place_direction_cards(layout: Layout) -> tuple[Lying, ...]:
    """Direction cards beside the piles whose name begins with a direction, wherever the sheet or the table has room."""
    found: list[Lying] = []
    for zone in layout.of_kind("card"):
        face = name_direction_card(zone.name)
        spot = _find_place_beside(zone, layout) if face else None
        if face and spot:
            found.append(Lying(face, spot, choose_card_turn(zone, layout.card_mm)))
    return tuple(found)


def name_direction_card(zone: str) -> Face | None:
    """The direction card of a pile, by the name of the zone; None for a name without "up" or "down"."""
    seat, _, words = zone.rpartition("_")
    first, last = ("1", "59") if seat in ("s", "g") else ("1", "99")
    if words.startswith("up"):
        return f"{seat}:up:{first}-{last}" if seat else f"up:{first}-{last}"
    if words.startswith("down"):
        high = "60" if seat else "100"
        return f"{seat}:down:{high}-2" if seat else f"down:{high}-2"
    return None


def _find_place_beside(zone: Zone, layout: Layout) -> tuple[float, float] | None:
    """The middle in millimetres of a place for one more card above, below or beside a zone, clear of zones and fiducials.

    On the sheet where there is room, else on the table; None without room.
    """
    _, _, width, height = zone.rect_mm
    card_w, card_h = layout.card_mm
    middle = zone.middle_mm
    down, across = (height + card_h) / 2 + 3, (width + card_w) / 2 + 3
    spots = [(middle[0], middle[1] + d) for d in (-down, down)] + [(middle[0] + d, middle[1]) for d in (-across, across)]
    clear = [spot for spot in spots if _is_clear(spot, layout)]
    return min(clear, key=lambda spot: not _is_on_sheet(spot, layout), default=None)


def _is_on_sheet(spot: tuple[float, float], layout: Layout) -> bool:
    half = layout.card_mm[0] / 2, layout.card_mm[1] / 2
    return all(half[i] <= spot[i] <= layout.size_mm[i] - half[i] for i in (0, 1))


def _is_clear(spot: tuple[float, float], layout: Layout) -> bool:
    """Does an upright card with the middle at `spot` touch no zone and no fiducial, with 2 mm to spare?"""
    half = layout.card_mm[0] / 2 + 2, layout.card_mm[1] / 2 + 2
    mine = (spot[0] - half[0], spot[1] - half[1], spot[0] + half[0], spot[1] + half[1])
    taken = [(x, y, x + w, y + h) for x, y, w, h in (zone.rect_mm for zone in layout.zones)]
    taken += [(*fiducial.corners_mm[0], *fiducial.corners_mm[2]) for fiducial in layout.fiducials]
    return not any(a < mine[2] and mine[0] < c and b < mine[3] and mine[1] < d for a, b, c, d in taken)


def choose_card_turn(zone: Zone, card_mm: tuple[float, float]) -> float:
    """Degrees by which a card is turned in a zone: gold sits opposite, and cards lie across where the zone is too low."""
    if zone.name.startswith(OPPOSITE_PREFIX):
        return 180.0
    return 90.0 if zone.rect_mm[3] < card_mm[1] < zone.rect_mm[2] else 0.0
