"""`companion print`: the mat, control cards, a practice deck and board, the sheet for the lens, the door card."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from calibration.door_card import DoorWords, print_door_card
from calibration.pages import Page, write_pages
from calibration.printables import (
    PageSpot,
    choose_smallest_paper,
    list_board_spots,
    list_control_spots,
    list_deck_spots,
    print_board,
    print_controls,
    print_deck,
    print_lens_sheet,
    print_mat,
)
from companion.errors import ConfigError
from companion.games.boards import classic_rows
from companion.games.sheets import GameSheet, build_practice_deck, list_games, load_sheet
from companion.machine.config import Web
from companion.machine.door_card import find_card_or_none, format_card_file, make_door_card, read_door_card
from companion.machine.wifi.nmcli import ACCESS_POINT_NAME
from companion.shown.words.messages import Catalogue, catalogue
from companion.sources.sources import layout_from_sheet
from companion.whole_file import write_whole
from vision.drawn.art.styles import STYLES, Style
from vision.place.layout import layout_to_json


@dataclass(frozen=True, slots=True, eq=False)
class _PrintJob:
    """What to print."""

    sheet: GameSheet | None
    words: Catalogue
    paper: str | None  # None = the smallest that does
    style: Style
    door: DoorWords  # what the door card says

    @property
    def title(self) -> str:
        return self.words.text(self.sheet.title) if self.sheet else ""

    @property
    def of_game(self) -> GameSheet:
        """The sheet of the game. Raises `ConfigError` where none was named."""
        if self.sheet is None:
            raise ConfigError(f"--game is needed: {', '.join(list_games())}")
        return self.sheet


def run(arguments: argparse.Namespace) -> int:
    """0 once pages are written and, if asked, the geometry is printed. Raises `ConfigError` where nothing is asked for or a
    game is missing."""
    if arguments.out is None and not arguments.json:
        raise ConfigError("nothing to do: give --out FILE.pdf, --out FILE.png or --json")
    words = catalogue(arguments.language)
    sheet, style = _chosen_sheet(arguments), STYLES[arguments.style]
    job = _PrintJob(sheet, words, arguments.paper, style, _word_door(arguments, words))
    printed = _PRINTED[arguments.what](job)
    if arguments.out is not None:
        for path in write_pages(printed.pages, arguments.out, arguments.dpi, job.title):
            print(f"written: {path}", file=sys.stderr)
    if arguments.json:
        print(json.dumps(printed.geometry))
    return 0


def _chosen_sheet(arguments: argparse.Namespace) -> GameSheet | None:
    """The sheet of the game, with the mat chosen by an option; None where no game was named. Raises `ConfigError` for an
    option without a mat."""
    if arguments.game is None:
        return None
    sheet = load_sheet(arguments.game)
    known = [name for name, _ in sheet.mats]
    if arguments.option and arguments.option not in known:
        raise ConfigError(f"--option {arguments.option}: {arguments.game} has {', '.join(known) or 'no other mat'}")
    return sheet.choose_mat({arguments.option: True})


def _word_door(arguments: argparse.Namespace, words: Catalogue) -> DoorWords:
    """What the door card says, with the code and password of a card file, which is made where there is none. Raises
    `ConfigError` for a file that cannot be used or written."""
    path, made = arguments.card, arguments.what == "door" and arguments.card and not arguments.card.exists()
    if made:
        try:
            write_whole(path, format_card_file(make_door_card()).encode())
        except OSError as error:
            raise ConfigError(f"{path}: cannot be written: {error.strerror}") from error
        print(f"written: {path}; copy it onto the memory card, into its partition bootfs", file=sys.stderr)
    card = read_door_card(path) if path and path.exists() else find_card_or_none()
    return DoorWords(
        words.text("door-card-title"),
        words.text("door-card-open"),
        f"http://{arguments.host}:{Web().port}/",
        words.text("door-card-code" if card.code else "door-card-no-code"),
        card.code,
        words.text("door-card-wifi"),
        words.text("door-card-network"),
        ACCESS_POINT_NAME,
        words.text("door-card-password"),
        card.password,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Printed:
    pages: tuple[Page, ...]
    geometry: dict[str, Any]


def _mat_pages(job: _PrintJob) -> _Printed:
    layout = layout_from_sheet(job.of_game)
    names = {zone.name: job.words.name_zone(zone.name) for zone in layout.zones}
    pages = print_mat(layout, job.paper or choose_smallest_paper(layout.size_mm), job.title, names)
    return _Printed(pages, layout_to_json(layout))


def _control_pages(job: _PrintJob) -> _Printed:
    """Control cards for as many players as the game takes, of any game where none was named."""
    most = max(load_sheet(game).players[1] for game in list_games())
    paper, players = job.paper or "a4", job.sheet.players[1] if job.sheet else most
    names = {code: job.words.text(f"control-{code}") for code in ("end_turn", "undo", "stuck", "pause", "new_match")}
    names |= {f"player{number}": job.words.text("control-player", number=str(number)) for number in range(1, players + 1)}
    return _pages_with_cards(print_controls(paper, job.title, names, players), list_control_spots(paper, players))


def _deck_pages(job: _PrintJob) -> _Printed:
    paper, faces, size = job.paper or "a4", build_practice_deck(job.of_game), job.of_game.card_mm
    return _pages_with_cards(print_deck(faces, paper, job.title, size, job.style), list_deck_spots(faces, paper, size))


def _pages_with_cards(pages: tuple[Page, ...], spots: tuple[PageSpot, ...]) -> _Printed:
    cards = [{"page": spot.page, "face": spot.face, "rect_mm": list(spot.rect_mm)} for spot in spots]
    size = list(pages[0].drawing.size_mm)
    return _Printed(pages, {"size_mm": size, "zones": [], "fiducials": [], "pages": len(pages), "cards": cards})


def _board_pages(job: _PrintJob) -> _Printed:
    """The board in classic order. Raises `ConfigError` for a game without a board."""
    zone = next((zone for zone in job.of_game.zones if zone.kind == "board"), None)
    if zone is None:
        raise ConfigError(f"{job.of_game.name} is played without a board; print its mat, controls or deck")
    _, _, width, height = zone.rect_mm
    cells = [list(row) for row in classic_rows()]
    paper = job.paper or choose_smallest_paper((width + 24, height + 24))
    pages = print_board(cells, (width, height), paper, job.title, job.style)
    pieces = list_board_spots((width, height), paper)
    geometry = {
        "size_mm": list(pages[0].drawing.size_mm),
        "zones": [{"name": zone.name, "kind": "board", "page": piece.page, "rect_mm": list(piece.rect_mm)} for piece in pieces],
        "fiducials": [],
        "pages": len(pages),
        "board_cells": [len(cells), len(cells[0])],
        "cells": cells,
    }
    return _Printed(pages, geometry)


def _lens_pages(job: _PrintJob) -> _Printed:
    pages = print_lens_sheet(job.paper or "a4", job.words.text("printed-lens"))
    size = list(pages[0].drawing.size_mm)
    return _Printed(pages, {"size_mm": size, "zones": [], "fiducials": [], "pages": 1})


def _door_pages(job: _PrintJob) -> _Printed:
    pages = print_door_card(job.door, job.paper or "a4")
    return _Printed(pages, {"size_mm": list(pages[0].drawing.size_mm), "zones": [], "fiducials": [], "pages": 1})


_PRINTED: dict[str, Callable[[_PrintJob], _Printed]] = {
    "mat": _mat_pages,
    "controls": _control_pages,
    "deck": _deck_pages,
    "board": _board_pages,
    "lens": _lens_pages,
    "door": _door_pages,
}
