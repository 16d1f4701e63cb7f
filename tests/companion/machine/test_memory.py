"""Threads share one place to take memory from."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

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
