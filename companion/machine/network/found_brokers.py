"""Brokers that answer at the usual places: this machine, and the names that clubs and homes give theirs."""

from __future__ import annotations

import queue
import socket
import threading
import time
from collections.abc import Sequence

from companion.machine.network.broker_address import parse_broker

USUAL_BROKERS = (
    "mqtts://club.local",
    "mqtts://broker.local",
    "mqtts://homeassistant.local",
    "mqtt://club.local",
    "mqtt://broker.local",
    "mqtt://homeassistant.local",
    "mqtt://127.0.0.1",
)  # in the order in which they are offered; of one host the encrypted one alone
MAX_LOOK_S = 3.0  # a name that nobody has takes longer


def find_brokers(usual: Sequence[str] = USUAL_BROKERS, longest: float = MAX_LOOK_S) -> list[str]:
    """The addresses among `usual` where a broker accepts a connection within `longest` seconds."""
    answers: queue.Queue[tuple[str, bool]] = queue.Queue()
    for url in usual:
        threading.Thread(target=lambda url=url: answers.put((url, _is_answered(url, longest))), daemon=True).start()
    found, until = set[str](), time.monotonic() + longest
    for _ in usual:
        try:
            url, is_there = answers.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            break
        found |= {url} if is_there else set()
    kept: dict[str, str] = {}
    for url in usual:
        if url in found:
            kept.setdefault(url.partition("://")[2], url)
    return list(kept.values())


def _is_answered(url: str, longest: float) -> bool:
    """Does anybody accept a connection at the broker's `url` within `longest` seconds?"""
    address = parse_broker(url)
    try:
        socket.create_connection((address.host, address.port), longest).close()
    except OSError:
        return False
    return True
