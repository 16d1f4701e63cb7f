"""Memory that is given back."""

from __future__ import annotations

import ctypes
import sys

M_ARENA_MAX = -8
"""Of malloc.h."""


def share_one_arena() -> None:
    """Have all threads take memory from one place. glibc gives each new thread a place of its own, up to eight a core, and each keeps what
    it once needed: every match has a deck learned or loaded by a thread of its own, which took 25 MB more a match, twenty times over.
    Call it before threads are started; where the C library is another nothing happens."""
    if sys.platform == "linux":
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
        if mallopt is not None:
            mallopt(M_ARENA_MAX, 1)
