"""What the club keeps: logs of matches, rulings, results and what changed them. One writer, many readers.

Messages come in any order, twice, or for a match whose first entry is missing. The key of an entry is table, match and number.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec import to_builtins
from sqlalchemy import Connection, Engine, Select, Table, and_, func, select, update
from sqlalchemy.dialects.postgresql import insert as insert_in_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_in_sqlite
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

from companion.club.forms import MAX_KEPT_MATCHES, EntryTold, Form, Kept, KeptMatch, Result, RulingTold, State
from companion.club.topics import Address
from companion.clubhouse.database import explain_refusal, read_rows
from companion.clubhouse.schema import CLUB_TABLES, ENTRIES, MATCHES, RESULT_CHANGES, RESULTS, RULINGS
from companion.errors import InputError, MatchNotFound, MessageRefused
from companion.match.events import Entry, event_from_json

WHY_AMENDED = "amended"  # the table amended its log, and the match ended otherwise
WHY_TAKEN_BACK = "taken-back"  # the table amended its log, and no result stands
WHY_TOLD_ANEW = "told-anew"  # the table tells the same log otherwise, as after an update of the rules
WHY_UNDER_CORRECTION = "under-correction"  # the table told another result, but a person's correction stands
LOST = "lost"  # kind of event that stands for an entry which the table's own journal has lost
CORRECTABLE = ("status", "winner", "winners", "score", "cards_left", "rating")
"""Fields of a result that a person may put right."""

MatchKey = tuple[str, str]
"""Name of the table, and random id of the match."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A message that came through the door."""

    address: Address
    form: Form | bool  # True or False for a status


@dataclass(slots=True)
class MatchProgress:
    """How much of a match is committed."""

    kept: int = 0  # every entry up to this number is there
    beyond: set[int] = field(default_factory=set)  # numbers above, behind a gap
    result: tuple[int, int] | None = None  # entries and revision of the result, None without one
    stored: bool = False  # has the match a row?

    def add_numbers(self, numbers: set[int]) -> MatchProgress:
        """The progress after the entries `numbers` were committed too; `kept` moves up as far as there is no gap."""
        kept, beyond = self.kept, self.beyond | {n for n in numbers if n > self.kept}
        while kept + 1 in beyond:
            kept += 1
            beyond.discard(kept)
        return MatchProgress(kept, beyond, self.result, self.stored)


class Store:
    """The club's database. `engine`: at the present schema, see `open_database`."""

    def __init__(self, engine: Engine) -> None:
        """Nothing is read yet: what is known of tables is read when they first send."""
        self._engine = engine
        self._writing = threading.Lock()
        self._insert = insert_in_postgresql if engine.dialect.name == "postgresql" else insert_in_sqlite
        self._progress: dict[str, dict[str, MatchProgress]] = {}
        self._names: dict[str, tuple[str, str]] = {}

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    # Writing: messages by one thread, corrections by any

    def keep_messages(self, heard: Sequence[Heard], at: float) -> None:
        """Commit all messages in one transaction, or none. `at`: seconds since 1970 by the club's clock.

        Raises `ClubStoreError` where the database refuses for now, `MessageRefused` where the database never takes one of the
        messages.
        """
        if not heard:
            return
        entries: dict[MatchKey, dict[int, EntryTold]] = {}
        rulings: dict[tuple[str, str, int, str], RulingTold] = {}
        results: dict[MatchKey, Result] = {}
        names: dict[str, tuple[str, str]] = {}
        for each in heard:
            key, form = (each.address.table, each.address.match), each.form
            if isinstance(form, EntryTold):
                entries.setdefault(key, {}).setdefault(form.n, form)
            elif isinstance(form, RulingTold):
                rulings[form.table, form.match, form.entry, form.rule or ""] = form
            elif isinstance(form, Result):
                told = results.get(key)
                if told is None or _order_of(form) > _order_of(told):
                    results[key] = form
            elif isinstance(form, State):
                names[form.table] = form.name, form.language
        fresh = {table: name for table, name in names.items() if self._names.get(table) != name}
        if not (entries or rulings or results or fresh):
            return
        try:
            with self._writing, self._engine.begin() as db:
                progress = {key: self._load_progress(db, key) for key in (*entries, *results)}
                progress = {key: was.add_numbers(set(entries.get(key, ()))) for key, was in progress.items()}
                self._write_names(db, fresh, at)
                self._write_entries(db, entries)
                self._write_rulings(db, rulings)
                for key, result in results.items():
                    self._write_result(db, key, result, at)
                    progress[key].result = max(progress[key].result or (0, 0), _order_of(result))
                self._write_matches(db, progress, at)
        except (DataError, IntegrityError) as error:
            raise MessageRefused(f"the club's database cannot hold it: {str(error.orig).splitlines()[0]}") from error
        except DBAPIError as error:
            raise explain_refusal(error) from error
        self._names.update(fresh)
        for (table, uid), now in progress.items():
            now.stored = True
            of_table = self._progress[table]
            of_table.pop(uid, None)
            of_table[uid] = now  # the latest heard comes last
            while len(of_table) > MAX_KEPT_MATCHES:
                del of_table[next(iter(of_table))]

    def kept_of(self, table: str) -> Kept:
        """What is committed of the latest matches of a table, as the table is told. Raises `ClubStoreError`."""
        try:
            with self._engine.connect() as db:
                self._load_table(db, table)
        except DBAPIError as error:
            raise explain_refusal(error) from error
        known = self._progress[table]
        return Kept(
            table=table,
            matches={uid: KeptMatch(now.kept, now.result[0] if now.result else None) for uid, now in known.items()},
        )

    def _load_table(self, db: Connection, table: str) -> dict[str, MatchProgress]:
        """The progress of the latest matches of a table by match id, `MAX_KEPT_MATCHES` at most; read once, then remembered."""
        if table not in self._progress:
            latest = select(MATCHES.c.uid).where(MATCHES.c.table == table).order_by(MATCHES.c.last_heard_at.desc())
            uids = list(db.execute(latest.limit(MAX_KEPT_MATCHES)).scalars())
            self._progress[table] = {uid: self._read_progress(db, (table, uid)) for uid in reversed(uids)}
        return self._progress[table]

    def _load_progress(self, db: Connection, key: MatchKey) -> MatchProgress:
        known = self._load_table(db, key[0]).get(key[1])
        return known if known is not None else self._read_progress(db, key)

    def _read_progress(self, db: Connection, key: MatchKey) -> MatchProgress:
        """The progress of a match as the database has it; an empty one, not `stored`, for an unknown match."""
        kept = db.execute(select(MATCHES.c.kept).where(_is_match(MATCHES, key))).scalar()
        if kept is None:
            return MatchProgress()
        beyond = db.execute(select(ENTRIES.c.n).where(_is_match(ENTRIES, key), ENTRIES.c.n > kept)).scalars()
        result = db.execute(select(RESULTS.c.entries, RESULTS.c.revision).where(_is_match(RESULTS, key))).first()
        return MatchProgress(kept, set(beyond), (result.entries, result.revision) if result else None, stored=True)

    def _write_names(self, db: Connection, names: Mapping[str, tuple[str, str]], at: float) -> None:
        """Keep name for people and language of each table, by table id. `at`: seconds since 1970 when a new table was first
        heard."""
        if names:
            rows = [
                {"table": table, "name": name, "language": language, "first_heard_at": at}
                for table, (name, language) in names.items()
            ]
            insert = self._insert(CLUB_TABLES)
            named = {key: insert.excluded[key] for key in ("name", "language")}
            db.execute(insert.on_conflict_do_update(index_elements=["table"], set_=named), rows)

    def _write_entries(self, db: Connection, entries: Mapping[MatchKey, Mapping[int, EntryTold]]) -> None:
        """Keep entries by match and number; entries kept before stay unchanged."""
        rows = [
            {"table": table, "uid": uid, "n": n, "at": told.at, "source": told.source, "event": told.event}
            for (table, uid), numbered in entries.items()
            for n, told in numbered.items()
        ]
        if rows:
            db.execute(self._insert(ENTRIES).on_conflict_do_nothing(), rows)

    def _write_rulings(self, db: Connection, rulings: Mapping[tuple[str, str, int, str], RulingTold]) -> None:
        """Keep rulings by table, match id, entry and rule; a later word on the same one replaces the earlier."""
        if rulings:
            insert = self._insert(RULINGS)
            told = {key: insert.excluded[key] for key in ("verdict", "message", "player", "at")}
            rows = [
                {
                    "table": table, "uid": uid, "entry": entry, "rule": rule, "verdict": ruling.verdict,
                    "message": ruling.message, "player": ruling.player, "at": ruling.at,
                }
                for (table, uid, entry, rule), ruling in rulings.items()
            ]  # fmt: skip
            db.execute(insert.on_conflict_do_update(index_elements=["table", "uid", "entry", "rule"], set_=told), rows)

    def _write_matches(self, db: Connection, progress: Mapping[MatchKey, MatchProgress], at: float) -> None:
        """Keep how far each match is committed, and that it was heard `at` (seconds since 1970)."""
        if progress:
            insert = self._insert(MATCHES)
            now = {key: insert.excluded[key] for key in ("kept", "last_heard_at")}
            rows = [
                {"table": table, "uid": uid, "kept": each.kept, "first_heard_at": at, "last_heard_at": at}
                for (table, uid), each in progress.items()
            ]
            db.execute(insert.on_conflict_do_update(index_elements=["table", "uid"], set_=now), rows)

    def _write_result(self, db: Connection, key: MatchKey, result: Result, at: float) -> None:
        """Keep a result that is newer than the one told before, and note what changed. `at`: seconds since 1970."""
        before = db.execute(select(RESULTS).where(_is_match(RESULTS, key))).mappings().first()
        told = to_builtins(result)
        values = {"told": told, "entries": result.entries, "revision": result.revision, "status": result.status}
        if before is None:
            if result.status != "playing":  # nothing stood, nothing stands
                db.execute(self._insert(RESULTS).values(table=key[0], uid=key[1], corrected=None, received_at=at, **values))
            return
        if _order_of(result) <= (before["entries"], before["revision"]):
            return
        if before["corrected"]:
            values["status"] = before["status"]
        db.execute(update(RESULTS).where(_is_match(RESULTS, key)).values(**values))
        if _counting(before["told"]) != _counting(told):
            why = WHY_UNDER_CORRECTION if before["corrected"] else _explain_change(before["entries"], result)
            _note_change(db, key, before["told"], told, "", why, at)

    def correct_result(self, key: MatchKey, corrected: Mapping[str, Any] | None, by: str, why: str, at: float) -> None:
        """Put the fields `corrected` in place of what the table told, None = the table's result counts again. `by`: name of the
        person. `why`: in the person's words. Raises `MatchNotFound`, `InputError` for other fields than `CORRECTABLE`,
        `ClubStoreError`."""
        if corrected is not None and (wrong := sorted(set(corrected) - set(CORRECTABLE))):
            raise InputError(f"{wrong[0]}: cannot be corrected; {', '.join(CORRECTABLE)} can")
        try:
            with self._writing, self._engine.begin() as db:
                before = db.execute(select(RESULTS).where(_is_match(RESULTS, key))).mappings().first()
                if before is None:
                    raise MatchNotFound(f"there is no result of match {key[1]} at {key[0]}")
                after = {**before["told"], **(corrected or {})}
                values = {"corrected": dict(corrected) if corrected else None, "status": after["status"]}
                db.execute(update(RESULTS).where(_is_match(RESULTS, key)).values(**values))
                _note_change(db, key, merge_result(dict(before)), after, by, why, at)
        except DBAPIError as error:
            raise explain_refusal(error) from error

    # Reading: from many threads

    def list_results(self, limit: int = 500, *, table: str = "") -> list[dict[str, Any]]:
        """Results of ended matches as they count, last received first, `limit` at most. Raises `ClubStoreError`.

        Each has the fields of `companion.club.forms.Result`, with "received_at", "corrected" and "changes" (how often the
        result changed). `table`: "" = all.
        """
        asked = _select_results().where(RESULTS.c.status != "playing")
        asked = asked.where(RESULTS.c.table == table) if table else asked
        rows = self._read(asked.order_by(RESULTS.c.received_at.desc(), RESULTS.c.uid).limit(limit))
        return [_make_result(row) for row in rows]

    def find_result(self, key: MatchKey) -> dict[str, Any] | None:
        """The result of a match as it counts, as in `list_results`; None where none came. Raises `ClubStoreError`."""
        rows = self._read(_select_results().where(_is_match(RESULTS, key)))
        return _make_result(rows[0]) if rows else None

    def list_changes(self, key: MatchKey) -> list[dict[str, Any]]:
        """What changed the result of a match, first change first: "before", "after", "by", "why", "at". Raises
        `ClubStoreError`."""
        return self._read(select(RESULT_CHANGES).where(_is_match(RESULT_CHANGES, key)).order_by(RESULT_CHANGES.c.id))

    def list_matches_of(self, table: str, limit: int = 50) -> list[str]:
        """Random ids of the matches of a table, last heard first. Raises `ClubStoreError`."""
        asked = select(MATCHES.c.uid).where(MATCHES.c.table == table).order_by(MATCHES.c.last_heard_at.desc())
        return [row["uid"] for row in self._read(asked.limit(limit))]

    def read_entries(self, key: MatchKey) -> list[dict[str, Any]]:
        """The log of a match as far as it is here, by number: "n", "at", "source", "event". Raises `ClubStoreError`."""
        columns = (ENTRIES.c.n, ENTRIES.c.at, ENTRIES.c.source, ENTRIES.c.event)
        return self._read(select(*columns).where(_is_match(ENTRIES, key)).order_by(ENTRIES.c.n))

    def read_rulings(self, key: MatchKey) -> list[dict[str, Any]]:
        """What the referee said in a match, by entry: "entry", "rule", "verdict", "message", "player". Raises
        `ClubStoreError`."""
        columns = (RULINGS.c.entry, RULINGS.c.rule, RULINGS.c.verdict, RULINGS.c.message, RULINGS.c.player)
        return self._read(select(*columns).where(_is_match(RULINGS, key)).order_by(RULINGS.c.entry))

    def read_log(self, key: MatchKey) -> tuple[Entry, ...]:
        """The log of a match as the referee folds it; ends before the first entry that is missing or of a newer version.
        Entries that the table itself has lost are passed over. Raises `ClubStoreError`."""
        entries: list[Entry] = []
        for n, row in enumerate(self.read_entries(key), 1):
            if row["n"] != n:
                break
            if row["event"].get("event") == LOST:
                continue
            try:
                entries.append(Entry(row["n"], event_from_json(row["event"]), row["at"], row["source"]))
            except InputError:
                break
        return tuple(entries)

    def count_rows(self) -> dict[str, int]:
        """How many rows each table has. Raises `ClubStoreError`."""
        tables = (CLUB_TABLES, MATCHES, ENTRIES, RULINGS, RESULTS, RESULT_CHANGES)
        return {table.name: self._read(select(func.count().label("rows")).select_from(table))[0]["rows"] for table in tables}

    def list_tables(self) -> list[dict[str, Any]]:
        """Every table ever heard of: "table", "name", "language". Raises `ClubStoreError`."""
        return self._read(select(CLUB_TABLES.c.table, CLUB_TABLES.c.name, CLUB_TABLES.c.language))

    def _read(self, asked: Any) -> list[dict[str, Any]]:
        return read_rows(self._engine, asked)


def merge_result(row: Mapping[str, Any]) -> dict[str, Any]:
    """A result as it counts: told by the table, with what a person put in its place. `row`: of the table of results."""
    return {**row["told"], **(row["corrected"] or {})}


def _select_results() -> Select[Any]:
    """A query for results, each with how often it changed."""
    changes = (
        select(func.count())
        .where(RESULT_CHANGES.c.table == RESULTS.c.table, RESULT_CHANGES.c.uid == RESULTS.c.uid)
        .scalar_subquery()
    )
    return select(RESULTS, changes.label("changes"))


def _make_result(row: Mapping[str, Any]) -> dict[str, Any]:
    """A result for readers. `row`: of `_select_results`."""
    further = {"received_at": row["received_at"], "corrected": row["corrected"] is not None, "changes": row["changes"]}
    return {**merge_result(row), **further}


def _is_match(table: Table, key: MatchKey) -> Any:
    return and_(table.c.table == key[0], table.c.uid == key[1])


def _order_of(result: Result) -> tuple[int, int]:
    """The higher holds."""
    return result.entries, result.revision


def _counting(told: Mapping[str, Any]) -> dict[str, Any]:
    """What of a result counts in standings."""
    return {key: told.get(key) for key in (*CORRECTABLE, "players", "teams", "variant", "game")}


def _explain_change(entries: int, after: Result) -> str:
    """Why the table told another result. `entries`: of the result before."""
    if after.status == "playing":
        return WHY_TAKEN_BACK
    return WHY_AMENDED if after.entries > entries else WHY_TOLD_ANEW


def _note_change(
    db: Connection, key: MatchKey, before: Mapping[str, Any], after: Mapping[str, Any], by: str, why: str, at: float
) -> None:
    row = {"table": key[0], "uid": key[1], "before": dict(before), "after": dict(after), "by": by, "why": why, "at": at}
    db.execute(RESULT_CHANGES.insert().values(**row))
