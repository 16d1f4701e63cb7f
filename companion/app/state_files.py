"""The files of the state directory, looked over before anything is made of them: no file there keeps the table dark.

What is no file where one should be, or may not be read, or is damaged, is set aside under a name that says so, and told. The journal is
looked over by itself (`companion.journal.check`).
"""

from __future__ import annotations

import logging
import os
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.clean_text import read_json
from companion.errors import InputError
from companion.journal.check import is_backup_damaged
from companion.journal.set_aside import MARK, set_aside
from companion.journal.start_notice import StartNotice
from companion.journal.state_lock import LOCK_NAME
from companion.sources.board_layouts import is_layout_damaged

log = logging.getLogger("companion")

FILES = {
    "phones.json": "aside-phones",
    "pairing.json": "aside-other",
    "profile.json": "aside-profile",
    "taken-up.json": "aside-taken-up",
    "tls.pem": "aside-certificate",
    LOCK_NAME: "aside-other",
}
"""Single files, and what is said where one was set aside."""
FOLDERS = {
    "backups": "aside-backups",
    "clips": "aside-clips",
    "decks": "aside-decks",
    "boards": "aside-board",
    "layouts": "aside-layouts",
}
"""Folders, likewise. What is said of a file in one: `_OF_FILE`."""
_OF_FILE = {
    "backups": "aside-backup",
    "clips": "aside-clip",
    "decks": "aside-deck",
    "boards": "aside-board",
    "layouts": "aside-layouts",
}
_PRACTICE = "practice-"
MANIFEST = "files.json"
"""Which files there were when the last start had gone well, so that one that is gone is noticed."""
LEARNED = ("decks", "boards", "layouts")
"""Folders of which the manifest has the files; those of the others come and go."""


def look_over_files(state: Path, now: float) -> tuple[StartNotice, ...]:
    """Look every file over, and set aside what cannot be used. `now`: seconds since 1970. What is to be said; nothing where all is well."""
    if not state.is_dir():
        return ()
    said = [*_of_wrong_kind(state, now), *_damaged(state, now)]
    told = {str(notice.values["name"]) for notice in said}
    gone = [name for name in _missing(state) if told.isdisjoint(Path(name).parts)]
    if gone:
        said.append(StartNotice("files-missing", {"names": ", ".join(sorted(gone))}))
    return tuple(said)


def look_over_archives(state: Path, now: float) -> tuple[StartNotice, ...]:
    """Read backups and replays whole, and set aside what is not what was written. It takes its time. `now`: as of `look_over_files`."""
    checks = (("backups", "journal-*.sqlite", is_backup_damaged), ("clips", "*.zip", _is_broken_archive))
    return tuple(
        notice for folder, pattern, is_damaged in checks for notice in _aside_where(state / folder, pattern, is_damaged, now)
    )


def note_files(state: Path) -> None:
    """Write down which files there are. Call it once a start has gone well. It is no fact: where it cannot be written nothing is said."""
    body = sorted(_present(state))
    text = f'{{"files": [{", ".join(map(_quoted, body))}], "sum": {_sum(body)}}}\n'
    path = state / MANIFEST
    try:
        if path.is_dir() and not path.is_symlink():
            set_aside(path, path.stat().st_mtime)
        if not path.is_file() or path.read_text(encoding="utf-8", errors="replace") != text:
            fresh = path.with_suffix(".new")
            fresh.write_text(text, encoding="utf-8")
            fresh.replace(path)
    except OSError as error:
        log.info("%s cannot be written: %s", path, error.strerror or error)


def _quoted(name: str) -> str:
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _sum(names: list[str]) -> int:
    return zlib.crc32("\n".join(names).encode())


def _missing(state: Path) -> list[str]:
    """The files that were there at the last start, and are not. Nothing where nobody knows."""
    try:
        found = read_json((state / MANIFEST).read_text(encoding="utf-8"))
        names = [str(name) for name in found["files"]]
        known = names if found["sum"] == _sum(names) else []
    except (OSError, UnicodeDecodeError, InputError, LookupError, TypeError):
        return []
    return [name for name in known if not (state / name).exists() and not _was_replaced(state / name)]


def _was_replaced(path: Path) -> bool:
    """Did the owner go back to the classic board? Their own layout lies beside it then."""
    return path.suffix == ".txt" and path.with_suffix(".old.txt").exists()


def _present(state: Path) -> Iterator[str]:
    yield from (name for name in FILES if name != LOCK_NAME and (state / name).is_file())
    for folder in LEARNED:
        for path in _files_in(state / folder):
            if MARK not in path.name and path.suffix in (".npz", ".txt"):
                yield f"{folder}/{path.name}"


def _files_in(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir()) if folder.is_dir() else []
    except OSError:
        return []


def _of_wrong_kind(state: Path, now: float) -> Iterator[StartNotice]:
    """A folder where a file should be, a file where a folder should be, and what may not be read."""
    for name, id in FILES.items():
        for path in (state / name, (state / name).with_suffix(".new"), state / f"{name}.new"):
            if _is_there(path) and not (path.is_file() and _may(path, os.R_OK | os.W_OK, 0o600)):
                yield _aside(path, id, now)
    for name, id in FOLDERS.items():
        folder = state / name
        if _is_there(folder) and not (folder.is_dir() and _may(folder, os.R_OK | os.W_OK | os.X_OK, 0o700)):
            yield _aside(folder, id, now)
            continue
        of_decks = [path for path in _files_in(folder) if name == "decks" and path.is_dir() and path.suffix != ".npz"]
        for path in _files_in(folder):
            is_good = path in of_decks or (path.is_file() and _may(path, os.R_OK, 0o600))
            if MARK not in path.name and not is_good:
                yield _aside(path, _said_of(path, name), now)
        for pictures in of_decks:  # those that a deck was learned from
            if not _may(pictures, os.R_OK | os.X_OK, 0o700) or not all(
                _may(file, os.R_OK, 0o600) for file in _files_in(pictures)
            ):
                yield _aside(pictures, "aside-other", now)


def _damaged(state: Path, now: float) -> Iterator[StartNotice]:
    """What is a file, and not what was written."""
    checks: dict[str, tuple[str, Callable[[Path], bool]]] = {
        "decks": ("*.npz", _is_broken_archive),
        "boards": ("*", lambda path: _is_broken_archive(path) if path.suffix == ".npz" else is_layout_damaged(path)),
        "layouts": ("*.npz", _is_broken_archive),
        "clips": ("*.zip", lambda path: not zipfile.is_zipfile(path)),
        "backups": ("journal-*.sqlite", _is_no_database),
    }
    for folder, (pattern, is_damaged) in checks.items():
        yield from _aside_where(state / folder, pattern, is_damaged, now)


def _aside_where(folder: Path, pattern: str, is_damaged: Callable[[Path], bool], now: float) -> Iterator[StartNotice]:
    """Set the damaged files of a folder aside."""
    for path in sorted(folder.glob(pattern)) if folder.is_dir() else ():
        if MARK not in path.name and path.is_file() and _is(is_damaged, path):
            yield _aside(path, _said_of(path, folder.name), now)


def _is(is_damaged: Callable[[Path], bool], path: Path) -> bool:
    try:
        return is_damaged(path)
    except FileNotFoundError:
        return False  # it was deleted meanwhile
    except OSError:
        return True


def _is_broken_archive(path: Path) -> bool:
    """Every part of such an archive has a sum."""
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.testzip() is not None or not archive.namelist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, RuntimeError, zlib.error, EOFError, LookupError):
        return True


def _is_no_database(path: Path) -> bool:
    with path.open("rb") as file:
        head = file.read(100)
        size = os.fstat(file.fileno()).st_size
    page, pages = int.from_bytes(head[16:18], "big") or 65536, int.from_bytes(head[28:32], "big")
    return not head.startswith(b"SQLite format 3\0") or size < max(512, page * pages)


def _said_of(path: Path, folder: str) -> str:
    return "aside-practice" if path.name.startswith(_PRACTICE) else _OF_FILE[folder]


def _is_there(path: Path) -> bool:
    return path.exists() or path.is_symlink()


def _may(path: Path, what: int, mode: int) -> bool:
    """May it be read (and written)? Where it is ours it is made so."""
    if os.access(path, what):
        return True
    try:
        path.chmod(mode)
    except OSError:
        return os.access(path, os.R_OK)  # on a disk that can only be read it is good as it is
    return os.access(path, what)


def _aside(path: Path, id: str, now: float) -> StartNotice:
    """Set aside; where that cannot be done it stays, and is passed over."""
    try:
        lies = str(set_aside(path, now))
    except OSError as error:
        log.warning("%s cannot be set aside: %s", path, error.strerror or error)
        lies = str(path)
    return StartNotice(id, {"name": path.name, "aside": lies})
