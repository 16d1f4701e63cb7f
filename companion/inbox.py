"""The session's own thread: everybody else leaves work in its inbox, which never drops a fact, and sees frozen snapshots."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from companion.session import Session, Snapshot

Work = Callable[[Session, float], Any]
"""What the session should do; called with the session and the time in seconds since 1970."""

TICK = 0.5


class Inbox:
    """Runs a session on a thread of its own. `clock`: seconds since 1970."""

    def __init__(self, session: Session, clock: Callable[[], float] = time.time) -> None:
        self._session = session
        self._clock = clock
        self._work: queue.SimpleQueue[tuple[Work, Future[Any]] | None] = queue.SimpleQueue()
        self._changed = threading.Condition()
        self._snapshot = session.snapshot
        self._thread = threading.Thread(target=self._run, name="session", daemon=True)
        self._failed: BaseException | None = None

    @property
    def snapshot(self) -> Snapshot:
        """The latest snapshot, from any thread."""
        return self._snapshot

    @property
    def failed(self) -> BaseException | None:
        """What a fire-and-forget piece of work raised last, for the health page."""
        return self._failed

    def start(self) -> None:
        """Start the thread."""
        self._snapshot = self._session.snapshot
        self._thread.start()

    def stop(self) -> None:
        """Finish what is in the inbox, then end the thread."""
        self._work.put(None)
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    def post(self, work: Work) -> Future[Any]:
        """Leave work in the inbox; the future holds what came of it, or the exception."""
        future: Future[Any] = Future()
        self._work.put((work, future))
        return future

    def ask(self, work: Work, timeout: float = 10.0) -> Any:
        """Leave work and wait for what comes of it. Raises what the work raised."""
        return self.post(work).result(timeout)

    def wait(self, version: int, timeout: float) -> int:
        """Wait until the snapshot is another one than `version`, at most `timeout` seconds; its version."""
        with self._changed:
            self._changed.wait_for(lambda: self._snapshot.version != version, timeout)
            return self._snapshot.version

    def _run(self) -> None:
        while True:
            try:
                item = self._work.get(timeout=TICK)
            except queue.Empty:
                item = (lambda session, at: session.tick(at), Future())
            if item is None:
                return
            self._do(*item)

    def _do(self, work: Work, future: Future[Any]) -> None:
        """What came of it is handed out after it can be seen: whoever asked and looks then must not find the snapshot before."""
        try:
            done, failed = work(self._session, self._clock()), None
        except Exception as error:  # handed to whoever asked; the session itself must live on
            done, failed = None, error
        self._show()
        if failed is None:
            future.set_result(done)
        else:
            self._failed = failed
            future.set_exception(failed)

    def _show(self) -> None:
        if self._session.snapshot.version != self._snapshot.version:
            with self._changed:
                self._snapshot = self._session.snapshot
                self._changed.notify_all()
