"""The session's own thread. Everybody else leaves work in the inbox, which never drops a fact, and sees frozen snapshots."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from companion.errors import JournalError
from companion.session.session import Session
from companion.session.snapshot import Snapshot

log = logging.getLogger("companion")

Work = Callable[[Session, float], Any]
"""What the session should do, called with the session and the time in seconds since 1970."""

TICK_S = 0.5  # between looks at the time while no work comes; also said in docs/internals.md; guess
MAX_STOP_S = 1.5  # until the last facts must be in the journal at the end; guess
MIN_CLOCK_JUMP_S = 0.25  # a smaller step of the clock is no jump; guess

_DISK_LINES = {
    "": "The journal can be written again: nothing of what came meanwhile is lost.",
    "copy": "The second copy of the journal cannot be written ({why}); the journal itself can: nothing is lost.",
    "reserve": "The journal cannot be written ({why}): make room on the disk. What comes is written into its second copy, which has "
    "room for an evening.",
    "memory": "Nothing can be written ({why}): make room on the disk, or make it writable. What comes is kept in memory, and lost when the "
    "power goes.",
    "refused": "Neither the journal nor its second copy can be written ({why}): make room on the disk. What is seen at the table is kept "
    "in memory until then; what phones ask for is refused.",
}


class Inbox:
    """Runs a session on its own thread. `clock`: seconds since 1970. `steady`: rising seconds, to notice jumps of `clock`;
    None = no jumps."""

    def __init__(
        self, session: Session, clock: Callable[[], float] = time.time, steady: Callable[[], float] | None = None
    ) -> None:
        self._session = session
        self._clock, self._steady = clock, steady
        self._ahead = self._clock_offset()
        self._work: queue.SimpleQueue[tuple[Work, Future[Any], bool] | None] = queue.SimpleQueue()
        self._changed = threading.Condition()
        self._snapshot = session.snapshot
        self._thread = threading.Thread(target=self._run_thread, name="session", daemon=True)
        self._kept: deque[tuple[Work, Future[Any], float]] = deque()

    @property
    def snapshot(self) -> Snapshot:
        """The latest snapshot, from any thread."""
        return self._snapshot

    @property
    def is_alive(self) -> bool:
        """Does the thread still run?"""
        return self._thread.is_alive()

    def start_thread(self) -> None:
        """Start the thread."""
        self._snapshot = self._session.snapshot
        self._thread.start()

    def stop_thread(self) -> None:
        """Finish what is in the inbox, and end the thread. Waits at most `MAX_STOP_S`."""
        self._work.put(None)
        if self._thread.is_alive():
            self._thread.join(timeout=MAX_STOP_S)

    def leave_work(self, work: Work, *, keep: bool = False) -> Future[Any]:
        """A future with the result of the work, or the exception. `keep`: a fact that nobody will say again; while the
        journal cannot be written the work waits, in order."""
        future: Future[Any] = Future()
        self._work.put((work, future, keep))
        return future

    def ask_session(self, work: Work, timeout: float = 60.0) -> Any:
        """The result of the work, at most `timeout` seconds later. Raises what the work raised. Raises `TimeoutError` where the
        result comes later."""
        return self.leave_work(work).result(timeout)

    def wait_for_version(self, version: int, timeout: float) -> int:
        """The version of the snapshot, once other than `version` or after `timeout` seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._snapshot.version != version, timeout)
            return self._snapshot.version

    def _run_thread(self) -> None:
        """Take work until the thread is stopped; without work, notice the time each `TICK_S`."""
        while True:
            try:
                item = self._work.get(timeout=TICK_S)
            except queue.Empty:
                item = (lambda session, at: session.notice_time(at), Future(), False)
            if item is None:
                return
            try:
                self._take_work(*item)
            except Exception as error:  # a fault of ours: the only writer lives on
                log.exception("the session stumbled")
                if not item[1].done():
                    item[1].set_exception(error)

    def _clock_offset(self) -> float:
        return self._clock() - self._steady() if self._steady else 0.0

    def _notice_jump(self) -> None:
        """Shift the times of the session where the clock was set: dates are the clock's, durations are not."""
        ahead = self._clock_offset()
        if abs(ahead - self._ahead) > MIN_CLOCK_JUMP_S:
            self._session.follow_clock_jump(ahead - self._ahead)
            self._ahead = ahead

    def _take_work(self, work: Work, future: Future[Any], keep: bool) -> None:
        """Do one piece of work, after facts kept for a writable journal. `future`: gets the result. `keep`: the work is a fact,
        kept where the journal cannot be written. A fact behind kept facts is kept too."""
        self._notice_jump()
        self._settle_disk()
        while self._kept and self._do_work(*self._kept[0], keep=True):
            self._kept.popleft()
        at = self._clock()
        if (keep and self._kept) or not self._do_work(work, future, at, keep=keep):
            self._kept.append((work, future, at))

    def _do_work(self, work: Work, future: Future[Any], at: float, *, keep: bool) -> bool:
        """False if the work has to wait for a writable journal: only work to `keep` waits. The result is handed out by `future`
        after the new snapshot can be seen, never before. So is whatever the work raised."""
        done, failed = None, None
        try:
            done = work(self._session, at)
        except Exception as error:  # handed to whoever asked; the session itself must live on
            failed = error
        self._settle_disk()
        self._show_snapshot()
        if keep and isinstance(failed, JournalError):
            return False
        if failed is None:
            future.set_result(done)
        else:
            future.set_exception(failed)
        return True

    def _settle_disk(self) -> None:
        """Try again what could not be written; the log names a trouble once, and its end once."""
        before = self._session.snapshot.disk
        self._session.ledger.settle_journal()
        now = self._session.snapshot.disk
        if now != before:
            log.log(
                logging.ERROR if now else logging.WARNING, "%s", _DISK_LINES[now].format(why=self._session.ledger.disk_refusal)
            )

    def _show_snapshot(self) -> None:
        """Let others see a changed snapshot, and wake whoever waits for a version."""
        if self._session.snapshot.version != self._snapshot.version:
            with self._changed:
                self._snapshot = self._session.snapshot
                self._changed.notify_all()
