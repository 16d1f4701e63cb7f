"""Opening the journal at a start, whatever its files are like: no file and no disk keeps the table dark."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

from companion.errors import JournalError, JournalTooNew
from companion.journal.database import bring_to_version, read_stored_rows
from companion.journal.journal import Journal, StandIn
from companion.journal.mirror import MirrorCopy, id_of_start, read_mirror
from companion.journal.repair.check import check_journal, find_faults, gather_rows, lost_entries, say_lost, set_aside_journal
from companion.journal.repair.salvage import BROKEN_ERRORS, list_restorable, open_to_read, read_database
from companion.journal.start_notice import StartNotice

log = logging.getLogger("companion")


def open_journal(path: Path, now: float) -> tuple[Journal, tuple[StartNotice, ...]]:
    """The journal, checked and mended, and what is to be said of it. `now`: seconds since 1970. Where the journal cannot be
    written the match goes on in the mirror, or in memory. A newer journal is set aside, and an empty one begun."""
    try:
        found = check_journal(path, now)
        try:
            journal = Journal(path)
            return journal, (*found, *_report_too_old(journal))
        except JournalTooNew as error:
            said = StartNotice("journal-too-new", {"aside": str(set_aside_journal(path, now))}, str(error))
            return Journal(path), (*found, said)
    except (JournalError, OSError, sqlite3.Error) as error:
        return _stand_in(path, error.__cause__ or error)
    except Exception as error:  # whatever reading a damaged file raises: the table stays up, the files stay as they are
        log.exception("the journal %s could not be looked over", path)
        return _stand_in(path, error)


def _report_too_old(journal: Journal) -> list[StartNotice]:
    """Notices of matches that no version folds any more."""
    matches = journal.list_too_old()
    return [StartNotice("journal-too-old", {"matches": ", ".join(map(str, matches))})] if matches else []


def _stand_in(path: Path, error: BaseException) -> tuple[Journal, tuple[StartNotice, ...]]:
    """A journal of everything readable in the files, left as they are. Notices say why, what is damaged, and what is lost.
    `error`: what kept the journal from opening."""
    mirror = _read_mirror_or_none(path)
    try:
        own = read_database(path)
        faults = find_faults(path, own, mirror) if path.is_file() and path.stat().st_size else ""
        rows = gather_rows(path, own, mirror)
        stands = StandIn(list_restorable(rows), (*rows.gone, *lost_entries(rows)), opens=not faults)
        told = say_lost(rows)
    except (OSError, *BROKEN_ERRORS) as unread:
        log.warning("%s cannot be read: %s", path, unread)
        faults, told, stands = str(unread), [], StandIn((), opens=False)
    journal = Journal(path, stand_in=stands)
    id = "journal-in-reserve" if journal.trouble == "reserve" else "journal-in-memory"
    damaged = [StartNotice("journal-damaged-there", {"path": str(path)}, faults)] if faults else []
    return journal, (StartNotice(id, {}, str(error)), *damaged, *told)


def _read_mirror_or_none(path: Path) -> MirrorCopy:
    """What the mirror holds; nothing, and a warning in the log, where the disk refuses."""
    try:
        return read_mirror(path)
    except OSError as error:
        log.warning("the second copy of %s cannot be read: %s", path, error)
        return MirrorCopy()


def read_journal(path: Path) -> Journal:
    """The journal, for reading alone: its files stay as they are, and none is made. Facts that only the mirror has are
    included. Raises `JournalError` for an unreadable journal, and `JournalTooNew`."""
    db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    try:
        if path.exists() and path.stat().st_size:
            with closing(open_to_read(path)) as own:
                own.backup(db)
        bring_to_version(db, path)
        held = {row.key for row in read_stored_rows(db)}
        found = gather_rows(path, read_database(path), _read_mirror_or_none(path))
        rows = [row for row in list_restorable(found) if row.key not in held]
        return Journal(path, mirrored=False, stand_in=StandIn(rows, sorted(found.gone), opens=False, db=db))
    except JournalError:
        db.close()
        raise
    except (OSError, *BROKEN_ERRORS) as error:
        db.close()
        raise JournalError(f"the journal {path} cannot be read: {error}; start the companion, which mends it") from error


def find_early_ids(journal: Journal) -> dict[int, str]:
    """The ids of matches begun before ids were random, by number."""
    early = {}
    for match in journal.list_matches():
        try:
            first = journal.first_row(match.id)
        except JournalError:
            continue  # the match list says so
        if first is not None and match.uid == id_of_start(*first.said):
            early[match.id] = match.uid
    return early
