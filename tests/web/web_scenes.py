"""The states of a table that the dashboard must show well; `python -m tests.web.web_scenes DIR` photographs each of them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from real_table import EVENING, RealTable

from companion.match.events import Claimed, Entry


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


def burning() -> RealTable:
    return _match(*OPENING, ("end", ""), ("up1", "F55"), ("down1", "F77"), ("end", ""), ("up2", "19"), on_fire=True)


def question() -> RealTable:
    table = _match(*OPENING, ("end", ""), on_fire=True)
    table.ask("up2", ("68", 0.61), ("89", 0.34), ("F66", 0.03))
    return table


def out_of_step() -> RealTable:
    table = _match(*OPENING).again()
    table.lies(up1="41", up2="8", down1="96", down2="19")
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
    table.journal.append(1, Entry(len(OPENING) + 2, Claimed("assess", None, {"row": 1}), EVENING, "phone"))
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


SCENES: dict[str, Callable[[], RealTable]] = {
    scene.__name__: scene
    for scene in (idle, playing, foul, burning, question, out_of_step, moving, blind, won, lost, found, other_version, board)
}


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


def photograph(folder: Path, languages: tuple[str, ...] = ("en",), full: bool = False) -> None:
    from playwright.sync_api import sync_playwright

    from tests.web.conftest import Catalogue
    from web import Server, create_app

    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"])
        for name, scene in SCENES.items():
            with scene() as table, Server(create_app(table, text=Catalogue()), port=0, threads=8) as server:
                for scheme in ("light", "dark"):
                    for language in languages:
                        page = browser.new_page(
                            viewport={"width": 390, "height": 844},
                            device_scale_factor=2,
                            color_scheme=scheme,
                            reduced_motion="reduce",
                        )
                        page.goto(f"{server.url}?language={language}")
                        page.screenshot(path=folder / f"{name}-{scheme}-{language}.png", full_page=full)
                        page.close()


if __name__ == "__main__":
    photograph(Path(sys.argv[1]), tuple(sys.argv[2:]) or ("en",))
