"""Tables without a mat: what is to be found for a game, and where the virtual table lays things."""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from companion.errors import ConfigError
from companion.games.boards import classic_rows, layout_of_match
from companion.games.sheets import load_sheet
from companion.machine.paths import state_directory
from companion.match.events import Started
from companion.sources.board_layouts import layout_in_use
from companion.sources.live_board import LiveBoard
from companion.sources.sources import layout_for
from companion.whole_file import write_whole
from vision.bare.around_board import BoardPlan
from vision.bare.table import BareTable
from vision.board.view import BoardReader
from vision.cards.candidates import CARD_CROP_PX
from vision.directions.arrangement import BarePlan
from vision.directions.marks import MarkReader
from vision.directions.naming import CardJudge, DirectionReader, TakenFor
from vision.drawn.art.cards import draw_card
from vision.drawn.art.mats import OPPOSITE_PREFIX
from vision.drawn.table.bare_tables import make_bare_scene
from vision.drawn.table.direction_cards import name_direction_card
from vision.drawn.table.lying import LyingManner, generate_lying_manner
from vision.drawn.table.scene import LaidBoard, TableScene
from vision.place.layout import Layout
from vision.readers.numbers.faces import get_number
from vision.readers.numbers.networks import NumberNetworks
from vision.readers.numbers.starts import DIRECTION_CARD, PrintedDirection, judge_direction
from vision.types import BACK, Face, Image, Reader

NO_MAT = "none"
"""Stands for a mat where none lies."""

DOWN_FROM = ("100", "60", "10")
"""Numbers on the direction cards of descending piles."""

MIN_PRINT_CONFIDENCE = 0.45  # a direction card whose numbers are read with less confidence is read as a whole; guess
MIN_WHOLE_CARD_CONFIDENCE = 0.7  # for a direction card read as a whole to count; guess

BOXED_BOARD_MM = (510.0, 400.0)  # width and height of the board in the box; guess

UNKNOWN_LAYOUT = Layout((1.0, 1.0), (), loose=True)
"""The layout of a table as long as nothing is known."""


def goes_without_mat(game: str) -> bool:
    """Can the game be played on a bare table? Each pile needs a direction card, unless the game has a board."""
    sheet = load_sheet(game)
    return bool(sheet.board_cells) or all(name_direction_card(zone.name) for zone in sheet.zones if zone.kind == "card")


def bare_table_for(
    game: str,
    deck: str = "",
    started: Started | None = None,
    reader: Reader | None = None,
    board: BoardReader | None = None,
    drawn: bool = False,
) -> BareTable:
    """What to find on the bare table of a game. A visible printed mat of the game is used. Raises `ConfigError` for a game in
    need of a mat.

    `deck`: as in `readers_for`; only the practice deck has known pictures of direction cards. `started`: the match. `reader`:
    of cards; names the direction cards of other decks. `board`: reader of the board. `drawn`: the practice board lies on the
    table.
    """
    if not goes_without_mat(game):
        raise ConfigError(
            f"{game} has no direction cards by which its piles could be found: it needs a mat (`companion print mat`)"
        )
    plan, mat = plan_for(game, started), layout_for(game, "", started)
    if board is not None:
        practice = {zone.rect_mm[2:] for zone in mat.of_kind("board")}
        sizes = tuple(practice if drawn else {*practice, BOXED_BOARD_MM})
        before_match = started is None and not drawn
        printed = layout_in_use() if before_match else layout_of_match(started.options if started else {})
        live = LiveBoard(board, printed, "" if drawn else game)
        return BareTable(plan, mat=mat, board=BoardPlan(board.board, sizes, live))
    if deck:
        kept = load_landmarks(game, deck)
        marks = (
            MarkReader(kept, plan.card_mm[0] / plan.card_mm[1]) if kept and plan.direction_faces.keys() <= kept.keys() else None
        )
        if reader is None:
            return BareTable(plan, marks, mat=mat)
        return BareTable(plan, marks, direction_reader=_named_by(reader, game), card_judge=_judged_by(reader, game), mat=mat)
    return BareTable(plan, _practice_marks(game), mat=mat)


def plan_for(game: str, started: Started | None = None) -> BarePlan:
    """What lies on the bare table of a game. Piles with their direction cards, in the order of the column; piles beside a
    board have the face "". Draw piles follow by name."""
    layout = layout_for(game, "", started)
    named = [(zone.name, name_direction_card(zone.name)) for zone in layout.of_kind("card")]
    piles = tuple((name, face or "") for name, face in named if face or layout.board_cells)
    numbers = [number for face in load_sheet(game).deck if (number := get_number(face))]
    ends = (min(numbers), max(numbers)) if numbers else (2, 99)
    return BarePlan(piles, tuple(zone.name for zone in layout.of_kind("draw")), layout.card_mm, ends)


def _named_by(reader: Reader, game: str) -> DirectionReader:
    """A reader of direction cards. A card's kind is read from its numbers, else by `reader`, of the cards of `game`.

    Makers print the cards in many ways, so each number is read by itself. A card without a legible number is read whole: 1
    begins an ascending pile; 100, 60 and 10 a descending one.
    """
    networks, highest = NumberNetworks(), max((get_number(face) or 0 for face in load_sheet(game).deck), default=0)

    def named(crop: Image) -> PrintedDirection:
        """Chances that `crop`, (h, w, 3) uint8 BGR, is an ascending and a descending direction card."""
        printed = judge_direction(crop, networks, highest)
        if max(printed.up, printed.down) >= MIN_PRINT_CONFIDENCE:
            return printed
        reading = reader.read(crop)
        chances = {"up": 0.0, "down": 0.0}
        for face, chance in ((reading.face, reading.confidence), *reading.alternatives):
            number = face.lstrip("sg").rstrip("RBGYX")
            chances["up"] += chance * (number == "1")
            chances["down"] += chance * (number in DOWN_FROM)
        if max(chances.values()) < MIN_WHOLE_CARD_CONFIDENCE:
            return printed
        return PrintedDirection(chances["up"], chances["down"])

    return named


def _judged_by(reader: Reader, game: str) -> CardJudge:
    """A judge of any card on the table: is it a card of the deck of `game`, by its `reader`, or perhaps a direction card? A
    direction card's small number may be read as a card's."""
    deck = {face.partition(":")[0] for face in load_sheet(game).deck}
    highest = max((get_number(face) or 0 for face in deck), default=0)
    carried = {DIRECTION_CARD.low_number, DIRECTION_CARD.last_descending, highest}

    def judge_card(crop: Image) -> TakenFor:
        """What `crop`, (h, w, 3) uint8 BGR, is taken for. `EITHER` where a card of the deck has a number that direction cards
        carry too."""
        reading = reader.read(crop)
        face = reading.face.partition(":")[0]
        if not reading.accepted or face not in deck:
            return TakenFor.OTHER
        return TakenFor.EITHER if get_number(face) in carried else TakenFor.CARD

    return judge_card


def _landmarks_file(game: str, deck: str) -> Path:
    return state_directory() / "layouts" / f"{game}-{deck}.npz"


def keep_landmarks(game: str, deck: str, pictures: Mapping[Face, Image]) -> None:
    """Keep `pictures`, by face, of direction cards and backs of a deck for the next evening; whole or not at all. All
    pictures: one size, uint8 BGR. Raises `OSError`."""
    packed = io.BytesIO()
    np.savez_compressed(packed, faces=np.array(list(pictures)), pictures=np.stack(list(pictures.values())))
    write_whole(_landmarks_file(game, deck), packed.getvalue(), lasting=False)


def load_landmarks(game: str, deck: str) -> dict[Face, Image]:
    """The kept pictures by face, each (H, W, 3) uint8 BGR; empty without any. A damaged file counts as empty and is reported
    on standard error."""
    path = _landmarks_file(game, deck)
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
    """The reader of direction cards and backs on the practice deck of `game`; learned in a few seconds, once."""
    sheet = load_sheet(game)
    faces = {face for zone in sheet.zones if zone.kind == "card" and (face := name_direction_card(zone.name))}
    pictures = {face: draw_card(face, CARD_CROP_PX, size_mm=sheet.card_mm) for face in sorted({*faces, BACK})}
    return MarkReader(pictures, sheet.card_mm[0] / sheet.card_mm[1])


def bare_scene_for(game: str, layout: Layout, seed: int, manner: LyingManner | None = None) -> TableScene:
    """The bare virtual table of a game before play, with direction cards and draw piles alone. `seed`: of the places.
    `manner`: how piles are laid, None for the rulebook's."""
    board = LaidBoard(classic_rows()) if layout.board_cells and load_sheet(game).board_cells else None
    return make_bare_scene(layout, seed, board=board, manner=manner)


def choose_lying_manner(layout: Layout, seed: int) -> LyingManner:
    """A manner of laying the piles of a layout, by `seed`."""
    are_owned = any(zone.name.startswith(OPPOSITE_PREFIX) for zone in layout.of_kind("card"))
    return generate_lying_manner(seed, are_owned=are_owned)
