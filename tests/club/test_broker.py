"""The broker of the tests is a real one: a retained message outlives a kill of the broker."""

from __future__ import annotations

import queue

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion


def test_a_retained_message_is_there_after_a_clean_restart(broker):
    heard: queue.Queue[bytes] = queue.Queue()
    sender = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
    sender.connect("127.0.0.1", broker.port)
    sender.loop_start()
    sender.publish("companion/table-4/status", b"online", qos=1, retain=True).wait_for_publish(30)
    sender.disconnect()
    sender.loop_stop()
    broker.stop()
    broker.start()
    listener = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
    listener.on_message = lambda client, data, message: heard.put(message.payload)
    listener.on_connect = lambda client, data, flags, reason, properties: client.subscribe("companion/+/status", qos=1)
    listener.connect("127.0.0.1", broker.port)
    listener.loop_start()
    assert heard.get(timeout=30) == b"online"
    listener.disconnect()
    listener.loop_stop()
