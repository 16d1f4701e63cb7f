"""Asks the C library for little memory and few threads, and to give memory back to the system."""

from __future__ import annotations

import ctypes
import gc
import os
import sys

M_ARENA_MAX = -8  # the number of the parameter in malloc.h, standard of glibc
M_MMAP_THRESHOLD = -3  # the same; standard of glibc
MIN_OWN_MAPPING_BYTES = 4_000_000  # larger blocks go back at once: decks and drawings; a frame of 1280x720 stays; measured


def share_one_arena() -> None:
    """Have all threads take memory from one arena, and large blocks from the system itself. Call before threads start; does
    nothing without glibc.

    glibc gives each new thread an own arena, and each arena keeps what was once needed. Every match loads a deck in a new
    thread, at 25 MB more a match. Of large blocks glibc keeps as much as was once freed: 22 MB of the demo.
    """
    if sys.platform == "linux":
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
        if mallopt is not None:
            mallopt(M_ARENA_MAX, 1)
            mallopt(M_MMAP_THRESHOLD, MIN_OWN_MAPPING_BYTES)


def settle_memory() -> None:
    """Have the collector of cycles pass over everything alive now, and give freed memory back to the system. Call when all is
    loaded, before the first frame.

    A full collection looks at everything alive. Modules and decks are 100,000 objects, which took 50 ms in the middle of a film.
    What was settled before and is needed no more goes with the next call.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)


def keep_algebra_to_one_thread() -> None:
    """Have numpy and OpenCV start no threads for linear algebra, unless the environment says how many. Call before they are
    imported: each starts a thread for every core but one, and the threads stay."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
