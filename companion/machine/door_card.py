"""The printed card of a table without a screen: what it says, and the file in which the machine finds the same.

`companion print door` makes both. The file is put on the small partition of the memory card that every computer can write, or
into /etc/table-companion.
"""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.errors import ConfigError
from companion.machine.text_files import read_toml_file

log = logging.getLogger("companion")

CARD_FILE = "companion-card.toml"
CARD_FILES = (Path("/boot/firmware") / CARD_FILE, Path("/etc/table-companion") / CARD_FILE)
"""Where the file is looked for; the first that is there counts."""
SHIPPED_PASSWORD = "table-companion"
"""Of the access point where no card says another; also in docs/build.md. Known to everybody who reads that page."""
PASSWORD_LETTERS = 10  # of a password made here: 50 bits; guess
_CLEAR_LETTERS = "abcdefghkmnpqrstuvwxyz23456789"
"""No two look alike in print."""
_CODE, _PASSWORD = re.compile(r"[0-9]{6}"), re.compile(r"[ -~]{8,63}")


@dataclass(frozen=True, slots=True)
class DoorCard:
    """What lets people in at a table without a screen."""

    code: str = ""  # six digits that let the first phone in, "" = any that the machine makes
    password: str = SHIPPED_PASSWORD  # of the access point


def make_door_card() -> DoorCard:
    """A card with a code and a password that nobody else has."""
    code = f"{secrets.randbelow(10**6):06d}"
    return DoorCard(code, "".join(secrets.choice(_CLEAR_LETTERS) for _ in range(PASSWORD_LETTERS)))


def format_card_file(card: DoorCard) -> str:
    """The text of the file of a card."""
    return (
        "# The table's card. Copy this file onto the small partition (bootfs) of the memory card, and keep the printed card.\n"
        f'code = "{card.code}"            # lets the first phone in\n'
        f'password = "{card.password}"    # of the network "Table Companion", which the table opens where it knows no Wi-Fi\n'
    )


def read_door_card(path: Path) -> DoorCard:
    """The card in a file. Raises `ConfigError` naming file and key."""
    data = read_toml_file(path)
    if unknown := data.keys() - {"code", "password"}:
        raise ConfigError(f"{path}: {min(unknown)}: unknown key; known are code, password")
    code, password = data.get("code", ""), data.get("password", SHIPPED_PASSWORD)
    if not isinstance(code, str) or (code and not _CODE.fullmatch(code)):
        raise ConfigError(f'{path}: code: write six digits in quotation marks, as code = "482913"')
    if not isinstance(password, str) or not _PASSWORD.fullmatch(password):
        raise ConfigError(f"{path}: password: 8 to 63 letters, digits and signs of an English keyboard")
    return DoorCard(code, password)


def find_card_or_none(files: Sequence[Path] = CARD_FILES) -> DoorCard:
    """The card of this machine, from the first existing file of `files`. A card without a code for no file, and for an
    unusable file: a slip in a file is logged, and never keeps the table from starting."""
    found = next((path for path in files if path.is_file()), None)
    try:
        return read_door_card(found) if found else DoorCard()
    except ConfigError as error:
        log.warning("%s", error)
        return DoorCard()
