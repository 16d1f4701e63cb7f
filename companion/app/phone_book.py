"""The joined phones and the code for the next phone, kept in the state directory for the next start and `companion pair`."""

from __future__ import annotations

import json
import logging
import os
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from companion.journal.set_aside import report_set_aside
from companion.journal.start_notice import StartNotice
from companion.whole_file import write_whole
from web.door.invitations import CODE_DIGITS

log = logging.getLogger("companion")

PHONES_SUM_KEY = "sum"  # key of the checksum in the last record of the file


class PhoneBook:
    """The joined phones, kept in the file `path` for one user alone. The last record of the file is a checksum of the others.

    `found`: notices about the file, filled by `load_phones`.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.found: tuple[StartNotice, ...] = ()

    def load_phones(self) -> Sequence[Mapping[str, Any]]:
        """The phones as `save_phones` wrote each; empty where the file is missing or unreadable. An unreadable file is set
        aside and logged, and every phone has to join again."""
        try:
            phones, is_whole = _read_phones(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return ()
        except (OSError, ValueError, TypeError, RecursionError) as error:
            log.warning("%s cannot be read (%s): phones have to join again.", self._path, error)
            self.found = (report_set_aside(self._path, "aside-phones"),)
            return ()
        if not is_whole:
            self.found = (report_set_aside(self._path, "aside-phones-part"),)
        return phones

    def save_phones(self, phones: Sequence[Mapping[str, Any]]) -> bool:
        """True where `phones` were written. False where the disk refused: a warning is logged, and the phones are forgotten
        when the companion stops."""
        try:
            write_whole(self._path, json.dumps([*phones, {PHONES_SUM_KEY: _sum_of_phones(list(phones))}]).encode())
            return True
        except OSError as error:
            lost = "phones that join now have to join again after the next start"
            log.warning("%s cannot be written (%s): %s.", self._path, error.strerror, lost)
            return False


def _read_phones(text: str) -> tuple[list[Mapping[str, Any]], bool]:
    """The phones in `text`, and does the checksum fit? Files of earlier versions have no checksum and count as whole. Raises
    `ValueError` for text that is no list of objects."""
    found = json.loads(text)
    if not isinstance(found, list) or not all(isinstance(phone, dict) for phone in found):
        raise ValueError("a list of phones is needed")
    phones = [phone for phone in found if PHONES_SUM_KEY not in phone]
    return phones, all(phone[PHONES_SUM_KEY] == _sum_of_phones(phones) for phone in found if PHONES_SUM_KEY in phone)


def _sum_of_phones(phones: list[Mapping[str, Any]]) -> int:
    return zlib.crc32(json.dumps(phones, sort_keys=True).encode())


@dataclass(frozen=True, slots=True)
class Pairing:
    """What `companion pair` shows: how the next phone gets in."""

    address: str  # where phones open the companion, "" = no phone can reach this machine
    code: str  # as in `web.door.invitations.Invitation`
    word: str  # as in `web.door.invitations.Invitation`
    process: int  # number of the process that serves the phones
    fingerprint: str = ""  # of the TLS certificate, "" = served without TLS


def publish_pairing(path: Path, shown: Pairing) -> None:
    """Write `shown` to `path` for `companion pair`, and for the page of the access point, which may read what is the group's.
    Where the disk refuses, a warning is logged: the code stands in the log."""
    try:
        write_whole(path, json.dumps(asdict(shown)).encode())
        path.chmod(0o640)
    except OSError as error:
        log.warning("%s cannot be written (%s): the code of the phones stands here alone.", path, error.strerror)


def read_pairing(path: Path) -> Pairing | None:
    """The pairing that a running companion left in `path`. None where no companion runs, or the file is missing or damaged.
    Raises `OSError` for an unreadable file."""
    shown = _parse_pairing(path)
    if shown is None:
        return None
    try:
        os.kill(shown.process, 0)
    except ProcessLookupError:
        return None
    except PermissionError:  # a process of somebody else runs
        return shown
    return shown


def _parse_pairing(path: Path) -> Pairing | None:
    """The pairing in `path`, whoever left it; None for a missing or damaged file. Raises `OSError` for an unreadable file."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        address, code, word = (str(found[key]) for key in ("address", "code", "word"))
        return Pairing(address, code, word, int(found["process"]), str(found.get("fingerprint", "")))
    except (FileNotFoundError, ValueError, TypeError, KeyError, RecursionError, OverflowError):
        return None


def choose_first_code(path: Path, card: str) -> str | None:
    """The code for the first phone of a table that no phone has joined: `card`, else the code that was shown before the
    start, for somebody may have written it down; None where there is neither. `path`: of the pairing. `card`: the code on a
    printed card, "" for none."""
    if card:
        return card
    try:
        left = _parse_pairing(path)
    except OSError:
        return None  # another user's: a new code does
    return left.code if left and re.fullmatch(rf"[0-9]{{{CODE_DIGITS}}}", left.code) else None
