"""Where things lie on the table: zones and fiducials in mat millimetres (origin top left of the sheet, x right, y down)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from vision.errors import LayoutError

_CELL = re.compile(r"r(\d+)c(\d+)")
KINDS = ("card", "draw", "control", "board")
CONTROL = "control"
"""The zone for control cards, as every printed mat names it."""
SPOT = "spot"
"""The kind of a zone of a bare table in which the first card of a pile may be laid. Printed mats have none."""
SPOT_PREFIX = "~"
"""What the names of such zones begin with."""
CARD_MM = (63.0, 88.0)  # standard: width and height of a card of poker size
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Zone:
    """One place of the table. A card zone is larger than a card: it holds an untidy pile."""

    name: str
    kind: str  # one of `KINDS`
    rect_mm: tuple[float, float, float, float]  # x, y, width, height

    @property
    def middle_mm(self) -> Point:
        """Its middle: x, y."""
        x, y, width, height = self.rect_mm
        return x + width / 2, y + height / 2


@dataclass(frozen=True, slots=True)
class Fiducial:
    """An ArUco marker (dictionary 4X4_50)."""

    id: int
    corners_mm: tuple[Point, Point, Point, Point]  # clockwise, starting at the marker's own top left


@dataclass(frozen=True, slots=True)
class Layout:
    """A mat, or what is taken for one on a bare table."""

    size_mm: tuple[float, float]  # width and height
    zones: tuple[Zone, ...]
    fiducials: tuple[Fiducial, ...] = ()
    card_mm: tuple[float, float] = CARD_MM  # width and height of the cards laid on it
    board_cells: tuple[int, int] | None = None  # rows and columns of a board zone, None without a board
    loose: bool = False  # no print shows where piles belong, so that piles wander, and zones may overlap

    def zone(self, name: str) -> Zone:
        """The zone of that name. Raises `LayoutError` for none."""
        for zone in self.zones:
            if zone.name == name:
                return zone
        raise LayoutError(f"the mat has no zone {name!r}; it has {', '.join(z.name for z in self.zones)}")

    def of_kind(self, kind: str) -> tuple[Zone, ...]:
        """All zones of one kind, in the order of the mat."""
        return tuple(zone for zone in self.zones if zone.kind == kind)


def layout_to_json(layout: Layout) -> dict[str, Any]:
    """The geometry, ready for `json.dumps`, as `companion print mat --json` prints it. `loose` is not written."""
    found: dict[str, Any] = {
        "size_mm": list(layout.size_mm),
        "card_mm": list(layout.card_mm),
        "zones": [{"name": z.name, "kind": z.kind, "rect_mm": list(z.rect_mm)} for z in layout.zones],
        "fiducials": [{"id": f.id, "corners_mm": [list(corner) for corner in f.corners_mm]} for f in layout.fiducials],
    }
    if layout.board_cells:
        found["board_cells"] = list(layout.board_cells)
    return found


def layout_from_json(data: Mapping[str, Any] | str) -> Layout:
    """The layout of a mat file. `data`: a decoded mapping or JSON text. Raises `LayoutError` naming the key that is wrong."""
    if isinstance(data, str):
        try:
            data = json.loads(data)
        except (ValueError, RecursionError) as error:
            where = f", line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
            raise LayoutError(f"the mat file is not JSON{where}; print it again with `companion print mat --json`") from error
    if not isinstance(data, Mapping):
        raise LayoutError("the mat file is not a JSON object; print it again with `companion print mat --json`")
    layout = Layout(
        size_mm=_read_numbers(data, "size_mm", 2),
        zones=tuple(_read_zone(entry, i) for i, entry in enumerate(_read_list(data, "zones"))),
        fiducials=tuple(_read_fiducial(entry, i) for i, entry in enumerate(_read_list(data, "fiducials", default=[]))),
        card_mm=_read_numbers(data, "card_mm", 2) if "card_mm" in data else CARD_MM,
        board_cells=_read_cells(data),
    )
    _check_unique([zone.name for zone in layout.zones], "zones")
    _check_unique([fiducial.id for fiducial in layout.fiducials], "fiducials")
    return layout


def _read_list(data: Mapping[str, Any], key: str, default: list[Any] | None = None) -> list[Any]:
    """The list under `key` of `data`, a table of the file; `default` where the key is missing. Raises `LayoutError` for
    anything else."""
    value = data.get(key, default)
    if not isinstance(value, list):
        raise LayoutError(f"mat file, {key}: a list is needed")
    return value


def _read_numbers(data: Mapping[str, Any], key: str, count: int, where: str = "") -> Any:
    """A tuple of `count` numbers under `key` of `data`, each below 10,000. `where`: part of the file, for the error. Raises
    `LayoutError`."""
    value = data.get(key)

    def is_number(value: Any) -> bool:
        return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 10_000

    good = isinstance(value, list) and len(value) == count and all(map(is_number, value))
    if not good:
        raise LayoutError(f"mat file, {where}{key}: {count} numbers are needed")
    return tuple(float(number) for number in value or ())


def _read_zone(entry: Any, index: int) -> Zone:
    """The zone of an entry. `index`: in the file's list, for the error. Raises `LayoutError`."""
    where = f"zones[{index}]."
    if not isinstance(entry, Mapping) or not isinstance(entry.get("name"), str):
        raise LayoutError(f"mat file, {where}name: a text is needed")
    if entry.get("kind") not in KINDS:
        raise LayoutError(f"mat file, {where}kind: one of {', '.join(KINDS)} is needed")
    x, y, width, height = _read_numbers(entry, "rect_mm", 4, where)
    if width <= 0 or height <= 0:
        raise LayoutError(f"mat file, {where}rect_mm: width and height must be above 0")
    return Zone(entry["name"], entry["kind"], (x, y, width, height))


def _read_fiducial(entry: Any, index: int) -> Fiducial:
    """The fiducial of an entry. `index`: in the file's list, for the error. Raises `LayoutError`."""
    where = f"fiducials[{index}]."
    if not isinstance(entry, Mapping) or not isinstance(entry.get("id"), int) or isinstance(entry["id"], bool):
        raise LayoutError(f"mat file, {where}id: a whole number is needed")
    corners = entry.get("corners_mm")
    if not isinstance(corners, list) or len(corners) != 4:
        raise LayoutError(f"mat file, {where}corners_mm: four points are needed")
    a, b, c, d = (_read_numbers({"corners_mm": corner}, "corners_mm", 2, where) for corner in corners)
    return Fiducial(entry["id"], (a, b, c, d))


def is_cell(name: str) -> bool:
    """Is this the name of the zone of a board's cell?

    >>> is_cell("r3c4"), is_cell("up1")
    (True, False)
    """
    return _CELL.fullmatch(name) is not None


def cell_of(name: str) -> tuple[int, int]:
    """Row and column of a board's cell by the name of its zone. Raises `ValueError` for another zone's name.

    >>> cell_of("r3c4")
    (3, 4)
    """
    found = _CELL.fullmatch(name)
    if found is None:
        raise ValueError(f"{name!r} is no cell of a board")
    return int(found[1]), int(found[2])


def _read_cells(data: Mapping[str, Any]) -> tuple[int, int] | None:
    """Rows and columns of the board in `data`, the whole file; None without the key. Raises `LayoutError` beyond 1 to 50."""
    if "board_cells" not in data:
        return None
    rows, columns = _read_numbers(data, "board_cells", 2)
    if not (1 <= rows <= 50 and 1 <= columns <= 50 and rows == int(rows) and columns == int(columns)):
        raise LayoutError("mat file, board_cells: two whole numbers from 1 to 50 are needed")
    return int(rows), int(columns)


def _check_unique(values: list[Any], key: str) -> None:
    if len(set(values)) != len(values):
        raise LayoutError(f"mat file, {key}: each name or id may stand only once")
