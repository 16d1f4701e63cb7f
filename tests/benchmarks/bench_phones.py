"""How fast changes reach many phones: 100 on the stream at 5 changes a second beside 30 that vanished, and a second 100 right after.

The companion (journal on the disk, session, view, server) runs in this process, the phones in another, over loopback. Milliseconds
are from the call that changes the table to the last byte of the view at a phone; of a crowd, from its first connection to each phone's
first view. A phone that vanished took its first view and never reads again. With `--tls` all of it over TLS. Not measured on a Pi.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import selectors
import socket
import ssl
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "web"))

from real_table import RealTable

from companion.journal.journal import Journal
from companion.machine.network.certificate import ensure_certificate
from companion.shown.words.messages import catalogue
from web import Server, create_app
from web.wire.tls import tls_context

PHONES, VANISHED, CHANGES_A_SECOND, SECONDS = 100, 30, 5.0, 40.0
GOAL_MS = 50.0
TLS = "--tls" in sys.argv
TRUSTING = ssl._create_unverified_context()
PLAYED = 40
"""Cards that lie before it begins."""
PATIENCE = 4.0
"""Seconds in which a whole crowd must have seen its first view."""


class Dated(RealTable):
    """A table whose views carry the time of their last change."""

    at = 0.0

    def view(self, language: str) -> dict[str, Any]:
        return super().view(language) | {"at": self.at}

    def changes(self) -> Iterator[None]:
        """What goes on at a table: a hand comes, a card lies, the hand is gone, the turn ends."""
        for face in range(3 + PLAYED, 98):
            for change in (
                lambda: self.hands("moving"),
                lambda face=face: self.lay("up1", str(face)),
                lambda: self.hands("still"),
                self.end_turn,
            ):
                self.at = time.monotonic()
                change()
                yield


class Crowd:
    """Phones on the stream. `views`: of each phone, when a view came and the date it carries; `refused`: how many got none."""

    def __init__(self, port: int, count: int, *, small: bool = False) -> None:
        self._selector, self._buffers = selectors.DefaultSelector(), {}
        self.gone: list[Any] = []
        self.views: dict[int, list[tuple[float, float]]] = {}
        self.refused = 0
        self.came = time.monotonic()
        for number in range(count):
            phone = socket.socket()
            if small:  # or the kernel would take in megabytes for a phone that reads nothing
                phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            phone.connect(("127.0.0.1", port))
            if TLS:
                phone = TRUSTING.wrap_socket(phone)
            phone.sendall(b"GET /api/stream HTTP/1.1\r\nHost: localhost\r\nAccept-Language: en\r\n\r\n")
            self._selector.register(phone, selectors.EVENT_READ, number)
            self._buffers[number], self.views[number] = b"", []

    def listen(self, until: float) -> None:
        while time.monotonic() < until:
            for key, _ in self._selector.select(0.05):
                self._take(key)

    def _take(self, key: Any) -> None:
        data = key.fileobj.recv(1 << 18)
        if not data or (not self._buffers[key.data] and data.startswith(b"HTTP/1.1 503")):
            self.refused += not self.views[key.data]
            self._selector.unregister(key.fileobj)
            key.fileobj.close()
            return
        *whole, self._buffers[key.data] = (self._buffers[key.data] + data).split(b"\n\n")
        now = time.monotonic()
        self.views[key.data] += [(now, dated) for event in whole if (dated := _date_of(event))]

    def vanish(self) -> None:
        """Never read again: what is sent to these phones is acknowledged until their buffers are full, and then no more."""
        self.gone = [key.fileobj for key in list(self._selector.get_map().values())]
        for each in self.gone:
            self._selector.unregister(each)

    def hang_up(self) -> None:
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()
        self._selector.close()

    @property
    def greeted_ms(self) -> list[float]:
        return sorted((views[0][0] - self.came) * 1000 for views in self.views.values() if views)

    @property
    def took_ms(self) -> list[float]:
        """From each change to its arrival, the first view of each phone left out."""
        return sorted((at - dated) * 1000 for views in self.views.values() for at, dated in views[1:])


def _date_of(event: bytes) -> float:
    """The date of the last change that a view or its changes carry, 0.0 for other events. Found from behind: the phones of the benchmark are
    one process, and what each costs delays the arrivals that are measured."""
    whole, changed = event.rfind(b'"at":'), event.rfind(b'"path":"/at","value":')
    begin = whole + 5 if whole >= 0 else changed + 21
    return float(event[begin : event.find(b"}", begin)]) if max(whole, changed) >= 0 else 0.0


def phones(port: int, cores: set[int], report: Connection) -> None:
    """Phones are other machines: they get the cores that the companion does not use."""
    os.sched_setaffinity(0, cores)
    vanished = Crowd(port, VANISHED, small=True)
    vanished.listen(vanished.came + 2)
    vanished.vanish()
    first = Crowd(port, PHONES)
    first.listen(first.came + 2)
    worked, began = time.process_time(), time.monotonic()
    first.listen(first.came + 2 + SECONDS + 2)
    used = (time.process_time() - worked) / (time.monotonic() - began)
    first.hang_up()
    second = Crowd(port, PHONES)
    second.listen(second.came + PATIENCE)
    second.hang_up()
    report.send(([(each.greeted_ms, each.took_ms, each.refused) for each in (first, second)], used))


def main() -> int:
    ours = os.sched_getaffinity(0)
    others = set(range(os.cpu_count() or 1)) - ours or ours
    with tempfile.TemporaryDirectory() as folder, Dated(Journal(Path(folder) / "journal.sqlite")) as table:
        table.begin("the_game", 3)
        for face in range(3, 3 + PLAYED):
            table.lay("up1", str(face))
            table.end_turn()
        size = len(str(table.view("en")).encode())
        words = catalogue("en")
        app = create_app(table, text=lambda language, id, /, **values: words.text(id, **values))
        with Server(app, port=0, tls=_tls(Path(folder))) as server:
            ((first, second), used_by_phones), used, standing, end = _measured(server.port, others, table)
    print(
        f"{PHONES} phones and {VANISHED} that vanished, {'with' if TLS else 'without'} TLS; a view of about {size // 1000} kB"
    )
    print(f"{CHANGES_A_SECOND:g} changes a second for {SECONDS:g} s")
    print(f"{'':34} {'p50 ms':>8} {'p95 ms':>8} {'most ms':>8} {'phones':>7} {'turned away':>12}")
    _line("a change reaches a phone", first[1], len(first[0]), first[2])
    _line("first view, first crowd", first[0], len(first[0]), first[2])
    _line("first view, crowd right after", second[0], len(second[0]), second[2])
    print(f"processor time of the companion {used:.2f} of one core, of all phones together {used_by_phones:.2f}")
    print(f"memory {standing[0]:.0f} MB before the changes, {end[0]:.0f} MB after; threads {standing[1]}, {end[1]}")
    load = os.getloadavg()[0]
    print(f"load of the machine at the end {load:.1f} on {os.cpu_count()} cores{'' if load < 1.5 else ': not quiet'}")
    return 0 if _share(first[1], 0.95) < GOAL_MS and len(first[0]) == len(second[0]) == PHONES else 1


def _tls(folder: Path) -> ssl.SSLContext | None:
    if not TLS:
        return None
    made = ensure_certificate(folder, [], [])
    return tls_context(made, made)


def _measured(port: int, cores: set[int], table: Dated) -> tuple[Any, float, tuple[float, int], tuple[float, int]]:
    """What the phones report, the share of a core that the companion used meanwhile, and its memory (MB) and threads with all phones there:
    before the first change and after the last."""
    here, there = multiprocessing.Pipe()
    crowd = multiprocessing.get_context("spawn").Process(target=phones, args=(port, cores, there))
    crowd.start()
    time.sleep(4.5)  # until they are there
    standing = _memory_mb(), threading.active_count()
    began, worked, due = time.monotonic(), time.process_time(), time.monotonic()
    for number, _ in enumerate(table.changes(), 1):
        due += 1 / CHANGES_A_SECOND
        time.sleep(max(due - time.monotonic(), 0))
        if number >= SECONDS * CHANGES_A_SECOND:
            break
    used = (time.process_time() - worked) / (time.monotonic() - began)
    end = _memory_mb(), threading.active_count()
    report = here.recv()
    crowd.join()
    return report, used, standing, end


def _memory_mb() -> float:
    """Resident memory of this process just now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def _share(times: list[float], share: float) -> float:
    return times[min(int(len(times) * share), len(times) - 1)] if times else float("inf")


def _line(what: str, times: list[float], served: int, refused: int) -> None:
    print(f"{what:34} {_share(times, 0.5):8.1f} {_share(times, 0.95):8.1f} {_share(times, 1):8.1f} {served:7} {refused:12}")


if __name__ == "__main__":
    sys.exit(main())
