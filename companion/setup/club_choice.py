"""Which club a phone chose at the set-up, kept in the state directory; what companion.toml or the command line says goes before.

The password and the certificates are files of their own, for this user alone: no page, profile or bundle contains them.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.clean_text import MAX_NAME_LENGTH, is_printable, read_json
from companion.errors import InputError
from companion.journal.set_aside import report_set_aside
from companion.journal.start_notice import StartNotice
from companion.machine.config import ClubSettings
from companion.machine.network.broker_address import find_wrong_broker, make_table_name, parse_broker
from companion.whole_file import write_whole

CLUB_CHOICE_NAME = "club.json"  # file of the choice in the state directory
CLUB_CHOICE_VERSION = 1
NAMES_TOLD = ("numbers", "names")  # what leaves the table, as `ClubSettings.names`
MAX_NICKNAMES = 40  # more players than sit at a table in a year; guess
_SECRET_KINDS = ("password", "ca")


@dataclass(frozen=True, slots=True)
class ClubChoice:
    """What a person in charge chose on a phone."""

    broker: str = ""  # "mqtts://club.local"; "" = no club
    name: str = ""  # of the table at the club, for people; the name in the topics is made of it
    user: str = ""
    names: str = "numbers"  # one of `NAMES_TOLD`
    nicknames: Mapping[str, str] = field(default_factory=dict)
    password: str = ""  # name of the file with the password, in the state directory; "" = none
    ca: str = ""  # name of the file with the certificate that the broker's is held against; "" = those of the system


def read_choice_body(body: Mapping[str, Any]) -> ClubChoice:
    """The choice that a phone sent, without files. `body`: broker, name, user, names, and nicknames as lines "Anna = Queen".
    Raises `InputError` with one sentence about what cannot be used."""
    broker = body["broker"].strip()
    broker = broker if "://" in broker else f"mqtts://{broker}"
    try:
        address = parse_broker(broker)
    except ValueError as error:
        raise InputError.with_id("club-address", given=body["broker"].strip()[:MAX_NAME_LENGTH]) from error
    if not is_printable(broker) or not address.host.isascii() or " " in address.host:
        raise InputError.with_id("club-address", given=body["broker"].strip()[:MAX_NAME_LENGTH])
    name, user = _read_name(body["name"]), body["user"].strip()
    if not is_printable(user):
        raise InputError.with_id("club-name", given=user[:MAX_NAME_LENGTH], most=MAX_NAME_LENGTH)
    return ClubChoice(broker, name, user, body["names"], _read_nicknames(body["nicknames"]))


def _read_name(given: str) -> str:
    name = given.strip()
    if not name or len(name) > MAX_NAME_LENGTH or not is_printable(name):
        raise InputError.with_id("club-name", given=name[:MAX_NAME_LENGTH], most=MAX_NAME_LENGTH)
    return name


def _read_nicknames(lines: str) -> dict[str, str]:
    """Nickname by name. Raises `InputError` for a line that is not "name = nickname"."""
    found = {}
    for line in filter(None, map(str.strip, lines.splitlines())):
        name, equals, nickname = (part.strip() for part in line.partition("="))
        if not equals or not name or not nickname:
            raise InputError.with_id("club-nickname", given=line[:MAX_NAME_LENGTH])
        found[_read_name(name)] = _read_name(nickname)
    if len(found) > MAX_NICKNAMES:
        raise InputError.with_id("club-nicknames", most=MAX_NICKNAMES)
    return found


def apply_club_choice(club: ClubSettings, choice: ClubChoice, state: Path) -> ClubSettings:
    """The club of the configuration; without a broker there, the chosen club. Keys set by the configuration stay. `state`: the
    directory of the choice's files."""
    if club.broker or not choice.broker:
        return club
    chosen: dict[str, Any] = {
        "broker": choice.broker,
        "table": make_table_name(choice.name.replace(".", "-")),
        "name": choice.name,
        "names": choice.names,
        "user": choice.user,
        "password_file": str(state / choice.password) if choice.password else "",
        "ca": str(state / choice.ca) if choice.ca else "",
    }
    fixed = find_fixed_keys(club)
    return replace(
        club,
        **{key: value for key, value in chosen.items() if key not in fixed},
        nicknames={**choice.nicknames, **club.nicknames},
    )


def find_fixed_keys(club: ClubSettings) -> set[str]:
    """The keys set by the configuration, with another value than without a file."""
    return {key for key, value in asdict(ClubSettings()).items() if getattr(club, key) != value}


def read_club_choice(state: Path) -> ClubChoice:
    """The choice kept in the directory `state`; no club where it is missing or cannot be read."""
    try:
        return _parse_choice((state / CLUB_CHOICE_NAME).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, InputError):
        return ClubChoice()


class ClubShelf:
    """Keeps the choice and its files in the directory `state`. From any thread.

    An unreadable choice counts as no club and is set aside. `found`: notices about it.
    """

    def __init__(self, state: Path) -> None:
        self.state, self._path, self._lock = state, state / CLUB_CHOICE_NAME, threading.Lock()
        self.found: tuple[StartNotice, ...] = ()
        self._choice = self._load_choice()

    @property
    def choice(self) -> ClubChoice:
        """The choice as it stands."""
        return self._choice

    def prepare_choice(self, choice: ClubChoice, password: str, ca: str) -> ClubChoice:
        """`choice` with its files written, not yet kept. `password`, `ca`: text of the files; "" = as before where broker
        and user are as before, else none. Raises `InputError` where the disk refuses."""
        now = self._choice
        known = now.broker == choice.broker
        files: dict[str, Any] = {
            "password": self._write_secret("password", password) or (now.password if known and now.user == choice.user else ""),
            "ca": self._write_secret("ca", ca) or (now.ca if known else ""),
        }
        return replace(choice, **files)

    def keep_choice(self, choice: ClubChoice) -> None:
        """Keep `choice`; files that it does not name are deleted. Raises `InputError` where the disk refuses, and the former
        choice stays."""
        told = {"table_companion_club": CLUB_CHOICE_VERSION, **asdict(choice)}
        with self._lock:
            try:
                write_whole(self._path, (json.dumps(told, indent=1, ensure_ascii=False) + "\n").encode())
            except OSError as error:
                raise InputError.with_id("profile-unwritable", reason=error.strerror or str(error)) from error
            self._choice = choice
        self.forget_other_files()

    def forget_other_files(self) -> None:
        """Delete the passwords and certificates that the kept choice does not name."""
        for kind in _SECRET_KINDS:
            for path in self.state.glob(f"club-{kind}-*"):
                if path.name not in (self._choice.password, self._choice.ca):
                    path.unlink(missing_ok=True)

    def _write_secret(self, kind: str, text: str) -> str:
        """Name of a fresh file with `text`, for this user alone; "" for no text. `kind`: part of the name, "password" or "ca".
        Raises `InputError`."""
        if not text:
            return ""
        name = f"club-{kind}-{secrets.token_hex(4)}"
        try:
            write_whole(self.state / name, (text + "\n").encode())
        except OSError as error:
            raise InputError.with_id("profile-unwritable", reason=error.strerror or str(error)) from error
        return name

    def _load_choice(self) -> ClubChoice:
        """The kept choice; no club where missing, or unreadable and set aside."""
        try:
            return _parse_choice(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return ClubChoice()
        except (OSError, UnicodeDecodeError, InputError) as error:
            self.found = (report_set_aside(self._path, "aside-club", f"{self._path}: {error}"),)
            return ClubChoice()


def _parse_choice(text: str) -> ClubChoice:
    """The kept choice in `text`. Raises `InputError` for any other text, unknown keys, or a broker that is no address."""
    given = read_json(text)
    if not isinstance(given, dict) or given.pop("table_companion_club", None) != CLUB_CHOICE_VERSION:
        raise InputError("not a club that the set-up kept")
    texts = {key: given.pop(key, "") for key in ("broker", "name", "user", "names", "password", "ca")}
    nicknames = given.pop("nicknames", {})
    usable = isinstance(nicknames, dict) and not given and texts["names"] in NAMES_TOLD
    if not usable or not all(isinstance(each, str) for each in (*texts.values(), *nicknames.values())):
        raise InputError("not a club that the set-up kept")
    if texts["broker"] and find_wrong_broker(texts["broker"]):
        raise InputError("its broker cannot be used")
    if any("/" in texts[key] for key in _SECRET_KINDS):
        raise InputError("its files lie elsewhere")
    return ClubChoice(**texts, nicknames=nicknames)
