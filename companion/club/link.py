"""A connection to a broker, by paho and MQTT 5, driven by whoever calls: no thread of its own."""

from __future__ import annotations

import ssl
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from companion.club.credentials import use_credentials
from companion.errors import ClubUnavailable
from companion.machine.config import ClubSettings
from companion.machine.network.broker_address import parse_broker

MAX_IN_FLIGHT = 50  # messages that the broker has not acknowledged; less where the broker says so
KEEP_ALIVE_S = 30  # a silent connection is noticed after one and a half of these
CONNECT_TIMEOUT_S = 5.0
TAKEN_OVER = 142  # reason code of MQTT 5: another client has the same id


@dataclass(frozen=True, slots=True)
class Connected:
    """The broker has let the table in."""


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """The broker has a message. `tag`: as handed to `Link.send_message`."""

    tag: Hashable


@dataclass(frozen=True, slots=True)
class Refused:
    """The broker does not let this table write a message. `tag`: as handed to `Link.send_message`."""

    tag: Hashable
    reason: str


@dataclass(frozen=True, slots=True)
class Received:
    """A message has come in."""

    topic: str
    payload: bytes
    retained: bool


@dataclass(frozen=True, slots=True)
class LinkLost:
    """The connection is over, or was never let in."""

    reason: str
    is_taken_over: bool = False  # by another client of the same id
    is_refused: bool = False  # the broker does not want this client


Happened = Connected | Acknowledged | Refused | Received | LinkLost


class Link:
    """One connection, from its begin to its end; waits at most `CONNECT_TIMEOUT_S` for it. `client_id`: name of this client at the
    broker. `will`: topic and payload that the broker tells, retained, should the connection break. `subscriptions`: topics to be
    heard. Raises `ClubUnavailable` where the broker cannot be reached or a file of the configuration not be read."""

    def __init__(self, club: ClubSettings, client_id: str, will: tuple[str, bytes], subscriptions: Sequence[str]) -> None:
        self._where = club.broker
        self._subscriptions = subscriptions
        self._happened: list[Happened] = []
        self._tags: dict[int, Hashable] = {}
        self._window = MAX_IN_FLIGHT
        self._has_taken = self._is_over = False  # has the broker taken a message; has the connection ended?
        self._client = client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=client_id, protocol=mqtt.MQTTv5)
        client.connect_timeout = CONNECT_TIMEOUT_S
        client.on_connect, client.on_publish = self._note_connection, self._note_acknowledgement
        client.on_message, client.on_disconnect = self._note_message, self._note_disconnection
        client.will_set(will[0], will[1], qos=1, retain=True)
        try:
            address = parse_broker(club.broker)
            password = (
                Path(club.password_file).read_text(encoding="utf-8").strip() if club.user and club.password_file else None
            )
            use_credentials(
                client, club.user, password, tls=address.tls, ca=club.ca, certificate=club.certificate, key=club.key
            )
            client.connect(address.host, address.port, KEEP_ALIVE_S, clean_start=True)
        except (OSError, ValueError) as error:
            raise ClubUnavailable(f"the broker {club.broker} cannot be reached: {_name_reason(error)}") from error

    @property
    def room(self) -> int:
        """How many more messages may be handed out now."""
        return max(0, self._window - len(self._tags))

    def send_message(
        self, topic: str, payload: bytes, tag: Hashable, *, retain: bool = False, expires_s: int | None = None
    ) -> None:
        """Hand out a message of QoS 1; `Acknowledged` tells of its `tag`. `retain`: the broker keeps the message for whoever
        subscribes later. `expires_s`: seconds after which the broker forgets the message, None = never."""
        properties = None
        if expires_s is not None:
            properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
            properties.MessageExpiryInterval = expires_s
        self._tags[self._client.publish(topic, payload, qos=1, retain=retain, properties=properties).mid] = tag

    def wait_for_events(self, timeout: float) -> list[Happened]:
        """What has happened since the last call; waits for it at most `timeout` seconds."""
        code = self._client.loop(timeout)
        if code != MQTTErrorCode.MQTT_ERR_SUCCESS and not self._is_over:
            self._end(LinkLost(self._explain_end(mqtt.error_string(code))))
        happened, self._happened = self._happened, []
        return happened

    def close(self) -> None:
        """Say good-bye: the broker does not tell the will."""
        self._is_over = True
        self._client.disconnect()
        self._client.loop(0)

    def _note_connection(self, client: mqtt.Client, data: Any, flags: Any, code: ReasonCode, properties: Any) -> None:
        """The broker's answer to the connection (called by paho): subscribe, or end the link where `code` is a refusal.
        `properties`: may limit how many messages are on their way."""
        if code.is_failure:
            self._end(LinkLost(f"the broker {self._where} does not let this table in: {code}", is_refused=True))
            return
        self._window = min(MAX_IN_FLIGHT, getattr(properties, "ReceiveMaximum", MAX_IN_FLIGHT))
        for topic in self._subscriptions:
            client.subscribe(topic, qos=1)
        self._happened.append(Connected())

    def _note_acknowledgement(self, client: mqtt.Client, data: Any, mid: int, code: ReasonCode, properties: Any) -> None:
        """The broker's answer to message number `mid` (called by paho): `Acknowledged`, or `Refused` where `code` is a
        failure."""
        tag = self._tags.pop(mid, None)
        if code.is_failure:
            self._happened.append(Refused(tag, str(code)))
        elif tag is not None:
            self._has_taken = True
            self._happened.append(Acknowledged(tag))

    def _note_message(self, client: mqtt.Client, data: Any, message: mqtt.MQTTMessage) -> None:
        self._happened.append(Received(message.topic, bytes(message.payload), message.retain))

    def _note_disconnection(self, client: mqtt.Client, data: Any, flags: Any, code: ReasonCode, properties: Any) -> None:
        self._end(LinkLost(self._explain_end(str(code)), is_taken_over=code.value == TAKEN_OVER))

    def _explain_end(self, reason: str) -> str:
        """Why a connection ended. Some brokers end one without a word where the client may not write what it writes."""
        if not self._has_taken:
            return f"the broker {self._where} ends the connection and takes nothing of this table: look at its ACL and its log"
        return f"the connection to the broker {self._where} has ended: {reason}"

    def _end(self, lost: LinkLost) -> None:
        """Note once that the connection is over."""
        if not self._is_over:
            self._is_over = True
            self._happened.append(lost)


def _name_reason(error: Exception) -> str:
    """Why a connection failed, in few words."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not trusted ({error.verify_message}); name the file of its certificates as ca"
    named = f" ({error.filename})" if isinstance(error, OSError) and error.filename else ""
    return f"{getattr(error, 'strerror', None) or error}{named}"
