"""Tables, pages and a real browser for the dashboard's tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from fluent.runtime import FluentBundle, FluentResource
from real_table import RealTable
from web_stage import Stage

from tests.browser import PATIENCE
from web import Server, create_app

LOCALE = Path(__file__).parents[2] / "companion" / "locale"


class Catalogue:
    """The texts of the catalogue, read as a program that wires the dashboard would."""

    def __init__(self) -> None:
        self.bundles = {folder.name: self._bundle(folder) for folder in sorted(LOCALE.iterdir()) if folder.is_dir()}

    def __call__(self, language: str, id: str, /, **values: object) -> str:
        message = self.bundles[language].get_message(id)
        assert message.value is not None
        said, errors = self.bundles[language].format_pattern(message.value, values)
        assert not errors, f"{id} in {language}: {errors}"
        return str(said)

    @staticmethod
    def _bundle(folder: Path) -> FluentBundle:
        bundle = FluentBundle([folder.name], use_isolating=False)
        for name in ("common", "dashboard", "help", "phones", "replays", "club", "tournament", "wifi"):
            bundle.add_resource(FluentResource((folder / f"{name}.ftl").read_text(encoding="utf-8")))
        return bundle


@pytest.fixture(scope="session")
def text() -> Catalogue:
    return Catalogue()


@pytest.fixture
def table() -> Iterator[RealTable]:
    """A match of three players has begun."""
    with RealTable() as table:
        yield table.begin("the_game", 3)


@pytest.fixture
def app(table: RealTable, text: Catalogue) -> Flask:
    return create_app(table, text=text)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture(scope="session")
def stage() -> Iterator[tuple[Stage, Server]]:
    stage = Stage()
    with Server(stage, port=0, threads=12) as server:  # type: ignore[arg-type]
        yield stage, server


@pytest.fixture(scope="session")
def phone(browser: Any) -> Iterator[Any]:
    """A page of the size of a phone, which keeps what it has fetched of the program: each test but the first is shown it sooner."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE * 1000)
    yield context.new_page()
    context.close()


@pytest.fixture
def show(phone: Any, stage: tuple[Stage, Server], text: Any) -> Iterator[Callable[..., Any]]:
    """Open the dashboard of a table; at the end nothing may have gone wrong in the page, and nothing been asked of others."""
    stand, server = stage
    complaints: list[str] = []
    tables: list[RealTable] = []
    listeners = {
        "console": lambda said: complaints.append(said.text) if said.type in ("warning", "error") else None,
        "pageerror": lambda error: complaints.append(str(error)),
        "request": lambda asked: complaints.append(asked.url) if not asked.url.startswith((server.url, "blob:")) else None,
    }
    for name, listener in listeners.items():
        phone.on(name, listener)

    def show(table: RealTable, path: str = "", width: int = 390, height: int = 844, **app: Any) -> Any:
        tables.append(table)
        stand.app = create_app(table, text=text, **app)
        stand.app.config["SEND_FILE_MAX_AGE_DEFAULT"] = 3600  # the browser need not ask anew for forty files with each page
        phone.set_viewport_size({"width": width, "height": height})
        phone.goto(server.url + path)
        phone.complaints = complaints
        return phone

    yield show
    phone.evaluate("try { localStorage.clear(); sessionStorage.clear(); } catch {}")
    phone.unroute_all()
    phone.goto("about:blank")
    phone.context.clear_cookies()
    for name, listener in listeners.items():
        phone.remove_listener(name, listener)
    for table in tables:
        table.close()
    assert complaints == []
