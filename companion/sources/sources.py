"""Cameras, mats and decks by name, as written on the command line and in companion.toml."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from companion.errors import ConfigError
from companion.games.boards import classic_rows
from companion.games.sheets import GameSheet, load_sheet
from companion.games.sheets import build_practice_deck as practice_faces
from companion.intake.known_commands import has_command_cards, table_of_commands
from companion.machine.paths import state_directory
from companion.machine.text_files import read_mat_file
from companion.match.events import Started
from companion.play.moves import Move
from companion.sources.choices import SOURCES, VIRTUAL
from companion.sources.decks import corrected_deck, deck_folder
from companion.sources.practice_decks import ReportLearning, keep_to_oneself, load_practice_deck
from companion.sources.readers import deck_for, reader_at_table, reader_of
from vision.board.file import load_board
from vision.board.training import learn_chips
from vision.board.view import BoardReader
from vision.cameras.sources import Source, source_named
from vision.control_cards.controls import read_controls
from vision.drawn.art.boards import draw_enrolled_board
from vision.drawn.table.acts import Act, Draw, Flip, Lay, Lift, Slide, Wait
from vision.drawn.table.scene import CARD_THICKNESS_MM, LaidBoard, Lying, TableScene
from vision.errors import DeckError, ReaderUnavailable
from vision.place.layout import Fiducial, Layout, Zone
from vision.readers.enrolled.file import load_deck
from vision.readers.enrolled.reader import EnrolledReader
from vision.types import Reader


def find_source(name: str) -> Source:
    """A source by name: the virtual table, or a camera of `vision.cameras`. Raises `ConfigError`."""
    found = Source(VIRTUAL, name) if name == VIRTUAL else source_named(name)
    if found is None:
        raise ConfigError(f"there is no source {name!r}: {SOURCES}")
    return found


def layout_for(game: str, mat: str = "", started: Started | None = None) -> Layout:
    """The mat of a game, from the file `mat` of `companion print mat --json`, else from the sheet of the game. `started`: the
    match, with options to choose the mat and seats to leave out discards. Raises `LayoutError`, `ConfigError`.

    Where zbar is missing, control zones are left out and a notice is printed: control cards are off, all else works.
    """
    sheet_options = started.options if started else {}
    layout = read_mat_file(Path(mat)) if mat else layout_from_sheet(load_sheet(game).choose_mat(sheet_options))
    unused = [f"discard{seat}" for seat in range(started.seats + 1, 13)] if started else []
    zones = [zone for zone in layout.zones if zone.name not in unused]
    try:
        read_controls(np.zeros((8, 8, 3), np.uint8))
    except ReaderUnavailable as error:
        print(f"Notice: {error}. Until then buttons, phones and the draw pile end a turn.", file=sys.stderr)
        zones = [zone for zone in zones if zone.kind != "control"]
    return replace(layout, zones=tuple(zones))


def layout_from_sheet(sheet: GameSheet) -> Layout:
    """The mat of a game as its sheet places zones and markers, in millimetres."""
    fiducials = []
    for spot in sheet.fiducials:
        x, y, side = *spot.at_mm, spot.side_mm
        fiducials.append(Fiducial(spot.id, ((x, y), (x + side, y), (x + side, y + side), (x, y + side))))
    return Layout(
        size_mm=sheet.size_mm,
        zones=tuple(Zone(zone.name, zone.kind, zone.rect_mm) for zone in sheet.zones),
        fiducials=tuple(fiducials),
        card_mm=sheet.card_mm,
        board_cells=sheet.board_cells,
    )


def readers_for(game: str, deck: str = "", drawn: bool = False, report: ReportLearning = keep_to_oneself) -> dict[str, Reader]:
    """Readers of a game's zones by kind of zone. `deck`: an enrolled or built-in deck, "auto", or "" = the practice deck.
    `drawn`: cards are drawn, and nothing is learned in play. `report`: told how far a practice deck is learned. Raises
    `DeckError`."""
    if deck := deck_for(game, deck, drawn):
        return {"card": reader_of(deck, load_sheet(game).deck) if drawn else reader_at_table(deck, game)}
    return {"card": EnrolledReader(corrected_deck(load_practice_deck(game, report)))}


def commands_for(game: str, deck: str = "", drawn: bool = False) -> dict[str, str] | None:
    """Number -> command on the cards of a deck. None where the faces name no commands, or the deck cannot be loaded. `deck`,
    `drawn`: as in `readers_for`."""
    sheet, deck = load_sheet(game), deck_for(game, deck, drawn)
    if not has_command_cards(sheet.deck):
        return None
    try:
        return table_of_commands(load_deck(deck_folder(), deck).faces if deck else practice_faces(sheet))
    except DeckError:
        return None  # whoever reads the cards says what is wrong with the deck


def board_file(game: str) -> Path:
    """Where the enrolled board of a game is kept."""
    return state_directory() / "boards" / f"{game}.npz"


def board_for(game: str, drawn: bool = False) -> BoardReader | None:
    """Reader of the owner's board, else of the practice board in the classic order (learned in two seconds). None for a game
    without a board. `drawn`: the practice board lies on the virtual table. Raises `LayoutError` for a damaged file."""
    cells = load_sheet(game).board_cells
    if cells is None:
        return None
    if not drawn and (own := load_board(board_file(game))):
        return BoardReader(own[0], learn_chips(own[0].fine, cells, own[1]))
    board = draw_enrolled_board(classic_rows())
    return BoardReader(board, learn_chips(board.fine, cells))


def scene_for(game: str, layout: Layout) -> TableScene:
    """The virtual table of a game before play: the mat `layout`, and the board in classic order where both mat and game have
    one."""
    if layout.board_cells is None or load_sheet(game).board_cells is None:
        return TableScene(layout)
    return TableScene(layout, board=LaidBoard(classic_rows()))


def moves_as_acts(moves: Iterable[Move]) -> Iterator[Act]:
    """The `moves` of a showcase as acts of hands; kinds other than lay, lift, flip, slide and end become a wait."""
    for move in moves:
        if move.kind == "lay":
            yield Lay(move.zone, move.face, move.seat)
        elif move.kind == "lift":
            yield Lift(move.zone, move.seat)
        elif move.kind == "flip":
            yield Flip(move.zone, move.seat)
        elif move.kind == "slide":
            yield Slide(move.zone, move.face, move.seat)
        elif move.kind == "end":
            yield Draw(move.zone or "draw", move.seat)
        else:
            yield Wait(move.seconds)


def scene_of(layout: Layout, piles: dict[str, list[str]]) -> TableScene:
    """A virtual table with cards, each turned a little. `piles`: zone -> faces, bottom to top."""
    scene = TableScene(layout)
    for name, faces in piles.items():
        middle = layout.zone(name).middle_mm
        cards = [Lying(face, middle, (7 * i) % 9 - 4.0, i * CARD_THICKNESS_MM) for i, face in enumerate(faces)]
        scene = scene.with_pile(name, tuple(cards))
    return scene
