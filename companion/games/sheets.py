"""A game's sheet: its deck, its options and its mat as plain frozen values, read from `companion/games/<game>.toml`.

Every complaint names the key that is wrong.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any, TypeVar

from companion.errors import ConfigError, PositionError

ZONE_KINDS = ("card", "draw", "control", "board")
COMMAND_COPIES = 4
"""How many cards carry each command, where numbers carry commands."""
CHIPS = ("blue", "green", "red", "blue*", "green*", "red*")
OPTION_KINDS: dict[str, type] = {"switch": bool, "choice": str, "number": int}


@dataclass(frozen=True, slots=True)
class Option:
    """A variant of the rules that may be chosen at the start. `kind`: "switch" (on or off), "choice" (one of `values`) or "number" (one
    of `values`, where there are any). `needs`: a switch without which it means nothing, "" for none."""

    name: str
    kind: str
    default: bool | int | str
    values: tuple[str | int, ...] = ()
    needs: str = ""


@dataclass(frozen=True, slots=True)
class ZoneSpot:
    """A zone of the mat. `rect_mm`: x, y, width, height."""

    name: str
    kind: str
    rect_mm: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class FiducialSpot:
    """A marker of the mat. `at_mm`: its top left corner; `side_mm`: its size."""

    id: int
    at_mm: tuple[float, float]
    side_mm: float


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is printed about a game. `title`: id of its name's message; `deck`: every face the eye must tell apart; `spare`: those of
    them that take the place of others in a variant; `place`: among the games that are offered, from 1, 0 for after all of those;
    `players`: fewest and most, `counts`: the numbers that are allowed; `card_mm`, `size_mm`: width and
    height of a card and of the mat; `board_cells`: rows and columns of a board zone, if any; `mats`: the sheet with another mat, for
    options of that name; `colours`: of which each team, or each of two players, chooses one."""

    name: str
    title: str
    players: tuple[int, int]
    deck: tuple[str, ...]
    card_mm: tuple[float, float]
    size_mm: tuple[float, float]
    zones: tuple[ZoneSpot, ...]
    fiducials: tuple[FiducialSpot, ...]
    options: tuple[Option, ...] = ()
    board_cells: tuple[int, int] | None = None
    counts: tuple[int, ...] = ()
    mats: tuple[tuple[str, Sheet], ...] = ()
    spare: tuple[str, ...] = ()
    place: int = 0
    colours: tuple[str, ...] = ()

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands that a number may carry ("47:skull"), where there are any."""
        return tuple(dict.fromkeys(face.partition(":")[2] for face in self.deck if ":" in face))

    def with_mat(self, options: Mapping[str, Any]) -> Sheet:
        """The sheet with the mat that a match with these options is played on."""
        return next((sheet for name, sheet in self.mats if options.get(name)), self)

    @property
    def faces(self) -> tuple[str, ...]:
        """Every face a zone may show: the deck, and on a board the chips, laid and turned over."""
        return (*self.deck, *CHIPS) if self.board_cells else self.deck


def games() -> tuple[str, ...]:
    """The names of the games that have a sheet, in the order in which they are offered: those without a place come last, by their names."""
    return tuple(sorted(_names(), key=lambda game: (load_sheet(game).place or math.inf, game)))


def _names() -> set[str]:
    folder = resources.files("companion.games")
    return {entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")}


def practice_deck(sheet: Sheet) -> tuple[str, ...]:
    """The cards of one deck to play with. Where a number may carry any command, `COMMAND_COPIES` cards of each do, spread evenly."""
    commands = sheet.commands
    if not commands:
        return sheet.deck
    numbers = [face for face in sheet.deck if ":" not in face]
    every = len(numbers) / (COMMAND_COPIES * len(commands))
    marked = {int((k + 0.5) * every): commands[k % len(commands)] for k in range(COMMAND_COPIES * len(commands))}
    return tuple(f"{number}:{marked[i]}" if i in marked else number for i, number in enumerate(numbers))


@cache
def load_sheet(game: str) -> Sheet:
    """The sheet of a game by its name. Raises `ConfigError` for a game without one, or naming the key that is wrong."""
    if game not in _names():
        raise ConfigError(f"there is no game {game!r}; known are {', '.join(games())}")
    return parse_sheet(resources.files("companion.games").joinpath(f"{game}.toml").read_text(encoding="utf-8"), f"{game}.toml")


def check_options(game: str, options: Mapping[str, Any]) -> None:
    """Hold the options of a match that is to begin against one another; its game checks each by itself, and plays stored matches with
    any. Raises `PositionError`."""
    for option in load_sheet(game).options:
        if option.needs and options.get(option.name) and not options.get(option.needs):
            raise PositionError.of("option-needs", option=option.name, needed_option=option.needs)


def parse_sheet(text: str, source: str = "sheet") -> Sheet:
    """A sheet from its TOML text. Raises `ConfigError` naming `source` and the key that is wrong."""
    try:
        return _sheet(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{source}: not valid TOML: {error}") from error
    except ConfigError as error:
        raise ConfigError(f"{source}: {error}") from error


def _sheet(data: Mapping[str, Any]) -> Sheet:
    _known(
        data,
        "",
        (*_MAT_KEYS, "name", "title", "place", "players", "counts", "card_mm", "deck", "options", "mat", "mats", "colours"),
    )
    deck, mat = _table(data, "deck"), _table(data, "mat")
    _known(deck, "deck.", ("faces", "spare"))
    _known(mat, "mat.", ("size_mm", "board_cells"))
    name = _text(data, "name")
    sheet = Sheet(
        name=name,
        title=_text(data, "title") if "title" in data else f"game-{name}",
        players=_players(data),
        counts=_counts(data),
        deck=_faces(deck),
        spare=_spare(deck),
        place=_whole(data["place"], "place") if "place" in data else 0,
        colours=tuple(_list(data, "colours", "")) if "colours" in data else (),
        card_mm=_size(data, "card_mm"),
        size_mm=_size(mat, "size_mm", "mat."),
        zones=_each(data, "zones", _zone),
        fiducials=_each(data, "fiducials", _fiducial),
        options=_each(data, "options", _option),
        board_cells=_cells(mat),
    )
    _check(sheet)
    return replace(sheet, mats=tuple(_other_mats(sheet, data)))


_MAT_KEYS = ("zones", "fiducials")


def _other_mats(sheet: Sheet, data: Mapping[str, Any]) -> Iterator[tuple[str, Sheet]]:
    """The sheet with each of its other mats."""
    for name, mat in (_table(data, "mats") if "mats" in data else {}).items():
        if name not in [option.name for option in sheet.options]:
            raise ConfigError(f"mats.{name}: there is no option of that name to choose it by")
        _known(mat, f"mats.{name}.", (*_MAT_KEYS, "size_mm", "board_cells"))
        size, cells = _size(mat, "size_mm", f"mats.{name}."), _cells(mat)
        other = replace(
            sheet,
            size_mm=size,
            board_cells=cells,
            zones=_each(mat, "zones", _zone),
            fiducials=_each(mat, "fiducials", _fiducial),
        )
        _check(other)
        yield name, other


def _check(sheet: Sheet) -> None:
    """What must hold between the keys."""
    _once([zone.name for zone in sheet.zones], "zones", "name")
    _once([fiducial.id for fiducial in sheet.fiducials], "fiducials", "id")
    _once([option.name for option in sheet.options], "options", "name")
    switches = [option.name for option in sheet.options if option.kind == "switch"]
    for i, option in enumerate(sheet.options):
        if option.needs and option.needs not in switches:
            raise ConfigError(f"options[{i}].needs: there is no switch {option.needs!r}")
    for i, zone in enumerate(sheet.zones):
        _on_sheet(zone.rect_mm, sheet.size_mm, f"zones[{i}].rect_mm")
    for i, spot in enumerate(sheet.fiducials):
        _on_sheet((*spot.at_mm, spot.side_mm, spot.side_mm), sheet.size_mm, f"fiducials[{i}].at")


def _players(data: Mapping[str, Any]) -> tuple[int, int]:
    low, high = (_whole(number, "players") for number in _list(data, "players", "", 2))
    if not 1 <= low <= high <= 12:
        raise ConfigError("players: the fewest and the most players are needed, from 1 to 12")
    return low, high


def _counts(data: Mapping[str, Any]) -> tuple[int, ...]:
    low, high = _players(data)
    if "counts" not in data:
        return tuple(range(low, high + 1))
    counts = tuple(_whole(number, "counts") for number in _list(data, "counts", ""))
    if sorted(set(counts)) != list(counts) or (counts[:1], counts[-1:]) != ((low,), (high,)):
        raise ConfigError("counts: numbers of players in rising order are needed, from the fewest to the most")
    return counts


def _faces(deck: Mapping[str, Any]) -> tuple[str, ...]:
    faces = _list(deck, "faces", "deck.")
    if not faces or not all(isinstance(face, str) and face for face in faces):
        raise ConfigError("deck.faces: a list of texts is needed")
    _once(faces, "deck.faces", "face")
    return tuple(faces)


def _spare(deck: Mapping[str, Any]) -> tuple[str, ...]:
    spare = tuple(_list(deck, "spare", "deck.")) if "spare" in deck else ()
    strange = next((face for face in spare if face not in deck["faces"]), None)
    if strange is not None:
        raise ConfigError(f"deck.spare: {strange!r} is not one of deck.faces")
    return spare


def _cells(mat: Mapping[str, Any]) -> tuple[int, int] | None:
    if "board_cells" not in mat:
        return None
    rows, columns = (_whole(number, "mat.board_cells") for number in _list(mat, "board_cells", "mat.", 2))
    if not (1 <= rows <= 50 and 1 <= columns <= 50):
        raise ConfigError("mat.board_cells: two numbers from 1 to 50 are needed")
    return rows, columns


def _zone(entry: Mapping[str, Any], where: str) -> ZoneSpot:
    _known(entry, where, ("name", "kind", "rect_mm"))
    kind = _text(entry, "kind", where)
    if kind not in ZONE_KINDS:
        raise ConfigError(f"{where}kind: one of {', '.join(ZONE_KINDS)} is needed, not {kind!r}")
    x, y, width, height = (_number(number, f"{where}rect_mm") for number in _list(entry, "rect_mm", where, 4))
    if width <= 0 or height <= 0:
        raise ConfigError(f"{where}rect_mm: width and height must be above 0")
    return ZoneSpot(_text(entry, "name", where), kind, (x, y, width, height))


def _fiducial(entry: Mapping[str, Any], where: str) -> FiducialSpot:
    _known(entry, where, ("id", "at", "size"))
    number, side = _whole(entry.get("id"), f"{where}id"), _number(entry.get("size", 25), f"{where}size")
    if not 0 <= number < 50:
        raise ConfigError(f"{where}id: from 0 to 49, as the dictionary 4X4_50 has them")
    if side < 5:
        raise ConfigError(f"{where}size: at least 5 mm are needed")
    x, y = (_number(coordinate, f"{where}at") for coordinate in _list(entry, "at", where, 2))
    return FiducialSpot(number, (x, y), side)


def _option(entry: Mapping[str, Any], where: str) -> Option:
    _known(entry, where, ("name", "kind", "default", "values", "needs"))
    name, kind, default = _text(entry, "name", where), _text(entry, "kind", where), entry.get("default")
    if kind not in OPTION_KINDS:
        raise ConfigError(f"{where}kind: one of {', '.join(OPTION_KINDS)} is needed, not {kind!r}")
    values = tuple(_list(entry, "values", where)) if "values" in entry else ()
    good = isinstance(default, OPTION_KINDS[kind]) and (kind != "number" or not isinstance(default, bool))
    if not good or ((values or kind == "choice") and default not in values):
        needed = {"switch": "true or false", "number": "a whole number", "choice": "one of its values"}[kind]
        raise ConfigError(f"{where}default: {needed} is needed")
    needs = _text(entry, "needs", where) if "needs" in entry else ""
    return Option(name, kind, default if isinstance(default, bool | int | str) else "", values, needs)


# --- values at the door ----------------------------------------------------------------------------------------------

T = TypeVar("T")


def _known(data: Mapping[str, Any], where: str, keys: tuple[str, ...]) -> None:
    for key in data:
        if key not in keys:
            raise ConfigError(f"{where}{key}: unknown key; known are {', '.join(keys)}")


def _each(data: Mapping[str, Any], key: str, read: Callable[[Mapping[str, Any], str], T]) -> tuple[T, ...]:
    entries = _list(data, key, "") if key in data else []
    for i, entry in enumerate(entries):
        if not isinstance(entry, dict):
            raise ConfigError(f"{key}[{i}]: a table is needed, [[{key}]]")
    return tuple(read(entry, f"{key}[{i}].") for i, entry in enumerate(entries))


def _table(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = data.get(key)
    if not isinstance(value, dict):
        raise ConfigError(f"{key}: a table is needed, [{key}]")
    return value


def _list(data: Mapping[str, Any], key: str, where: str, length: int | None = None) -> list[Any]:
    value = data.get(key)
    if not isinstance(value, list) or (length is not None and len(value) != length):
        raise ConfigError(f"{where}{key}: a list{f' of {length} numbers' if length else ''} is needed")
    return value


def _text(data: Mapping[str, Any], key: str, where: str = "") -> str:
    value = data.get(key)
    if not isinstance(value, str) or not value:
        raise ConfigError(f"{where}{key}: a text is needed")
    return value


def _size(data: Mapping[str, Any], key: str, where: str = "") -> tuple[float, float]:
    width, height = (_number(side, where + key) for side in _list(data, key, where, 2))
    if not (10 <= width <= 3000 and 10 <= height <= 3000):
        raise ConfigError(f"{where}{key}: width and height in millimetres are needed, from 10 to 3000")
    return width, height


def _number(value: Any, where: str) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not abs(value) < 10_000:
        raise ConfigError(f"{where}: a number is needed")
    return float(value)


def _whole(value: Any, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ConfigError(f"{where}: a whole number is needed")
    return value


def _once(values: list[Any], where: str, what: str) -> None:
    for value in values:
        if values.count(value) > 1:
            raise ConfigError(f"{where}: {what} {value!r} stands twice")


def _on_sheet(rect: tuple[float, float, float, float], size_mm: tuple[float, float], where: str) -> None:
    x, y, width, height = rect
    if x < 0 or y < 0 or x + width > size_mm[0] or y + height > size_mm[1]:
        raise ConfigError(f"{where}: lies outside the mat of {size_mm[0]:g} x {size_mm[1]:g} mm")
