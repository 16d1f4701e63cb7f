"""Tables without a mat: what is to be found on them for a game, and where the virtual table lays it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from companion.errors import ConfigError
from companion.games.boards import CLASSIC, BoardLayout, classic_rows, parse_layout
from companion.games.sheets import load_sheet
from companion.machine.paths import state_directory
from companion.match.events import Started
from companion.sources.board_layouts import layout_in_use
from companion.sources.live_board import LiveBoard
from companion.sources.sources import layout_for
from vision.bare.around_board import BoardPlan
from vision.bare.arrangement import BarePlan
from vision.bare.marks import MarkReader
from vision.bare.naming import DirectionReader, read_no_direction
from vision.bare.table import BareTable
from vision.board.view import BoardReader
from vision.cards.candidates import CARD_CROP_PX
from vision.drawn.art.cards import draw_card
from vision.drawn.table.bare_tables import bare_scene
from vision.drawn.table.direction_cards import direction_of
from vision.drawn.table.scene import Board, Scene
from vision.place.layout import Layout
from vision.readers.numbers.faces import get_number
from vision.readers.numbers.networks import NumberNetworks
from vision.readers.numbers.starts import judge_direction
from vision.types import BACK, Face, Image, Reader

NONE = "none"
"""What stands for a mat where there is none."""

DOWN_FROM = ("100", "60", "10")
"""Numbers on the direction cards of descending piles."""

TELLING = 0.7
"""How surely a direction card must be read as a whole for its single numbers to be left alone."""

BOARD_MM = (510.0, 400.0)
"""Width and height of the board in the box, about; the practice board's are those of the mat."""

NOTHING = Layout((1.0, 1.0), (), loose=True)
"""The layout of a table of which nothing is known yet."""


def goes_without_mat(game: str) -> bool:
    """Has every pile of a game a direction card, by which it is found on a bare table, or a board beside which it lies?"""
    sheet = load_sheet(game)
    return bool(sheet.board_cells) or all(direction_of(zone.name) for zone in sheet.zones if zone.kind == "card")


def bare_for(
    game: str,
    deck: str = "",
    started: Started | None = None,
    reader: Reader | None = None,
    board: BoardReader | None = None,
    drawn: bool = False,
) -> BareTable:
    """What is to be found on a bare table on which a game is played. `deck`: as in `readers_for`; of another than the practice deck no
    picture of the direction cards is known, so they are told by how they lie, and read where `reader` can. `board`: of a game that has
    one; `drawn`: it is the practice board. Should the game's printed mat be seen, it is taken. Raises `ConfigError` for a game whose
    piles cannot be found so."""
    if not goes_without_mat(game):
        raise ConfigError(
            f"{game} has no direction cards by which its piles could be found: it needs a mat (`companion print mat`)"
        )
    plan, mat = plan_for(game, started), layout_for(game, "", started)
    if board is not None:
        practice = {zone.rect_mm[2:] for zone in mat.of_kind("board")}
        sizes = tuple(practice if drawn else {*practice, BOARD_MM})
        live = LiveBoard(board, _layout_of(started, drawn), "" if drawn else game)
        return BareTable(plan, mat=mat, board=BoardPlan(board.board, sizes, live))
    if deck:
        kept = remembered(game, deck)
        marks = (
            MarkReader(kept, plan.card_mm[0] / plan.card_mm[1]) if kept and plan.direction_faces.keys() <= kept.keys() else None
        )
        return BareTable(plan, marks, direction_reader=_named_by(reader, game) if reader else read_no_direction, mat=mat)
    return BareTable(plan, _practice_marks(game), mat=mat)


def _layout_of(started: Started | None, drawn: bool) -> BoardLayout:
    """Which card stands where on the board of a match; before there is one, on the owner's."""
    own = started.options.get("layout") if started else None
    if started is None and not drawn:
        return layout_in_use()
    return parse_layout(own if isinstance(own, str) else CLASSIC)


def plan_for(game: str, started: Started | None = None) -> BarePlan:
    """The piles of a game, in the order in which their direction cards lie in a column, or they themselves beside the board, and its draw
    piles."""
    layout = layout_for(game, "", started)
    named = [(zone.name, direction_of(zone.name)) for zone in layout.of_kind("card")]
    piles = tuple((name, face or "") for name, face in named if face or layout.board_cells)
    return BarePlan(piles, tuple(zone.name for zone in layout.of_kind("draw")), layout.card_mm)


def _named_by(reader: Reader, game: str) -> DirectionReader:
    """Which way a direction card points, as a reader of numbers reads it: 1 begins an ascending pile, 100 (60, 10) a descending one. What it
    would rather ask about counts as far as it believes it: there are only these two, and several cards to tell them by. Where that is not
    much, each number on the card is read by itself: makers set them in many ways."""
    networks, highest = NumberNetworks(), max((get_number(face) or 0 for face in load_sheet(game).deck), default=0)

    def named(crop: Image) -> tuple[float, float]:
        reading = reader.read(crop)
        chances = {"up": 0.0, "down": 0.0}
        for face, chance in ((reading.face, reading.confidence), *reading.alternatives):
            number = face.lstrip("sg").rstrip("RBGYX")
            chances["up"] += chance * (number == "1")
            chances["down"] += chance * (number in DOWN_FROM)
        up, down = (
            (chances["up"], chances["down"]) if max(chances.values()) >= TELLING else judge_direction(crop, networks, highest)
        )
        return max(up, chances["up"]), max(down, chances["down"])

    return named


def _kept_in(game: str, deck: str) -> Path:
    return state_directory() / "layouts" / f"{game}-{deck}.npz"


def remember(game: str, deck: str, pictures: Mapping[Face, Image]) -> None:
    """Keep how the direction cards and backs of a deck look, by face, for the next evening: whole or not at all."""
    path = _kept_in(game, deck)
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    with new.open("wb") as out:
        np.savez_compressed(out, faces=np.array(list(pictures)), pictures=np.stack(list(pictures.values())))
    new.replace(path)


def remembered(game: str, deck: str) -> dict[Face, Image]:
    """The pictures that were kept, by face; nothing where none were. A damaged file counts for nothing, and is said on standard error."""
    path = _kept_in(game, deck)
    if not path.is_file():
        return {}
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as kept:
            faces, pictures = kept["faces"].tolist(), kept["pictures"]
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        print(f"Notice: {path} is damaged ({error}): the direction cards are asked for anew.", file=sys.stderr)
        return {}
    if pictures.dtype != np.uint8 or pictures.ndim != 4 or pictures.shape[3] != 3 or len(pictures) != len(faces):
        print(f"Notice: {path} holds no pictures of cards: the direction cards are asked for anew.", file=sys.stderr)
        return {}
    return dict(zip(faces, pictures, strict=True))


@cache
def _practice_marks(game: str) -> MarkReader:
    """Finds the direction cards and backs of the practice deck, learned in a few seconds."""
    sheet = load_sheet(game)
    faces = {face for zone in sheet.zones if zone.kind == "card" and (face := direction_of(zone.name))}
    pictures = {face: draw_card(face, CARD_CROP_PX, size_mm=sheet.card_mm) for face in sorted({*faces, BACK})}
    return MarkReader(pictures, sheet.card_mm[0] / sheet.card_mm[1])


def bare_scene_for(game: str, layout: Layout, seed: int) -> Scene:
    """The bare virtual table of a game before anything lies on it but direction cards and draw piles."""
    board = Board(classic_rows()) if layout.board_cells and load_sheet(game).board_cells else None
    return bare_scene(layout, seed, board=board)
