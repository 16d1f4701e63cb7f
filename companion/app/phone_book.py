"""What is kept of the phones in the state directory: who has joined, and what lets the next one in, so that `companion pair` can show it."""

from __future__ import annotations

import json
import logging
import os
import time
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from companion.journal.set_aside import set_aside
from companion.journal.start_notice import StartNotice
from companion.machine.secret_file import write_secret

log = logging.getLogger("companion")

SUM = "sum"
"""The key of the sum."""


class PhoneBook:
    """The phones that have joined, in a file that only this user may read. Its last line carries the sum of those before it. `found`: what
    is to be said of the file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.found: tuple[StartNotice, ...] = ()

    def load(self) -> Sequence[Mapping[str, Any]]:
        """Each phone as it was kept. Where that cannot be read it is said, and phones have to join again."""
        try:
            phones, is_whole = _read_phones(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return ()
        except (OSError, ValueError, TypeError, RecursionError) as error:
            log.warning("%s cannot be read (%s): phones have to join again.", self._path, error)
            self._put_aside("aside-phones")
            return ()
        if not is_whole:
            self._put_aside("aside-phones-part")
        return phones

    def _put_aside(self, id: str) -> None:
        try:
            lies = set_aside(self._path, time.time())
        except OSError as error:
            log.warning("%s cannot be set aside: %s", self._path, error.strerror or error)
            lies = self._path
        self.found = (StartNotice(id, {"name": self._path.name, "aside": str(lies)}),)

    def save(self, phones: Sequence[Mapping[str, Any]]) -> bool:
        """Keep these. Where they cannot be written (False) they are good until the companion stops, and it is said."""
        try:
            write_secret(self._path, json.dumps([*phones, {SUM: _sum(list(phones))}]).encode())
            return True
        except OSError as error:
            log.warning(
                "%s cannot be written (%s): phones that join now have to join again after the next start.",
                self._path,
                error.strerror,
            )
            return False


def _read_phones(text: str) -> tuple[list[Mapping[str, Any]], bool]:
    """The phones, and whether all are as they were written. Files of earlier versions carry no sum. Raises `ValueError` for what is no list
    of them."""
    found = json.loads(text)
    if not isinstance(found, list) or not all(isinstance(phone, dict) for phone in found):
        raise ValueError("a list of phones is needed")
    phones = [phone for phone in found if SUM not in phone]
    return phones, all(phone[SUM] == _sum(phones) for phone in found if SUM in phone)


def _sum(phones: list[Mapping[str, Any]]) -> int:
    return zlib.crc32(json.dumps(phones, sort_keys=True).encode())


@dataclass(frozen=True, slots=True)
class Pairing:
    """What `companion pair` shows. `address`: where phones open the companion, "" where none can reach it; `code`, `word`: as
    `web.door.invitations.Invitation`; `process`: number of the process that takes them; `fingerprint`: of the certificate, "" without TLS."""

    address: str
    code: str
    word: str
    process: int
    fingerprint: str = ""


def show(path: Path, shown: Pairing) -> None:
    """Leave it for `companion pair`. Where that cannot be written it is said: the code is in the log too."""
    try:
        write_secret(path, json.dumps(asdict(shown)).encode())
    except OSError as error:
        log.warning("%s cannot be written (%s): the code of the phones stands here alone.", path, error.strerror)


def read_shown(path: Path) -> Pairing | None:
    """What a companion that runs has left, None where none does."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        address, code, word = (str(found[key]) for key in ("address", "code", "word"))
        shown = Pairing(address, code, word, int(found["process"]), str(found.get("fingerprint", "")))
    except (FileNotFoundError, ValueError, TypeError, KeyError, RecursionError, OverflowError):
        return None
    return shown if _runs(shown.process) else None


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # somebody else's, and there
        return True
    return True
