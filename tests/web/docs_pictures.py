"""The pictures of the phone in the docs. `PYTHONPATH=tests/web python -m tests.web.docs_pictures` makes them anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
from web_scenes import SCENES

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
PHONE, TV = (390, 844), (1280, 720)
ROW_HEIGHT, GAP = 675, 12
"""Pixels of a row of phones, and between two."""

Shot = tuple[str, str, tuple[str, ...]]
"""A scene, "light" or "dark", and what is tapped there, one after the other."""

GAMES: tuple[Shot, ...] = (
    ("playing", "light", ("[data-key=pile-up1]",)),
    ("extreme", "light", ()),
    ("face_to_face", "light", ()),
    ("board", "light", ()),
    ("question", "dark", ()),
)
OF_GAMES = {"extreme": "extreme", "quick_easy": "quick_easy", "face_to_face": "face_to_face", "sequence": "board"}
"""By game, the scene on its page of the site."""

EVENING: tuple[Shot, ...] = (
    ("burning", "light", ("[data-key=seats]", "[data-key=places]")),
    ("out_of_step", "light", ("[data-key=check]",)),
    ("playing", "light", ("#menu",)),
    ("playing", "light", ("[data-key=title]",)),
    ("won", "dark", ()),
)


def make_pictures() -> None:
    """Write the pictures of the page into `docs/pictures`."""
    from tests.browser import browser as chromium

    with chromium() as browser:
        phones = browser.new_context(device_scale_factor=4 / 3, has_touch=True, reduced_motion="reduce")
        page = phones.new_page()
        cv2.imwrite(str(FOLDER / "dashboard.png"), _photograph(page, ("foul", "light", ()), PHONE))
        cv2.imwrite(str(FOLDER / "dashboard-games.png"), _line_up([_photograph(page, shot, PHONE) for shot in GAMES]))
        cv2.imwrite(str(FOLDER / "dashboard-evening.png"), _line_up([_photograph(page, shot, PHONE) for shot in EVENING]))
        for game, scene in OF_GAMES.items():
            cv2.imwrite(str(FOLDER / f"game-{game}.png"), _photograph(page, (scene, "light", ()), PHONE))
        screen = browser.new_page(reduced_motion="reduce")
        cv2.imwrite(str(FOLDER / "dashboard-tv.png"), _photograph(screen, ("burning", "light", ()), TV, path="/tv"))
        cv2.imwrite(str(FOLDER / "club.png"), _photograph_club(screen))


def _photograph_club(page: Any) -> np.ndarray:
    """(h, w, 3) uint8 BGR: eight tables that play by themselves, one of which calls the referee."""
    from companion.clubhouse.demo import DemoEvening
    from companion.clubhouse.intake import BrokerAccess
    from companion.clubhouse.service import Clubhouse, HouseSettings
    from companion.machine.config import Web

    with DemoEvening("en") as evening:
        club = Clubhouse(HouseSettings(BrokerAccess(evening.broker_url), evening.folder, Web(port=0)))
        club.start()
        evening.start_tables()
        page.set_viewport_size(dict(zip(("width", "height"), TV, strict=True)))
        page.goto(f"{club.server.url}?language=en")
        page.locator(".hall-table").nth(7).wait_for()
        page.wait_for_timeout(15_000)
        page.locator(".hall-call").first.wait_for(timeout=120_000)
        picture = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
        page.goto("about:blank")
        club.stop()
    assert picture is not None
    return np.asarray(picture, np.uint8)


def _photograph(page: Any, shot: Shot, size: tuple[int, int], path: str = "/") -> np.ndarray:
    """(h, w, 3) uint8 BGR: the page of a scene, English. `path`: of the page."""
    from tests.web.conftest import Catalogue
    from web import Server, create_app

    scene, scheme, taps = shot
    with SCENES[scene]() as table, Server(create_app(table, text=Catalogue()), port=0, threads=8) as server:
        page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        page.emulate_media(color_scheme=scheme)
        page.goto(f"{server.url}{path}?language=en")
        for selector in taps:
            page.locator(selector).first.click()
        picture = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
        page.goto("about:blank")
    return np.asarray(picture)


def _line_up(pictures: list[np.ndarray]) -> np.ndarray:
    """Pictures side by side, all `ROW_HEIGHT` high."""
    small = [
        cv2.resize(each, (round(each.shape[1] * ROW_HEIGHT / each.shape[0]), ROW_HEIGHT), interpolation=cv2.INTER_AREA)
        for each in pictures
    ]
    gap = np.full((ROW_HEIGHT, GAP, 3), 255, np.uint8)
    return np.hstack([part for each in small for part in (each, gap)][:-1])


if __name__ == "__main__":
    make_pictures()
