"""How soon a change at a table is on the club's page, and what a table costs: 10, 100 and 1,000 tables, a change in 5 s each.

The tables are matches judged by the referee beforehand; here their messages alone are published, through eight connections. Mosquitto
and the club are processes of their own on this machine; memory and CPU are the club's. Milliseconds are from the call that publishes
the first message of a change to the last byte of its row on the stream of a page. `--tables 1000` measures one size, `--pages 20` with
so many pages open. Not measured on a Pi.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from companion.club.forms import State, encode_form
from companion.club.topics import make_topic
from tests.club.broker import Broker, find_free_port
from tests.club.simulated import SimulatedTable

CHANGES_A_TABLE_S, SECONDS, WARM_S = 0.2, 40.0, 5.0
CONNECTIONS = 8
GOAL_P95_MS = 1000.0
TICKS_A_S = os.sysconf("SC_CLK_TCK")

Change = tuple[str, int, list[tuple[str, bytes]]]
"""Name of a table, number of its last entry, and what it publishes."""


def make_changes(tables: int, count: int) -> list[Change]:
    """So many changes, at one table after the other. Never two for the same number of entries."""
    simulated = [SimulatedTable(number) for number in range(1, tables + 1)]
    changes: list[Change] = []
    for number in range(count):
        table = simulated[number % tables]
        told = table.next_change()
        state = next(each.form for each in told if isinstance(each.form, State))
        payloads = [(make_topic(each.address), encode_form(each.form)) for each in told if not isinstance(each.form, bool)]
        changes.append((table.table, state.entries, payloads))
    return changes


class Page:
    """A page that follows the stream. `came`: when each number of entries of a table was shown."""

    def __init__(self, port: int) -> None:
        self.came: dict[tuple[str, int], float] = {}
        self.bytes_read = 0
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._socket.sendall(b"GET /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        waiting = b""
        while data := self._socket.recv(1 << 18):
            now = time.monotonic()
            self.bytes_read += len(data)
            *events, waiting = (waiting + data).split(b"\n\n")
            for event in events:
                if b"event: rows" in event:
                    told = json.loads(event[event.index(b"data: ") + 6 :].split(b"\r\n")[0])
                    for row in told["rows"]:
                        self.came.setdefault((row["table"], row.get("entries", 0)), now)

    def close(self) -> None:
        """Hang up."""
        self._socket.close()


@contextmanager
def run_club(broker: Broker, folder: Path) -> Iterator[tuple[int, int]]:
    """Port and process id of a running club."""
    port = find_free_port()
    words = [sys.executable, "-m", "companion", "club", "--broker", broker.url, "--port", str(port)]
    with (folder / "club.log").open("w") as log:
        process = subprocess.Popen(words, env=os.environ | {"STATE_DIRECTORY": str(folder)}, stdout=log, stderr=log)
    try:
        while not _is_well(port):
            assert process.poll() is None, (folder / "club.log").read_text()
            time.sleep(0.1)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait()


def _is_well(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2) as answer:
            return bool(json.load(answer)["status"] == "ok")
    except (OSError, ValueError):
        return False


def read_cost(pid: int) -> tuple[float, float]:
    """CPU seconds and MB of memory of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    kilobytes = next(int(line.split()[1]) for line in Path(f"/proc/{pid}/status").read_text().splitlines() if "VmRSS" in line)
    return (int(fields[11]) + int(fields[12])) / TICKS_A_S, kilobytes / 1024


def measure(tables: int, pages: int = 1) -> dict[str, Any]:
    """Figures for so many tables."""
    rate = tables * CHANGES_A_TABLE_S
    count = int(rate * (SECONDS + WARM_S))
    changes = make_changes(tables, count)
    with tempfile.TemporaryDirectory() as folder, Broker(Path(folder) / "broker", remembers=False) as broker:
        (Path(folder) / "club").mkdir()
        clients = [_connect(broker.port) for _ in range(CONNECTIONS)]
        with run_club(broker, Path(folder)) as (port, pid):
            for number in range(1, tables + 1):
                clients[number % CONNECTIONS].publish(f"companion/table-{number}/status", b"online", qos=1, retain=True)
            watching = [Page(port) for _ in range(pages)]
            begun, sent = time.monotonic(), dict[tuple[str, int], float]()
            warm = int(rate * WARM_S)
            cost = read_cost(pid)
            for number, (table, entries, payloads) in enumerate(changes):
                time.sleep(max(0.0, begun + number / rate - time.monotonic()))
                if number == warm:
                    cost = read_cost(pid)
                now = time.monotonic()
                if number >= warm and (table, entries) not in sent:
                    sent[table, entries] = now
                client = clients[int(table.removeprefix("table-")) % CONNECTIONS]
                for topic, payload in payloads:
                    client.publish(topic, payload, qos=1, retain=topic.endswith(("state", "result")))
            took = time.monotonic() - begun - WARM_S
            time.sleep(3.0)
            spent, memory = read_cost(pid)
        page = watching[0]
        delays = sorted((page.came[key] - at) * 1000 for key, at in sent.items() if key in page.came and page.came[key] >= at)
        size = sum(len(payload) + len(topic) for _, _, told in changes for topic, payload in told)
        for each in watching:
            each.close()
        for client in clients:
            client.disconnect()
            client.loop_stop()
    return {
        "tables": tables,
        "changes_s": round((count - warm) / took, 1),
        "p50_ms": round(delays[len(delays) // 2]),
        "p95_ms": round(delays[int(len(delays) * 0.95)]),
        "worst_ms": round(delays[-1]),
        "shown": f"{len(delays)}/{len(sent)}",
        "cpu_share": round((spent - cost[0]) / (took + 3.0), 3),
        "cpu_ms_a_change": round((spent - cost[0]) * 1000 / (count - warm), 2),
        "memory_mb": round(memory),
        "bytes_a_change": round(size / count),
    }


def _connect(port: int) -> mqtt.Client:
    client = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
    client.max_inflight_messages_set(500)
    client.max_queued_messages_set(0)
    client.connect("127.0.0.1", port)
    client.loop_start()
    return client


def main() -> None:
    """Print the figures, a line for each size."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, nargs="*", default=[10, 100, 1000])
    parser.add_argument("--pages", type=int, default=1)
    asked, _ = parser.parse_known_args()
    for tables in asked.tables:
        told = measure(tables, asked.pages)
        print("  ".join(f"{key} {value}" for key, value in told.items()), flush=True)
        print("  goal met" if told["p95_ms"] < GOAL_P95_MS else "  MISSED: p95", flush=True)


if __name__ == "__main__":
    main()
