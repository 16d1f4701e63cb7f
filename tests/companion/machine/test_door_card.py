"""The file of the printed card: what is made can be read, and a slip keeps no table from starting."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from companion.errors import ConfigError
from companion.machine.door_card import (
    SHIPPED_PASSWORD,
    DoorCard,
    find_card_or_none,
    format_card_file,
    make_door_card,
    read_door_card,
)


def write(folder: Path, text: str) -> Path:
    path = folder / "companion-card.toml"
    path.write_text(text)
    return path


def test_the_file_that_is_made_says_what_the_card_says(tmp_path: Path) -> None:
    cards = [make_door_card() for _ in range(50)]
    assert len({card.code for card in cards}) > 40 and len({card.password for card in cards}) == 50
    for card in cards:
        assert read_door_card(write(tmp_path, format_card_file(card))) == card


def test_either_line_may_be_left_out(tmp_path: Path) -> None:
    assert read_door_card(write(tmp_path, 'code = "012345"')) == DoorCard("012345", SHIPPED_PASSWORD)
    assert read_door_card(write(tmp_path, 'password = "eight letters"')) == DoorCard("", "eight letters")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("code = 482913", "code: write six digits in quotation marks"),
        ('code = "4829"', "code: write six digits"),
        ('password = "short"', "password: 8 to 63 letters"),
        ('password = "schönes Wetter"', "password: 8 to 63 letters"),
        ('pasword = "eight letters"', "pasword: unknown key"),
        ('code = "482913', "a quotation mark"),
    ],
)
def test_a_slip_is_said_in_one_line_and_the_table_starts(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, text: str, says: str
) -> None:
    path = write(tmp_path, text)
    with pytest.raises(ConfigError, match=says) as found:
        read_door_card(path)
    assert "\n" not in str(found.value)
    with caplog.at_level(logging.WARNING, "companion"):
        assert find_card_or_none([tmp_path / "missing", path]) == DoorCard()
    assert [record.getMessage() for record in caplog.records] == [str(found.value)]


def test_without_a_file_there_is_a_card_without_a_code(tmp_path: Path) -> None:
    assert find_card_or_none([tmp_path / "missing"]) == DoorCard("", SHIPPED_PASSWORD)
