"""A table of a club in memory: a real session, journal and thread of the club, and no camera."""

from __future__ import annotations

import json
import queue
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from companion.app.club_wiring import open_club
from companion.club.forms import EntryTold, Kept, KeptMatch, decode_message, encode_form
from companion.club.publishing import ClubThread
from companion.club.stored import StoredJournal
from companion.club.topics import Address, make_topic
from companion.commands.commands import execute_command
from companion.errors import InputError
from companion.games.sheets import list_games, load_sheet
from companion.journal.journal import Journal
from companion.machine.config import ClubSettings
from companion.machine.faults import Faults
from companion.session.inbox import Inbox
from companion.session.session import Session
from web.errors import CommandRefused

LONG = 60.0
"""Seconds after which a test gives up: no machine is so slow."""
SHEETS = {game: load_sheet(game) for game in list_games()}


class Table:
    """A table with its journal in `folder`. Facts are told as a phone tells them. `clock`: its idea of the time."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.journal = Journal(folder / "journal.sqlite")
        self.session = Session(self.journal, lambda game: SHEETS[game].faces)
        self.session.resume_match()
        self.inbox = Inbox(self.session, clock)
        self.inbox.start_thread()
        self.faults = Faults()
        self.club: ClubThread | None = None

    def act(self, command: dict[str, Any], by: str = "phone") -> dict[str, Any]:
        """The answer to a command, as for the web."""
        try:
            return execute_command(self.inbox, command, by)
        except InputError as error:
            raise CommandRefused(str(error)) from error

    def begin(self, game: str = "the_game", **more: Any) -> str:
        """Begin a match; its random id."""
        self.act({"command": "start", "game": game, "players": 2, **more})
        return self.inbox.snapshot.match_uid

    def lay(self, face: str, zone: str = "up1") -> dict[str, Any]:
        """Lay a card."""
        return self.act({"command": "put", "zone": zone, "face": face})

    def join(self, url: str, *, hurry: float = 1.0, **more: Any) -> ClubThread:
        """Begin to tell a club. `hurry`: its thread lives so many times faster."""
        club = open_club(
            ClubSettings(broker=url, **{"table": "table-4", "name": "Table 4", **more}),
            "en",
            self.inbox,
            self.folder,
            SHEETS,
            self.faults,
            self,
        )
        assert club is not None
        club._steady = lambda: hurry * time.monotonic()
        club.start_telling()
        self.club = club
        return club

    def wait_for_acknowledged(self, uid: str, n: int) -> None:
        """Return once the broker's word for an entry is written down."""
        outbox, until = self.folder / "club-outbox.json", time.monotonic() + LONG
        while not (outbox.exists() and (uid, n) in _acknowledged_in(outbox.read_bytes())):
            assert time.monotonic() < until, "the broker never acknowledged it"

    def leave(self) -> None:
        """Tell the club no more."""
        if self.club:
            self.club.stop_telling()
        self.club = None

    def close(self) -> None:
        """Stop everything."""
        self.leave()
        self.inbox.stop_thread()
        self.journal.close()

    def entries(self) -> set[tuple[str, int]]:
        """Every entry of the journal by match and number."""
        stored = StoredJournal(self.folder / "journal.sqlite")
        try:
            return {(log.uid, n) for log in stored.list_logs(1) for n in range(1, log.last + 1)}
        finally:
            stored.close()


def _acknowledged_in(outbox: bytes) -> list[tuple[str, int]]:
    """Of each match in an outbox's file the last entry that the broker has acknowledged."""
    return [(mark["uid"], mark["entries"]) for mark in json.loads(outbox)["matches"]]


@contextmanager
def open_table(folder: Path, clock: Callable[[], float] = time.time) -> Iterator[Table]:
    """A table, stopped at the end."""
    table = Table(folder, clock)
    try:
        yield table
    finally:
        table.close()


class Listener:
    """Somebody who hears everything that tables tell, in order, over the connection of their own."""

    def __init__(self, port: int, topics: tuple[str, ...] = ("companion/#", "homeassistant/#")) -> None:
        self.heard: list[tuple[str, bytes, bool]] = []
        self._queue: queue.Queue[tuple[str, bytes, bool]] = queue.Queue()
        self._ready: queue.Queue[None] = queue.Queue()
        self._client = client = mqtt.Client(CallbackAPIVersion.VERSION2, uuid.uuid4().hex, protocol=mqtt.MQTTv5)
        client.on_message = lambda client, data, message: self._queue.put((message.topic, message.payload, message.retain))
        client.on_connect = lambda *told: client.subscribe([(topic, mqtt.SubscribeOptions(qos=1)) for topic in topics])
        client.on_subscribe = lambda *told: self._ready.put(None)
        client.reconnect_delay_set(0.05, 0.2)
        remembered = Properties(PacketTypes.CONNECT)
        remembered.SessionExpiryInterval = 3600  # what is told while this listener is away comes later, as for a club
        client.connect("127.0.0.1", port, clean_start=False, properties=remembered)
        client.loop_start()
        self._ready.get(timeout=LONG)

    def wait_for(self, wanted: Callable[[str, Any], bool]) -> Any:
        """The first message from now on, or heard and not asked for yet, for which `wanted` says yes; forms are decoded."""
        until = time.monotonic() + LONG
        while True:
            topic, payload, retained = self._queue.get(timeout=max(0.1, until - time.monotonic()))
            self.heard.append((topic, payload, retained))
            told = payload if topic.startswith("homeassistant/") else decode_message(topic, payload)[1]
            if wanted(topic, told):
                return told

    def wait_for_kind(self, kind: str, wanted: Callable[[Any], bool] = lambda told: True) -> Any:
        """As `wait_for`, for a kind of topic."""
        return self.wait_for(lambda topic, told: topic.split("/")[-2 if kind == "entry" else -1] == kind and wanted(told))

    def say(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Publish something."""
        self._client.publish(topic, payload, qos=1, retain=retain).wait_for_publish(LONG)

    def keep(self, table: str, matches: dict[str, tuple[int, int | None]]) -> None:
        """Say what a club keeps."""
        kept = Kept(table=table, matches={uid: KeptMatch(*told) for uid, told in matches.items()})
        self.say(make_topic(Address("kept", table)), encode_form(kept), retain=True)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


def entries_in(heard: list[tuple[str, bytes, bool]]) -> list[tuple[str, int]]:
    """The entries among messages, by match and number, as often as they were heard."""
    forms = [decode_message(topic, payload)[1] for topic, payload, _ in heard if "/entry/" in topic]
    return [(form.match, form.n) for form in forms if isinstance(form, EntryTold)]


def plain(form: Any) -> Any:
    """A form as plain values."""
    return msgspec.to_builtins(form)
