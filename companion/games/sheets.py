"""A game's sheet: deck, options and mat as plain frozen values, read from `companion/games/<game>.toml`.

Every complaint names the wrong key.
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
"""How many cards carry each command, where numbers carry commands (EX-02)."""
SEEN_CHIPS = ("blue", "green", "red", "blue*", "green*", "red*")
OPTION_KINDS: dict[str, type] = {"switch": bool, "choice": str, "number": int}


@dataclass(frozen=True, slots=True)
class Option:
    """A variant of the rules that may be chosen at the start."""

    name: str
    kind: str  # "switch" (on or off), "choice" (one of `values`) or "number" (one of `values`, if there are any)
    default: bool | int | str
    values: tuple[str | int, ...] = ()
    needs: str = ""  # a switch without which the option means nothing, "" for none


@dataclass(frozen=True, slots=True)
class ZoneSpot:
    """A zone of the mat."""

    name: str
    kind: str
    rect_mm: tuple[float, float, float, float]  # x, y, width, height


@dataclass(frozen=True, slots=True)
class FiducialSpot:
    """A marker of the mat."""

    id: int
    at_mm: tuple[float, float]  # top left corner
    side_mm: float


@dataclass(frozen=True, slots=True)
class GameSheet:
    """What is printed about a game."""

    name: str
    title: str  # id of the message with the game's name
    players: tuple[int, int]  # fewest and most
    deck: tuple[str, ...]  # every face the eye must tell apart
    card_mm: tuple[float, float]  # width and height
    size_mm: tuple[float, float]  # of the mat: width and height
    zones: tuple[ZoneSpot, ...]
    fiducials: tuple[FiducialSpot, ...]
    options: tuple[Option, ...] = ()
    board_cells: tuple[int, int] | None = None  # rows and columns of a board zone, if any
    counts: tuple[int, ...] = ()  # numbers of players that are allowed
    mats: tuple[tuple[str, GameSheet], ...] = ()  # by option, the sheet with another mat
    spare: tuple[str, ...] = ()  # faces of the deck that replace others in a variant
    place: int = 0  # among the games that are offered, from 1; 0: after all others
    colours: tuple[str, ...] = ()  # of which each team, or each of two players, chooses one

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands that a number may carry ("47:skull"); empty for games without commands."""
        return tuple(dict.fromkeys(face.partition(":")[2] for face in self.deck if ":" in face))

    def choose_mat(self, options: Mapping[str, Any]) -> GameSheet:
        """The sheet with the mat for a match with `options`."""
        return next((sheet for name, sheet in self.mats if options.get(name)), self)

    @property
    def faces(self) -> tuple[str, ...]:
        """Every face a zone may show: the deck, and on a board the chips, laid and turned over."""
        return (*self.deck, *SEEN_CHIPS) if self.board_cells else self.deck


def list_games() -> tuple[str, ...]:
    """The names of the games with a sheet, in the order in which they are offered. Games without a place come last, by name."""
    return tuple(sorted(_list_sheet_names(), key=lambda game: (load_sheet(game).place or math.inf, game)))


def _list_sheet_names() -> set[str]:
    folder = resources.files("companion.games")
    return {entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")}


def build_practice_deck(sheet: GameSheet) -> tuple[str, ...]:
    """The cards of a deck to play with. Where numbers may carry any command, `COMMAND_COPIES` cards carry each, spread evenly.
    Without commands: the deck of the sheet."""
    commands = sheet.commands
    if not commands:
        return sheet.deck
    numbers = [face for face in sheet.deck if ":" not in face]
    every = len(numbers) / (COMMAND_COPIES * len(commands))
    marked = {int((k + 0.5) * every): commands[k % len(commands)] for k in range(COMMAND_COPIES * len(commands))}
    return tuple(f"{number}:{marked[i]}" if i in marked else number for i, number in enumerate(numbers))


@cache
def load_sheet(game: str) -> GameSheet:
    """The sheet of a game by name. Raises `ConfigError` for a game without a sheet, or naming the wrong key."""
    if game not in _list_sheet_names():
        raise ConfigError(f"there is no game {game!r}; known are {', '.join(list_games())}")
    return parse_sheet(resources.files("companion.games").joinpath(f"{game}.toml").read_text(encoding="utf-8"), f"{game}.toml")


def check_options(game: str, options: Mapping[str, Any]) -> None:
    """Raise `PositionError` where one of the `options` of a new match lacks its switch. Each game checks single options, and
    plays stored matches with any."""
    for option in load_sheet(game).options:
        if option.needs and options.get(option.name) and not options.get(option.needs):
            raise PositionError.with_id("option-needs", option=option.name, needed_option=option.needs)


def parse_sheet(text: str, source: str = "sheet") -> GameSheet:
    """A sheet from TOML text. Raises `ConfigError` naming `source` and the wrong key."""
    try:
        return _read_sheet(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{source}: not valid TOML: {error}") from error
    except ConfigError as error:
        raise ConfigError(f"{source}: {error}") from error


def _read_sheet(data: Mapping[str, Any]) -> GameSheet:
    """The sheet of a TOML file, checked, with its other mats. `data`: as decoded. Raises `ConfigError` naming the wrong key."""
    _check_known_keys(
        data,
        "",
        (*_MAT_KEYS, "name", "title", "place", "players", "counts", "card_mm", "deck", "options", "mat", "mats", "colours"),
    )
    deck, mat = _require_table(data, "deck"), _require_table(data, "mat")
    _check_known_keys(deck, "deck.", ("faces", "spare"))
    _check_known_keys(mat, "mat.", ("size_mm", "board_cells"))
    name = _require_text(data, "name")
    sheet = GameSheet(
        name=name,
        title=_require_text(data, "title") if "title" in data else f"game-{name}",
        players=_read_players(data),
        counts=_read_counts(data),
        deck=_read_faces(deck),
        spare=_read_spare(deck),
        place=_require_whole(data["place"], "place") if "place" in data else 0,
        colours=tuple(_require_list(data, "colours", "")) if "colours" in data else (),
        card_mm=_read_size(data, "card_mm"),
        size_mm=_read_size(mat, "size_mm", "mat."),
        zones=_read_entries(data, "zones", _read_zone_spot),
        fiducials=_read_entries(data, "fiducials", _read_fiducial_spot),
        options=_read_entries(data, "options", _read_option),
        board_cells=_read_board_cells(mat),
    )
    _check_sheet(sheet)
    return replace(sheet, mats=tuple(_read_other_mats(sheet, data)))


_MAT_KEYS = ("zones", "fiducials")


def _read_other_mats(sheet: GameSheet, data: Mapping[str, Any]) -> Iterator[tuple[str, GameSheet]]:
    """The sheet with each of the other mats, by option. `data`: the whole file as decoded. Raises `ConfigError`."""
    for name, mat in (_require_table(data, "mats") if "mats" in data else {}).items():
        if name not in [option.name for option in sheet.options]:
            raise ConfigError(f"mats.{name}: there is no option of that name to choose it by")
        _check_known_keys(mat, f"mats.{name}.", (*_MAT_KEYS, "size_mm", "board_cells"))
        size, cells = _read_size(mat, "size_mm", f"mats.{name}."), _read_board_cells(mat)
        other = replace(
            sheet,
            size_mm=size,
            board_cells=cells,
            zones=_read_entries(mat, "zones", _read_zone_spot),
            fiducials=_read_entries(mat, "fiducials", _read_fiducial_spot),
        )
        _check_sheet(other)
        yield name, other


def _check_sheet(sheet: GameSheet) -> None:
    """Raise `ConfigError` where keys contradict each other: names twice, an unknown switch, or a spot off the mat."""
    _check_no_twins([zone.name for zone in sheet.zones], "zones", "name")
    _check_no_twins([fiducial.id for fiducial in sheet.fiducials], "fiducials", "id")
    _check_no_twins([option.name for option in sheet.options], "options", "name")
    switches = [option.name for option in sheet.options if option.kind == "switch"]
    for i, option in enumerate(sheet.options):
        if option.needs and option.needs not in switches:
            raise ConfigError(f"options[{i}].needs: there is no switch {option.needs!r}")
    for i, zone in enumerate(sheet.zones):
        _check_on_mat(zone.rect_mm, sheet.size_mm, f"zones[{i}].rect_mm")
    for i, spot in enumerate(sheet.fiducials):
        _check_on_mat((*spot.at_mm, spot.side_mm, spot.side_mm), sheet.size_mm, f"fiducials[{i}].at")


def _read_players(data: Mapping[str, Any]) -> tuple[int, int]:
    """The fewest and the most players in `data`, the file of a game. Raises `ConfigError`."""
    low, high = (_require_whole(number, "players") for number in _require_list(data, "players", "", 2))
    if not 1 <= low <= high <= 12:
        raise ConfigError("players: the fewest and the most players are needed, from 1 to 12")
    return low, high


def _read_counts(data: Mapping[str, Any]) -> tuple[int, ...]:
    """The allowed numbers of players, rising: all from fewest to most where not listed. `data`: the whole file as decoded.
    Raises `ConfigError`."""
    low, high = _read_players(data)
    if "counts" not in data:
        return tuple(range(low, high + 1))
    counts = tuple(_require_whole(number, "counts") for number in _require_list(data, "counts", ""))
    if sorted(set(counts)) != list(counts) or (counts[:1], counts[-1:]) != ((low,), (high,)):
        raise ConfigError("counts: numbers of players in rising order are needed, from the fewest to the most")
    return counts


def _read_faces(deck: Mapping[str, Any]) -> tuple[str, ...]:
    """Every face of the deck. Raises `ConfigError` for no list of texts, or a face twice."""
    faces = _require_list(deck, "faces", "deck.")
    if not faces or not all(isinstance(face, str) and face for face in faces):
        raise ConfigError("deck.faces: a list of texts is needed")
    _check_no_twins(faces, "deck.faces", "face")
    return tuple(faces)


def _read_spare(deck: Mapping[str, Any]) -> tuple[str, ...]:
    """The faces that replace others in a variant, () for none. Raises `ConfigError` for a face outside the deck."""
    spare = tuple(_require_list(deck, "spare", "deck.")) if "spare" in deck else ()
    strange = next((face for face in spare if face not in deck["faces"]), None)
    if strange is not None:
        raise ConfigError(f"deck.spare: {strange!r} is not one of deck.faces")
    return spare


def _read_board_cells(mat: Mapping[str, Any]) -> tuple[int, int] | None:
    """Rows and columns of the board on a mat, None without a board. Raises `ConfigError`."""
    if "board_cells" not in mat:
        return None
    rows, columns = (_require_whole(number, "mat.board_cells") for number in _require_list(mat, "board_cells", "mat.", 2))
    if not (1 <= rows <= 50 and 1 <= columns <= 50):
        raise ConfigError("mat.board_cells: two numbers from 1 to 50 are needed")
    return rows, columns


def _read_zone_spot(entry: Mapping[str, Any], where: str) -> ZoneSpot:
    """A zone of the mat. `where`: beginning of its keys for the error. Raises `ConfigError`."""
    _check_known_keys(entry, where, ("name", "kind", "rect_mm"))
    kind = _require_text(entry, "kind", where)
    if kind not in ZONE_KINDS:
        raise ConfigError(f"{where}kind: one of {', '.join(ZONE_KINDS)} is needed, not {kind!r}")
    x, y, width, height = (_require_number(number, f"{where}rect_mm") for number in _require_list(entry, "rect_mm", where, 4))
    if width <= 0 or height <= 0:
        raise ConfigError(f"{where}rect_mm: width and height must be above 0")
    return ZoneSpot(_require_text(entry, "name", where), kind, (x, y, width, height))


def _read_fiducial_spot(entry: Mapping[str, Any], where: str) -> FiducialSpot:
    """A marker of the mat, 25 mm wide where no size is given. `where`: beginning of its keys for the error. Raises
    `ConfigError`."""
    _check_known_keys(entry, where, ("id", "at", "size"))
    number, side = _require_whole(entry.get("id"), f"{where}id"), _require_number(entry.get("size", 25), f"{where}size")
    if not 0 <= number < 50:
        raise ConfigError(f"{where}id: from 0 to 49, as the dictionary 4X4_50 has them")
    if side < 5:
        raise ConfigError(f"{where}size: at least 5 mm are needed")
    x, y = (_require_number(coordinate, f"{where}at") for coordinate in _require_list(entry, "at", where, 2))
    return FiducialSpot(number, (x, y), side)


def _read_option(entry: Mapping[str, Any], where: str) -> Option:
    """An option of the game. `where`: beginning of its keys for the error. Raises `ConfigError`."""
    _check_known_keys(entry, where, ("name", "kind", "default", "values", "needs"))
    name, kind, default = _require_text(entry, "name", where), _require_text(entry, "kind", where), entry.get("default")
    if kind not in OPTION_KINDS:
        raise ConfigError(f"{where}kind: one of {', '.join(OPTION_KINDS)} is needed, not {kind!r}")
    values = tuple(_require_list(entry, "values", where)) if "values" in entry else ()
    good = isinstance(default, OPTION_KINDS[kind]) and (kind != "number" or not isinstance(default, bool))
    if not good or ((values or kind == "choice") and default not in values):
        needed = {"switch": "true or false", "number": "a whole number", "choice": "one of its values"}[kind]
        raise ConfigError(f"{where}default: {needed} is needed")
    needs = _require_text(entry, "needs", where) if "needs" in entry else ""
    return Option(name, kind, default if isinstance(default, bool | int | str) else "", values, needs)


# --- values at the door ----------------------------------------------------------------------------------------------

EntryT = TypeVar("EntryT")


def _check_known_keys(data: Mapping[str, Any], where: str, keys: tuple[str, ...]) -> None:
    """Raise `ConfigError` for a key of `data` besides `keys`. `where`: put before the key in the error."""
    for key in data:
        if key not in keys:
            raise ConfigError(f"{where}{key}: unknown key; known are {', '.join(keys)}")


def _read_entries(data: Mapping[str, Any], key: str, read: Callable[[Mapping[str, Any], str], EntryT]) -> tuple[EntryT, ...]:
    """The tables under `key` of `data`, each as `read` makes it; () where the key is missing. Raises `ConfigError`."""
    entries = _require_list(data, key, "") if key in data else []
    for i, entry in enumerate(entries):
        if not isinstance(entry, dict):
            raise ConfigError(f"{key}[{i}]: a table is needed, [[{key}]]")
    return tuple(read(entry, f"{key}[{i}].") for i, entry in enumerate(entries))


def _require_table(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """The table under `key` of `data`. Raises `ConfigError` for anything else."""
    value = data.get(key)
    if not isinstance(value, dict):
        raise ConfigError(f"{key}: a table is needed, [{key}]")
    return value


def _require_list(data: Mapping[str, Any], key: str, where: str, length: int | None = None) -> list[Any]:
    """The list under `key` of `data`, of `length` entries if given. `where`: put before the key in the error. Raises
    `ConfigError`."""
    value = data.get(key)
    if not isinstance(value, list) or (length is not None and len(value) != length):
        raise ConfigError(f"{where}{key}: a list{f' of {length} numbers' if length else ''} is needed")
    return value


def _require_text(data: Mapping[str, Any], key: str, where: str = "") -> str:
    """The text under `key` of `data`, never "". `where`: put before the key in the error. Raises `ConfigError`."""
    value = data.get(key)
    if not isinstance(value, str) or not value:
        raise ConfigError(f"{where}{key}: a text is needed")
    return value


def _read_size(data: Mapping[str, Any], key: str, where: str = "") -> tuple[float, float]:
    """Width and height under `key` of `data`, in millimetres, 10 to 3000 each. `where`: put before the key in the error.
    Raises `ConfigError`."""
    width, height = (_require_number(side, where + key) for side in _require_list(data, key, where, 2))
    if not (10 <= width <= 3000 and 10 <= height <= 3000):
        raise ConfigError(f"{where}{key}: width and height in millimetres are needed, from 10 to 3000")
    return width, height


def _require_number(value: Any, where: str) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not abs(value) < 10_000:
        raise ConfigError(f"{where}: a number is needed")
    return float(value)


def _require_whole(value: Any, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ConfigError(f"{where}: a whole number is needed")
    return value


def _check_no_twins(values: list[Any], where: str, what: str) -> None:
    """Raise `ConfigError` where a value stands twice. `where`: the key; `what`: the kind of value, for the error."""
    for value in values:
        if values.count(value) > 1:
            raise ConfigError(f"{where}: {what} {value!r} stands twice")


def _check_on_mat(rect: tuple[float, float, float, float], size_mm: tuple[float, float], where: str) -> None:
    """Raise `ConfigError` unless the rectangle (x, y, width, height in millimetres) lies on the mat."""
    x, y, width, height = rect
    if x < 0 or y < 0 or x + width > size_mm[0] or y + height > size_mm[1]:
        raise ConfigError(f"{where}: lies outside the mat of {size_mm[0]:g} x {size_mm[1]:g} mm")
