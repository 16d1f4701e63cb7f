"""Tables, pages and a real browser for the dashboard's tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from fluent.runtime import FluentBundle, FluentResource
from real_table import RealTable

from tests.browser import browser as chromium
from web import create_app

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
        for name in ("common", "dashboard"):
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
def browser() -> Iterator[object]:
    """Headless Chromium."""
    with chromium() as found:
        yield found
