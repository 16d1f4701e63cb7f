"""What tables send, taken in: read from the broker, checked at the door, committed, and only then acknowledged.

One thread does it all. What the broker sent before a lost connection is sent again by it, so acknowledgements never meet the
wrong message.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.subscribeoptions import SubscribeOptions

from companion.club.credentials import use_credentials
from companion.club.forms import MAX_PAYLOAD_BYTES, EntryTold, Result, decode_message, encode_form
from companion.club.topics import Address, is_table_name, list_club_subscriptions, make_topic
from companion.clubhouse.hall import Hall
from companion.clubhouse.store import Heard, Store
from companion.errors import ClubStoreError, ConfigError, MessageRefused
from companion.machine.network.broker_address import BrokerAddress, parse_broker

log = logging.getLogger("companion.club")

CLIENT_ID = "companion-club"
SESSION_EXPIRY_S = 7 * 24 * 3600  # for so long the broker keeps what comes while the club is away
MAX_UNCOMMITTED = 1_000  # messages that the broker sends ahead of the acknowledgements; guess
MAX_BATCH = 500  # messages of one transaction
MAX_BATCH_WAIT_S = 0.05  # seconds that a message waits for others
RETRY_COMMIT_S = 1.0  # seconds until a refused transaction is tried again; guess
RECONNECT_S = 1.0  # seconds between attempts to reach the broker; guess
KEEPALIVE_S = 20  # seconds of silence after which broker and club ask for each other; guess
KEPT_EVERY_S = 1.0  # seconds between two `kept` of one table; tables wait 10 s; guess
REFUSALS_EVERY_S = 10.0  # seconds between lines of the log about refused messages; guess


@dataclass(frozen=True, slots=True)
class BrokerAccess:
    """How the club reaches the broker."""

    url: str  # mqtts://host:8883, or mqtt://host:1883 without encryption
    user: str = ""
    password: str = ""
    ca: str = ""  # file of the certificate that signs the broker's, "" = those of the system
    certificate: str = ""  # file of the club's own certificate, "" = none
    key: str = ""  # file of the certificate's key


def parse_broker_url(url: str) -> BrokerAddress:
    """Where the broker is. Raises `ConfigError`."""
    try:
        return parse_broker(url)
    except ValueError as error:
        raise ConfigError(f"--broker: {error}") from error


@dataclass(slots=True)
class _Pending:
    """A message that is not acknowledged yet."""

    mid: int
    heard: Heard | None  # None where the door refused it: nothing of it is kept


class Intake:
    """The club's ear; hears nothing before `start`. `access`: broker, user and certificates. `clock`: seconds since 1970.
    `client_id`: fixed, so that the broker knows the club again. `take_results`: told of results once they are committed."""

    def __init__(
        self,
        access: BrokerAccess,
        store: Store,
        hall: Hall,
        *,
        clock: Callable[[], float] = time.time,
        client_id: str = CLIENT_ID,
        take_results: Callable[[Sequence[Result]], None] = lambda results: None,
    ) -> None:
        broker = parse_broker_url(access.url)
        self._host, self._port = broker.host, broker.port
        self._store, self._hall, self._clock, self._take_results = store, hall, clock, take_results
        self._pending: list[_Pending] = []
        self._oldest = 0.0  # when the first pending message came, steady clock
        self._not_before = 0.0  # when a refused transaction may be tried again, steady clock
        self._dirty: dict[str, float] = {}  # tables with news for `kept`, each with the steady time from which it may go out
        self._kept_at: dict[str, float] = {}
        self._refusals = Refusals()
        self._greeted: set[str] = set()  # tables that were told what is committed, since the broker was found
        self._stopping, self._listening = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None
        self._client = self._make_client(access, client_id, tls=broker.tls)

    def _make_client(self, access: BrokerAccess, client_id: str, *, tls: bool) -> mqtt.Client:
        """An MQTT client that acknowledges by hand, not connected yet. Raises `ConfigError` for certificates that cannot be
        used."""
        client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id, protocol=mqtt.MQTTv5, manual_ack=True)
        client.on_connect, client.on_message, client.on_disconnect = self._on_connect, self._on_message, self._on_disconnect
        client.on_subscribe = self._on_subscribe
        try:
            use_credentials(
                client, access.user, access.password, tls=tls, ca=access.ca, certificate=access.certificate, key=access.key
            )
        except OSError as error:
            named = ", ".join(str(Path(each)) for each in (access.ca, access.certificate, access.key) if each)
            raise ConfigError(f"the certificates for the broker cannot be used ({named}): {error}") from error
        return client

    # The thread

    def start(self) -> None:
        """Take in from now on, in a thread of its own."""
        self._thread = threading.Thread(target=self.run, name="club-intake", daemon=True)
        self._thread.start()

    def wait_until_listening(self, timeout: float) -> bool:
        """True once the club hears its tables, False after `timeout` seconds."""
        return self._listening.wait(timeout)

    def stop(self) -> None:
        """Commit what is at hand, and end. The broker keeps what comes meanwhile."""
        self._stopping.set()
        if self._thread:
            self._thread.join()

    def run(self) -> None:
        """Take in messages until `stop`, in the calling thread. A broker that is lost is tried again every `RECONNECT_S`; what
        was not committed comes again from the broker."""
        while not self._stopping.is_set():
            if not self._connect():
                self._stopping.wait(RECONNECT_S)
                continue
            while not self._stopping.is_set():
                if self._client.loop(MAX_BATCH_WAIT_S) != mqtt.MQTT_ERR_SUCCESS:
                    break
                self._work()
            self._hall.broker_there = False
            if not self._stopping.is_set():
                self._pending.clear()  # the broker sends it again
                self._stopping.wait(RECONNECT_S)
        self._commit()
        self._client.disconnect()

    def _connect(self) -> bool:
        """True where the broker can be reached; whether it lets the club in is told to `_on_connect`."""
        properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        properties.SessionExpiryInterval = SESSION_EXPIRY_S
        properties.ReceiveMaximum = MAX_UNCOMMITTED
        properties.MaximumPacketSize = MAX_PAYLOAD_BYTES + 1024  # payload and topic
        try:
            self._client.connect(self._host, self._port, KEEPALIVE_S, clean_start=False, properties=properties)
        except OSError as error:
            self._refusals.say_once(f"the broker {self._host}:{self._port} does not answer: {error}")
            return False
        return True

    def _on_connect(self, client: mqtt.Client, data: Any, flags: Any, reason: Any, properties: Any) -> None:
        """The broker's answer to the connection (called by paho): subscribe to all tables, or note the refusal in `reason`."""
        if reason.is_failure:
            self._refusals.say_once(f"the broker {self._host}:{self._port} refuses the club: {reason}")
            return
        self._refusals.say_once("")
        self._greeted.clear()
        log.info("the club is at the broker %s:%d", self._host, self._port)
        client.subscribe([(topic, SubscribeOptions(qos=1)) for topic in list_club_subscriptions()])

    def _on_subscribe(self, client: mqtt.Client, data: Any, mid: int, reasons: Any, properties: Any) -> None:
        """The broker's answer to the subscription (called by paho): the club listens from now on, or the refusal in `reasons`
        is noted."""
        if refused := [reason for reason in reasons if reason.is_failure]:
            self._refusals.say_once(f"the broker {self._host}:{self._port} lets the club hear no tables: {refused[0]}")
            return
        self._hall.broker_there = True
        self._listening.set()

    def _on_disconnect(self, client: mqtt.Client, data: Any, flags: Any, reason: Any, properties: Any) -> None:
        self._hall.broker_there = False
        self._listening.clear()
        if not self._stopping.is_set():
            log.warning("the broker %s:%d is away: %s", self._host, self._port, reason)

    def _on_message(self, client: mqtt.Client, data: Any, message: mqtt.MQTTMessage) -> None:
        """Check a message at the door (called by paho) and let it wait to be committed. Nothing of a refused one is kept; the
        refusal is counted by table."""
        heard: Heard | None = None
        try:
            heard = Heard(*decode_message(message.topic, bytes(message.payload)))
        except MessageRefused as error:
            self._refusals.note(_name_sender(message), str(error))
        except UnicodeError:  # a topic that is no text
            self._refusals.note("?", "a topic that is no text")
        if not self._pending:
            self._oldest = time.monotonic()
        if message.qos:
            self._pending.append(_Pending(message.mid, heard))
        elif heard is not None:
            self._pending.append(_Pending(0, heard))

    def _work(self) -> None:
        """One round of the thread: commit a batch that is full or old enough, tell tables what is kept, log refusals. After a
        refusal of the database, commits pause for `RETRY_COMMIT_S`."""
        now = time.monotonic()
        due = len(self._pending) >= MAX_BATCH or (self._pending and now - self._oldest >= MAX_BATCH_WAIT_S)
        if due and now >= self._not_before and not self._commit():
            self._not_before = now + RETRY_COMMIT_S
        self._send_kept(now)
        self._refusals.say_due(now)

    def _commit(self) -> bool:
        """Commit and acknowledge up to `MAX_BATCH` messages. False where the database refuses for now: all wait."""
        batch = self._pending[:MAX_BATCH]
        try:
            try:
                self._commit_batch(batch)
            except MessageRefused:  # one of them: the others are not to wait for it
                for each in batch:
                    self._commit_alone(each)
        except ClubStoreError as error:
            self._refusals.say_once(str(error))
            self._hall.trouble = str(error)
            return False
        if self._hall.trouble:
            self._hall.trouble = ""
            self._refusals.say_once("")
            log.info("the club's database takes in again")
        self._oldest = time.monotonic()
        return True

    def _commit_alone(self, pending: _Pending) -> None:
        """Commit and acknowledge one message, or refuse it for good."""
        try:
            self._commit_batch([pending])
        except MessageRefused as error:
            assert pending.heard is not None
            self._refusals.note(pending.heard.address.table, str(error))
            self._commit_batch([replace(pending, heard=None)])

    def _commit_batch(self, batch: list[_Pending]) -> None:
        """Commit `batch`, the first of the pending messages, next acknowledge and show them. Raises as `Store.keep_messages`,
        and all stay pending."""
        heard, at = [each.heard for each in batch if each.heard is not None], self._clock()
        self._store.keep_messages(heard, at)
        del self._pending[: len(batch)]
        for each in batch:
            if each.mid:
                self._client.ack(each.mid, 1)
        if results := [each.form for each in heard if isinstance(each.form, Result)]:
            try:
                self._take_results(results)
            except Exception:  # a fault of ours in the tournaments: tables go on being heard
                log.exception("a result could not be counted in the tournaments")
        self._hall.take(heard, at)
        for one in heard:
            table = one.address.table
            if isinstance(one.form, EntryTold | Result) or table not in self._greeted:
                self._greeted.add(table)  # a table that told more before the club listened hears so, and tells it again
                self._dirty.setdefault(table, self._kept_at.get(table, -KEPT_EVERY_S) + KEPT_EVERY_S)

    def _send_kept(self, now: float) -> None:
        """Tell each table with news what is committed, at most once in `KEPT_EVERY_S`. `now`: steady seconds. A database that
        refuses is tried again at the next round."""
        due = [table for table, at in self._dirty.items() if at <= now]
        for table in due:
            try:
                payload = encode_form(self._store.kept_of(table))
            except ClubStoreError as error:
                self._refusals.say_once(str(error))
                return
            self._client.publish(make_topic(Address("kept", table)), payload, qos=1, retain=True)
            self._kept_at[table] = now
            del self._dirty[table]


def _name_sender(message: mqtt.MQTTMessage) -> str:
    """The table of a topic, "?" for a topic of no table."""
    parts = message.topic.split("/")
    return parts[1] if len(parts) > 1 and is_table_name(parts[1]) else "?"


class Refusals:
    """Lines of the log about refused messages: few, however many come."""

    def __init__(self) -> None:
        """Nothing refused so far."""
        self.total = 0
        self._counted: dict[str, int] = {}  # since the last line, by table
        self._reason = ""
        self._said_at = -REFUSALS_EVERY_S
        self._once = ""

    def note(self, table: str, reason: str) -> None:
        """Count a refused message of `table`; from the hundredth table on only the total counts. `reason`: one short line."""
        self.total += 1
        if len(self._counted) < 100 or table in self._counted:
            self._counted[table] = self._counted.get(table, 0) + 1
        self._reason = reason

    def say_due(self, now: float) -> None:
        """Write one line about what was refused since the last, at most every `REFUSALS_EVERY_S`."""
        if self._counted and now - self._said_at >= REFUSALS_EVERY_S:
            most = max(self._counted, key=lambda table: self._counted[table])
            log.warning(
                "refused %d messages, %d from %s; the last: %s",
                sum(self._counted.values()), self._counted[most], most, self._reason,
            )  # fmt: skip
            self._counted, self._said_at = {}, now

    def say_once(self, trouble: str) -> None:
        """Write a trouble where it is another than before; "" = it is over."""
        if trouble and trouble != self._once:
            log.warning("%s", trouble)
        self._once = trouble
