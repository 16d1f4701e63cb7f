"""The thread of the club: it looks at the session's snapshot and at the journal, and tells the broker.

Nothing of it runs in the threads of the eye or the session. While the broker is away nothing waits in memory: entries stand in
the journal, and of all else only the latest is told.
"""

from __future__ import annotations

import logging
import random
import sqlite3
import threading
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.club.discovery import encode_discovery
from companion.club.forms import Kept, Result, State, decode_message, encode_form
from companion.club.link import Acknowledged, Connected, Happened, Link, LinkLost, Received, Refused
from companion.club.orders import Orders
from companion.club.outbox import Mark, Outbox, ResultKey
from companion.club.stored import StoredEntry, StoredJournal, StoredLog
from companion.club.telling import (
    TableCard,
    list_rulings,
    make_entry,
    make_lost_entry,
    make_result,
    make_state,
    replace_fields,
)
from companion.club.topics import OFFLINE, ONLINE, Address, make_discovery_topic, make_topic
from companion.errors import ClubUnavailable, MessageRefused
from companion.machine.faults import Faults
from companion.machine.network.broker_address import CLUB_FAULT
from companion.match.rules import Rules
from companion.match.rulings import Match
from companion.session.snapshot import Snapshot

log = logging.getLogger("companion")

LOOK_S = 0.1  # between looks at the snapshot while nothing comes from the broker; guess
MIN_STATE_GAP_S = 0.25  # between two states; guess: four a second are read by nobody
MAX_RECONNECT_S = 30.0  # between attempts to reach the broker; they begin at one second
REFUSED_WAIT_S = 60.0  # before another attempt where the broker refuses, or another table has this one's name
MAX_GOODBYE_S = 1.0  # in which "offline" must have reached the broker at the end
RESULT_EXPIRES_S = 90 * 24 * 3600  # the broker forgets a retained result after so long; the club has it on its disk

_OTHER, _ONLINE, _DISCOVERY, _GOODBYE = (
    "other",
    "online",
    "discovery",
    "goodbye",
)  # tags of messages of which there is nothing to remember


@dataclass(frozen=True, slots=True)
class _EntryTag:
    uid: str
    n: int


@dataclass(frozen=True, slots=True)
class _ResultTag:
    uid: str
    key: ResultKey
    judged: int


@dataclass(frozen=True, slots=True)
class _StateTag:
    version: int


class ClubThread:
    """Tells the broker of this table, from `start_telling` on. `card`: the table's name, club and games. `look`: the latest snapshot.
    `journal`: its file. `state`: the state directory. `faults`: told where the club cannot be reached.

    `orders`: what may be asked for, None = nothing. `clock`: seconds since 1970, shown and never trusted; `steady`: rising
    seconds.
    """

    def __init__(
        self,
        card: TableCard,
        look: Callable[[], Snapshot],
        journal: Path,
        state: Path,
        faults: Faults,
        orders: Orders | None = None,
        clock: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._card, self._look, self._faults, self._orders = card, look, faults, orders
        self._clock, self._steady = clock, steady
        self._journal = StoredJournal(journal)
        self._outbox_path = state / "club-outbox.json"
        self._outbox: Outbox | None = None
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run_thread, name="club", daemon=True)
        self._link: Link | None = None
        self._ready = False  # has the broker let the table in?
        self._retry_at, self._wait = 0.0, 1.0
        self._journal_version = -1
        self._logs: dict[str, StoredLog] = {}
        self._folded: tuple[str, int, tuple[Rules[Any], Match] | None] | None = None
        self._ruled: tuple[str, int, int] | None = None  # match and number of the last entry whose ruling was told
        self._state_told: State | None = None  # with no time, to compare
        self._state_version, self._state_at, self._state_in_flight = -1, -MIN_STATE_GAP_S, False

    @property
    def is_ready(self) -> bool:
        """Has the broker let the table in?"""
        return self._ready

    def start_telling(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop_telling(self) -> None:
        """Tell that the table is offline, and end the thread. Waits at most twice `MAX_GOODBYE_S`."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join(2 * MAX_GOODBYE_S)

    def _run_thread(self) -> None:
        """Take steps until told to end."""
        while not self._ending.is_set():
            try:
                self._take_step(self._steady())
            except Exception as error:  # a fault of ours, said once: the table goes on without a club, and tries again
                self._faults.report_fault(CLUB_FAULT, error)
                self._drop_link(self._steady(), REFUSED_WAIT_S)
        self._say_goodbye()
        self._journal.close()

    def _take_step(self, now: float) -> None:
        """One round of the thread: hear the broker, look at snapshot and journal, hand out what there is to tell. `now`:
        steady seconds."""
        if self._link is None:
            self._connect_or_wait(now)
        else:
            link = self._link
            for event in link.wait_for_events(0 if self._has_work() else LOOK_S):
                if self._link is link:  # what comes behind the end of a connection says nothing more
                    self._take_event(event, self._steady())
        self._read_journal()
        now = self._steady()
        if self._link is not None and self._ready:
            self._tell_state(self._link, now)
            self._tell_rulings(self._link)
            self._tell_matches(self._link, now)
        if self._outbox is not None:
            self._outbox.resend_unkept(self._look().match_uid, self._last_entries(), now)
            self._outbox.forget_delivered(self._last_entries())
            self._save_marks(self._outbox, now)

    # The connection

    def _connect_or_wait(self, now: float) -> None:
        """Try to reach the broker from `_retry_at` on; before, wait `LOOK_S` seconds at most. A broker that is not there
        becomes a fault, and the next attempt comes later. `now`: steady seconds."""
        if now < self._retry_at:
            self._ending.wait(min(LOOK_S, self._retry_at - now))
            return
        table = self._card.table
        subscriptions = [make_topic(Address("kept", table))]
        subscriptions += [make_topic(Address("command", table))] if self._orders else []
        will = make_topic(Address("status", table)), OFFLINE.encode()
        try:
            self._link = Link(self._card.club, f"companion-{table}", will, subscriptions)
        except ClubUnavailable as error:
            if not self._ending.is_set():  # another club may have taken the place of this one meanwhile
                self._faults.report_fault(CLUB_FAULT, error)
            self._drop_link(now, None)

    def _drop_link(self, now: float, wait: float | None) -> None:
        """Close and forget the connection; the next attempt comes `wait` seconds after `now`. None: after a chance part of a
        wait that doubles each time, up to `MAX_RECONNECT_S`."""
        if self._link is not None:
            self._link.close()
        self._link, self._ready, self._state_in_flight = None, False, False
        if self._outbox is not None:
            self._outbox.note_disconnected()
        self._retry_at = now + (wait or self._wait * random.uniform(0.5, 1.0))
        self._wait = min(2 * self._wait, MAX_RECONNECT_S)

    def _take_event(self, event: Happened, now: float) -> None:
        """Act on one event of the link: connected, acknowledged, refused, received or lost. `now`: steady seconds."""
        match event:
            case Connected():
                self._begin_connection(now)
            case Acknowledged(tag=tag) if tag == _ONLINE:
                self._faults.report_recovery(CLUB_FAULT)
                self._wait = 1.0
            case Acknowledged(tag=_StateTag()):
                self._state_in_flight = False
            case Acknowledged(tag=_EntryTag(uid=uid, n=n)) if self._outbox and (mark := self._outbox.marks.get(uid)):
                self._outbox.note_acknowledged(mark, n, now)
            case Acknowledged(tag=_ResultTag(uid=uid) as told) if self._outbox and (mark := self._outbox.marks.get(uid)):
                mark.result_in_flight = False
                self._outbox.note_result(mark, told.key, told.judged, now)
            case Refused(tag=tag, reason=reason) if tag == _DISCOVERY:
                log.warning("club: the broker does not let this table write for Home Assistant: %s", reason)
            case Refused(reason=reason):
                said = (
                    f"the broker {self._card.club.broker} refuses what {self._card.table!r} writes ({reason}): look at its ACL"
                )
                self._faults.report_fault(CLUB_FAULT, ClubUnavailable(said))
                self._drop_link(now, REFUSED_WAIT_S)
            case Received():
                self._take_message(event, now)
            case LinkLost():
                said = event.reason
                if event.is_taken_over:
                    said = (
                        f"another companion comes to the broker as {self._card.table!r}: give this table another name in [club]"
                    )
                self._faults.report_fault(CLUB_FAULT, ClubUnavailable(said))
                self._drop_link(now, REFUSED_WAIT_S if event.is_taken_over or event.is_refused else None)

    def _begin_connection(self, now: float) -> None:
        """Tell the broker "online" and the table's description, once a connection stands. `now`: steady seconds."""
        assert self._link is not None
        self._ready = True
        if self._outbox is not None:
            self._outbox.begin_connection(now)
        card = self._card
        self._link.send_message(make_topic(Address("status", card.table)), ONLINE.encode(), _ONLINE, retain=True)
        if card.club.home_assistant:
            described = encode_discovery(card, self._orders.token if self._orders else None)
            self._link.send_message(make_discovery_topic(card.table), described, _DISCOVERY, retain=True)
        self._state_told, self._state_version = None, -1
        self._ruled = None

    def _take_message(self, message: Received, now: float) -> None:
        """Act on a message of the club, `kept` or an order. A payload that fits no form is logged in one line and left alone.
        `now`: steady seconds."""
        try:
            address, form = decode_message(message.topic, message.payload)
        except MessageRefused as error:
            log.warning("club: refused a message: %s", error)
            return
        if isinstance(form, Kept) and self._outbox is not None:
            self._outbox.note_kept(form, now)
        elif address.kind == "command" and self._orders and self._link and not message.retained:
            answer = self._orders.execute_order(form, now)
            if answer is not None:
                self._link.send_message(make_topic(Address("answer", address.table)), encode_form(answer), _OTHER)

    def _say_goodbye(self) -> None:
        """Tell that the table is offline, as far as that goes quickly, and write the marks."""
        now = self._steady()
        if self._link is not None and self._ready:
            self._link.send_message(make_topic(Address("status", self._card.table)), OFFLINE.encode(), _GOODBYE, retain=True)
            while self._steady() - now < MAX_GOODBYE_S:
                events = self._link.wait_for_events(LOOK_S)
                for event in events:
                    if isinstance(event, Acknowledged):
                        self._take_event(event, now)
                if any(isinstance(event, LinkLost) or event == Acknowledged(_GOODBYE) for event in events):
                    break
        if self._outbox is not None:
            self._save_marks(self._outbox, now, at_once=True)
        if self._link is not None:
            self._link.close()

    # What there is to tell

    def _has_work(self) -> bool:
        """Can something be handed out at once? False without a connection that takes messages."""
        if self._link is None or not self._ready or self._outbox is None or not self._link.room:
            return False
        return any(
            mark.sent < self._logs[mark.uid].last
            for mark in self._outbox.choose_marks(self._look().match_uid, self._last_entries())
            if mark.uid in self._logs
        )

    def _last_entries(self) -> dict[str, int]:
        return {uid: stored.last for uid, stored in self._logs.items()}

    def _read_journal(self) -> None:
        """Follow each match of the journal that is told, where the journal has changed since the last look. Waits for the next
        look where the journal cannot be read."""
        snapshot = self._look()
        try:
            version = self._journal.read_version()
            if self._outbox is None:
                self._open_outbox(snapshot)
            assert self._outbox is not None
            if snapshot.match_uid and snapshot.match_uid not in self._outbox.marks:
                self._outbox.follow_match(snapshot.match_uid, snapshot.match_id)
                self._journal_version = -1
            if version == self._journal_version and not self._outbox.wants_older:
                return
            first = min([self._outbox.since, *(mark.number for mark in self._outbox.marks.values())])
            logs = [each for each in self._journal.list_logs(first) if self._is_told(self._outbox, each)]
        except sqlite3.Error as error:
            log.debug("club: the journal cannot be read now: %s", error)  # its own thread says what is wrong with it
            self._journal.close()
            self._journal_version = -1
            return
        self._journal_version = version
        self._logs = {each.uid: each for each in logs}
        for each in logs:
            self._outbox.follow_match(each.uid, each.number)
        self._outbox.wants_older = False

    def _is_told(self, outbox: Outbox, stored: StoredLog) -> bool:
        return stored.number >= outbox.since or stored.uid in outbox.marks

    def _open_outbox(self, snapshot: Snapshot) -> None:
        """Read the marks. Where there are none, the match on the table and all later ones are told."""
        highest = self._journal.find_highest_number()
        self._outbox = Outbox(self._outbox_path, self._card.club.broker, highest + 1, self._steady())
        self._outbox.begin_at_most(highest + 1)  # another journal counts from 1 again

    def _save_marks(self, outbox: Outbox, now: float, *, at_once: bool = False) -> None:
        try:
            outbox.save_marks(now, at_once=at_once)
        except OSError as error:  # entries are sent again after the next start, and count once
            log.debug("club: the marks cannot be written now: %s", error)

    def _tell_state(self, link: Link, now: float) -> None:
        """Tell the state where changed, at most every `MIN_STATE_GAP_S`. Only one state is on its way at a time: the latest
        never overtakes an older state. `now`: steady seconds."""
        snapshot = self._look()
        early = now - self._state_at < MIN_STATE_GAP_S
        if snapshot.version == self._state_version or self._state_in_flight or early or not link.room:
            return
        self._state_version = snapshot.version
        state = make_state(self._card, snapshot, max(self._clock(), 0.0))
        told = replace_fields(state, {"at": 0.0})
        if told == self._state_told:
            return
        self._state_told, self._state_at, self._state_in_flight = told, now, True
        topic = make_topic(Address("state", self._card.table))
        link.send_message(topic, encode_form(state), _StateTag(snapshot.version), retain=True)

    def _tell_rulings(self, link: Link) -> None:
        """Tell the rulings of entries that came since the connection began, as far as the broker takes them now."""
        snapshot = self._look()
        if snapshot.match is None:
            self._ruled = self._ruled or ("", 0, 0)
            return
        uid, number, last = snapshot.match_uid, snapshot.match_id, snapshot.match.entries[-1].n
        before, self._ruled = self._ruled, (uid, number, last)
        if before is None or (before[0] != uid and before[1] > number):
            return  # said before the connection began, or a match taken up again
        topic = make_topic(Address("ruling", self._card.table))
        for ruling in list_rulings(self._card, snapshot, before[2] if before[0] == uid else 0):
            if not link.room:
                self._ruled = (uid, number, ruling.entry - 1)  # the rest once there is room: the last is what pages show
                return
            link.send_message(topic, encode_form(ruling), _OTHER)

    def _tell_matches(self, link: Link, now: float) -> None:
        """Hand out entries and results while the broker takes them, the match on the table first. `now`: steady seconds."""
        if self._outbox is None:
            return
        snapshot = self._look()
        for mark in self._outbox.choose_marks(snapshot.match_uid, self._last_entries()):
            stored = self._logs.get(mark.uid)
            if stored is None:
                continue
            self._tell_entries(link, mark, stored)
            if link.room and mark.sent >= stored.last and not mark.result_in_flight:
                self._tell_result(link, mark, stored, snapshot, now)
            if not link.room:
                return

    def _tell_entries(self, link: Link, mark: Mark, stored: StoredLog) -> None:
        """Hand out the entries of a match behind `mark.sent`, as far as the broker takes more messages now."""
        assert self._outbox is not None
        if not link.room or mark.sent >= stored.last:
            return
        try:
            rows = self._journal.read_entries(stored, mark.sent, link.room)
        except sqlite3.Error:
            self._journal.close()
            return
        for row in rows:
            topic = make_topic(Address("entry", self._card.table, mark.uid, row.n))
            link.send_message(topic, self._encode_entry(mark.uid, row), _EntryTag(mark.uid, row.n))
            self._outbox.note_sent(mark, row.n)

    def _encode_entry(self, uid: str, row: StoredEntry) -> bytes:
        """The payload of an entry of the match with id `uid`. An entry that no club would take is logged, and told as lost: so
        the club waits for no gap."""
        if row.event is not None:
            try:
                return encode_form(make_entry(self._card, uid, row.n, row.at, row.source, row.event))
            except MessageRefused as error:
                log.error("club: entry %d of match %s cannot be told: %s", row.n, uid, error)
        return encode_form(make_lost_entry(self._card, uid, row.n))

    def _tell_result(self, link: Link, mark: Mark, stored: StoredLog, snapshot: Snapshot, now: float) -> None:
        """Tell how a match stands, where that has changed. A match that was never told as ended and is not is passed over."""
        assert self._outbox is not None
        if mark.judged >= stored.last and not mark.owes_result:
            return
        if not self._can_judge(stored, snapshot):
            return
        found = self._find_match(stored, snapshot)
        if found is None:  # this version cannot fold it: nothing is said of how it ended
            self._outbox.note_result(mark, mark.result, stored.last, now)
            return
        rules, match = found
        last = match.entries[-1].n
        if mark.result is None and match.outcome is None:
            self._outbox.note_result(mark, None, max(last, stored.last), now)
            return
        result = make_result(self._card, mark.uid, stored.number, rules, match)
        key = _make_key(result, last, mark.result)
        if key == mark.result and not mark.owes_result:
            self._outbox.note_result(mark, key, max(last, stored.last), now)
            return
        told = _with_key(result, key)
        topic = make_topic(Address("result", self._card.table, mark.uid))
        tag = _ResultTag(mark.uid, key, max(last, stored.last))
        mark.result_in_flight = True
        link.send_message(topic, encode_form(told), tag, retain=True, expires_s=RESULT_EXPIRES_S)

    def _can_judge(self, stored: StoredLog, snapshot: Snapshot) -> bool:
        """Is the snapshot as far as the journal? Always so for a match that does not lie on the table."""
        if stored.uid != snapshot.match_uid or snapshot.match is None:
            return True
        return snapshot.match.entries[-1].n >= stored.last or bool(snapshot.left_out)

    def _find_match(self, stored: StoredLog, snapshot: Snapshot) -> tuple[Rules[Any], Match] | None:
        """Rules and match of a stored log: those on the table, else folded from the journal. None where it cannot be folded."""
        if stored.uid == snapshot.match_uid and snapshot.match is not None and snapshot.rules is not None:
            return snapshot.rules, snapshot.match
        if self._folded is None or self._folded[:2] != (stored.uid, stored.last):
            try:
                self._folded = stored.uid, stored.last, self._journal.fold_match(stored)
            except sqlite3.Error:
                self._journal.close()
                return None
        return self._folded[2]


def _make_key(result: Result, last: int, before: ResultKey | None) -> ResultKey:
    """The key of a result after entry `last`: entries, revision, hash of the content. `before`: the key told last; it is
    returned where the content is the same."""
    content = zlib.crc32(encode_form(_with_key(result, (0, 0, 0))))
    if before is not None and before[2] == content:
        return before
    return last, before[1] + 1 if before is not None and before[0] == last else 0, content


def _with_key(result: Result, key: ResultKey) -> Result:
    """The result with the entries and revision of its key."""
    fields = {name: getattr(result, name) for name in Result.__struct_fields__}
    return Result(**{**fields, "entries": key[0], "revision": key[1]})
