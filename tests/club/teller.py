"""A table's mouth for tests: publishes forms and plain bytes to a real broker, and hears what the club says."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from types import TracebackType
from typing import Any, Self

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from companion.club.forms import encode_form
from companion.club.topics import make_topic
from companion.clubhouse.store import Heard
from tests.browser import PATIENCE


class Teller:
    """`hears`: topics that are heard; `heard`: the latest payload by topic."""

    def __init__(self, port: int, hears: Iterable[str] = ()) -> None:
        self.heard: dict[str, bytes] = {}
        self._changed = threading.Condition()
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
        self._client.max_queued_messages_set(0)
        self._client.max_inflight_messages_set(200)
        self._client.on_message = self._on_message
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        for topic in hears:
            self._client.subscribe(topic, qos=1)

    def _on_message(self, client: Any, data: Any, message: mqtt.MQTTMessage) -> None:
        with self._changed:
            self.heard[message.topic] = bytes(message.payload)
            self._changed.notify_all()

    def tell(self, *messages: Heard) -> None:
        """Publish, and return once the broker has them all."""
        told = []
        for each in messages:
            retained = each.address.kind in ("state", "status", "result")
            payload = (
                {True: b"online", False: b"offline"}.get(each.form) if isinstance(each.form, bool) else encode_form(each.form)
            )
            told.append(self._client.publish(make_topic(each.address), payload, qos=1, retain=retained))
        for info in told:
            info.wait_for_publish(PATIENCE)

    def tell_raw(self, *messages: tuple[str, bytes]) -> None:
        """Publish bytes as they are, and return once the broker has them all."""
        for info in [self._client.publish(topic, payload, qos=1) for topic, payload in messages]:
            info.wait_for_publish(PATIENCE)

    def tell_until(self, topic: str, part: bytes, *messages: Heard) -> None:
        """Publish again and again, as a table does, until `part` is heard on a topic."""
        for _ in range(int(PATIENCE)):
            self.tell(*messages)
            with self._changed:
                if self._changed.wait_for(lambda: part in self.heard.get(topic, b""), 1.0):
                    return
        raise AssertionError(self.heard.get(topic))

    def wait_for(self, topic: str, part: bytes) -> bytes:
        """The payload of a topic, once `part` is in it."""
        with self._changed:
            assert self._changed.wait_for(lambda: part in self.heard.get(topic, b""), PATIENCE), self.heard.get(topic)
            return self.heard[topic]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._client.disconnect()
        self._client.loop_stop()
