"""Checks the files of the state directory before the companion starts: no damaged file may keep the table dark.

A file of the wrong kind, without permission or with damage is set aside under a telling name, and a notice is handed back.
`companion.journal.repair.check` does the same for the journal.
"""

from __future__ import annotations

import json
import logging
import os
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.clean_text import read_json
from companion.errors import InputError
from companion.journal.repair.check import is_backup_damaged
from companion.journal.set_aside import ASIDE_MARK, move_aside, report_set_aside
from companion.journal.start_notice import StartNotice
from companion.journal.state_lock import LOCK_NAME
from companion.sources.board_layouts import is_layout_damaged
from companion.sources.practice_decks import PRACTICE_PREFIX
from companion.whole_file import write_whole

log = logging.getLogger("companion")

STATE_FILES = {
    "phones.json": "aside-phones",
    "pairing.json": "aside-other",
    "profile.json": "aside-profile",
    "club.json": "aside-club",
    "taken-up.json": "aside-taken-up",
    "tls.pem": "aside-certificate",
    LOCK_NAME: "aside-other",
}  # file name -> id of the notice when the file was set aside
STATE_FOLDERS = {
    "backups": "aside-backups",
    "clips": "aside-clips",
    "decks": "aside-decks",
    "boards": "aside-board",
    "layouts": "aside-layouts",
}  # folder name -> id of the notice when the folder itself was set aside
_NOTICE_OF_FILE_IN = {
    "backups": "aside-backup",
    "clips": "aside-clip",
    "decks": "aside-deck",
    "boards": "aside-board",
    "layouts": "aside-layouts",
}  # folder name -> id of the notice when a file in the folder was set aside
MANIFEST = "files.json"  # lists the files of the last good start, so that a missing file is noticed
LEARNED_FOLDERS = ("decks", "boards", "layouts")  # folders with files in the manifest; files of other folders come and go


def look_over_files(state: Path, now: float) -> tuple[StartNotice, ...]:
    """Notices about missing files of `state`, and about unusable files, set aside now; empty where all is well or `state` is
    missing. `now`: seconds since 1970, for the name of a file set aside."""
    if not state.is_dir():
        return ()
    said = [*_set_wrong_kinds_aside(state, now), *_set_damaged_files_aside(state, now)]
    told = {str(notice.values["name"]) for notice in said}
    gone = [name for name in _find_missing_files(state) if told.isdisjoint(Path(name).parts)]
    if gone:
        said.append(StartNotice("files-missing", {"names": ", ".join(sorted(gone))}))
    return tuple(said)


def look_over_archives(state: Path, now: float) -> tuple[StartNotice, ...]:
    """Notices about backups and replays of `state`, found damaged and set aside. Each file is read whole, for seconds to
    minutes. `now`: as in `look_over_files`."""
    checks = (("backups", "journal-*.sqlite", is_backup_damaged), ("clips", "*.zip", _is_broken_archive))
    return tuple(
        notice
        for folder, pattern, is_damaged in checks
        for notice in _set_aside_where(state / folder, pattern, is_damaged, now)
    )


def note_files(state: Path) -> None:
    """Write the manifest, the names of all files in the state directory `state`; for the end of a good start. A disk that
    refuses is only logged: the manifest is no fact."""
    names = sorted(_find_present_files(state))
    text = json.dumps({"files": names, "sum": _sum_of_names(names)}, ensure_ascii=False) + "\n"
    path = state / MANIFEST
    try:
        if path.is_dir() and not path.is_symlink():
            move_aside(path, path.stat().st_mtime)
        if not path.is_file() or path.read_text(encoding="utf-8", errors="replace") != text:
            write_whole(path, text.encode(), lasting=False)
    except OSError as error:
        log.info("%s cannot be written: %s", path, error.strerror or error)


def _sum_of_names(names: list[str]) -> int:
    return zlib.crc32("\n".join(names).encode())


def _find_missing_files(state: Path) -> list[str]:
    """Names in the manifest of the state directory without a file now; [] where the manifest is missing or damaged."""
    try:
        found = read_json((state / MANIFEST).read_text(encoding="utf-8"))
        names = [str(name) for name in found["files"]]
        known = names if found["sum"] == _sum_of_names(names) else []
    except (OSError, UnicodeDecodeError, InputError, LookupError, TypeError):
        return []
    return [name for name in known if not ((state / name).exists() or _is_given_up(state / name))]


def _is_given_up(path: Path) -> bool:
    """Did the owner go back to the classic board? The own layout lies beside `path` as `.old.txt`."""
    return path.suffix == ".txt" and path.with_suffix(".old.txt").exists()


def _find_present_files(state: Path) -> Iterator[str]:
    """Names, relative to `state`, of the files for the manifest: files of `STATE_FILES` but the lock, and learned files.
    Files set aside are left out."""
    yield from (name for name in STATE_FILES if name != LOCK_NAME and (state / name).is_file())
    for folder in LEARNED_FOLDERS:
        for path in _files_in(state / folder):
            if ASIDE_MARK not in path.name and path.suffix in (".npz", ".txt"):
                yield f"{folder}/{path.name}"


def _files_in(folder: Path) -> list[Path]:
    """Everything in `folder`, sorted; empty where missing or unreadable."""
    try:
        return sorted(folder.iterdir()) if folder.is_dir() else []
    except OSError:
        return []


def _set_wrong_kinds_aside(state: Path, now: float) -> Iterator[StartNotice]:
    """Notices about folders in the place of files, files in the place of folders, and unreadable entries; all set aside.
    Before that, missing rights are granted. `state`: the state directory. `now`: seconds since 1970."""
    for name, id in STATE_FILES.items():
        for path in (state / name, (state / name).with_suffix(".new"), state / f"{name}.new"):
            if os.path.lexists(path) and not (path.is_file() and _make_accessible(path, os.R_OK | os.W_OK, 0o600)):
                yield report_set_aside(path, id, now=now)
    for name, id in STATE_FOLDERS.items():
        folder = state / name
        if os.path.lexists(folder) and not (folder.is_dir() and _make_accessible(folder, os.R_OK | os.W_OK | os.X_OK, 0o700)):
            yield report_set_aside(folder, id, now=now)
            continue
        of_decks = [path for path in _files_in(folder) if name == "decks" and path.is_dir() and path.suffix != ".npz"]
        for path in _files_in(folder):
            is_good = path in of_decks or (path.is_file() and _make_accessible(path, os.R_OK, 0o600))
            if ASIDE_MARK not in path.name and not is_good:
                yield report_set_aside(path, _notice_id_of_file(path, name), now=now)
        for pictures in of_decks:  # those that a deck was learned from
            if not _make_accessible(pictures, os.R_OK | os.X_OK, 0o700) or not all(
                _make_accessible(file, os.R_OK, 0o600) for file in _files_in(pictures)
            ):
                yield report_set_aside(pictures, "aside-other", now=now)


def _set_damaged_files_aside(state: Path, now: float) -> Iterator[StartNotice]:
    """Notices about files with damaged content, all set aside. Replays and backups are not read whole. `state`: the state
    directory. `now`: seconds since 1970."""
    checks: dict[str, tuple[str, Callable[[Path], bool]]] = {
        "decks": ("*.npz", _is_broken_archive),
        "boards": ("*", lambda path: _is_broken_archive(path) if path.suffix == ".npz" else is_layout_damaged(path)),
        "layouts": ("*.npz", _is_broken_archive),
        "clips": ("*.zip", lambda path: not zipfile.is_zipfile(path)),
        "backups": ("journal-*.sqlite", _is_no_database),
    }
    for folder, (pattern, is_damaged) in checks.items():
        yield from _set_aside_where(state / folder, pattern, is_damaged, now)


def _set_aside_where(folder: Path, pattern: str, is_damaged: Callable[[Path], bool], now: float) -> Iterator[StartNotice]:
    """Notices about the damaged files of `folder` among those of `pattern`, all set aside."""
    for path in sorted(folder.glob(pattern)) if folder.is_dir() else ():
        if ASIDE_MARK not in path.name and path.is_file() and _is_found_damaged(is_damaged, path):
            yield report_set_aside(path, _notice_id_of_file(path, folder.name), now=now)


def _is_found_damaged(is_damaged: Callable[[Path], bool], path: Path) -> bool:
    """Is the file damaged, by the answer of `is_damaged` for `path`? A file deleted meanwhile is not, an unreadable file is."""
    try:
        return is_damaged(path)
    except FileNotFoundError:
        return False  # it was deleted meanwhile
    except OSError:
        return True


def _is_broken_archive(path: Path) -> bool:
    """Is `path` no ZIP archive, empty, or with a wrong checksum?"""
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.testzip() is not None or not archive.namelist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, RuntimeError, zlib.error, EOFError, LookupError):
        return True


def _is_no_database(path: Path) -> bool:
    """Is `path` no SQLite database, or shorter than its header says?"""
    with path.open("rb") as file:
        head = file.read(100)
        size = os.fstat(file.fileno()).st_size
    page, pages = int.from_bytes(head[16:18], "big") or 65536, int.from_bytes(head[28:32], "big")
    return not head.startswith(b"SQLite format 3\0") or size < max(512, page * pages)


def _notice_id_of_file(path: Path, folder: str) -> str:
    return "aside-practice" if path.name.startswith(PRACTICE_PREFIX) else _NOTICE_OF_FILE_IN[folder]


def _make_accessible(path: Path, what: int, mode: int) -> bool:
    """May `path` be used as `what` (`os.R_OK` and others) says? A refused right is granted first by setting `mode`. A
    read-only disk counts as good where reading works."""
    if os.access(path, what):
        return True
    try:
        path.chmod(mode)
    except OSError:
        return os.access(path, os.R_OK)  # on a disk that can only be read it is good as it is
    return os.access(path, what)
