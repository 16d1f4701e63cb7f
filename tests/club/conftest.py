"""A broker for the tests of the club."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.club.broker import Broker, require_mosquitto


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    """A running Mosquitto that remembers; skipped with a word where none is installed."""
    require_mosquitto()
    with Broker(tmp_path / "broker") as broker:
        yield broker
