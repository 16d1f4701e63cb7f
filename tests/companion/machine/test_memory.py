"""Threads share one place to take memory from, and the collector of cycles never looks at what was loaded before."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import weakref

import pytest

from companion.machine.memory import settle_memory

HEAPS = """
import ctypes, threading
from companion.machine.memory import share_one_arena
if {shared}:
    share_one_arena()
done = threading.Barrier(9)

def work():
    for _ in range(100):
        bytearray(100_000)
    done.wait()

for _ in range(8):
    threading.Thread(target=work).start()
done.wait()
libc = ctypes.CDLL(None)
libc.fopen.restype = ctypes.c_void_p
libc.malloc_info(0, ctypes.c_void_p(libc.fopen(b"/dev/stdout", b"w")))
libc.fflush(None)
"""


def heaps(shared):
    done = subprocess.run(
        [sys.executable, "-c", HEAPS.format(shared=shared)], env=dict(os.environ), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.count("<heap nr=")


@pytest.mark.skipif(not hasattr(os, "confstr") or "glibc" not in (os.confstr("CS_GNU_LIBC_VERSION") or ""), reason="not glibc")
def test_threads_take_memory_from_one_place():
    assert heaps(shared=False) > 1, "then there is nothing to share"
    assert heaps(shared=True) == 1


class Loop:
    """Something that only the collector of cycles can free."""

    def __init__(self):
        self.itself = self


@pytest.fixture
def thawed():
    yield
    gc.unfreeze()


def test_the_collector_passes_over_what_was_alive_before(thawed):
    deck = [Loop() for _ in range(1000)]
    settle_memory()
    looked_at = sum(len(gc.get_objects(generation)) for generation in range(3))
    assert gc.get_freeze_count() > looked_at and not any(each is deck for each in gc.get_objects())


def test_what_was_settled_and_is_needed_no_more_goes_with_the_next_match(thawed):
    deck = Loop()
    gone = weakref.ref(deck)
    settle_memory()
    del deck
    settle_memory()
    assert gone() is None
