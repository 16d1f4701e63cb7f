"""The states of a table that the dashboard must show well. `PYTHONPATH=tests/web python -m tests.web.web_scenes DIR` photographs them."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from real_table import EVENING, RealTable

from companion.games.boards import classic_rows
from companion.match.events import Claimed, Entry, Played
from companion.questions.question import stray_picture_name
from companion.session.found_piles import FoundPile
from companion.session.snapshot import Learning
from tests.varied import varied
from vision.drawn.art.boards import draw_board
from vision.drawn.art.drawing import rasterise_drawing


def _match(*lays: tuple[str, str], **options: bool) -> RealTable:
    table = _idle().begin("the_game", 3, **options)
    for zone, face in lays:
        if zone == "end":
            table.end_turn()
        else:
            table.lay(zone, face)
    return table


def _idle() -> RealTable:
    return RealTable(pictures={"table": _picture(), "up2": _crop()})


OPENING = (("up1", "3"), ("up1", "11"), ("end", ""), ("down1", "96"), ("down2", "91"), ("end", ""), ("up2", "8"), ("up1", "47"))


def idle() -> RealTable:
    return _idle()


def playing() -> RealTable:
    return _match(*OPENING, ("end", ""), ("down1", "88"))


def foul() -> RealTable:
    return _match(*OPENING, ("end", ""), ("down1", "88"), ("up1", "45"))


def out_of_turn() -> RealTable:
    """Bruno lays a card while it is Ada's turn."""
    table = _match(("up1", "20"), ("up1", "21"))
    table.do(lambda session, at: session.record_event(Played("up2", "", "30", 1), at, "eye"))
    return table


def ended_early() -> RealTable:
    """The turn is ended after one card of two."""
    return _match(*OPENING, ("end", ""), ("down1", "88"), ("end", ""))


def too_many() -> RealTable:
    """A third card in a turn of two."""
    table = _idle().begin("quick_easy", 3)
    for zone, face in (("up", "2R"), ("up", "3B"), ("down", "9G")):
        table.lay(zone, face)
    return table


def command() -> RealTable:
    """A backward trick while a command forbids it, among players who take it back."""
    table = _idle().begin("extreme", 3, lenient=True)
    for zone, face in (("up1", "12"), ("up2", "47:noback"), ("up1", "2")):
        table.lay(zone, face)
        for question in table.view("en")["questions"]:
            table.act({"command": "answer", "question": question["id"], "face": face}, "phone")
    return table


def twice() -> RealTable:
    """A card is read that lies on another pile already."""
    table = _match(*OPENING, ("end", ""))
    table.do(lambda session, at: session.record_event(Played("down1", "96", "47"), at, "eye"))
    return table


def burning() -> RealTable:
    return _match(*OPENING, ("end", ""), ("up1", "F55"), ("down1", "F77"), ("end", ""), ("up2", "19"), on_fire=True)


def question() -> RealTable:
    table = _match(*OPENING, ("end", ""), on_fire=True)
    table.ask("up2", ("68", 0.61), ("89", 0.34), ("F66", 0.03))
    return table


PLACES = {"up1": (0.4, 0.2), "up2": (0.4, 0.4), "down1": (0.4, 0.6), "down2": (0.4, 0.8), "draw": (0.7, 0.5)}


def _find(table: RealTable, *zones: str, proven: bool = True, named: bool = True) -> RealTable:
    """The eye says where these piles lie, and sees the card on each."""
    table.pictures |= dict.fromkeys(zones, _crop())
    places = tuple(FoundPile(zone, PLACES[zone], proven, named) for zone in zones)
    table.do(lambda session, at: session.piles.report_piles(places, ("draw",), at))
    return table


def found_piles() -> RealTable:
    """Nobody knows which piles ascend, and cards lie on all of them."""
    table = _find(_match(), *PLACES, proven=False, named=False)
    for zone, face in (("up1", "12"), ("up2", "31"), ("down1", "90"), ("down2", "77")):
        table.lay(zone, face)
    return table


def lost_draw_pile() -> RealTable:
    return _find(_match(), "up1", "up2", "down1", "down2")


def laid_out() -> RealTable:
    """Direction cards lie on a table without a mat, one of them out of view."""
    table = _match()
    table.do(lambda session, at: session.publisher.report_laid_out(3, 1))
    return table


def begun() -> RealTable:
    """Cards lie on two of four piles, and nobody knows which these are."""
    table = _find(_match(), "up1", "up2", "draw", proven=False, named=False)
    table.lay("up1", "12")
    table.lay("up2", "88")
    return table


STRAY = ((0.1, 0.1), (0.2, 0.1), (0.2, 0.4), (0.1, 0.4))


def stray() -> RealTable:
    """A card lies where no pile is known."""
    table = _find(_match(*OPENING), *PLACES)
    table.pictures[stray_picture_name(STRAY)] = _crop()
    table.do(lambda session, at: session.piles.take_stray_card("68", STRAY, (), at + 10.0))
    return table


def out_of_step() -> RealTable:
    table = _match(*OPENING).again()
    table.lies(up1="41", up2="8", down1="96", down2="19")
    return table


def learning() -> RealTable:
    table = _match()
    table.do(lambda session, at: session.await_table())
    table.learns(Learning("the_game", 0.45, 22.0))
    return table


def moving() -> RealTable:
    table = _match(*OPENING)
    table.hands("moving")
    return table


def blind() -> RealTable:
    table = _match(*OPENING)
    table.lost("mat")
    return table


def won() -> RealTable:
    """The last card of all is laid."""
    piles = {
        "up1": [str(n) for n in range(2, 61)],
        "down1": [str(n) for n in range(98, 60, -1)],
    }
    table = _idle().begin("the_game", 3, position={"piles": piles, "hands": [["99"], [], []], "deck": []})
    table.lay("up2", "99")
    return table


def lost() -> RealTable:
    return _match(
        *OPENING,
        ("end", ""),
        ("up1", "F55"),
        ("down1", "88"),
        ("end", ""),
        ("up2", "19"),
        ("up2", "20"),
        ("end", ""),
        on_fire=True,
    )


def other_version() -> RealTable:
    """The log holds an entry that this version cannot show."""
    table = _match(*OPENING)
    table.journal.append_entry(1, Entry(len(OPENING) + 2, Claimed("assess", None, {"row": 1}), EVENING, "phone"))
    return table.again()


def found() -> RealTable:
    """A correction found that a burning card was not covered in time."""
    table = _match(("up1", "45"), ("down1", "80"), ("end", ""), ("up2", "10"), ("up2", "11"), ("end", ""), on_fire=True)
    table.act({"command": "correct", "entry": 2, "face": "F44"}, "phone")
    return table


BOARD = {
    "turn": 1,
    "chips": {
        "0": [[6, 2], [5, 3], [4, 4], [3, 5], [2, 6], [2, 3], [5, 5], [7, 1], [1, 4], [8, 6]],
        "1": [[3, 3], [4, 3], [4, 5], [6, 5], [7, 7], [0, 4], [5, 8], [6, 8]],
    },
    "sequences": [{"team": 0, "cells": [[6, 2], [5, 3], [4, 4], [3, 5], [2, 6]]}],
    "discards": ["9D", "JC", "2H", "KS"],
}


def board() -> RealTable:
    """In the middle of a match of Sequence for four; it is the second player's turn, who is green."""
    return _idle().begin("sequence", 4, position=BOARD)


def unread_board() -> RealTable:
    """The board of a match that begins lies on the table, and its print is too blurred to be read."""
    table = _idle().begin("sequence", 2)
    image = rasterise_drawing(draw_board(classic_rows(), (240, 240)), 2.0)
    table.pictures["board-1"] = bytes(cv2.imencode(".jpg", cv2.GaussianBlur(image, (0, 0), 4))[1])
    table.lost("grid")
    table.do(lambda session, at: session.board.report_unread_board(1))
    return table


def dead_end() -> RealTable:
    """A chip was put where another lies: the foul is on the board, and a jack may go anywhere."""
    table = board()
    table.lay("discard2", "JD")
    table.lay("r3c4", "blue")
    return table


def cleared() -> RealTable:
    """A match of Sequence has begun on a board on which chips of the last one still lie."""
    table = _idle().begin("sequence", 2)
    table.lies(**{f"r{i}c{i + 1}": "blue" for i in range(9)}, **{f"r{i + 1}c{i}": "green" for i in range(9)})
    return table


def extreme() -> RealTable:
    """Two lasting commands are on, and a skull waits to be covered."""
    table = _idle().begin("extreme", 3)
    for zone, face in (
        ("up1", "12:silence"),
        ("down1", "88"),
        ("end", ""),
        ("up2", "7:noback"),
        ("down2", "93"),
        ("end", ""),
        ("up1", "31:skull"),
    ):
        table.end_turn() if zone == "end" else table.lay(zone, face)
        for question in table.view("en")["questions"]:
            table.act({"command": "answer", "question": question["id"], "face": face}, "phone")
    return table


def quick_easy() -> RealTable:
    table = _idle().begin("quick_easy", 3)
    for zone, face in (("up", "2R"), ("end", ""), ("down", "9G"), ("down", "7B"), ("end", ""), ("up", "4Y")):
        table.end_turn() if zone == "end" else table.lay(zone, face)
    return table


def face_to_face() -> RealTable:
    """The first player has helped the other one, and lays a card that is not allowed."""
    table = _idle().begin("face_to_face", 2)
    for zone, face in (
        ("s_up", "s12"),
        ("s_down", "s49"),
        ("end", ""),
        ("g_up", "g20"),
        ("g_down", "g41"),
        ("end", ""),
        ("g_up", "s9"),
        ("s_up", "s10"),
    ):
        table.end_turn() if zone == "end" else table.lay(zone, face)
    return table


SCENES: dict[str, Callable[[], RealTable]] = {
    scene.__name__: scene
    for scene in (
        idle,
        playing,
        foul,
        out_of_turn,
        ended_early,
        too_many,
        command,
        twice,
        burning,
        question,
        found_piles,
        lost_draw_pile,
        laid_out,
        begun,
        stray,
        out_of_step,
        learning,
        moving,
        blind,
        won,
        lost,
        found,
        other_version,
        extreme,
        quick_easy,
        face_to_face,
        board,
        unread_board,
        dead_end,
        cleared,
    )
}
UNLIKE = ["foul", "idle", "question", "found_piles", "out_of_step", "begun", "won", "board", "dead_end", "extreme"]
"""Scenes that differ most in what stands on the page; the others are further guises of these."""
varied_scene = varied("scene", sorted(SCENES, key=lambda scene: scene not in UNLIKE), quick=len(UNLIKE))


def _picture() -> bytes:
    """A drawn camera picture."""
    image = np.full((360, 640, 3), (74, 92, 60), np.uint8)
    for i, number in enumerate(("47", "8", "88", "91")):
        left, top = 90 + i * 120, 120
        cv2.rectangle(image, (left, top), (left + 84, top + 118), (240, 248, 252), -1)
        cv2.putText(image, number, (left + 14, top + 74), cv2.FONT_HERSHEY_SIMPLEX, 1.4, (50, 40, 40), 3)
        cv2.rectangle(image, (left - 8, top - 8), (left + 92, top + 126), (110, 220, 110), 2)
    return bytes(cv2.imencode(".jpg", image)[1])


def _crop() -> bytes:
    """A drawn card, badly seen."""
    image = np.full((240, 172, 3), (214, 226, 232), np.uint8)
    cv2.putText(image, "68", (26, 150), cv2.FONT_HERSHEY_SIMPLEX, 3, (70, 60, 60), 10)
    return bytes(cv2.imencode(".jpg", cv2.GaussianBlur(image, (21, 21), 0))[1])


SIZES = {"small": (360, 640), "phone": (390, 844), "across": (844, 390), "wide": (1280, 800)}


def photograph(
    folder: Path, *, languages: tuple[str, ...], sizes: tuple[str, ...], schemes: tuple[str, ...], only: str
) -> None:
    """Each scene whose name holds `only`, as `<scene>-<size>-<scheme>-<language>.png`."""
    from tests.browser import browser as chromium
    from tests.web.conftest import Catalogue
    from web import Server, create_app

    folder.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        page = browser.new_page(reduced_motion="reduce", device_scale_factor=1)
        for name, scene in SCENES.items():
            if only not in name:
                continue
            with scene() as table, Server(create_app(table, text=Catalogue()), port=0, threads=8) as server:
                for language in languages:
                    page.goto(f"{server.url}?language={language}")
                    for scheme in schemes:
                        page.emulate_media(color_scheme=scheme)
                        for size in sizes:
                            page.set_viewport_size(dict(zip(("width", "height"), SIZES[size], strict=True)))
                            page.screenshot(path=folder / f"{name}-{size}-{scheme}-{language}.png")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--languages", nargs="+", default=["en"])
    parser.add_argument("--sizes", nargs="+", default=list(SIZES), choices=list(SIZES))
    parser.add_argument("--schemes", nargs="+", default=["light"], choices=["light", "dark"])
    parser.add_argument("--only", default="", help="part of a scene's name")
    return parser.parse_args()


if __name__ == "__main__":
    given = _arguments()
    photograph(
        given.folder, languages=tuple(given.languages), sizes=tuple(given.sizes), schemes=tuple(given.schemes), only=given.only
    )
