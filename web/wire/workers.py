"""A few threads for pages and commands, started when needed. The threads never hold up the end of the process."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

Answer = TypeVar("Answer")


class Workers:
    """At most `most` threads. Work waits in order of arrival."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._waiting: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = queue.SimpleQueue()
        self._turn = threading.Lock()
        self._free = threading.Semaphore(0)
        self._threads = 0

    def submit(self, work: Callable[[], Answer]) -> Future[Answer]:
        """The future result of `work`, done in a thread; an exception of `work` is raised by the future."""
        future: Future[Answer] = Future()
        self._waiting.put((future, work))
        with self._turn:
            if not self._free.acquire(blocking=False) and self._threads < self.most:
                self._threads += 1
                threading.Thread(target=self._run_worker, name=f"web-{self._threads}", daemon=True).start()
        return future

    def stop_workers(self) -> None:
        """Let each thread end after its present work; waiting work is dropped, and its futures stay open. Returns at once."""
        with self._turn:
            while not self._waiting.empty():
                self._waiting.get_nowait()
            for _ in range(self._threads):
                self._waiting.put(None)

    def _run_worker(self) -> None:
        """Do work as it comes, until None comes."""
        while (found := self._next_work()) is not None:
            future, work = found
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(work())
            except BaseException as error:
                future.set_exception(error)
            del future, work, found

    def _next_work(self) -> tuple[Future[Any], Callable[[], Any]] | None:
        """Work and its future, once there is any; None = the thread is to end. The thread counts as free while waiting."""
        try:
            return self._waiting.get_nowait()
        except queue.Empty:
            self._free.release()
            return self._waiting.get()
