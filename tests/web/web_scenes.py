"""The states of a table that the dashboard must show well; `python -m tests.web.web_scenes DIR` photographs each of them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from web.fake import FakeTable
from web.fake_board import FakeBoard


def _match(*lays: tuple[str, str], on_fire: bool = False) -> FakeTable:
    table = FakeTable({"table": _picture(), "q1": _crop()})
    names = ["Ada", "Bruno", "Carla"]
    table.act({"command": "start", "game": "the_game", "players": 3, "names": names, "options": {"on_fire": on_fire}}, "scene")
    for zone, face in lays:
        if zone == "end":
            table.act({"command": "end_turn"}, "scene")
        else:
            table.lay(zone, face)
    return table


OPENING = (("up1", "3"), ("up1", "11"), ("end", ""), ("down1", "96"), ("down2", "91"), ("end", ""), ("up2", "8"), ("up1", "47"))


def idle() -> FakeTable:
    return FakeTable({"table": _picture()})


def playing() -> FakeTable:
    return _match(*OPENING, ("end", ""), ("down1", "88"))


def foul() -> FakeTable:
    return _match(*OPENING, ("end", ""), ("down1", "88"), ("up1", "45"))


def burning() -> FakeTable:
    return _match(*OPENING, ("end", ""), ("up1", "F55"), ("down1", "F77"), ("end", ""), ("up2", "19"), on_fire=True)


def question() -> FakeTable:
    table = _match(*OPENING, ("end", ""))
    table.ask("up2", ("68", 0.61), ("89", 0.34), ("66", 0.03), picture="q1")
    return table


def out_of_step() -> FakeTable:
    table = _match(*OPENING)
    table.drift(up1="41", down2="19")
    return table


def moving() -> FakeTable:
    table = _match(*OPENING)
    table.hands("moving")
    return table


def blind() -> FakeTable:
    table = _match(*OPENING)
    table.hands("lost")
    return table


def won() -> FakeTable:
    table = _match(*OPENING)
    table.win()
    return table


def lost() -> FakeTable:
    return _match(
        *OPENING, ("end", ""), ("up1", "F55"), ("down1", "88"), ("end", ""), ("up2", "19"), ("up2", "20"), ("end", "")
    )


def board() -> FakeTable:
    return FakeBoard({"table": _picture()})


SCENES: dict[str, Callable[[], FakeTable]] = {
    scene.__name__: scene for scene in (idle, playing, foul, burning, question, out_of_step, moving, blind, won, lost, board)
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
            with Server(create_app(scene(), text=Catalogue()), port=0, threads=8) as server:
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
