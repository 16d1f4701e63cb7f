"""How fast do changes reach many phones? `python tests/web/many_phones.py [PHONES] [CHANGES_A_SECOND] [SECONDS]`

The server runs in this process, the phones in another. Prints milliseconds from the change to its arrival, and the memory.
"""

from __future__ import annotations

import json
import multiprocessing
import resource
import selectors
import socket
import sys
import time
from multiprocessing.connection import Connection
from typing import Any

from real_table import RealTable

from web import Server, create_app


class Dated(RealTable):
    """A table whose views carry the time of their last change."""

    at = 0.0

    def change(self) -> None:
        self.at = time.monotonic()
        self.hands("still" if self.session.snapshot.table == "moving" else "moving")

    def view(self, language: str) -> dict[str, Any]:
        return super().view(language) | {"at": self.at}


def phones(port: int, count: int, seconds: float, report: Connection) -> None:
    """Follow the stream with `count` connections, then send back how long each view took."""
    ears, buffers, took = selectors.DefaultSelector(), {}, []
    for _ in range(count):
        ear = socket.create_connection(("127.0.0.1", port))
        ear.sendall(b"GET /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
        ears.register(ear, selectors.EVENT_READ)
        buffers[ear] = b""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for key, _ in ears.select(0.2):
            ear: Any = key.fileobj
            buffers[ear] += ear.recv(1 << 16)
            *whole, buffers[ear] = buffers[ear].split(b"\n\n")
            for event in whole:
                line = next((line for line in event.split(b"\n") if line.startswith(b"data: ")), None)
                if line and (at := json.loads(line[6:])["at"]):
                    took.append((time.monotonic() - at) * 1000)
    report.send(took)


def main(count: int = 40, rate: float = 2.0, seconds: float = 10.0) -> None:
    table = Dated().begin("the_game", 3)
    for face in range(2, 60):
        table.lay("up1", str(face))
    size = len(json.dumps(table.view("en")))
    with Server(create_app(table, text=lambda language, id, **values: id), port=0) as server:
        here, there = multiprocessing.Pipe()
        crowd = multiprocessing.get_context("spawn").Process(target=phones, args=(server.port, count, seconds + 2, there))
        crowd.start()
        time.sleep(1.5)
        for _ in range(int(seconds * rate)):
            table.change()
            time.sleep(1 / rate)
        took = sorted(here.recv())
        crowd.join()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{count} phones, {rate:g} changes a second, view of {size} bytes: {len(took)} arrivals of {int(count * seconds * rate)}"
    )
    print(
        f"p50 {took[len(took) // 2]:.1f} ms, p95 {took[int(len(took) * 0.95)]:.1f} ms, p99 {took[int(len(took) * 0.99)]:.1f} ms"
    )
    print(f"peak memory of the server {memory:.0f} MB")


if __name__ == "__main__":
    main(*(float(word) if "." in word else int(word) for word in sys.argv[1:]))
